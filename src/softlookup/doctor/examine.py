"""The examination: how to call it, which laws hold, and which known mistake gives these very numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

import softlookup.doctor.edges as edges
import softlookup.doctor.naming as naming
import softlookup.doctor.trials as trials
from softlookup.doctor.calling import CannotCallError, Convention, Function, convention, said
from softlookup.doctor.patient import Patient
from softlookup.doctor.questions import Question, asked, with_mask
from softlookup.doctor.report import Breach, Finding, Report

ANSWERS = "it answers, with one row for each query"
DEFINITION = "the answers are those of the definition"

NOT_TRIED = (
    "gradients",
    "speed and memory",
    "dropout, and whatever else is random by intention",
    "keys that several heads share",
    "infinite scores, and NaN in what may be read",
    "more than a few hundred entries",
)
_FEW_DIGITS = 2e-2  # an error below this is one of digits, if no mistake explains it


def examine(
    function: Function,
    *,
    heads: int = 1,
    scale: float | None = None,
    mask: str | None = None,
    dtype: str | None = None,
    axes: int | None = None,
) -> Report:
    """Examine attention(q, k, v), under whatever names, shapes and library.

    heads: how many the function has, where no parameter says it. scale: where 1/√d_k is not meant.
    mask: "reads", "hides" or "adds": what True, or a number, in the mask means. dtype: "bfloat16", say.
    axes: 2, 3 or 4, where (n, d), (batch, n, d) or (batch, heads, n, d) is meant and another would run too.
    """
    if heads < 1 or scale == 0:
        raise ValueError(f"{heads=}, {scale=}: give 1 or more heads, and a scale that is not 0")
    if mask not in (None, "reads", "hides", "adds"):
        raise ValueError(f"{mask=}: say what True in the mask means, 'reads', 'hides' or 'adds'")
    try:
        called = convention(function, heads=heads, dtype=dtype, scale=scale, mask=mask, axes=axes)
    except CannotCallError as error:
        return stopped(f"It could not be called: {error}.")
    return Examination(Patient(called, heads, scale)).report()


def stopped(headline: str, got: str = "") -> Report:
    """The report on a function that gave no answer."""
    breach = Breach(ANSWERS, "", {}, "an answer", got) if got else None
    return Report(headline, "stopped", breach, not_tried=["everything: there was no answer"])


class Examination:
    """Everything that is asked of one function, and what came of it."""

    def __init__(self, patient: Patient) -> None:
        self.patient = patient
        self.kept: list[str] = []
        self.notes: list[str] = []
        self.breaches: list[Breach] = []
        self.seen: dict[str, Finding] = {}  # law -> the mistake that its breach is

    def report(self) -> Report:
        """Ask everything, then tell."""
        self._note(edges.again(self.patient))
        if self.breaches:
            return self._told(None)
        for seen in edges.tried(self.patient):
            self._note(seen)
        questions = self._questions()
        got = [naming.outcome(self.patient.answer, question) for question in questions]
        right = [self.patient.right(question) for question in questions]
        wrong = [not self.patient.same(a, b) for a, b in zip(got, right, strict=True)]
        try:
            self._laws()
        except trials.UnsteadyError as error:
            return self._unsteady(error.breach)
        finding = None
        if any(wrong):
            finding = self._named(questions, got, right)
            if not self._explained_by_a_law():
                self._definition(questions, got, right, wrong)
        else:
            self.kept.insert(0, DEFINITION)
        return self._told(finding)

    def _questions(self) -> list[Question]:
        patient = self.patient
        masks = patient.called.mask is not None
        found = [*asked(masks=masks, heads=patient.heads, gentle=patient.gentle)]
        if patient.called.heads and patient.heads == 1:
            found += asked(masks=masks, heads=2, gentle=True)
        if patient.called.mask_required:
            found = [with_mask(question) for question in found]
        return found

    # --- Laws -------------------------------------------------------------------------------------------

    def _laws(self) -> None:
        broken = []
        for law in trials.applicable(self.patient):
            if breach := trials.broken(self.patient, law):
                broken.append(breach)
            else:
                self.kept.append(law.says)
        self.breaches = broken + self.breaches

    def _unsteady(self, breach: Breach) -> Report:
        """Of a function that answers now this way and now that, nothing else is worth telling."""
        self.kept, self.notes, self.breaches = [], [], []
        second = "what the law says, when it was asked again"
        self._note(edges.unsteady(breach.line, breach.given, breach.got, second))
        return self._told(None)

    def _note(self, seen: edges.Seen) -> None:
        """Keep what was seen at an edge."""
        if seen.note:
            self.notes.append(seen.note)
        if seen.breach:
            self.breaches.append(seen.breach)
            if seen.finding:
                self.seen[seen.law] = seen.finding
        elif seen.law:
            self.kept.append(seen.law)

    def _explained_by_a_law(self) -> bool:
        return any(breach.law not in self.seen for breach in self.breaches)

    def _definition(
        self,
        questions: Sequence[Question],
        got: Sequence[Any],
        right: Sequence[Any],
        wrong: list[bool],
    ) -> None:
        """No law noticed it: the smallest question whose answer is not that of the definition."""
        worst = [i for i, bad in enumerate(wrong) if bad]
        first = min(worst, key=lambda i: questions[i].q.size + questions[i].k.size)
        question, answer = questions[first], got[first]
        given = {"q": question.q, "k": question.k, "v": question.v}
        if question.mask is not None:
            given["mask"] = question.mask
        shown = said(answer) if isinstance(answer, Exception) else answer
        breach = Breach(DEFINITION, question.name, given, right[first], shown)
        self.breaches.insert(0, breach)

    # --- The mistake --------------------------------------------------------------------------------------

    def _named(
        self, questions: Sequence[Question], got: Sequence[Any], right: Sequence[Any]
    ) -> Finding | None:
        patient = self.patient
        heads = max(question.heads for question in questions) > 1 or patient.called.layout.axes == 4
        evidence = naming.Evidence(questions, got, patient.tolerance, patient.scale)
        found = naming.name(evidence, right, heads=heads)
        if found and found.sure in ("certain", "one of two"):
            return _finding(found)
        if digits := _few_digits(got, right):
            return digits
        if scale := naming.another_scale(patient, questions, got):
            return scale
        return _finding(found) if found else None

    def _told(self, finding: Finding | None) -> Report:
        patient = self.patient
        rest: dict[str, Any] = {
            "kept": list(dict.fromkeys(self.kept)),
            **kept_where(patient),
            "read_as": read_as(patient.called),
            "notes": self.notes,
            "not_tried": not_tried(patient),
        }
        if not self.breaches:
            return Report("Nothing wrong was found.", "right", **rest)
        ordinary = [breach for breach in self.breaches if not breach.edge]
        breach = ordinary[0] if ordinary else self._clearest(finding)
        finding = self.seen.get(breach.law) or finding
        headline = _sentence(finding.says) if finding else f"It breaks a law: {breach.law}."
        if not ordinary:
            headline = f"Right on ordinary input, but {headline[0].lower()}{headline[1:]}"
        broken = list(dict.fromkeys(each.law for each in self.breaches))
        verdict = "wrong" if ordinary else "edge"
        return Report(headline, verdict, breach, finding, broken=broken, **rest)

    def _clearest(self, finding: Finding | None) -> Breach:
        """Of the breaches at edges, one that is a mistake itself, if nothing else has a name."""
        itself = [breach for breach in self.breaches if breach.law in self.seen]
        return itself[0] if itself and finding is None else self.breaches[0]


def _finding(found: naming.Diagnosis) -> Finding:
    return Finding(
        says=found.says,
        cure="; and ".join(found.cures),
        page=found.page,
        sure=found.sure,
        explained=found.explained,
        of=found.of,
        margin=found.margin,
        runner_up=found.runner_up,
    )


def _few_digits(got: Sequence[Any], right: Sequence[Any]) -> Finding | None:
    """Answers that are nearly right everywhere: too few bits on the way."""
    worst = 0.0
    for answer, definition in zip(got, right, strict=True):
        if isinstance(answer, Exception) or answer.shape != definition.shape:
            return None
        worst = max(worst, float(np.abs(answer - definition).max(initial=0)))
    if not worst < _FEW_DIGITS:  # NaN is no small error
        return None
    return Finding(
        f"the answers are right to few digits only, off by up to {worst:.2g}: "
        "somewhere the numbers have 16 bits, or something small is added",
        "compute scores, sums and the blend in float32 or wider, and round the answer at the end",
        "fingerprints/#untested",
        "likely",
    )


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def kept_where(patient: Patient) -> dict[str, str]:
    """On which input the laws were asked, where heads could have been given and were not."""
    if patient.called.heads is None or patient.heads > 1:
        return {}
    where = "on ordinary input, with one head, and without a mask unless the law names one"
    return {"kept_where": where}


def read_as(called: Convention) -> list[str]:
    """How the function was called, in words."""
    libraries = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX"}
    found = [f"arrays of {libraries[called.kind.library]}, {called.kind.dtype}"]
    found.append("one query at a time" if called.one_by_one else f"axes {called.layout.says}")
    if called.part is not None:
        found.append(f"of what it returns, part {called.part!r} is the answer")
    if called.mask:
        found.append(f"`{called.mask}=` is the mask: {_meaning_of_the_mask(called)}")
    if called.causal:
        found.append(f"`{called.causal}=` asks for causal order")
    if called.heads:
        found.append(f"`{called.heads}=` is the number of heads")
    found += [f"`{name}={value!r}`" for name, value in called.fixed.items()]
    return found


def _meaning_of_the_mask(called: Convention) -> str:
    if called.mask_adds:
        return "numbers to add"
    return "True hides" if called.mask_hides else "True may be read"


def not_tried(patient: Patient) -> list[str]:
    """What silence does not mean."""
    called = patient.called
    found = list(NOT_TRIED)
    if called.mask is None:
        found.append("masks: no parameter for one was found")
    elif not called.mask_adds:
        found.append("a mask of numbers, which is added")
    if called.causal is None:
        found.append("causal order: no parameter for it was found")
    if called.heads is None and patient.heads == 1:
        found.append("several heads side by side in one width")
    if called.unknown:
        listed = ", ".join(f"`{name}=`" for name in called.unknown)
        found.append(f"{listed}: left as it is by default; a mask is found if it is called `mask`")
    if patient.gentle:
        found.append("large scores: numbers of 16 bits cannot bear them")
    return found
