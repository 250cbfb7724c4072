"""Soft Lookup: attention explained as a dictionary lookup made soft.

The map, in groups. A module imports from its own group and from those above it, never from below:

  the definitions and the snippets
    lookup       the definitions in slow loops: the oracle
    laws         what holds of every right attention, each as one line to paste
    snippets     the files that readers copy, as text and as programs
    steps        the same files as modules
    recording    the run of a snippet, line by line, with the origins of every number
    doctor       finds out which mistake an attention function makes; NumPy alone, also in a browser
  the example and its data
    data         word vectors, and the way to data that lies beside a module
    examples     the running example, defined once
    words        real word vectors
    sentence     one real sentence, read through the site
    strangers    random queries and keys: one experiment that several places quote
    runs         stored, dated runs of the benchmarks
  the four sources
    concepts     the ideas of the sources, and where the site settles each
  Python in the page
    engine       Python for the page: Pyodide and NumPy, fetched by pinned hash
    judge        whether a line that a reader wrote does what the missing one did
    in_page      what runs inside the reader's browser
  what a page prints
    ink          the colours of every picture
    fences       the fences of a Markdown text, with their lines
    choice       a list that a reader filters without a script
    kinds        questions, exercises, misconceptions and bugs
    write        numbers, shares and tables as Markdown
    tex          arrays as TeX
    interactive  what everything that moves is made of, and the quiz; complete without a script
    explorables  what moves: the map of answers, and smaller things
    practice     guesses, lines of code, exercises without end, cards: what a reader practises
  checking and publishing
    verify       the walk over finished pages, which needs no builder
    publish      what a finished site also offers: plain text, pictures for links, a feed, an address

  pictures
    draw         the one way to a picture
    answer_map   the answer to every query of the plane, as a picture
  the snippets
    shapes       shapes by name, read off a real call
    frameworks   where other implementations of attention differ, measured
  the four sources
    claims       the checks of every statement of the four sources, one module for each source
    coverage     every item of the sources, and where it went
  what a page prints
    walk         the pages one after another: their parts, numbers and titles

  the four sources
    ledger       the claims as a page
  the snippets
    catalogue    the snippets as one list
    runnable     which snippets can be run where they are shown, and the buttons for it
    steppable    which snippets can be stepped through where they are shown, and the button for it
    headers      the lines under a snippet's first: licence, version, date and page
    command      the command that lists and copies the snippets, and asks the doctor
    __main__     the same, as python -m softlookup
  checking and publishing
    takeaways    files beside the pages: the numbers of exercises, the deck of cards
    renumber     rewrites the digits of prose after a deliberate change

    page         what a page may print

    pages        what each page prints, one folder for each page

    site         the only code that knows the builder
"""
