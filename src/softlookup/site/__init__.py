"""The only code that knows the builder, and the checks that keep a build honest.

    plugin     the builder's events, each handed on to one of these
    fault      how a build stops: page, line, what to do
    source     a page as it was typed, and what came back for it
    contract   what a page may contain
    run        the code of pages, run in other processes
    fenced     markdown-exec, asking for what was run
    cache      what was computed, kept until anything it can have read changes
    mark       the site's own mark
    marks      the marks that only the checks write, and their receipts
    checked    the Markdown extension that checks and marks those numbers
    maths      LaTeX to MathML
    font       the maths font, cut to the glyphs in use
    links      links that code printed
    notebook   an executed notebook as a page of this site
    theme      what the theme leaves out of its pages
    progress   what a build tells its builder
    serve      the site on this machine, rebuilt after each edit

Of these, only `plugin`, `serve`, `fault`, `fenced` and `checked` import MkDocs, Markdown or their extensions.
"""
