"""What a finished site also offers, made by walks over its pages; nothing here knows what built them.

From what others build on to what builds on others:

    facts     title, version, date and licences, read from CITATION.cff
    mark      the mark of the site, as SVG and as PNG
    page      a finished page as it is read here, and all of them in their order
    markdown  a page as Markdown, with everything that was computed on it
    card      the picture that goes with a link to a page
    head      what the head of a page tells machines
    cite      what the foot of a page says about the page itself
    feed      what each version changed, as Atom
    llms      the list of all pages for readers that are programs

    address   what must name the place at which a site lies
    complete  all of it, written into a finished site
    zipped    a zip with the same bytes every time
    offline   a folder and a zip that open from a disk; offline.js is what they carry
    chapters  the pages as chapters of a book
    book      one PDF, with contents and page numbers
    epub      an ePub 3
    packed    a compressed copy beside each file, for servers that send it
"""
