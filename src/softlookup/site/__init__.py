"""The only code that knows the builder, and the checks that keep a build honest.

    plugin     the builder's events, each handed on to one of these
    fault      how a build stops: page, line, what to do
    contract   what a page may contain
    run        markdown-exec with a guard around it
    cache      what was computed, kept until anything it can have read changes
    marks      the marks that only the checks write, and their receipts
    numerals   numbers typed in prose, and which of them nobody checks
    checked    the Markdown extension that checks and marks those numbers
    maths      LaTeX to MathML
    font       the maths font, cut to the glyphs in use
    links      links printed by code, and a walk over the finished site
    notebook   an executed notebook as a page of this site
    theme      what the theme leaves out of its pages
    progress   what a build tells its builder

Of these, only `plugin`, `fault`, `run` and `checked` import MkDocs, Markdown or their extensions.
"""
