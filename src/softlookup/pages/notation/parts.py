"""One vocabulary: what each source calls a thing, what this site calls it, and why."""

from typing import NamedTuple

from softlookup.data import read
from softlookup.pages.notation.glossary import glossary
from softlookup.shapes import listing
from softlookup.write import table

__all__ = ["glossary", "shapes", "vocabulary"]


class Term(NamedTuple):
    """A thing with its five names; a dash where a source does not speak of it."""

    thing: str
    here: str
    s0: str
    s1: str
    s2: str
    s3: str
    why: str


TERMS = tuple(Term(**term) for term in read(__file__, "vocabulary.yaml"))


def vocabulary() -> str:
    """The names of the four sources beside ours."""
    headings = ["what it is", "here", "first", "second", "third", "fourth", "why ours"]
    return table(headings, TERMS, align="l" * len(headings))


def shapes() -> str:
    """The parts of a lookup in the order in which they are made."""
    return listing()
