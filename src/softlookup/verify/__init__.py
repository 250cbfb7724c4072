"""One walk over the finished pages, independent of what built them: `python -m softlookup.verify site/`.

It reads what a reader receives and compares every mark with the receipts that the checks wrote. It
imports neither the builder nor any page, so it can be run on a published copy. The map, from what
others build on to what builds on others:

    lists      long lists of names
    blots      letters that stand for what needs no computing
    numerals   what typed digits and number words say
    rule       which of them must have been computed
    finding    a fault, where it stands and its remedy
    pages      a page, parsed once, as the pieces that a reader receives
    receipts   what the checks wrote down, and how a part is summed up

    marks      numbers and parts against their receipts
    links      where links lead
    loads      what a browser fetches
    leftovers  markup, reprs and tracebacks in the text
    shape      tags, ids, headings, footer, pictures
    ink        colours that follow the theme
    symbols    the indices of formulas
    counts     number words, where what they count follows
    source     from a finding back to its line

    walk       all of it, over all pages
    published  a published copy against its receipts, and against another copy

    __main__   the command
"""

from softlookup.verify.finding import Finding
from softlookup.verify.pages import Page, parse
from softlookup.verify.receipts import Number, Origin, Receipts, receipt_of
from softlookup.verify.source import line_of
from softlookup.verify.walk import Memory, findings, verify

__all__ = [
    "Finding",
    "Memory",
    "Number",
    "Origin",
    "Page",
    "Receipts",
    "findings",
    "line_of",
    "parse",
    "receipt_of",
    "verify",
]
