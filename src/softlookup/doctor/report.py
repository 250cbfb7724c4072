"""What the doctor found, as data and as text."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Breach:
    """A law that does not hold, on the smallest input that shows it."""

    law: str  # what should hold, as a sentence
    line: str  # the same as a line of Python, as far as it is one
    given: dict[str, Any]  # the arrays of the input, by name
    expected: Any  # an array, or words
    got: Any  # an array, or words
    edge: bool = False  # ordinary input is answered rightly


@dataclass(frozen=True)
class Finding:
    """A mistake with its cure and the page that explains it, and how sure that is."""

    says: str
    cure: str
    page: str
    sure: str  # certain, one of two, likely, resembles, or seen (where the law itself is the name)
    explained: int = 0
    of: int = 0
    margin: int = 0
    runner_up: str = ""

    @property
    def evidence(self) -> str:
        """How sure it is, in words."""
        if not self.of:
            return "the breach above is the mistake itself"
        words = f"{self.sure}: it gives {self.explained} of the {self.of} numbers that yours gives"
        if self.runner_up and self.margin:
            words += f"; the next best explains {self.explained - self.margin}"
        elif self.runner_up:
            words += f"; so does another: {self.runner_up}"
        return words


@dataclass
class Report:
    """The whole examination. `right` is False if any law is broken."""

    headline: str
    verdict: str  # right, edge, wrong or stopped
    breach: Breach | None = None
    finding: Finding | None = None
    broken: list[str] = field(default_factory=list)  # every law that does not hold
    kept: list[str] = field(default_factory=list)  # every law that was tried and holds
    kept_where: str = "on ordinary input, and without a mask unless the law names one"
    read_as: list[str] = field(default_factory=list)  # how the function was called
    notes: list[str] = field(default_factory=list)  # conventions worth knowing, no mistakes
    not_tried: list[str] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether nothing was found."""
        return self.verdict == "right"

    def as_dict(self) -> dict[str, Any]:
        """Everything in types that JSON knows."""
        found, breach = self.finding, self.breach
        return {
            "verdict": self.verdict,
            "headline": self.headline,
            "law": breach.law if breach else None,
            "line": breach.line if breach else None,
            "input": {name: _plain(x) for name, x in breach.given.items()} if breach else {},
            "expected": _plain(breach.expected) if breach else None,
            "got": _plain(breach.got) if breach else None,
            "mistake": found.says if found else None,
            "sure": found.sure if found else None,
            "evidence": found.evidence if found else None,
            "explained": found.explained if found else 0,
            "of": found.of if found else 0,
            "margin": found.margin if found else 0,
            "page": found.page if found else None,
            "cure": found.cure if found else None,
            "broken": list(self.broken),
            "kept": list(self.kept),
            "read_as": list(self.read_as),
            "notes": list(self.notes),
            "not_tried": list(self.not_tried),
        }

    def __str__(self) -> str:
        parts = [self.headline]
        if self.breach:
            parts += ["", f"law        {self.breach.law}"]
            if self.breach.line:
                parts += [f"           {self.breach.line}"]
            parts += [_labelled(name, x) for name, x in self.breach.given.items()]
            parts += [
                _labelled("expected", self.breach.expected),
                _labelled("got", self.breach.got),
            ]
        if self.finding:
            parts += ["", f"mistake    {self.finding.says}", f"           {self.finding.evidence}"]
            parts += [f"cure       {self.finding.cure}", f"read       {self.finding.page}"]
        others = [law for law in self.broken if not self.breach or law != self.breach.law]
        parts += _listed("also broken", others) + _listed("called as", self.read_as)
        if not self.breach:
            parts += _listed("held", self.kept)
        parts += _listed("note", self.notes) + _listed("not tried", self.not_tried)
        return "\n".join(parts)


def _listed(title: str, items: list[str]) -> list[str]:
    return ["", title, *(f"  {item}" for item in items)] if items else []


def _labelled(name: str, x: Any) -> str:
    lines = shown(x).splitlines() or [""]
    return "\n".join([f"{name:10} {lines[0]}", *(f"{'':10} {line}" for line in lines[1:])])


def shown(x: Any) -> str:
    """An array with few digits, as NumPy prints it; words as they are."""
    if isinstance(x, str):
        return x
    with np.printoptions(precision=4, suppress=True, threshold=40, edgeitems=2):
        return str(np.asarray(x))


_FEW = 60  # numbers; a larger array is described


def _plain(x: Any) -> Any:
    """Rows of numbers as JSON has them; NaN and ∞ as words, long arrays as their shape."""
    if isinstance(x, str) or x is None:
        return x
    array = np.asarray(x)
    if array.size > _FEW:
        return f"an array of shape {array.shape}"
    if array.dtype == bool:
        return array.tolist()
    rows = np.atleast_1d(array.astype(float)).round(6)
    return _finite(rows.tolist())


def _finite(x: Any) -> Any:
    if isinstance(x, list):
        return [_finite(each) for each in x]
    return x if np.isfinite(x) else str(x)
