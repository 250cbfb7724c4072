"""Soft Lookup: attention explained as a dictionary lookup made soft.

The map, in the order of the imports (nothing imports from below itself):

    lookup      the definitions in slow loops: the oracle
    snippets    the door to the files that readers copy
    words       real word vectors
    examples    the running example, defined once
    ink         the colours of every picture
    figures     one module a picture
    numbers     every number that prose quotes, one module a page
    formulas    formulas with computed entries, one module a page
    tables      tables with computed cells, one module a page
    claims      the ledger of the four sources
    bugs        classic mistakes, made for real, one module a page
    quiz        questions, exercises and misconceptions, one module a page
    concepts    the ideas of the sources, and where the site settles each
    coverage    every item of the sources, and where it went
    page        what a page may print
    build       the only code that knows MkDocs
"""
