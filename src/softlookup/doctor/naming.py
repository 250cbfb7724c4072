"""Which known mistake gives these very numbers, how many of them it explains, and what comes second."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from softlookup.doctor.calling import quiet
from softlookup.doctor.mistakes import Candidate, pairs, singles
from softlookup.doctor.patient import Patient
from softlookup.doctor.questions import Question
from softlookup.doctor.report import Finding

Outcome = Any  # an array, or the exception in its place


@dataclass(frozen=True)
class Diagnosis:
    """The mistake that explains the answers best."""

    says: str
    cures: tuple[str, ...]
    page: str
    explained: int  # numbers of the answers that it gives too
    of: int
    runner_up: str
    runner_up_explains: int

    @property
    def margin(self) -> int:
        """How many numbers the next best leaves unexplained that this one explains."""
        return self.explained - self.runner_up_explains

    @property
    def sure(self) -> str:
        """In a word: certain, if all numbers agree and no other mistake gives them."""
        if self.explained == self.of:
            return "certain" if self.margin else "one of two"
        return "likely" if self.explained >= 0.8 * self.of else "resembles"


def outcome(function: Callable[..., Any], question: Question, **options: Any) -> Outcome:
    """The answers, or the exception: some mistakes run only where sizes happen to fit."""
    try:
        with quiet():
            return np.asarray(
                function(
                    question.q,
                    question.k,
                    question.v,
                    question.mask,
                    heads=question.heads,
                    **options,
                ),
                dtype=float,
            )
    except Exception as error:
        return error


@cache
def _made(candidate: Candidate, question: Question, scale: float | None) -> Outcome:
    """What a known mistake answers: always the same, so it is asked once."""
    return outcome(candidate, question, scale=scale)


def compared(a: Outcome, b: Outcome, tolerance: float) -> tuple[int, float]:
    """How many numbers of two outcomes agree, and how far they are apart, all in all, where that is a number.

    Two exceptions agree once. Thousands of pairs are compared, so this is np.isclose without its questions.
    """
    if isinstance(a, Exception) or isinstance(b, Exception):
        return int(isinstance(a, Exception) and isinstance(b, Exception)), 0.0
    if a.shape != b.shape:
        return 0, 0.0
    with np.errstate(all="ignore"):
        gaps = np.abs(a - b)
    finite = np.isfinite(gaps)
    near = finite & (gaps <= tolerance + tolerance * np.abs(b))
    alike = near | (a == b) | (np.isnan(a) & np.isnan(b))
    return int(np.count_nonzero(alike)), float(gaps[finite].sum())


def size(a: Outcome) -> int:
    """How many numbers an outcome has; an exception counts as one."""
    return 1 if isinstance(a, Exception) else int(a.size)


@dataclass(frozen=True)
class _Fit:
    """How well a candidate explains the answers."""

    candidate: Candidate
    explained: int
    apart: float

    def __lt__(self, other: "_Fit") -> bool:
        """The better one comes first; of equals, the one that is listed first."""
        return (-self.explained, self.apart) < (-other.explained, other.apart)


@dataclass(frozen=True)
class Evidence:
    """The questions, and what the function answered."""

    questions: Sequence[Question]
    got: Sequence[Outcome]
    tolerance: float
    scale: float | None

    @property
    def numbers(self) -> int:
        """How many numbers there are to explain."""
        return sum(size(each) for each in self.got)

    def fit(self, candidate: Candidate, *, whole: bool = False) -> _Fit:
        """How many numbers a candidate gives too; with `whole`, none once a question does not fit."""
        explained, away = 0, 0.0
        for answer, question in zip(self.got, self.questions, strict=True):
            made = _made(candidate, question, self.scale)
            same, gap = compared(answer, made, self.tolerance)
            if whole and same < size(answer):
                return _Fit(candidate, 0, 0.0)
            explained += same
            away += gap
        return _Fit(candidate, explained, round(away, _DIGITS))

    def possible_pairs(self, *, heads: bool) -> list[Candidate]:
        """The pairs that give the first answer too: found in one stroke, as there are thousands."""
        answer, question = self.got[0], self.questions[0]
        both = [each for each in pairs() if heads or not each.about_heads]
        if isinstance(answer, Exception):
            return both
        table = _table(question, self.scale, answer.shape, heads)
        near = np.isclose(table, answer, rtol=self.tolerance, atol=self.tolerance, equal_nan=True)
        return [both[i] for i in np.flatnonzero(near.reshape(len(both), -1).all(axis=1))]


@cache
def _table(question: Question, scale: float | None, shape: tuple[int, ...], heads: bool) -> Any:
    """What every pair answers to a question: ∞ where it is no answer of this shape."""
    both = [each for each in pairs() if heads or not each.about_heads]
    table = np.full((len(both), *shape), np.inf)
    for row, candidate in zip(table, both, strict=True):
        made = _made(candidate, question, scale)
        if not isinstance(made, Exception) and made.shape == shape:
            row[...] = made
    return table


_DIGITS = 6  # below that, nobody is nearer than another


def name(evidence: Evidence, right: Sequence[Any], *, heads: bool) -> Diagnosis | None:
    """The mistake, alone or one of a pair, that explains the most; None if none explains enough.

    heads: whether the function has any, so that mistakes between them are possible.
    """
    of = evidence.numbers
    by_right = sum(
        compared(a, b, evidence.tolerance)[0] for a, b in zip(evidence.got, right, strict=True)
    )
    ranked = sorted(evidence.fit(each) for each in singles() if heads or not each.about_heads)
    if ranked[0].explained < of:
        fits = [evidence.fit(each, whole=True) for each in evidence.possible_pairs(heads=heads)]
        if fits and min(fits).explained == of:
            ranked = [min(fits), *ranked]
    best = ranked[0]
    if best.explained <= by_right or best.explained < of / 2:
        return None
    second = next(each for each in ranked if each.candidate.says != best.candidate.says)
    return Diagnosis(
        best.candidate.says,
        tuple(mistake.cure for mistake in best.candidate.mistakes),
        best.candidate.mistakes[0].page,
        best.explained,
        of,
        second.candidate.says,
        second.explained,
    )


def another_scale(
    patient: Patient, questions: Sequence[Question], got: Sequence[Outcome]
) -> Finding | None:
    """A scale, one for each width, under which all answers are right; read off the weights."""
    scales: dict[int, float] = {}
    for question, answer in zip(questions, got, strict=True):
        width = question.q.shape[1] // question.heads
        if width not in scales:
            if (found := _scale_of(patient, question)) is None:
                return None
            scales[width] = found
        if not patient.same(answer, question.right(scales[width])):
            return None
    listed = ", ".join(
        f"by {scale:.4g} at width {width}" for width, scale in sorted(scales.items())
    )
    meant = ", ".join(f"{_meant(patient, width):.4g}" for width in sorted(scales))
    return Finding(
        f"wrong scale: scores are multiplied {listed}; 1/√d_k would be {meant}",
        "`scores = q @ k.T / np.sqrt(k.shape[-1])`",
        "scaling/",
        "certain",
    )


def _meant(patient: Patient, width: int) -> float:
    return width**-0.5 if patient.scale is None else patient.scale


def _scale_of(patient: Patient, question: Question) -> float | None:
    """The slope of the logarithms of the weights over the dot products."""
    try:
        weights = patient.ask(question.q, question.k, np.eye(len(question.k)))
        with np.errstate(all="ignore"):
            logs = np.log(weights)
        dots = question.q @ question.k.T
        logs, dots = (x - x.mean(-1, keepdims=True) for x in (logs, dots))
        slope = float((logs * dots).sum() / np.square(dots).sum())
    except Exception:
        return None
    return slope if np.isfinite(slope) else None
