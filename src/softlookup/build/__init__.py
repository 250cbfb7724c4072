"""The only code that knows MkDocs, and the checks that keep a build honest.

    hooks      MkDocs events, each handed on to one of these
    fault      how a build stops: page, line, what to do
    contract   what a page may contain
    execute    markdown-exec with a guard around it
    reads      what a block can read of this project
    cache      what a block printed, remembered until anything it can read changes
    numerals   numbers typed in prose, and which of them nobody checks
    prose      the Markdown extension that checks and marks those numbers
    maths      LaTeX to MathML
    font       the fonts for formulas and for text, cut to the glyphs in use
    mark       the mark of the site, out of the map of answers
    links      links printed by code, and a walk over the finished site
    notebook   an executed notebook as a page of this site
    theme      what the theme leaves out of its pages
    progress   what a build tells its builder

Of these, only `hooks`, `fault`, `execute` and `prose` import MkDocs, Markdown or their extensions.
"""
