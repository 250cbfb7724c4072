"""The only code that knows the builder, and the checks that keep a build honest.

    plugin     the builder's events, each handed on to one of these
    building   one build: what its pages have run, and what is known while they are finished
    live       what the live server wants of a build: first what was edited, then everything
    fault      how a build stops: page, line, what to do
    source     a page as it was typed, and what came back for it
    contract   what a page may contain
    run        the code of pages, run in other processes
    records    the runs of snippets, recorded to be stepped through
    fenced     markdown-exec, asking for what was run
    cache      what was computed, kept until anything it can have read changes
    marks      the marks that only the checks write, and their receipts
    checked    the Markdown extension that checks and marks those numbers
    maths      LaTeX to MathML, kept together with the punctuation that touches it
    spaces     hard spaces, at which no line may end
    font       the fonts, cut to the glyphs in use
    fonts      the cut fonts of one build, stored or still being cut
    style      the theme's style sheets, cut to the rules in use
    search     the index of the search
    links      links that code printed
    notebook   an executed notebook as a page of this site
    cards      the pictures that go with links, stored or still being drawn
    beside     files beside the pages: numbers of exercises, a deck of cards
    theme      what Markdown and the theme leave out of a page
    progress   what a build tells its builder
    serve      the site on this machine, rebuilt after each edit

Of these, only `plugin`, `serve`, `fault`, `fenced` and `checked` import MkDocs, Markdown or their extensions.
"""
