"""Which law each classic mistake breaks, measured on random inputs, and which tests see nothing."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from softlookup import walk
from softlookup.pages.fingerprints.bugs import ASKED, Fingerprint, merge, mistakes, split
from softlookup.steps.attention import attention
from softlookup.write import number, table

_SIZE = 4  # queries, keys and widths: as many of each, so that every mistake runs
Law = Callable[[Fingerprint, np.random.Generator], bool]


def _problem(rng: np.random.Generator) -> Any:
    return rng.normal(size=(3, _SIZE, _SIZE))


def _same(a: Any, b: Any) -> bool:
    return np.shape(a) == np.shape(b) and np.allclose(a, b, 1e-6, 1e-9, equal_nan=True)


# --- Laws: what holds of every right function, whatever it is given ---------------------------------


def _in_range(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    answers, readable = made.ask(q, k, v), v[: _SIZE - made.masked]
    low, high = readable.min(axis=0) - 1e-9, readable.max(axis=0) + 1e-9
    return bool(np.all((low <= answers) & (answers <= high)))


def _equal_values_return(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    return _same(made.ask(q, k, v[[0] * _SIZE]), v[[0] * _SIZE])


def _alone_as_in_company(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    return _same(made.ask(q[:1], k, v), made.ask(q, k, v)[:1])


def _any_order(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    order = [1, 2, 0, 3]  # the last stays the last: it may be hidden
    return _same(made.ask(q, k[order], v[order]), made.ask(q, k, v))


def _shift_of_the_keys(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    return _same(made.ask(q, k + rng.normal(size=_SIZE), v), made.ask(q, k, v))


def _finite(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    return bool(np.isfinite(made.ask(1e4 * q, k, v)).all())


def _sharp(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = 1e3 * np.ones((1, _SIZE)), rng.normal(size=(_SIZE, _SIZE)), np.eye(_SIZE)
    k[0] = np.abs(k).max() + 1  # best in every head
    return _same(made.ask(q, k, v[:, [0] * _SIZE]), np.ones((1, _SIZE)))


def _columns_apart(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    other = v + np.eye(_SIZE)[0]  # only the first column moves
    return _same(made.ask(q, k, other)[:, 1:], made.ask(q, k, v)[:, 1:])


def _hidden_is_not_read(made: Fingerprint, rng: np.random.Generator) -> bool:
    q, k, v = _problem(rng)
    k_other, v_other = np.vstack([k[:-1], q[:1]]), np.vstack([v[:-1], v[-1:] + 5])
    return not made.masked or _same(made.ask(q, k_other, v_other), made.ask(q, k, v))


def _types_agree(made: Fingerprint, rng: np.random.Generator) -> bool:
    whole = rng.integers(-3, 4, size=(3, _SIZE, _SIZE))
    return _same(made.ask(*whole), made.ask(*whole.astype(float)))


def _known_answer(made: Fingerprint, rng: np.random.Generator) -> bool:
    width = _SIZE // made.heads
    first = np.tile(np.eye(width)[0], made.heads)  # 1 at the start of every head
    q, k = np.sqrt(width) * first[None], np.zeros((_SIZE, _SIZE))
    k[0] = np.log(3) * first  # after the division, a score of ln 3 against scores of 0
    v = np.eye(_SIZE)[:, [0] * _SIZE]
    expected = 3 / (3 + _SIZE - 1 - made.masked)
    return _same(made.ask(q, k, v), np.full((1, _SIZE), expected))


LAWS: dict[str, Law] = {
    "an answer lies outside the values that may be read": _in_range,
    "equal values do not come back": _equal_values_return,
    "a query gets another answer in company": _alone_as_in_company,
    "the order of the entries matters": _any_order,
    "one vector added to all keys changes the answer": _shift_of_the_keys,
    "changing a hidden entry changes the answer": _hidden_is_not_read,
    "one column of the values moves another of the answer": _columns_apart,
    "a long query gives no finite number": _finite,
    "a long query does not get its best entry": _sharp,
    "whole numbers and floats get different answers": _types_agree,
    "a score of ln 3 above the others does not weigh three times as much": _known_answer,
}


def keeps(made: Fingerprint, law: Law) -> bool:
    """Whether a function keeps a law on ten random problems."""
    return all(law(made, np.random.default_rng(seed)) for seed in range(10))


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


# --- Tests that see nothing -------------------------------------------------------------------------


def _poor_tests() -> dict[str, dict[str, Any]]:
    """Inputs that look like a test and are not."""
    q, k, v = _problem(np.random.default_rng(0))
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
