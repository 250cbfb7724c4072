"""The known mistakes: each as steps that replace the right ones, with its cure and its page.

The right steps are those of snippets/check_attention.py, and so are some of the wrong ones. A mistake may
have several forms, and two mistakes that touch different steps can be made at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from softlookup.steps import check_attention as checker

Steps = dict[str, Callable[..., Any]]
Form = Steps


@dataclass(frozen=True)
class Mistake:
    """One way to be wrong."""

    says: str
    cure: str
    page: str  # where it is explained
    forms: tuple[Form, ...]
    about_heads: bool = False  # with one head it is another mistake, or none


@dataclass(frozen=True, eq=False)
class Candidate:
    """One mistake or two, in one form: a wrong function that can be run."""

    mistakes: tuple[Mistake, ...]
    steps: Steps

    @property
    def says(self) -> str:
        """One sentence for one mistake, two for two."""
        return "; and ".join(mistake.says for mistake in self.mistakes)

    @property
    def about_heads(self) -> bool:
        """Whether it needs several heads."""
        return any(mistake.about_heads for mistake in self.mistakes)

    def __call__(
        self, q: Any, k: Any, v: Any, mask: Any = None, heads: int = 1, scale: float | None = None
    ) -> Any:
        own: Steps = {} if scale is None else {"divisor": lambda *sizes: 1 / scale}
        steps = checker.RIGHT | own | self.steps
        asked = steps["given"](q, k, v) if "given" in steps else (q, k, v)
        output = checker.attend(*asked, heads, steps, True if mask is None else mask)
        return steps["finally"](output, q) if "finally" in steps else output


# --- Steps that several mistakes share --------------------------------------------------------------

_RIGHT = checker.RIGHT


def _score(q: Any, k: Any) -> Any:
    return _RIGHT["score"](q, k)


def _softmax(s: Any) -> Any:
    return _RIGHT["share"](_RIGHT["grow"](s))


def _order(s: Any, compare: Callable[[Any, Any], Any], shift: int = 0) -> Any:
    """The scores with −∞ where the places of query and key do not compare so."""
    places = np.arange(s.shape[-2])[:, None] + shift, np.arange(s.shape[-1])
    return np.where(compare(*places), s, -np.inf)


def _running_maximum(s: Any, tile: int) -> Any:
    """For each entry the largest score met by the end of its tile."""
    starts = range(0, s.shape[-1], tile)
    so_far = np.maximum.accumulate(
        np.stack([s[..., i : i + tile].max(-1) for i in starts], axis=-1), axis=-1
    )
    return np.repeat(so_far, tile, axis=-1)[..., : s.shape[-1]]


def _shares_of(above: Callable[[Any], Any], below: Callable[[Any], Any]) -> Steps:
    """Weights whose numerator and denominator are made from the scores in different ways."""
    return {
        "grow": lambda s: s,
        "share": lambda s: above(s) / below(s).sum(-1, keepdims=True),
    }


def _forgot_to_rescale(tile: int) -> tuple[Form, ...]:
    def late(s: Any) -> Any:
        return np.exp(s - _running_maximum(s, tile))

    def right(s: Any) -> Any:
        return np.exp(s - s.max(-1, keepdims=True))

    return (_shares_of(late, late), _shares_of(late, right), _shares_of(right, late))


def _mean_of_tiles(tile: int) -> Form:
    def share(s: Any) -> Any:
        parts = [_softmax(s[..., i : i + tile]) for i in range(0, s.shape[-1], tile)]
        return np.concatenate(parts, axis=-1) / len(parts)

    return {"grow": lambda s: s, "share": share}


def _whole_tiles_only(tile: int) -> Form:
    def given(q: Any, k: Any, v: Any) -> Any:
        whole = len(k) // tile * tile or len(k)
        return q, k[:whole], v[:whole]

    return {"given": given}


_LOW = (2, 5, 9, 10, 20, 50, 100, 1000, 1e4, 1e5)  # what has been taken for −∞
TILES = (1, 2, 3, 4, 5, 8, 10, 16, 32, 50, 64, 100, 128, 256)
_EXP_DOWN: Steps = {"grow": lambda s: np.exp(s - s.max(-2, keepdims=True))}
_EXP_ALL: Steps = {"grow": lambda s: np.exp(s - s.max())}
_PLAIN: Steps = {"grow": lambda s: s}
_AS_IT_IS: Steps = {"share": lambda e: e}


def _divided_by(divisor: Callable[..., Any]) -> tuple[Form, ...]:
    return ({"divisor": divisor},)


def _dh_split(x: Any, h: int) -> Any:
    return x.reshape(len(x), -1, h).transpose(2, 0, 1)


def _dh_merge(o: Any) -> Any:
    return o.transpose(1, 2, 0).reshape(o.shape[1], -1)


# --- The table ----------------------------------------------------------------------------------------

_FINGERPRINTS = "fingerprints/#"

KNOWN: tuple[Mistake, ...] = (
    Mistake(
        "scores overflow: nothing is subtracted before exp",
        "subtract the largest score of each row first: `np.exp(s - s.max(-1, keepdims=True))`",
        _FINGERPRINTS + "overflow",
        (
            checker.EXP,
            {"grow": lambda s: np.exp(s + s.max(-1, keepdims=True))},
            {"grow": lambda s: np.exp(s - s.min(-1, keepdims=True))},
            {"grow": lambda s: np.exp(s - s.mean(-1, keepdims=True))},
        ),
    ),
    Mistake(
        "one maximum is subtracted from all rows, so a row far below it has nothing left",
        "take the maximum of each row: `s.max(axis=-1, keepdims=True)`",
        "softmax/",
        (_EXP_ALL, {"grow": lambda s: np.exp(s - s.max((-2, -1), keepdims=True))}),
    ),
    Mistake(
        "the softmax runs over the wrong axis: columns sum to 1, not rows",
        "sum over the keys, the last axis: `axis=-1`",
        _FINGERPRINTS + "wrong-axis",
        (
            checker.SHARE_DOWN | _EXP_DOWN,
            checker.SHARE_DOWN | checker.EXP,
            checker.SHARE_DOWN,
        ),
    ),
    Mistake(
        "the maximum runs over the wrong axis: each column loses its own, and not each row",
        "take it over the keys, the last axis: `scores.max(axis=-1, keepdims=True)`",
        _FINGERPRINTS + "wrong-axis",
        (_EXP_DOWN,),
    ),
    Mistake(
        "`keepdims=True` is missing: a row is shifted or divided by what belongs to other rows",
        "keep the axis: `e / e.sum(axis=-1, keepdims=True)`, and the same in the maximum",
        _FINGERPRINTS + "no-keepdims",
        (
            checker.SHARE_FLAT,
            checker.SHARE_FLAT | checker.EXP,
            checker.SHARE_FLAT | checker.EXP_FLAT,
            checker.EXP_FLAT,
        ),
    ),
    Mistake(
        "the softmax runs over the whole table: all weights together sum to 1, not each row",
        "give softmax its axis, the last one: `axis=-1`",
        _FINGERPRINTS + "wrong-axis",
        (
            _EXP_ALL | {"share": lambda e: e / e.sum()},
            checker.EXP | {"share": lambda e: e / e.sum()},
            {"share": lambda e: e / e.sum()},
            {"share": lambda e: e / e.sum((-2, -1), keepdims=True)},
        ),
    ),
    Mistake(
        "the softmax runs over the heads: the weights of one entry sum to 1 over all heads",
        "give softmax the axis of the keys: `axis=-1`",
        "heads/",
        (
            {"share": lambda e: e / e.sum(0)},
            checker.EXP | {"share": lambda e: e / e.sum(0)},
            {"grow": lambda s: np.exp(s - s.max(0)), "share": lambda e: e / e.sum(0)},
        ),
        about_heads=True,
    ),
    Mistake(
        "softmax is missing: scores are used as weights",
        "`weights = softmax(scores)`: take exp, then divide by the sum of the row",
        "softmax/",
        (_PLAIN | _AS_IT_IS,),
    ),
    Mistake(
        "the division is missing: exponentials are used as weights",
        "divide by the sum of the row: `e / e.sum(axis=-1, keepdims=True)`",
        _FINGERPRINTS + "no-division",
        (checker.EXP | _AS_IT_IS, _AS_IT_IS, _AS_IT_IS | _EXP_ALL),
    ),
    Mistake(
        "exp is missing: scores are divided by their sum",
        "take the exponential first: it is positive, and turns a shift into a factor that cancels",
        _FINGERPRINTS + "linear-shares",
        (
            _PLAIN,
            {"grow": lambda s: s - s.max(-1, keepdims=True)},
            {"grow": np.abs},
            {"grow": np.square},
            {"grow": lambda s: np.maximum(s, 0)},
        ),
    ),
    Mistake(
        "softmax is taken twice: weights are taken for scores",
        "softmax once: look for a function that expects scores and is given weights",
        _FINGERPRINTS + "softmax-twice",
        (
            {"after": lambda w, may: _softmax(w)},
            checker.EXP | {"after": lambda w, may: _softmax(w)},
        ),
    ),
    Mistake(
        "the logarithm of the weights is used as weights",
        "use `softmax`, not `log_softmax`: only a loss wants the logarithm",
        "softmax/",
        ({"after": lambda w, may: np.log(w)},),
    ),
    Mistake(
        "each score gets a sigmoid of its own: nothing is shared out",
        "use softmax, so that the weights of a row sum to 1",
        "softmax/",
        (
            {"grow": lambda s: 1 / (1 + np.exp(-s))} | _AS_IT_IS,
            {"grow": lambda s: 1 / (1 + np.exp(-s))},
        ),
    ),
    Mistake(
        "only the best entry is read: a hard maximum in the place of softmax",
        "`weights = softmax(scores)`; argmax is what a very large scale would give",
        "temperature/",
        ({"after": lambda w, may: (w == w.max(-1, keepdims=True)).astype(float)},),
    ),
    Mistake(
        "weights are divided by the largest, not by the sum",
        "divide by the sum of the row: `e / e.sum(axis=-1, keepdims=True)`",
        "softmax/",
        (_AS_IT_IS | {"grow": _RIGHT["grow"]}, {"share": lambda e: e / e.max(-1, keepdims=True)}),
    ),
    Mistake(
        "weights are divided by their number or length, not by their sum",
        "divide by the sum of the row: `e / e.sum(axis=-1, keepdims=True)`",
        "softmax/",
        (
            {"share": lambda e: e / e.shape[-1]},
            checker.EXP | {"share": lambda e: e / e.shape[-1]},
            {"share": lambda e: e / np.sqrt(np.square(e).sum(-1, keepdims=True))},
            {"share": lambda e: e / e.mean(-1, keepdims=True)},
        ),
    ),
    Mistake(
        "1 is added to the sum of the exponentials: a part of the weight goes to nobody",
        "divide by the sum alone, unless you mean a sink",
        "softmax/",
        (
            {"share": lambda e: e / (1 + e.sum(-1, keepdims=True))},
            checker.EXP | {"share": lambda e: e / (1 + e.sum(-1, keepdims=True))},
        ),
    ),
    Mistake(
        "the exponential has another base than e",
        "use `np.exp`",
        "softmax/",
        (
            {"grow": lambda s: 2.0 ** (s - s.max(-1, keepdims=True))},
            {"grow": lambda s: 10.0 ** (s - s.max(-1, keepdims=True))},
        ),
    ),
    Mistake(
        "weights are all alike: queries and keys are not used",
        "compute `scores = q @ k.T / np.sqrt(d_k)`, and weights from them",
        "soft-lookup/",
        (
            {"after": lambda w, may: np.ones_like(w) / w.shape[-1]},
            {"after": lambda w, may: np.ones_like(w)},
        ),
    ),
    Mistake(
        "the worst match wins: the sign of the scores is turned round",
        "`softmax(scores)`, with a plus: `exp(s - max)`, not `exp(max - s)`",
        "similarity/",
        (
            {"score": lambda q, k: -_score(q, k)},
            {"grow": lambda s: np.exp(s.max(-1, keepdims=True) - s)},
        ),
    ),
    Mistake(
        "the transpose is missing: scores are `q @ k.T`, not `q @ k`",
        "`q @ k.T`, or `q @ k.swapaxes(-1, -2)` with leading axes",
        _FINGERPRINTS + "no-transpose",
        ({"score": lambda q, k: q @ k},),
    ),
    Mistake(
        "queries and keys have changed places: rows ask, columns answer",
        "`scores = q @ k.T`, one row for each query",
        "many-queries/",
        (
            {"score": lambda q, k: k @ q.swapaxes(1, 2)},
            {"given": lambda q, k, v: (k, q, v)},
        ),
    ),
    Mistake(
        "the table of weights is transposed before it meets the values",
        "`output = weights @ v`, without a transpose",
        "many-queries/",
        ({"read": lambda w, v: w.swapaxes(1, 2) @ v},),
    ),
    Mistake(
        "the keys are read in the place of the values",
        "`output = weights @ v`",
        "soft-lookup/",
        ({"given": lambda q, k, v: (q, k, k)},),
    ),
    Mistake(
        "the queries are read in the place of the values",
        "`output = weights @ v`",
        "soft-lookup/",
        ({"given": lambda q, k, v: (q, k, q)},),
    ),
    Mistake(
        "the values take the place of the keys: scores are made with them",
        "`scores = q @ k.T`; the values come in last",
        "soft-lookup/",
        (
            {"given": lambda q, k, v: (q, v, v)},
            {"given": lambda q, k, v: (q, v, k)},
            {"given": lambda q, k, v: (k, v, q)},
            {"given": lambda q, k, v: (v, k, q)},
            {"given": lambda q, k, v: (v, q, k)},
        ),
    ),
    Mistake(
        "the keys ask each other: the query is not used",
        "`scores = q @ k.T`",
        "soft-lookup/",
        ({"given": lambda q, k, v: (k, k, v)}, {"given": lambda q, k, v: (q, q, v)}),
    ),
    Mistake(
        "the weights are returned, and the values forgotten",
        "`output = weights @ v`",
        "soft-lookup/",
        ({"read": lambda w, v: w},),
    ),
    Mistake(
        "values are multiplied entry by entry and not summed, or summed without weights",
        "`output = weights @ v`",
        "soft-lookup/",
        (
            {"read": lambda w, v: w * v},
            {
                "read": lambda w, v: np.broadcast_to(
                    v.sum(1, keepdims=True), (*w.shape[:-1], v.shape[-1])
                )
            },
            {
                "read": lambda w, v: np.broadcast_to(
                    v.mean(1, keepdims=True), (*w.shape[:-1], v.shape[-1])
                )
            },
            {"read": lambda w, v: w @ v / w.shape[-1]},
        ),
    ),
    Mistake(
        "the values stand in another order than the keys",
        "keep keys and values side by side: whatever reorders one must reorder the other",
        "exact-lookup/",
        (
            {"given": lambda q, k, v: (q, k, v[::-1])},
            {"given": lambda q, k, v: (q, k[::-1], v)},
            {"given": lambda q, k, v: (q, k, np.roll(v, 1, axis=0))},
            {"given": lambda q, k, v: (q, k, np.roll(v, -1, axis=0))},
            {"given": lambda q, k, v: (q, k, np.sort(v, axis=0))},
        ),
    ),
    Mistake(
        "one entry is never read: off by one",
        "read all entries: `k[:n]`, not `k[:n - 1]`",
        "soft-lookup/",
        (
            {"given": lambda q, k, v: (q, k[:-1], v[:-1])},
            {"given": lambda q, k, v: (q, k[1:], v[1:])},
        ),
    ),
    Mistake(
        "all rows ask the first question: one query is used for all",
        "use each row of q: `scores = q @ k.T`",
        "many-queries/",
        (
            {"given": lambda q, k, v: (q[:1] + 0 * q, k, v)},
            {"given": lambda q, k, v: (q[-1:] + 0 * q, k, v)},
            {"given": lambda q, k, v: (q.mean(0) + 0 * q, k, v)},
        ),
    ),
    Mistake(
        "queries and keys are made equally long first: a cosine in the place of a dot product",
        "score with the dot product as it is, or say that you mean the cosine",
        "similarity/",
        (
            {"score": lambda q, k: _score(_unit(q), _unit(k))},
            {"score": lambda q, k: _score(q, _unit(k))},
            {"score": lambda q, k: _score(_unit(q), k)},
        ),
    ),
    Mistake(
        "the distance is used as the score",
        "score with the dot product: `q @ k.T`",
        "similarity/",
        (
            {"score": lambda q, k: -_distance(q, k)},
            {"score": lambda q, k: _distance(q, k)},
            {"score": lambda q, k: -(_distance(q, k) ** 2)},
        ),
    ),
    Mistake(
        "scores are added up instead of multiplied",
        "`scores = q @ k.T`: multiply number by number, then add",
        "similarity/",
        ({"score": lambda q, k: q.sum(-1, keepdims=True) + k.sum(-1)[:, None]},),
    ),
    Mistake(
        "the query is added to the answer",
        "`return weights @ v`; the residual belongs to the layer around it",
        "projections/",
        ({"finally": lambda output, q: output + q},),
    ),
    Mistake(
        "wrong scale: the scores are not divided by √d_k",
        "`scores = q @ k.T / np.sqrt(k.shape[-1])`; or say that you mean another scale",
        _FINGERPRINTS + "not-scaled",
        _divided_by(lambda h, n_k, d_k, d_v: 1),
    ),
    Mistake(
        "wrong scale: the scores are divided by d_k, or twice by √d_k",
        "divide once, by the root: `np.sqrt(k.shape[-1])`",
        _FINGERPRINTS + "scaled-twice",
        _divided_by(lambda h, n_k, d_k, d_v: d_k),
    ),
    Mistake(
        "wrong scale: the scores are multiplied by √d_k",
        "divide: `scores / np.sqrt(d_k)`",
        "scaling/",
        (
            *_divided_by(lambda h, n_k, d_k, d_v: d_k**-0.5),
            *_divided_by(lambda h, n_k, d_k, d_v: d_k**-1.0),
        ),
    ),
    Mistake(
        "wrong scale: the width of all heads together, in the place of one head’s",
        "take the width from the keys that are multiplied, after the split",
        _FINGERPRINTS + "model-width",
        _divided_by(lambda h, n_k, d_k, d_v: (h * d_k) ** 0.5),
    ),
    Mistake(
        "wrong scale: the number of heads in the place of the width of one",
        "divide by `np.sqrt(k.shape[-1])`, after the split",
        "scaling/",
        _divided_by(lambda h, n_k, d_k, d_v: h**0.5),
        about_heads=True,
    ),
    Mistake(
        "wrong scale: the width of a value in the place of a key’s",
        "divide by `np.sqrt(k.shape[-1])`",
        "scaling/",
        _divided_by(lambda h, n_k, d_k, d_v: d_v**0.5),
    ),
    Mistake(
        "wrong scale: the number of keys in the place of their width",
        "divide by `np.sqrt(k.shape[-1])`, not by `len(k)`",
        "scaling/",
        (
            *_divided_by(lambda h, n_k, d_k, d_v: n_k**0.5),
            *_divided_by(lambda h, n_k, d_k, d_v: n_k),
        ),
    ),
    Mistake(
        "the weights are divided by √d_k, not the scores",
        "divide before the softmax: `softmax(scores / np.sqrt(d_k))`",
        "scaling/",
        ({"finally": lambda output, q: output / np.sqrt(q.shape[-1])},),
    ),
    Mistake(
        "heads are scrambled: between (n, h · d) and (h, n, d) axes are swapped, not only reshaped",
        "`x.reshape(n, heads, -1).swapaxes(0, 1)` on the way in, and the same backwards",
        _FINGERPRINTS + "scrambled-heads",
        (checker.SPLIT, checker.MERGE, checker.SPLIT | checker.MERGE),
    ),
    Mistake(
        "the width is cut as (d, h), so that heads are interleaved; it should be (h, d)",
        "`x.reshape(n, heads, -1)`: heads before width",
        "heads/",
        ({"split": _dh_split, "merge": _dh_merge}, {"split": _dh_split}, {"merge": _dh_merge}),
    ),
    Mistake(
        "heads read each other: attention runs over the axis of the heads, not of the entries",
        "swap the axes, so that heads come before entries: (n, h, d) to (h, n, d)",
        "heads/",
        (
            {
                "split": lambda x, h: x.reshape(len(x), h, -1),
                "merge": lambda o: o.reshape(len(o), -1),
            },
        ),
    ),
    Mistake(
        "every query is kept from what comes after it, though nobody asked for causal order",
        "mask only when a mask or `causal=True` is given",
        "masks/",
        (
            {"score": lambda q, k: _order(_score(q, k), np.greater_equal)},
            {"score": lambda q, k: _order(_score(q, k), np.greater_equal, k.shape[1] - q.shape[1])},
        ),
    ),
    Mistake(
        "the causal order is one place off: a query may not read its own place, or may read the next",
        "let a query read its own place, j ≤ i: `np.tril` with `k=0`",
        "masks/",
        (
            {"score": lambda q, k: _order(_score(q, k), np.greater)},
            {"score": lambda q, k: _order(_score(q, k), np.greater_equal, 1)},
        ),
    ),
    Mistake(
        "the causal order is turned round: queries read what comes after them",
        "`np.tril`, not `np.triu`, for what may be read",
        "masks/",
        (
            {"score": lambda q, k: _order(_score(q, k), np.less_equal)},
            {"score": lambda q, k: _order(_score(q, k), np.less)},
        ),
    ),
    Mistake(
        "the mask is inverted: hidden entries are read, and the others hidden",
        "hide where the mask is False: `np.where(mask, scores, -np.inf)`; "
        "or, if True is meant to hide, tell the doctor so",
        _FINGERPRINTS + "inverted-mask",
        (
            {"may": lambda may: ~may},
            {"mask": lambda s, may: np.where(may, s, 1e9)},
            {"mask": lambda s, may: np.where(may, s, np.inf)},
        ),
    ),
    Mistake(
        "the mask is transposed: rows ask, columns answer",
        "give the mask one row for each query: (n_q, n_k)",
        "masks/",
        (
            {"may": lambda may: may.T},
            {"may": lambda may: may.T if may.shape == may.T.shape else may},
        ),
    ),
    Mistake(
        "the mask has no effect",
        "use it before the softmax: `scores = np.where(mask, scores, -np.inf)`",
        "masks/",
        ({"may": lambda may: may | True},),
    ),
    Mistake(
        "one row of the mask is used for all queries",
        "use each row of the mask for its own query: it has the shape (n_q, n_k)",
        "masks/",
        (
            {"may": lambda may: may[:1] | np.zeros_like(may)},
            {"may": lambda may: may.all(0) & np.ones_like(may)},
            {"may": lambda may: may.any(0) & np.ones_like(may)},
        ),
    ),
    Mistake(
        "a hidden score is 0, not −∞, and exp(0) is 1",
        "`np.where(mask, scores, -np.inf)`",
        _FINGERPRINTS + "zero-for-hidden",
        (
            {"mask": lambda s, may: s * may},
            {"mask": lambda s, may: np.where(may, s, 1e-9)},
        ),
    ),
    Mistake(
        "a hidden score is only lowered a little, so a loud entry is heard through the mask",
        "fill with `-np.inf`, or with the lowest number of the type",
        "masks/",
        (
            *({"mask": lambda s, may, low=low: np.where(may, s, -low)} for low in (1, *_LOW)),
            *({"mask": lambda s, may, low=low: s - low * ~may} for low in _LOW),
        ),
    ),
    Mistake(
        "a boolean mask is added to the scores: True is 1, False is 0",
        "`np.where(mask, scores, -np.inf)`; or, if 0 and −∞ are meant, tell the doctor so",
        _FINGERPRINTS + "mask-added",
        (
            {"mask": lambda s, may: s + may},
            {"mask": lambda s, may: s - may},
            {"mask": lambda s, may: s + (1.0 - may)},
        ),
    ),
    Mistake(
        "the mask comes after the softmax, so rows no longer sum to 1",
        "mask the scores, before the softmax",
        _FINGERPRINTS + "masked-late",
        (
            {"mask": lambda s, m: s, "after": lambda w, m: w * m},
            {"mask": lambda s, m: s, "after": lambda w, m: np.where(m, w, -np.inf)},
            {"mask": lambda s, m: s, "after": lambda w, m: np.where(m, w, -1e9)},
        ),
    ),
    Mistake(
        "the mask comes after the softmax and the rest is shared out again: "
        "right, until a hidden entry is so loud that nothing is left to share",
        "mask the scores, before the softmax",
        _FINGERPRINTS + "masked-late",
        (
            {
                "mask": lambda s, m: s,
                "after": lambda w, m: w * m / (w * m).sum(-1, keepdims=True),
            },
        ),
    ),
    Mistake(
        "in streaming, what was read before is not brought to the new maximum",
        "when the maximum grows, multiply both the total and the output by `exp(old - new)`",
        "streaming/",
        tuple(form for tile in TILES for form in _forgot_to_rescale(tile)),
    ),
    Mistake(
        "each tile is a lookup of its own, and their answers are averaged",
        "merge tiles by their totals, as `partial_lookup.py` does",
        "streaming/",
        tuple(_mean_of_tiles(tile) for tile in TILES[1:]),
    ),
    Mistake(
        "the last tile is dropped when it is not full",
        "go on to the end, `range(0, n, tile)`, and let the last slice be shorter",
        "streaming/",
        tuple(_whole_tiles_only(tile) for tile in TILES[1:]),
    ),
)


def _unit(x: Any) -> Any:
    return x / np.sqrt(np.square(x).sum(-1, keepdims=True))


def _distance(q: Any, k: Any) -> Any:
    return np.sqrt(np.square(q[:, :, None] - k[:, None]).sum(-1))


@cache
def singles() -> tuple[Candidate, ...]:
    """Every mistake in each of its forms."""
    return tuple(Candidate((mistake,), form) for mistake in KNOWN for form in mistake.forms)


_FORMS_IN_A_PAIR = 4  # a mistake with more forms than that is looked for alone


@cache
def pairs() -> tuple[Candidate, ...]:
    """Every two mistakes that touch different steps."""
    few = [mistake for mistake in KNOWN if len(mistake.forms) <= _FORMS_IN_A_PAIR]
    return tuple(
        Candidate((one, other), first | second)
        for one, other in combinations(few, 2)
        for first in one.forms
        for second in other.forms
        if not first.keys() & second.keys()
    )
