"""The program of every pair, put together from the lines of two dialects, and run as it is shown."""

import os
import sys
import warnings
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np

from softlookup import steps
from softlookup.frameworks import Question
from softlookup.pages.translate.dialects import (
    DIALECTS,
    FLAT,
    HEADS_FIRST,
    ROWS_FIRST,
    Dialect,
    Says,
)

PAIRS = tuple(permutations(DIALECTS.values(), 2))
DIGITS = 1e-5  # JAX and Keras compute in float32
AGREES = "agrees"

BATCH, HEADS, KEY_HEADS, N_Q, N_K, WIDTH, SCALE = 2, 4, 2, 3, 5, 6, 0.3


def reads(layout: str, wanted: str) -> list[str]:
    """The line that lays q, k and v out anew."""
    moved = {
        (HEADS_FIRST, ROWS_FIRST): "x.swapaxes(1, 2)",
        (ROWS_FIRST, HEADS_FIRST): "x.swapaxes(1, 2)",
        (FLAT, ROWS_FIRST): "x.reshape(*x.shape[:2], -1, width)",
        (FLAT, HEADS_FIRST): "x.reshape(*x.shape[:2], -1, width).swapaxes(1, 2)",
        (ROWS_FIRST, FLAT): "x.reshape(*x.shape[:2], -1)",
        (HEADS_FIRST, FLAT): "x.swapaxes(1, 2).reshape(len(x), x.shape[2], -1)",
    }
    if layout == wanted:
        return []
    return ["q, k, v = (", f"    {moved[layout, wanted]}", "    for x in (q, k, v)", ")"]


def answers(layout: str, wanted: str) -> list[str]:
    """The line that lays the output out as the reader had it."""
    moved = {
        (HEADS_FIRST, ROWS_FIRST): "out.swapaxes(1, 2)",
        (ROWS_FIRST, HEADS_FIRST): "out.swapaxes(1, 2)",
        (FLAT, ROWS_FIRST): "out.reshape(*out.shape[:2], heads, width)",
        (FLAT, HEADS_FIRST): "out.reshape(*out.shape[:2], heads, width).swapaxes(1, 2)",
        (ROWS_FIRST, FLAT): "out.reshape(*out.shape[:2], -1)",
        (HEADS_FIRST, FLAT): "out.swapaxes(1, 2).reshape(len(out), n_q, -1)",
    }
    return [] if layout == wanted else [f"out = {moved[layout, wanted]}"]


def program(have: Dialect, want: Dialect) -> str:
    """From the arrays that one dialect takes to the answer of the other, in the first one's layout."""
    turned = ["mask = ~mask  # True hid, and now it reads"] * (have.hides and have.says.mask)
    lines = [
        *reads(have.layout, want.layout),
        *turned,
        *want.lines(have.says),
        *answers(want.layout, have.layout),
    ]
    return "\n".join([want.imports, "", *lines])


def alone(dialect: Dialect, says: Says) -> str:
    """A dialect's own call."""
    turned = ["mask = ~mask"] * (dialect.hides and says.mask)
    return "\n".join([dialect.imports, "", *turned, *dialect.lines(says)])


def problem(have: Dialect) -> dict[str, Any]:
    """The arrays of one problem as a dialect takes them; query 1 has nothing to read."""
    rng = np.random.default_rng(13)
    key_heads = KEY_HEADS if have.says.groups else HEADS
    shapes = ((BATCH, HEADS, N_Q, WIDTH), *[(BATCH, key_heads, N_K, WIDTH)] * 2)
    given = {name: rng.normal(size=shape) for name, shape in zip("qkv", shapes, strict=True)}
    sizes = {"heads": HEADS, "group": HEADS // key_heads, "width": WIDTH, "n_q": N_Q, "n_k": N_K}
    exec("\n".join(reads(HEADS_FIRST, have.layout)), dict(sizes), given)
    mask = rng.random((N_Q, N_K)) < 0.6
    mask[[0, 2], 0], mask[1] = True, False
    return {**given, **sizes, "mask": mask ^ have.hides, "scale": SCALE}


def run(text: str, given: dict[str, Any]) -> Any:
    """What a program leaves in `out`."""
    os.environ.setdefault("KERAS_BACKEND", "torch")
    sys.modules.setdefault("attention", steps.attention)  # as it is named where it was copied
    space = dict(given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, "<translation>", "exec"), space)
    return np.asarray(space["out"])


def documented(have: Dialect) -> str:
    """What the reader's call gives: itself, or what its manual promises."""
    return alone(have, have.says) if have.api else program(have, DIALECTS["numpy"])


def compared(have: Dialect, want: Dialect) -> str:
    """Both programs on one problem."""
    theirs = run(documented(have), problem(have))
    ours = run(program(have, want), problem(have))
    if ours.shape != theirs.shape:
        return f"gives {ours.shape} for {theirs.shape}"
    same = np.allclose(ours, theirs, atol=DIGITS)
    return AGREES if same else f"differs by {np.max(np.abs(ours - theirs)):.3f}"


def verdict(have: Dialect, want: Dialect) -> Question:
    """Whether a translation says the same, asked now or in the stored run."""
    packages = " ".join(
        dict.fromkeys(side.package for side in (have, want) if side.api and side.package)
    )
    return Question(f"translated, {have.key} to {want.key}", packages, lambda: compared(have, want))


def questions() -> Iterator[Question]:
    """Every pair that can be run, to be stored."""
    for have, want in PAIRS:
        if want.api:
            yield verdict(have, want)
