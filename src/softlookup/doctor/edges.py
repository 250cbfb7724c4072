"""What the laws do not say: masks that do nothing, rows without anything to read, arrays that are changed.

Each function asks one thing. It returns the breach with its finding, a note where libraries differ, or
that all is well.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from softlookup import laws, lookup
from softlookup.doctor.calling import MASKS, quiet, said
from softlookup.doctor.patient import Patient
from softlookup.doctor.questions import Question, drawn
from softlookup.doctor.report import Breach, Finding

_FINGERPRINTS = "fingerprints/#"


@dataclass(frozen=True)
class Seen:
    """One thing that was tried."""

    law: str
    breach: Breach | None = None
    finding: Finding | None = None
    note: str = ""


def _seen_itself(says: str, cure: str, page: str) -> Finding:
    return Finding(says, cure, page, "certain")


def tried(patient: Patient) -> Iterator[Seen]:
    """Everything here that applies to a function, one after another."""
    for test in (
        effect,
        nothing_to_read,
        causal_order,
        left_alone,
        whole_numbers,
        leading,
        junk,
    ):
        seen = test(patient)
        if seen is not None:
            yield seen


_TABLE = drawn(7, 3, 3, 2, 1)
_FIRST_HIDDEN = np.array([[False, True, True]] * 3)


def _problem(patient: Patient) -> tuple[Any, ...]:
    return drawn(7, 3, 3, 2, 1, patient.heads)


def effect(patient: Patient) -> Seen | None:
    """A function that takes any keyword: does any name of a mask do anything?"""
    law = "a mask that is given has an effect"
    if patient.called.mask is not None or not patient.called.anything:
        return None
    q, k, v = _problem(patient)
    plain = patient.ask(q, k, v)
    for name in MASKS:
        patient.called.mask = name
        with suppress(Exception):
            if not patient.same(patient.ask(q, k, v, _FIRST_HIDDEN), plain):
                return Seen(law, note=f"the mask was found to be called {name}")
    patient.called.mask = None
    right = lookup.attention(q, k, v, mask=_FIRST_HIDDEN, scale=patient.scale)
    given = {"q": q, "k": k, "v": v, "mask": _FIRST_HIDDEN}
    return Seen(
        law,
        Breach(law, "attention(q, k, v, mask=mask)", given, right, plain),
        _seen_itself(
            "the mask has no effect: it is taken as a keyword and never used",
            "name the parameter, `mask=None`, and use it before the softmax",
            "masks/",
        ),
    )


def nothing_to_read(patient: Patient) -> Seen | None:
    """A row in which everything is hidden."""
    law = "a query that may read nothing gets 0, not NaN"
    if patient.called.mask is None:
        return None
    q, k, v = _problem(patient)
    may = np.array([[False] * 3, [True] * 3, [True] * 3])
    try:
        got = patient.ask(q, k, v, may)
    except Exception as error:
        return Seen(law, note=f"a query that may read nothing is refused: {said(error)}")
    right = patient.right(Question("", q, k, v, may, patient.heads))
    if patient.same(got, right):
        return Seen(law)
    if not patient.same(got[1:], right[1:]):
        return None  # the mask is wrong in other ways, and that is told elsewhere
    if np.isnan(got[0]).any():
        given = {"q": q, "k": k, "v": v, "mask": may}
        line = "attention(q, k, v, mask=mask)"
        return Seen(
            law,
            Breach(law, line, given, right, got, edge=True),
            _seen_itself(
                "a query that may read nothing gets NaN",
                "set the weights of a row without anything to read to 0 after the softmax",
                "masks/",
            ),
        )
    mean = patient.same(got[0], v.mean(0))
    what = "the plain mean of what it may not read" if mean else f"{got[0].round(3).tolist()}"
    return Seen("", note=f"a query that may read nothing gets {what}; libraries differ here")


_ORDERS = {  # of three queries and three keys
    "has no effect": np.ones((3, 3), dtype=bool),
    "hides a query’s own place": np.tri(3, k=-1, dtype=bool),
    "lets a query read the place after its own": np.tri(3, k=1, dtype=bool),
    "is turned round: what comes after is read": ~np.tri(3, k=-1, dtype=bool),
}


def causal_order(patient: Patient) -> Seen | None:
    """A flag for causal order."""
    law = "in causal order a query reads its own place and what is before it"
    flag = patient.called.causal
    if flag is None:
        return None
    q, k, v = _problem(patient)
    given = {"q": q, "k": k, "v": v}
    right = Question("", q, k, v, np.tri(3, dtype=bool), patient.heads)
    try:
        got = patient.ask(q, k, v, causal=True)
    except Exception as error:
        got = said(error)
    if not isinstance(got, str) and patient.same(got, patient.right(right)):
        return Seen(law, note=_alignment(patient))
    says = f"the flag `{flag}=True` gives something else than causal order"
    for what, may in _ORDERS.items():
        wrong = Question("", q, k, v, may, patient.heads)
        # A row that may read nothing is 0 by definition, and often NaN.
        if not isinstance(got, str) and patient.same(np.nan_to_num(got), patient.right(wrong)):
            says = f"the flag `{flag}=True` {what}"
            break
    line = f"attention(q, k, v, {flag}=True)"
    return Seen(
        law,
        Breach(law, line, given, patient.right(right), got),
        _seen_itself(
            says, "`scores = np.where(np.tri(n_q, n_k, dtype=bool), scores, -np.inf)`", "masks/"
        ),
    )


def _alignment(patient: Patient) -> str:
    """Where the causal order begins when there are more keys than queries: libraries differ."""
    q, k, v = drawn(8, 2, 4, 2, 1, patient.heads)
    try:
        got = patient.ask(q, k, v, causal=True)
    except Exception:
        return "with other counts of queries and keys, causal order is refused"
    for name in lookup.ALIGNMENTS:
        may = lookup.causal_mask(2, 4, name)
        if patient.same(got, patient.right(Question("", q, k, v, may, patient.heads))):
            return f"with fewer queries than keys, causal order begins at the {name}"
    return "with fewer queries than keys, causal order begins at neither corner"


_STEADY = "the same question gets the same answer"
_TIMES = 8  # dropout of a tenth leaves the weights of this small question whole two times in five


def again(patient: Patient) -> Seen:
    """The same question, several times: of a function that answers at random nothing else can be asked."""
    q, k, v = _problem(patient)
    try:
        first, *others = (patient.ask(q, k, v) for _ in range(_TIMES))
    except Exception:
        return Seen("")
    for other in others:
        if not patient.same(first, other):
            return unsteady("attention(q, k, v)", {"q": q, "k": k, "v": v}, first, other)
    return Seen(_STEADY)


def unsteady(line: str, given: dict[str, Any], first: Any, second: Any) -> Seen:
    """What to say of a function that has answered one question in two ways."""
    return Seen(
        _STEADY,
        Breach(_STEADY, line, given, first, second),
        _seen_itself(
            "two calls with the same input differ: something is random, or remembered",
            "switch dropout off when you ask for an answer, and keep no state between calls",
            "fingerprints/",
        ),
    )


def left_alone(patient: Patient) -> Seen:
    """The arrays of the caller."""
    law = "your arrays are left as they were"
    names = sorted(patient.called.touched)
    if not names:
        return Seen(law)
    q, k, v = _problem(patient)
    return Seen(
        law,
        Breach(
            law,
            "attention(q, k, v)",
            {"q": q, "k": k, "v": v},
            f"{' and '.join(names)} as before",
            f"{' and '.join(names)} changed by the call",
            edge=True,
        ),
        _seen_itself(
            f"the caller’s {' and '.join(names)} is changed in place",
            "make a new array: `q = q / np.sqrt(d_k)`, not `q /= np.sqrt(d_k)`",
            _FINGERPRINTS + "untested",
        ),
    )


def whole_numbers(patient: Patient) -> Seen | None:
    """Whole numbers in NumPy; other libraries have no softmax of them."""
    if not patient.called.of_numpy or patient.heads > 1:
        return None
    law = laws.WHOLE_NUMBERS
    q, k, v = (np.rint(3 * x).astype(int) for x in _problem(patient))
    try:
        with quiet():
            floats = patient.ask(*(x.astype(float) for x in (q, k, v)))
            whole = patient.ask(q, k, v)
    except Exception:
        return Seen("", note="whole numbers are refused")
    if patient.same(whole, floats):
        return Seen(law.says)
    return Seen(
        law.says,
        Breach(law.says, law.line, {"q": q, "k": k, "v": v}, floats, whole, edge=True),
        _seen_itself(
            "decimals are cut off when the input is whole numbers",
            "make the result with the type of the product, not of the values",
            _FINGERPRINTS + "lost-decimals",
        ),
    )


def leading(patient: Patient) -> Seen | None:
    """Tables stacked along leading axes."""
    law = "tables that are stacked are answered one by one"
    layout = patient.called.layout
    if patient.called.one_by_one or patient.heads > 1:
        return None
    tables = [[drawn(10 * i + j, 3, 3, 3, 3) for j in range(2)] for i in range(2)]
    stacked = [np.array([[table[part] for table in row] for row in tables]) for part in range(3)]
    right = np.array([[patient.right(Question("", *table)) for table in row] for row in tables])
    if layout.axes < 4:
        stacked, right = [x[:, 0] for x in stacked], right[:, 0]
    if layout.entries_first:
        stacked, right = [x.swapaxes(1, 2) for x in stacked], right.swapaxes(1, 2)
    try:
        got = patient.called.stacked(*stacked)
    except Exception:
        return Seen("", note="leading axes, such as a batch, are refused")
    if patient.same(got, right):
        return Seen(law)
    if layout.axes == 2:
        return Seen("", note="tables only: stacked ones are answered wrongly, without an error")
    line = f"attention(q, k, v), each {layout.says}"
    given = dict(zip("qkv", stacked, strict=True))
    return Seen(
        law,
        Breach(law, line, given, right, got),
        _seen_itself(
            "stacked tables are mixed: an axis of the batch or of the heads is summed over",
            "name axes from the end: `axis=-1`, `swapaxes(-1, -2)`",
            "heads/",
        ),
    )


def junk(patient: Patient) -> Seen | None:
    """NaN where nobody may read."""
    if patient.called.mask is None:
        return None
    q, k, v = (x.copy() for x in _problem(patient))
    v[0] = np.nan
    with suppress(Exception):
        if not np.isnan(patient.ask(q, k, v, _FIRST_HIDDEN)).any():
            return Seen("NaN in a hidden value stays hidden")
        if not np.isnan(patient.ask(q, k, np.nan_to_num(v), _FIRST_HIDDEN)).any():
            return Seen(
                "", note="NaN in a hidden value is heard: 0 times NaN is NaN, as in most libraries"
            )
    return None
