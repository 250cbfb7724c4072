"""Which law each classic mistake breaks, measured on random inputs, and which tests see nothing."""

from functools import cache
from typing import Any

import numpy as np

from softlookup import laws, walk
from softlookup.laws import Law
from softlookup.pages.fingerprints.bugs import ASKED, Fingerprint, merge, mistakes, split
from softlookup.pages.fingerprints.untested import GAPS, silent
from softlookup.steps.attention import attention
from softlookup.write import number, table

_SIZE = 4  # queries, keys and widths: as many of each, so that every mistake runs
LAWS = {law.otherwise: law for law in laws.SYMPTOMS}  # symptom -> the law that it breaks


def _problem(seed: int) -> tuple[Any, ...]:
    """Values far from 0, so that an answer that lost a share falls out of their range."""
    q, k, v = laws.random(seed, _SIZE, _SIZE, _SIZE, _SIZE)
    return q, k, v + 5


def _same(a: Any, b: Any) -> bool:
    return np.shape(a) == np.shape(b) and np.allclose(a, b, **laws.TOLERANCE, equal_nan=True)


def keeps(made: Fingerprint, law: Law) -> bool:
    """Whether a function keeps a law on ten random problems; a law of masks binds whoever takes one."""
    if law is laws.HIDDEN and not made.masked:
        return True
    return all(laws.holds(law, made.plain, _problem(seed)) for seed in range(10))


@cache
def broken() -> dict[str, list[str]]:
    """Mistake -> the symptoms that it shows."""
    return {
        name: [symptom for symptom, law in LAWS.items() if not keeps(made, law)]
        for name, made in mistakes().items()
    }


# --- What the page prints -------------------------------------------------------------------------


def link(name: str) -> str:
    """A mistake by its short name, leading to its code."""
    return f"[{name.replace('_', ' ')}](#{name.replace('_', '-')})"


def symptoms() -> str:
    """From what is seen to the mistakes that show it."""
    rows = []
    for symptom in LAWS:
        suspects = [name for name, shown in broken().items() if symptom in shown]
        rows.append([symptom, ", ".join(link(name) for name in suspects)])
    return table(["what you see", "which mistakes show it"], rows, "ll")


def answers() -> str:
    """What each mistake answers, under the right answers; where two heads answer, the first."""
    groups: dict[str, list[list[str]]] = {}
    for name, made in mistakes().items():
        right, given = ([_cell(row[0]) for row in rows] for rows in (made.right, made.answers))
        group = groups.setdefault(
            made.situation, [[f"*right, {made.situation}*", *(f"*{answer}*" for answer in right)]]
        )
        cells = [g if g == r else f"**{g}**" for g, r in zip(given, right, strict=True)]
        group.append([link(name), *cells])
    return table(["", *ASKED], [row for rows in groups.values() for row in rows])


def _cell(answer: float) -> str:
    return "NaN" if np.isnan(answer) else number(answer, 2)


def verdicts() -> str:
    """How many of the mistakes the two checks see."""
    made = list(mistakes().values())
    named = [found for found in made if found.named and "not one of" not in found.named]
    nameless = [found for found in made if "not one of" in found.named]
    missed = [name for name, found in mistakes().items() if not found.named]
    alone = [found for found in made if found.heads == 1]
    return (
        f"Of the {len(made)} wrong functions on this page, `check_attention` calls {len(named)} by "
        f"their name, finds {len(nameless)} wrong without knowing the mistake, and passes "
        f"{len(missed)}: {', '.join(map(link, missed))}. `check_weights` sees one result only. It "
        f"objects to {sum(bool(found.seen) for found in alone)} of the {len(alone)} with one head."
    )


def untested() -> str:
    """What the checker does not ask; each gap is proven by a wrong function that it passes."""
    for gap in GAPS:
        if not (silent(gap) and gap.fails(gap.passes)):
            raise ValueError(f"{gap.what!r} is no gap: its function is found out, or is right")
    return "\n".join(f"- {gap.what}" for gap in GAPS)


# --- Tests that see nothing -------------------------------------------------------------------------


def _poor_tests() -> dict[str, dict[str, Any]]:
    """Inputs that look like a test and are not."""
    q, k, v = _problem(0)
    return {
        "one query": {"q": q[:1], "k": k, "v": v},
        "one entry": {"q": q, "k": k[:1], "v": v[:1]},
        "keys that are an identity matrix": {"q": q, "k": np.eye(_SIZE), "v": v},
        "queries of zeros": {"q": 0 * q, "k": k, "v": v},
        "equal values": {"q": q, "k": k, "v": v[[0] * _SIZE]},
        "keys of width 1": {"q": q[:, :1], "k": k[:, :1], "v": v},
        "small random numbers": {"q": q, "k": k, "v": v},
        "a mask that hides nothing": {"q": q, "k": k, "v": v, "mask": np.ones(_SIZE, dtype=bool)},
    }


def passes(made: Fingerprint, q: Any, k: Any, v: Any, mask: Any = None) -> bool:
    """Whether a function gives what the drop-in gives."""
    if q.shape[1] % made.heads or made.masked != (mask is not None):
        return False
    right = merge(attention(*(split(x, made.heads) for x in (q, k, v)), mask=mask))
    try:
        with np.errstate(all="ignore"):
            return _same(made.function(q, k, v, **({} if mask is None else {"mask": mask})), right)
    except ValueError:  # the shapes do not fit the mistake
        return False


def blind() -> str:
    """For each poor test, the wrong functions that pass it."""
    rows = []
    for test, problem in _poor_tests().items():
        passed = [name for name, made in mistakes().items() if passes(made, **problem)]
        rows.append([test, ", ".join(link(name) for name in passed)])
    return table(["a test with", "is passed by"], rows, "ll")


def elsewhere() -> str:
    """Every other mistake of the site, with the page that teaches from it."""
    found: dict[str, list[str]] = {}
    for bug in walk.bugs():
        found.setdefault(bug.page, []).append(bug.title)
    teaching = walk.in_order([page for page in found if page != "fingerprints"])
    rows = [
        [f"[{walk.title(page)}]({walk.address(page)})", "; ".join(found[page])] for page in teaching
    ]
    return table(["page", "mistakes"], rows, "ll")
