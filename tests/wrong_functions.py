"""Wrong versions of the functions that the checks of the ledger call, to see whether they notice.

Each takes the arguments of the right one, so that a check answers or is stopped by its own asserts.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from softlookup import claims
from softlookup.claims import Finding, tools

Function = Callable[..., Any]


def grown(scores: Any, axis: int = -1) -> Any:
    scores = np.asarray(scores, dtype=float)
    return np.exp(scores - scores.max(axis=axis, keepdims=True))


def turned(values: Any) -> Any:
    """The values in the opposite order, so that each key gets another one's value."""
    return np.asarray(values)[::-1]


def attends(right: Function) -> dict[str, Function]:
    """Wrong forms of a function that takes stacked queries, keys and values."""

    def values_reversed(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(q, k, np.flip(np.asarray(v), axis=-2), **options)

    def smallest_instead_of_largest(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(-np.asarray(q), k, v, **options)

    def scale_missing(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(q, k, v, **{**options, "scale": 3.0})

    def not_divided(q: Any, k: Any, v: Any, **options: Any) -> Any:
        answer = right(q, k, v, **options)
        return tuple(2 * part for part in answer) if isinstance(answer, tuple) else 2 * answer

    def mask_ignored(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(q, k, v, **{**options, "mask": None, "causal": False})

    def deaf_to_the_query(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(0 * np.asarray(q), k, v, **options)

    def deaf_to_the_values(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(q, k, 0 * np.asarray(v) + 1, **options)

    def best_match_only(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(q, k, v, **{**options, "scale": 1e4})

    def width_forgotten(q: Any, k: Any, v: Any, **options: Any) -> Any:
        return right(q, k, np.asarray(v).mean(axis=-1, keepdims=True), **options)

    return _named(
        values_reversed,
        smallest_instead_of_largest,
        best_match_only,
        width_forgotten,
        scale_missing,
        not_divided,
        mask_ignored,
        deaf_to_the_query,
        deaf_to_the_values,
    )


def reads(right: Function) -> dict[str, Function]:
    """Wrong forms of a function that takes one query, keys and values."""

    def values_reversed(query: Any, keys: Any, values: Any) -> Any:
        return right(query, keys, turned(values))

    def smallest_instead_of_largest(query: Any, keys: Any, values: Any) -> Any:
        return right(-np.asarray(query), keys, values)

    def not_divided(query: Any, keys: Any, values: Any) -> Any:
        return grown(keys @ query) @ values

    def deaf_to_the_query(query: Any, keys: Any, values: Any) -> Any:
        return right(0 * np.asarray(query), keys, values)

    def deaf_to_the_values(query: Any, keys: Any, values: Any) -> Any:
        return right(query, keys, 0 * np.asarray(values) + 1)

    def width_forgotten(query: Any, keys: Any, values: Any) -> Any:
        return np.mean(right(query, keys, values))

    return _named(
        values_reversed,
        smallest_instead_of_largest,
        width_forgotten,
        not_divided,
        deaf_to_the_query,
        deaf_to_the_values,
    )


def _named(*functions: Function) -> dict[str, Function]:
    return {function.__name__: function for function in functions}


def softmax_not_divided(scores: Any, axis: int = -1) -> Any:
    return grown(scores, axis)


def softmax_of_the_wrong_axis(scores: Any, axis: int = -1) -> Any:
    everything = grown(scores, axis)
    return everything / everything.sum(axis=0, keepdims=True)


def softmax_turned_over(scores: Any, axis: int = -1) -> Any:
    return tools.softmax(-np.asarray(scores, dtype=float), axis)


def softmax_deaf_to_the_scores(scores: Any, axis: int = -1) -> Any:
    return tools.softmax(0 * np.asarray(scores, dtype=float), axis)


def exact_lookup_of_the_wrong_value(query: Any, keys: Any, values: Any) -> Any:
    return tools.exact_lookup(query, keys, [*values][::-1])


def exact_lookup_that_never_misses(query: Any, keys: Any, values: Any) -> Any:
    return next(iter(values))


def exact_lookup_of_the_key(query: Any, keys: Any, values: Any) -> Any:
    tools.exact_lookup(query, keys, values)
    return query


def matrix_lookup_of_the_wrong_value(query: Any, keys: Any, values: Any) -> Any:
    return tools.matrix_lookup(query, keys, turned(values))


def matrix_lookup_without_the_transpose(query: Any, keys: Any, values: Any) -> Any:
    return tools.matrix_lookup(query, keys.T, values)


def matrix_lookup_that_forgets(query: Any, keys: Any, values: Any) -> Any:
    return 0 * tools.matrix_lookup(query, keys, values)


def dot_of_lengths(a: Any, b: Any) -> Any:
    return np.abs(a) @ np.abs(b) + 1


def dot_that_is_always_the_same(a: Any, b: Any) -> Any:
    return 0 * tools.dot(a, b) + 7


def cosine_not_divided(a: Any, b: Any) -> Any:
    return tools.dot(a, b)


def cosine_turned_over(a: Any, b: Any) -> Any:
    return -tools.cosine(a, b)


def soften_without_a_temperature(scores: Any, temperature: Any) -> Any:
    return tools.softmax(scores)


def soften_not_divided(scores: Any, temperature: Any) -> Any:
    return grown(np.asarray(scores) / temperature)


def entries_counted(weights: Any) -> float:
    return float(len(weights))


def nudge_that_feels_nothing(function: Any, array: Any, step: float = 1e-5) -> Any:
    return np.zeros(np.shape(array))


def nudge_twice_as_steep(function: Any, array: Any, step: float = 1e-5) -> Any:
    return 2 * tools.nudge(function, array, step)


def gradients_turned_over(query: Any, keys: Any, values: Any, upstream: float = 1.0) -> Any:
    return tuple(-3 * slope for slope in tools.gradients(query, keys, values, upstream))


def gradients_of_nothing(query: Any, keys: Any, values: Any, upstream: float = 1.0) -> Any:
    return tuple(0 * slope for slope in tools.gradients(query, keys, values, upstream))


def window_of_everything(n_q: int, n_k: int, reach: int) -> Any:
    return np.ones((n_q, n_k), dtype=bool)


def retrieve_the_worst(query: Any, keys: Any, k: int) -> Any:
    return tools.retrieve(-np.asarray(query), keys, k)


def soft_lookup_gradients_doubled(query: Any, keys: Any, values: Any) -> Any:
    right = tools.soft_lookup_gradients(query, keys, values)
    return right._replace(queries=2 * right.queries, keys=2 * right.keys)


def soft_lookup_gradients_of_nothing(query: Any, keys: Any, values: Any) -> Any:
    right = tools.soft_lookup_gradients(query, keys, values)
    return right._replace(queries=0 * right.queries, keys=0 * right.keys)


def hard_lookup_of_the_worst(query: Any, keys: Any, values: Any) -> Any:
    return tools.hard_lookup(-np.asarray(query), keys, values)


WRONG: dict[str, dict[str, Function]] = {
    "softmax": _named(
        softmax_not_divided,
        softmax_of_the_wrong_axis,
        softmax_turned_over,
        softmax_deaf_to_the_scores,
    ),
    "soft_lookup": reads(tools.soft_lookup),
    "attention": attends(tools.attention),
    "exact_lookup": _named(
        exact_lookup_of_the_wrong_value,
        exact_lookup_that_never_misses,
        exact_lookup_of_the_key,
    ),
    "matrix_lookup": _named(
        matrix_lookup_of_the_wrong_value,
        matrix_lookup_without_the_transpose,
        matrix_lookup_that_forgets,
    ),
    "dot": _named(dot_of_lengths, dot_that_is_always_the_same),
    "cosine": _named(cosine_not_divided, cosine_turned_over),
    "soften": _named(soften_without_a_temperature, soften_not_divided),
    "entries_read": _named(entries_counted),
    "nudge": _named(nudge_that_feels_nothing, nudge_twice_as_steep),
    "gradients": _named(gradients_turned_over, gradients_of_nothing),
    "window": _named(window_of_everything),
    "memory_read": reads(tools.memory_read),
    "retrieve": _named(retrieve_the_worst),
    "attention_in_loops": attends(tools.attention_in_loops),
    "soft_lookup_gradients": _named(
        soft_lookup_gradients_doubled, soft_lookup_gradients_of_nothing
    ),
    "hard_lookup": _named(hard_lookup_of_the_worst),
}


def _modules() -> Iterator[ModuleType]:
    for name in claims.MODULES:
        yield import_module(f"softlookup.claims.{name}")


@contextmanager
def instead_of(name: str, other: Function) -> Iterator[None]:
    """While it lasts, the modules of the ledger call another function by a name of tools.py."""
    holders = [module for module in _modules() if hasattr(module, name)]
    for module in holders:
        setattr(module, name, other)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, name, getattr(tools, name))


def called_by(check: Callable[[], object]) -> set[str]:
    """The functions of ours that a check calls."""
    called: set[str] = set()

    def recording(name: str) -> Function:
        right = getattr(tools, name)

        def record(*arguments: Any, **options: Any) -> Any:
            called.add(name)
            return right(*arguments, **options)

        return record

    replaced = [instead_of(name, recording(name)) for name in WRONG]
    for change in replaced:
        change.__enter__()
    try:
        check()
    finally:
        for change in replaced:
            change.__exit__(None, None, None)
    return called


def answer(check: Callable[[], Finding]) -> object:
    """What a check says; None when the wrong function made it stumble before it could judge."""
    try:
        return check()
    except AssertionError:
        return "stopped by its own assert"
    except Exception:
        return None


def changes_its_mind(check: Callable[[], Finding]) -> bool:
    """Whether a check says something else for at least one wrong function that it calls."""
    usual = answer(check)
    for name in sorted(called_by(check)):
        for wrong in WRONG[name].values():
            with instead_of(name, wrong):
                if answer(check) not in (usual, None):
                    return True
    return False
