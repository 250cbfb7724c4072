"""The mutation score of the document: `make mutants` plants mistakes, one at a time, and counts who notices.

    mutant    one planted mistake: a stretch of a file, and what stands there instead
    prose     mistakes in the text of pages: digits, names, words, links, formulas
    code      mistakes in what pages compute and say: operators, headings, answers, verdicts, ink
    sample    as many of every kind, the same ones every time
    look      what a page shows, rendered alone: the real extension, the real checks, no whole site
    fresh     which modules are read again for a mistake
    judge     who notices a mistake: the build, the walk over the page, a test, the accepted print
    worker    a copy of the project that is spoilt and mended again
    journal   what was judged before, so that a run can be stopped and goes on
    score     counts by kind, and the file that the site quotes

A mistake counts as noticed only when something stops: the build, `softlookup.verify`, or a test. A page
that changes to something wrong while nothing contradicts it has let the mistake through.
"""
