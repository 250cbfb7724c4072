"""The ledger: every checkable statement of the four sources, with a check that runs at build.

One module a source. A claim is a function that checks it, decorated with what it says. The function
raises when the verdict is not what the code shows, and returns its evidence as one line of text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from softlookup import concepts

SOURCES = {
    "S0": "“Soft” Dictionary Keys",
    "S1": "Attention as Soft Dictionary Lookup",
    "S2": "An Intuition for Attention",
    "S3": "Differentiable key-value lookup view",
    "X": "between the sources",
}
VERDICTS = {
    "holds": "true as stated",
    "holds with a condition": "true once the condition is added",
    "wrong": "false, or contradicts itself",
    "does not run": "the code fails as given",
    "not reproducible": "depends on a seed or on data that is not there",
    "ambiguous": "too open to decide; we say what would decide it",
}
_MODULES = ("s0", "s1", "s2", "s3", "cross")


@dataclass(frozen=True)
class Claim:
    """One statement of a source, our verdict, and the check behind it."""

    key: str  # S2-31
    says: str  # the statement, in our words
    where: str  # line or heading of the source
    verdict: str  # one of VERDICTS
    concept: str  # one of concepts.CONCEPTS: decides where the site settles it
    correction: str  # what to say instead; empty when nothing needs saying
    check: Callable[[], str] | None  # returns the evidence; None when no check is possible
    because: str  # why no check is possible; empty when there is one

    @property
    def source(self) -> str:
        return self.key.split("-")[0]

    @property
    def evidence(self) -> str:
        """What the check found, as one line of Markdown; raises when the verdict does not stand."""
        found = self.check() if self.check else self.because
        return f"{found.rstrip('.')}."


_LEDGER: dict[str, Claim] = {}


def claim(
    key: str, says: str, *, where: str, verdict: str, concept: str, correction: str = ""
) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Enter the decorated check into the ledger."""

    def enter(check: Callable[[], str]) -> Callable[[], str]:
        _enter(Claim(key, says, where, verdict, concept, correction, check, because=""))
        return check

    return enter


def unchecked(
    key: str,
    says: str,
    *,
    where: str,
    verdict: str,
    concept: str,
    because: str,
    correction: str = "",
) -> None:
    """Enter a claim that no code can check, with the reason why none is possible."""
    _enter(Claim(key, says, where, verdict, concept, correction, None, because))


def _enter(entry: Claim) -> None:
    if entry.key in _LEDGER:
        raise ValueError(f"claim {entry.key} is entered twice; keys are unique")
    if entry.verdict not in VERDICTS:
        raise ValueError(
            f"claim {entry.key}: unknown verdict {entry.verdict!r}; use {list(VERDICTS)}"
        )
    if entry.concept not in concepts.CONCEPTS:
        raise ValueError(f"claim {entry.key}: unknown concept {entry.concept!r}; see concepts.py")
    _LEDGER[entry.key] = entry


@cache
def ledger() -> tuple[Claim, ...]:
    """Every claim, source by source, in reading order."""
    for name in _MODULES:
        import_module(f"{__name__}.{name}")
    order = list(SOURCES)
    return tuple(
        sorted(_LEDGER.values(), key=lambda c: (order.index(c.source), int(c.key.split("-")[1])))
    )
