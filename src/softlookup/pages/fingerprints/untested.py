"""What the checker does not ask: for each gap a wrong function that it passes, and the call that convicts it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from softlookup import laws, snippets
from softlookup.examples import KEYS, VALUES
from softlookup.steps.attention import attention
from softlookup.steps.check_attention import check_attention
from softlookup.steps.softmax import softmax

_queries = snippets.example("many_queries").queries
q, k, v = _queries, KEYS, VALUES[:, None]
_nothing = np.zeros((3, 3), dtype=bool)
_last_hidden = np.array([[True, True, False]] * 3)
_junk = np.array([[10.0], [5.0], [np.nan]])


@dataclass(frozen=True)
class Gap:
    """Something that is never asked, with a function that would fail it."""

    what: str
    passes: Callable[..., Any]  # silent under check_attention
    fails: Callable[[Callable[..., Any]], bool]  # yet wrong, seen so


def _whole_numbers(q: Any, k: Any, v: Any) -> Any:
    return (softmax(q @ k.T / np.sqrt(k.shape[1])) @ v).astype(v.dtype)


def _two_axes_only(q: Any, k: Any, v: Any) -> Any:
    return softmax(q @ k.T / np.sqrt(k.shape[-1])) @ v  # .T turns all axes round, .mT the last two


def _nearly(q: Any, k: Any, v: Any) -> Any:
    return attention(q, k, v) * 1.0005


def _in_place(q: Any, k: Any, v: Any) -> Any:
    q /= np.sqrt(k.shape[1])  # the caller's array
    return softmax(q @ k.T) @ v


def _booleans_only(q: Any, k: Any, v: Any, mask: Any = True) -> Any:
    scores = np.where(mask, q @ k.T / np.sqrt(k.shape[1]), -np.inf)
    return attention(q, k, v, mask=np.isfinite(scores))


def _average_of_nothing(q: Any, k: Any, v: Any, mask: Any = True) -> Any:
    scores = np.where(mask, q @ k.T / np.sqrt(k.shape[1]), -1e9)
    return softmax(scores) @ v


def _reads_junk(q: Any, k: Any, v: Any, mask: Any = True) -> Any:
    may = np.broadcast_to(mask, (len(q), len(k)))
    _, weights = attention(q, k, v, mask=may, return_weights=True)
    return weights @ v


def _first_of_the_keys(q: Any, k: Any, v: Any, causal: bool = False) -> Any:
    return attention(q, k, v, causal="upper left" if causal else False)


def _differs(a: Any, b: Any) -> bool:
    return np.shape(a) != np.shape(b) or not np.allclose(a, b)


def _spoils_its_input(function: Callable[..., Any]) -> bool:
    given = np.array(q, dtype=float)
    function(given, k, v)
    return _differs(given, q)


def _fails_on_a_batch(function: Callable[..., Any]) -> bool:
    batch = [np.stack([array, array]) for array in laws.random(0, 3, 3, 3, 3)]
    try:
        return _differs(function(*batch), attention(*batch))
    except ValueError:
        return True


GAPS = (
    Gap(
        "leading axes, such as a batch",
        _two_axes_only,
        _fails_on_a_batch,
    ),
    Gap(
        "whole numbers as input",
        _whole_numbers,
        lambda f: _differs(f(q.astype(int), k.astype(int), v.astype(int)), attention(q, k, v)),
    ),
    Gap(
        "the fourth decimal, and so low precision",
        _nearly,
        lambda f: _differs(f(q, k, v), attention(q, k, v)),
    ),
    Gap(
        "whether your arrays are left as they were",
        _in_place,
        _spoils_its_input,
    ),
    Gap(
        "a mask of numbers, which is added",
        _booleans_only,
        lambda f: _differs(f(q, k, v, mask=q @ k.T), attention(q, k, v, mask=1.0 * (q @ k.T))),
    ),
    Gap(
        "a query that may read nothing",
        _average_of_nothing,
        lambda f: _differs(f(q, k, v, mask=_nothing), attention(q, k, v, mask=_nothing)),
    ),
    Gap(
        "NaN in a hidden value",
        _reads_junk,
        lambda f: bool(np.isnan(f(q, k, _junk, mask=_last_hidden)).any()),
    ),
    Gap(
        "causal order, and so a KV cache",
        _first_of_the_keys,
        lambda f: _differs(
            f(q[:2], k, v, causal=True), attention(q[:2], k, v, causal="lower right")
        ),
    ),
)


def silent(gap: Gap) -> bool:
    """Whether the checker passes the function of a gap."""
    try:
        check_attention(gap.passes)
    except AssertionError:
        return False
    return True
