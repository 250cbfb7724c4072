"""The attention doctor: which law does a function break, on which smallest input, and by which mistake?

    from softlookup.doctor import examine, examine_source, assert_attention

`examine(function)` gives a `Report`; `assert_attention(function)` is the same for a test: silent, or an
AssertionError with the report as its message. `examine_source(text)` runs a text that defines a function,
and returns a dictionary of JSON’s types. It always returns; only an endless loop is left to the caller.

The keys, all of which are always there:

    verdict     "right", "edge" (right on ordinary input only), "wrong" or "stopped" (no answer at all)
    headline    one sentence
    law         the law that is broken, as a sentence; None if none is
    line        the same as a line of Python, or the question that was asked; None or ""
    input       {"q": rows, "k": rows, "v": rows, "mask": rows}: the smallest that shows it; rows are lists
                of numbers, where NaN and ∞ are words; a large array is a sentence
    expected    rows, or a sentence; None
    got         rows, or a sentence such as the exception; None
    mistake     the known mistake, or the two, that give these numbers; None
    sure        "certain", "one of two", "likely", "resembles"; None
    evidence    the same as a sentence
    explained, of, margin   how many of the numbers it explains, of how many, and how many more than the next
    page        where it is explained, relative to the site: "fingerprints/#wrong-axis"; None
    cure        one line; None
    broken      every law that does not hold
    kept        every law that was tried and holds
    read_as     how the function was called
    notes       conventions worth knowing, which are no mistakes
    not_tried   what silence does not mean
    html        all of that as one block for the page doctor/, with everything escaped

It needs NumPy and nothing else. `files()` has the modules that a browser must be given, as path and text:
write them below any folder that has a parent, put the folder on sys.path, and import softlookup.doctor.
"""

from softlookup.doctor.examine import examine
from softlookup.doctor.markup import verdict
from softlookup.doctor.report import Breach, Finding, Report
from softlookup.doctor.shipping import files
from softlookup.doctor.source import examine_source, source_report
from softlookup.doctor.testing import assert_attention

__all__ = [
    "Breach",
    "Finding",
    "Report",
    "assert_attention",
    "examine",
    "examine_source",
    "files",
    "source_report",
    "verdict",
]
