"""The ledger: every checkable statement of the four sources, with a check that runs at build.

One module for each source. A claim is a function that checks it, decorated with what it says. The function
computes whether the statement holds, and the verdict follows from that (see verdict.py).
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module

from softlookup import concepts
from softlookup.claims.verdict import VERDICTS, Finding

__all__ = ["ABOUT", "SOURCES", "VERDICTS", "Claim", "Finding", "claim", "ledger", "unchecked"]

SOURCES = {
    "S0": "“Soft” Dictionary Keys",
    "S1": "Attention as Soft Dictionary Lookup",
    "S2": "An Intuition for Attention",
    "S3": "Differentiable key-value lookup view",
    "X": "between the sources",
}
# Checks that call none of our functions, because the statement is about something else.
ABOUT = {
    "python": "How Python itself behaves",
    "form": "Markup, spelling or layout of a document",
    "record": "The date that a paper's number carries",
}
MODULES = ("s0", "s1", "s2", "s3", "cross")


@dataclass(frozen=True)
class Claim:
    """One statement of a source, and the check that settles it."""

    key: str  # S2-31
    says: str  # the statement, in our words
    where: str  # line or heading of the source
    concept: str  # one of concepts.CONCEPTS: decides where the site settles it
    correction: str  # what to say instead; empty when nothing needs saying
    check: Callable[[], Finding] | None  # None when no check is possible
    about: str  # one of ABOUT when the check calls none of our functions, else empty
    because: str  # why no check is possible; empty when there is one

    @property
    def source(self) -> str:
        return self.key.split("-")[0]

    @cached_property
    def finding(self) -> Finding:
        """What the check found; raises when a statement falls and nothing is said instead."""
        found = self.check() if self.check else Finding("no check possible", self.because)
        if found.verdict != "holds" and not self.correction and self.check:
            raise ValueError(
                f"claim {self.key} came out as {found.verdict!r} ({found.evidence}), and it has no "
                "correction; write what to say instead, or mend what broke"
            )
        return found

    @property
    def verdict(self) -> str:
        return self.finding.verdict

    @property
    def evidence(self) -> str:
        """What the check found, as one line of Markdown."""
        return f"{self.finding.evidence.rstrip('.')}."

    @property
    def code(self) -> str:
        """The check as it stands in its module, without the decorator."""
        if self.check is None:
            return ""
        lines = inspect.getsource(self.check).splitlines()
        first = next(number for number, line in enumerate(lines) if line.startswith("def "))
        return "\n".join(lines[first:])


_LEDGER: dict[str, Claim] = {}


def claim(
    key: str, says: str, *, where: str, concept: str, correction: str = "", about: str = ""
) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Enter the decorated check into the ledger."""

    def enter(check: Callable[[], Finding]) -> Callable[[], Finding]:
        _enter(Claim(key, says, where, concept, correction, check, about, because=""))
        return check

    return enter


def unchecked(
    key: str, says: str, *, where: str, concept: str, because: str, correction: str = ""
) -> None:
    """Enter a claim that no code can check, with the reason why none is possible."""
    _enter(Claim(key, says, where, concept, correction, None, "", because))


def _enter(entry: Claim) -> None:
    if entry.key in _LEDGER:
        raise ValueError(f"claim {entry.key} is entered twice; keys are unique")
    if entry.about and entry.about not in ABOUT:
        raise ValueError(f"claim {entry.key}: unknown {entry.about!r}; about is one of {[*ABOUT]}")
    if entry.concept not in concepts.CONCEPTS:
        raise ValueError(f"claim {entry.key}: unknown concept {entry.concept!r}; see concepts.py")
    _LEDGER[entry.key] = entry


@cache
def ledger() -> tuple[Claim, ...]:
    """Every claim, source by source, in reading order."""
    for name in MODULES:
        import_module(f"{__name__}.{name}")
    order = list(SOURCES)
    return tuple(
        sorted(_LEDGER.values(), key=lambda c: (order.index(c.source), int(c.key.split("-")[1])))
    )
