"""Soft Lookup: attention explained as a dictionary lookup made soft.

The map, in groups. A module imports from its own group and from those above it, never from below:

    lookup      the definitions in slow loops: the oracle
    snippets    the door to the files that readers copy
    words       real word vectors
    examples    the running example, defined once
    ink         the colours of every picture
    concepts    the ideas of the sources, and where the site settles each
    runs        stored, dated runs of the benchmarks
    fences      the fences of a Markdown text, with their lines
    choice      a list that a reader filters without a script

    figures     one module a picture
    numbers     every number that prose quotes, one module a page
    formulas    formulas with computed entries, one module a page
    tables      tables with computed cells, one module a page
    claims      the checks of every statement of the four sources, one module a source
    coverage    every item of the sources, and where it went
    bugs        classic mistakes, made for real, one module a page
    quiz        questions, exercises and misconceptions, one module a page
    frameworks  where other implementations of attention differ, measured

    reference   what the reference pages print, one module a page
    ledger      the claims as a page
    catalogue   the snippets as one list
    headers     the lines under a snippet's first: licence, version, date and page
    command     the command that lists the snippets and copies them into another project
    __main__    the same, as python -m softlookup

    page        what a page may print

    build       the only code that knows MkDocs
"""
