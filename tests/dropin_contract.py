"""The one contract of all drop-ins: rules that need nothing but Python and NumPy.

A drop-in is a row: its name, a way to ask it for attention, and what it can. A rule is a function that
takes a row and asserts; `@needs(...)` keeps it to the rows that can. Add a row, and every rule that
it claims to keep is held against it: by pytest here, and as a script on every Python and NumPy.
"""

import contextlib
import importlib.util
import inspect
import io
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

SNIPPETS = Path(__file__).parents[1] / "snippets"


# --- Rows -----------------------------------------------------------------------------------------


@cache
def load(name: str) -> ModuleType:
    """A drop-in as a module of its own, from the file that readers copy."""
    spec = importlib.util.spec_from_file_location(name, SNIPPETS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class DropIn:
    """One row."""

    name: str  # the file
    ask: Callable[..., Any]  # (q, k, v, **options) -> one row of numbers for each query
    can: frozenset[str]  # the options it has, by name; and some of WITHOUT_NAME
    called: tuple[Callable[..., Any], ...]  # what a copier gives the options to
    arrays: tuple[str, str, str] = ("q", "k", "v")  # what its errors call the three


# What no option is named after: "arrays" takes any q, k and v, "half" answers float16 in float16.
WITHOUT_NAME = frozenset(["arrays", "half"])
OPTIONS = WITHOUT_NAME | frozenset(
    ["mask", "causal", "window", "key_start", "key_stop", "scale", "softcap", "grouped"]
)


def _backward(q: Any, k: Any, v: Any, **options: Any) -> Any:
    """The gradient by the queries: it follows the same rules, and has a row for each query."""
    ones = np.ones((*np.shape(load("attention").attention(q, k, v, **options)),))
    return load("attention_backward").attention_backward(ones, q, k, v, **options).q


def _whole(q: Any, k: Any, v: Any, **options: Any) -> Any:
    """The whole dictionary as one shard."""
    shard = load("partial_lookup")
    return shard.finish(shard.merge(shard.EMPTY, shard.partial(q, k, v, **options)))


def _one_head(q: Any, k: Any, v: Any, scale: float | None = None, **options: Any) -> Any:
    """A layer of one head that projects nothing: a source row is a key with its value behind it."""
    same, nothing = np.eye(8, dtype=q.dtype), np.zeros((8, 8), q.dtype)
    to_key, to_value = np.r_[same, nothing], np.r_[nothing, same]
    layer = load("multi_head").MultiHead(same, to_key, to_value, same, 1, 1, scale=scale)
    return layer(q, np.ma.concatenate([k, v], -1) if _is_masked(k, v) else np.c_[k, v], **options)


def _is_masked(*arrays: Any) -> bool:
    return any(isinstance(array, np.ma.MaskedArray) for array in arrays)


_attention = load("attention").attention
_fast = load("fast_attention").fast_attention
_slopes = load("attention_backward").attention_backward
_layer = load("multi_head").MultiHead
ROWS = (
    DropIn("attention", _attention, OPTIONS | {"sinks"}, (_attention,)),
    DropIn("fast_attention", _fast, OPTIONS | {"sinks"}, (_fast,)),
    DropIn("attention_backward", _backward, OPTIONS, (_slopes,)),
    DropIn(
        "partial_lookup",
        _whole,
        frozenset(["mask", "causal", "scale", "grouped", "arrays"]),
        (load("partial_lookup").partial,),
    ),
    DropIn(
        "multi_head",
        _one_head,
        frozenset(["mask", "causal", "window", "scale", "half"]),
        (_layer, _layer.__call__),
        ("x", "source", "source"),
    ),
)


# --- Rules ----------------------------------------------------------------------------------------

Rule = Callable[[DropIn], None]
RULES: list[tuple[Rule, frozenset[str]]] = []
SIZES = ((3, 4), (40, 90))  # queries and keys; then so many that there are tiles
TILED = (800, 800)


def needs(*options: str) -> Callable[[Rule], Rule]:
    """Hold a rule against the rows that can do all this."""

    def add(rule: Rule) -> Rule:
        RULES.append((rule, frozenset(options)))
        return rule

    return add


def pairs() -> list[tuple[Rule, DropIn]]:
    """Every rule with every row that must keep it."""
    return [(rule, row) for rule, options in RULES for row in ROWS if options <= row.can]


def problem(n_q: int, n_k: int, dtype: Any = np.float64) -> tuple[Any, Any, Any]:
    """Queries, keys and values."""
    rng = np.random.default_rng(n_q + n_k)
    q, k, v = (rng.normal(size=(n, 8)) for n in (n_q, n_k, n_k))
    return q.astype(dtype), k.astype(dtype), v.astype(dtype)


def alike(one: Any, other: Any, tolerance: float = 1e-12) -> None:
    """The same shape and, within rounding, the same numbers; NaN is like NaN."""
    np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


def differ(one: Any, other: Any) -> None:
    """Not the same numbers: an option that is silently ignored keeps no promise."""
    assert not np.allclose(one, other)


def refused(row: DropIn, *arrays: Any, says: tuple[str, ...], **options: Any) -> None:
    """The call raises a ValueError that repeats all of this."""
    error = raised(ValueError, lambda: row.ask(*arrays, **options))
    missing = [text for text in says if text not in error]
    assert not missing, f"the error does not say {missing}: {error}"


def raised(kind: type[Exception], call: Callable[[], object]) -> str:
    """What an error says that must come."""
    try:
        answer = call()
    except kind as error:
        return str(error)
    raise AssertionError(f"nothing was refused, the answer is {answer!r}")


@needs("mask")
def a_bool_mask_selects_what_may_be_read(row: DropIn) -> None:
    for n_q, n_k in SIZES:
        q, k, v = problem(n_q, n_k)
        may = np.arange(n_k) % 3 != 1
        alike(row.ask(q, k, v, mask=may), row.ask(q, k[may], v[may]))
        differ(row.ask(q, k, v, mask=may), row.ask(q, k, v))
        alike(row.ask(q, k, v, mask=None), row.ask(q, k, v))


@needs("mask")
def a_float_mask_is_added(row: DropIn) -> None:
    for n_q, n_k in SIZES:
        q, k, v = problem(n_q, n_k)
        added = np.where(np.arange(n_k) == 1, np.log(3), 0)
        thrice = np.r_[np.arange(n_k), 1, 1]  # a score log 3 higher counts as three such entries
        alike(row.ask(q, k, v, mask=added), row.ask(q, k[thrice], v[thrice]))
        differ(row.ask(q, k, v, mask=added), row.ask(q, k, v))
        alike(row.ask(q, k, v, mask=np.zeros((n_q, n_k))), row.ask(q, k, v))


@needs("mask")
def a_mask_that_is_not_clear_is_refused(row: DropIn) -> None:
    arrays = problem(2, 3)
    says = ("mask", "(3,)")
    refused(row, *arrays, mask=[1, 0, 1], says=(*says, "int", "bool", "float"))
    refused(row, *arrays, mask=[1.0, 0.0, 1.0], says=(*says, "0 and 1", "bool"))
    refused(row, *arrays, mask=np.ones(3, np.float32), says=(*says, "0 and 1", "bool"))
    refused(row, *arrays, mask=np.ones((3, 3), bool), says=("mask", "(3, 3)", "2, 3)"))
    refused(row, *arrays, mask=np.array(["a", "b", "c"]), says=(*says, "<U1"))


@needs("causal", "mask")
def causal_means_the_same_everywhere(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        upper = np.tri(n_q, n_k, dtype=bool)
        lower = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
        alike(row.ask(q, k, v, causal="upper left"), row.ask(q, k, v, mask=upper))
        alike(row.ask(q, k, v, causal="lower right"), row.ask(q, k, v, mask=lower))
        differ(row.ask(q, k, v, causal="lower right"), row.ask(q, k, v))
        alike(row.ask(q, k, v, causal=False), row.ask(q, k, v))
        for yes in (True, np.True_):
            alike(
                row.ask(q, k[:n_q], v[:n_q], causal=yes),
                row.ask(q, k[:n_q], v[:n_q], causal="upper left"),
            )


@needs("causal")
def an_order_that_is_not_clear_is_refused(row: DropIn) -> None:
    arrays = problem(2, 4)
    known = ("causal", "upper left", "lower right")
    for causal in ("no", "Upper Left", None, 1, [True], np.array([True, False]), 1.0):
        refused(row, *arrays, causal=causal, says=known)
    for yes in (True, np.True_):
        refused(row, *arrays, causal=yes, says=(*known, "n_q=2", "n_k=4"))


@needs("window", "mask", "causal")
def a_window_reads_what_is_near(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        distance = np.arange(n_q)[:, None] + n_k - n_q - np.arange(n_k)
        for window in (0, 2, n_k):
            may = (distance >= 0) & (distance <= window)
            found = row.ask(q, k, v, causal="lower right", window=window)
            alike(found, row.ask(q, k, v, mask=may))
        differ(row.ask(q, k, v, causal="lower right", window=0), row.ask(q, k, v))
        both = np.abs(np.arange(n_q)[:, None] - np.arange(n_q)) <= 2
        alike(row.ask(q, k[:n_q], v[:n_q], window=2), row.ask(q, k[:n_q], v[:n_q], mask=both))


@needs("window")
def a_window_as_wide_as_you_like_hides_nothing(row: DropIn) -> None:
    for n_q, n_k in ((4, 4), TILED):
        arrays = problem(n_q, n_k)
        everything, past = row.ask(*arrays), row.ask(*arrays, causal=True)
        for window in (n_k, sys.maxsize, 2**63, 2**70):
            alike(row.ask(*arrays, window=window), everything)
            alike(row.ask(*arrays, window=window, causal=True), past)


@needs("window")
def a_window_that_is_no_number_of_places_is_refused(row: DropIn) -> None:
    arrays = problem(3, 3)
    for window in (-1, 1.5, True, "2", np.array([1, 2])):
        refused(row, *arrays, window=window, says=("window=", "0 or more"))
    refused(row, *problem(2, 3), window=1, says=("window=1", "n_q=2", "n_k=3", "lower right"))


@needs("window", "key_start", "key_stop")
def places_of_a_small_type_do_not_wrap_around(row: DropIn) -> None:
    for n_q, n_k in ((3, 300), TILED):
        q, k, v = problem(n_q, n_k)
        for small in (np.uint8, np.int8, np.uint64):
            near = small(100)
            ends = {"key_start": near, "key_stop": small(120)}
            for options in ({"window": near}, ends, {"window": near, **ends}):
                plain = {name: int(count) for name, count in options.items()}
                found = row.ask(q, k, v, causal="lower right", **options)
                alike(found, row.ask(q, k, v, causal="lower right", **plain))


@needs("key_start", "key_stop")
def padding_at_either_end_is_not_read(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        expected = row.ask(q, k[1 : n_k - 1], v[1 : n_k - 1])
        k[0], v[0], k[-1], v[-1] = np.nan, np.inf, -np.inf, np.nan
        alike(row.ask(q, k, v, key_start=1, key_stop=n_k - 1), expected)
        assert not np.any(row.ask(q, k, v, key_start=2, key_stop=2))
    refused(row, *problem(2, 3), key_stop=4, says=("key_stop", "4", "n_k=3"))
    refused(row, *problem(2, 3), key_start=-1, says=("key_start", "-1", "n_k=3"))
    refused(row, *problem(2, 3), key_stop=[1, 2], says=("key_stop", "(2,)"))
    refused(
        row, *problem(2, 3), key_stop=1.5, says=("key_stop", "float64", "whole number from 0 to 3")
    )


@needs("key_stop", "causal", "arrays")
def the_newest_query_stands_at_the_end_of_its_own_sequence(row: DropIn) -> None:
    q, k, v = (np.stack([x, -x])[:, None] for x in problem(2, 6))  # a batch of 2, one head
    stops = np.array([[6], [3]])
    found = row.ask(q, k, v, key_stop=stops, causal="lower right")
    for i, stop in enumerate((6, 3)):
        alone = row.ask(q[i], k[i, :, :stop], v[i, :, :stop], causal="lower right")
        alike(found[i], alone)
    refused(row, q, k, v, key_stop=[6, 3], says=("key_stop", "(2,)", "(2, 1)"))  # which axis?


@needs("mask", "arrays")
def what_is_hidden_may_be_anything(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        may = np.arange(n_k) % 3 != 1
        added = np.where(may, 0.0, -np.inf)
        for options in ({"mask": may}, {"mask": added}, {"mask": may, "softcap": 5.0}):
            if not row.can.issuperset(options):
                continue
            q, k, v = problem(n_q, n_k)
            expected = row.ask(q, k, v, **options)
            k[~may], v[~may] = np.nan, np.inf
            alike(row.ask(q, k, v, **options), expected)
            k[~may], v[~may] = -np.inf, np.nan
            alike(row.ask(q, k, v, **options), expected)


@needs("causal", "arrays")
def what_comes_later_may_be_anything(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        expected = row.ask(q, k, v, causal="upper left")
        k[2:], v[2:] = np.nan, np.inf
        found = row.ask(q, k, v, causal="upper left")
        alike(found[:2], expected[:2])
        assert np.isnan(found[2:]).all()


@needs("arrays", "scale")
def an_odd_value_is_read_from_the_smallest_normal_weight_on(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        for kind in (np.float32, np.float64):
            q, k, v = problem(n_q, n_k, kind)
            q[:], k[:] = np.eye(8)[0], 0  # every key scores 0, but for the one that is odd
            v[2, 3] = np.nan
            deepest = np.log(np.finfo(kind).tiny) + np.log(n_k - 1)  # the weight is just normal
            for above in (-20, -1, 1, 20):
                k[2, 0] = deepest + above
                found = row.ask(q, k, v, scale=1.0)
                assert np.isnan(found).any(-1).all() == np.isnan(found).any() == (above > 0), above


@needs("arrays", "scale")
def an_odd_value_is_read_where_it_has_all_the_weight(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        for kind in (np.float32, np.float64):
            q, k, v = problem(n_q, n_k)
            best = (q @ k.T).argmax(-1)  # of scores so long, it is the only one with weight
            v[best[0]] = np.inf
            found = row.ask(*(x.astype(kind) for x in (1e9 * q, 1e9 * k, v)), scale=1e15)
            assert np.array_equal(~np.isfinite(found).any(-1), best == best[0])


@needs("arrays", "mask")
def what_one_head_holds_changes_nothing_in_another(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = (np.stack([x, x]) for x in problem(n_q, n_k, np.float32))
        q[1], k[1], v[1, 2] = 3 * np.eye(8)[0], 0, np.nan
        k[1, 2, 0] = -110  # exp of it is no float32, but a float64
        beyond = np.where(np.arange(n_k) % 2, 1e300, 2e300)  # alike in float32
        for mask in (None, beyond):
            expected = row.ask(q, k, v, mask=mask)[1]
            for odd in (np.nan, np.inf, 1e30):
                beside = q.copy()
                beside[0] = odd
                alike(row.ask(beside, k, v, mask=mask)[1], expected, 1e-5)
            alike(row.ask(q[1], k[1], v[1], mask=mask), expected, 1e-5)


@needs("mask")
def infinity_in_a_mask_is_the_best_of_scores(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        for kind in (np.float32, np.float64):
            q, k, v = problem(n_q, n_k, np.float32)
            mask = np.zeros((n_q, n_k), kind)
            mask[:, 1] = np.inf
            expected = row.ask(q, k[[1]], v[[1]])
            alike(row.ask(q, k, v, mask=mask), expected, 1e-5)
            q[0] = np.nan  # reaches no other query
            found = row.ask(q, k, v, mask=mask)
            assert np.isnan(found[0]).all()
            alike(found[1:], expected[1:], 1e-5)


@needs("softcap", "scale")
def a_cap_holds_however_far_it_is(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k, np.float32)
        for softcap in (1e10, 1e18, 1e20):  # the root of the largest float32 lies between
            wide = (x.astype(np.float64) for x in (q, k, v))
            expected = row.ask(*wide, scale=1e24, softcap=softcap)
            alike(row.ask(q, k, v, scale=1e24, softcap=softcap), expected, 1e-5)


@needs("mask")
def a_query_with_nothing_to_read_gets_0(row: DropIn) -> None:
    q, k, v = problem(3, 4)
    may = np.ones((3, 4), bool)
    may[1] = False
    for mask in (may, np.where(may, 0.0, -np.inf)):
        found = row.ask(q, k, v, mask=mask)
        assert not found[1].any()
        assert found[[0, 2]].all()


@needs("mask")
def nan_in_a_mask_goes_to_the_queries_that_meet_it(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        for length in (1, 1e200):  # the second leaves the range in which short cuts are taken
            q, k, v = problem(n_q, n_k)
            mask = np.zeros((n_q, n_k))
            mask[0], mask[2, 3] = np.nan, np.nan
            found = row.ask(length * q, length * k, v, mask=mask)
            assert np.array_equal(np.isnan(found).any(-1), np.isin(np.arange(n_q), (0, 2)))


@needs("mask", "causal")
def nan_in_a_mask_that_the_order_hides_reaches_nobody(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        mask = np.where(np.tri(n_q, n_k, dtype=bool), 0.0, np.nan)
        found = row.ask(q, k, v, mask=mask, causal="upper left")
        alike(found, row.ask(q, k, v, causal="upper left"))


@needs("arrays")
def a_long_double_is_no_reason_for_nan(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        arrays = problem(n_q, n_k)
        found = row.ask(*(x.astype(np.longdouble) for x in arrays))
        assert found.dtype == np.longdouble
        alike(found.astype(float), row.ask(*arrays))


@needs("half")
def the_type_stays_and_half_precision_is_computed_in_single(row: DropIn) -> None:
    for kind in (np.float16, np.float32, np.float64):
        assert row.ask(*problem(3, 4, kind)).dtype == kind
    halves = problem(3, 40, np.float16)
    single = row.ask(*(x.astype(np.float32) for x in halves))
    assert np.array_equal(row.ask(*halves), single.astype(np.float16))
    whole = [np.round(3 * x).astype(np.int8) for x in problem(3, 4)]
    alike(row.ask(*whole), row.ask(*(x.astype(float) for x in whole)))


FAR = (
    {"scale": 1e-60},
    {"scale": 1e30},
    {"softcap": 1e39},
    {"softcap": 1e-60},
    {"q": 1e200, "k": 1e200},
    {"q": -1e200, "k": 1e200},
    {"v": 1e30},
    {"v": 1e307},
    {"k": 1e-320},
)


@needs("arrays", "scale")
def finite_numbers_give_finite_numbers(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        for kind in (np.float32, np.float64):
            most = float(np.finfo(kind).max)
            for far in FAR:
                options = {name: x for name, x in far.items() if name in ("scale", "softcap")}
                if not row.can.issuperset(options):
                    continue
                factors = [min(far.get(name, 1.0), most / 10, key=abs) for name in "qkv"]
                q, k, v = (
                    np.clip(x * factor, -most, most).astype(kind)
                    for x, factor in zip(problem(n_q, n_k), factors, strict=True)
                )
                if row.name == "attention_backward" and "v" in far:
                    continue  # a slope may be as large as the values and the keys together
                assert np.isfinite(row.ask(q, k, v, **options)).all(), (kind, far)


@needs("scale")
def a_score_in_reach_is_exact_though_its_factors_are_not(row: DropIn) -> None:
    """Keys of 1, 2 and 3 times the smallest number; the query times the scale is no float."""
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        q[:], k[:] = np.eye(8)[0], 0
        k[:, 0] = 1 + np.arange(n_k) % 3
        expected = row.ask(q, k, v, scale=1.0)
        found = row.ask(q * 2.0**538, k * 2.0**-1074, v, scale=2.0**536)
        if row.name == "attention_backward":
            found = found * 2.0**538  # a slope by so long a query is so much flatter
        alike(found[:, 0], expected[:, 0])


@needs("scale")
def a_scale_that_shapes_no_score_is_refused(row: DropIn) -> None:
    for scale in (np.nan, np.inf, True, "1", 1j, [1.0], [[1], [1, 2]], np.ones(2)):
        refused(row, *problem(2, 3), scale=scale, says=(f"scale={scale!r}", "finite"))


@needs("scale")
def a_scale_multiplies_the_scores(row: DropIn) -> None:
    q, k, v = problem(3, 4)
    alike(row.ask(q, k, v, scale=0.5), row.ask(q, k / 2, v, scale=1.0))
    alike(row.ask(q, k, v, scale=np.array(0.5)), row.ask(q, k, v, scale=0.5))
    alike(row.ask(q, k, v, scale=8**-0.5), row.ask(q, k, v))
    differ(row.ask(q, k, v, scale=0.5), row.ask(q, k, v))


@needs("softcap")
def a_cap_that_shapes_no_score_is_refused(row: DropIn) -> None:
    arrays = problem(2, 3)
    for softcap in (-1, np.nan, True, "5", [5.0], np.ones(2)):
        refused(row, *arrays, softcap=softcap, says=(f"softcap={softcap!r}", "above 0"))
    alike(row.ask(*arrays, softcap=0), row.ask(*arrays, softcap=None))
    alike(row.ask(*arrays, softcap=np.inf), row.ask(*arrays))


@needs("grouped", "arrays")
def heads_are_shared_only_if_asked_for(row: DropIn) -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(4, 3, 8)), rng.normal(size=(2, 5, 8)), rng.normal(size=(2, 5, 8))
    shapes = ("q (4, 3, 8)", "k (2, 5, 8)", "v (2, 5, 8)")
    refused(row, q, k, v, says=(*shapes, "grouped=True"))
    for flag in ("no", 1, None, [True]):
        refused(row, q, k, v, grouped=flag, says=(f"grouped={flag!r}", "True or False"))
    expected = row.ask(q, k.repeat(2, axis=0), v.repeat(2, axis=0))
    alike(row.ask(q, k, v, grouped=True), expected)
    alike(row.ask(q[None], k[None], v[None], grouped=True)[0], expected)
    refused(row, q[:3], k, v, grouped=True, says=("q (3, 3, 8)", "k (2, 5, 8)", "multiple"))
    refused(row, q[0], k[0], v, grouped=True, says=("q (3, 8)", "heads"))
    refused(row, q, k[:0], v[:0], grouped=True, says=("k (0, 5, 8)", "multiple"))
    refused(row, q, k, v[:0], grouped=True, says=("v (0, 5, 8)", "multiple"))
    refused(row, q[:, None], k[:, None], v[:, None], grouped=True, says=("q (4, 1, 3, 8)",))


@needs()
def what_is_returned_is_asked_for_with_true_or_false(row: DropIn) -> None:
    names = {name for call in row.called for name in inspect.signature(call).parameters}
    for name in names & {"return_weights", "return_lse"}:
        both = row.ask(*problem(2, 3), **{name: np.True_})
        assert isinstance(both, tuple)
        for flag in ("no", 1, None, [True]):
            refused(row, *problem(2, 3), **{name: flag}, says=(f"{name}={flag!r}", "True or False"))


@needs("sinks", "mask")
def a_sink_takes_weight_and_has_no_value(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k)
        wider = np.r_[k, np.zeros((1, 8))], np.r_[v, np.zeros((1, 8))]
        added = np.where(np.arange(n_k + 1) == n_k, 1.5, 0)
        alike(row.ask(q, k, v, sinks=1.5), row.ask(q, *wider, mask=added))
        differ(row.ask(q, k, v, sinks=3.0), row.ask(q, k, v))
        alike(row.ask(q, k, v, sinks=-np.inf), row.ask(q, k, v))
    refused(row, *problem(2, 3), sinks=[1.0, 2.0], says=("sinks", "(2,)"))
    refused(row, *problem(2, 3), sinks=True, says=("sinks", "bool", "scores"))


@needs("mask")
def masked_arrays_are_refused(row: DropIn) -> None:
    arrays = problem(2, 3)
    for place, name in enumerate(row.arrays):
        given = [np.ma.array(x) if i == place else x for i, x in enumerate(arrays)]
        refused(row, *given, says=(f"{name} is a masked array",))
    refused(row, *arrays, mask=np.ma.array([True, True, False]), says=("mask", "masked array"))


@needs("arrays")
def shapes_and_types_that_do_not_fit_are_repeated(row: DropIn) -> None:
    for q, k, v, hint in (
        ((3,), (4, 3), (4, 2), "(..., n_q, d_k)"),
        ((2, 3), (4, 5), (4, 2), "equally wide"),
        ((2, 3), (4, 3), (5, 2), "equally many"),
        ((2, 3), (4, 3), (4,), "(..., n_k, d_v)"),
        ((5, 2, 3), (2, 4, 3), (2, 4, 1), "broadcast"),
        ((2, 7, 2, 3), (3, 7, 4, 3), (3, 7, 4, 1), "broadcast"),
    ):
        shapes = (f"q {q}", f"k {k}", f"v {v}")
        refused(row, np.ones(q), np.ones(k), np.ones(v), says=(*shapes, hint))
    ones = np.ones((2, 2))
    refused(row, ones.astype(complex), ones, ones, says=("q (2, 2) complex128", "real"))
    refused(row, ones, [["a", "b"]] * 2, ones, says=("k (2, 2) <U1", "real"))
    refused(row, ones, ones, [[1, 2], [3]], says=("v", "different lengths"))


@needs()
def the_settings_of_the_caller_change_nothing(row: DropIn) -> None:
    for n_q, n_k in (*SIZES, TILED):
        q, k, v = problem(n_q, n_k, np.float32)
        for length in (1, 1e4, 1e30):
            expected = row.ask(q * np.float32(length), k, v)
            with np.errstate(all="raise"):
                before = np.geterr()
                found = row.ask(q * np.float32(length), k, v)
                assert np.geterr() == before
            assert np.array_equal(found, expected)


@needs()
def the_inputs_are_left_alone_and_the_output_is_new(row: DropIn) -> None:
    arrays = problem(3, 4)
    before = [x.copy() for x in arrays]
    for x in arrays:
        x.setflags(write=False)
    found = row.ask(*arrays)
    found[...] = 7
    assert all(np.array_equal(x, y) for x, y in zip(arrays, before, strict=True))


@needs()
def an_older_python_or_numpy_gets_one_clear_sentence(row: DropIn) -> None:
    path = SNIPPETS / f"{row.name}.py"
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    header = "\n".join(path.read_text(encoding="utf-8").splitlines()[:4])
    assert "Python 3.11, NumPy 2.0" in header
    numpy, python = np.__version__, sys.version_info
    for version, info in (("1.26.4", python), (numpy, (3, 10, 4, "final", 0))):
        try:
            np.__version__, sys.version_info = version, info
            error = raised(ImportError, lambda: exec(code, {"__name__": "copied"}))
        finally:
            np.__version__, sys.version_info = numpy, python
        assert "needs Python 3.11 and NumPy 2.0" in error
        assert "\n" not in error


def main() -> int:
    """Hold every row against every rule, and print what is broken."""
    warnings.simplefilter("error")
    broken = 0
    for rule, row in pairs():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                rule(row)
        except Exception as error:
            broken += 1
            print(f"{row.name}: {rule.__name__}: {type(error).__name__}: {error}")
    print(f"{len(pairs())} promises, {broken} broken")
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main())
