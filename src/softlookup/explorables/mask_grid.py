"""Masks: who may read whom, cell by cell."""

from collections.abc import Sequence

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, WORDS, Vector
from softlookup.explorables.frame import element
from softlookup.interactive import data


def mask_grid(says: str, asks: str = "", identity: str = "who-may-read") -> str:
    """Four words that read each other under a causal mask: rows ask, columns answer."""
    words = ["tennis", *WORDS]
    vectors = np.vstack([TENNIS, KEYS])
    mask = lookup.causal_mask(len(words), len(words))
    weights = lookup.attention_weights(vectors, vectors, mask=mask)
    head = "".join(f'<th scope="col">{word}</th>' for word in words)
    rows = "".join(
        f'<tr><th scope="row">{word}</th>{_mask_row(weights[i], mask[i])}</tr>'
        for i, word in enumerate(words)
    )
    table = (
        '<table class="grid"><thead><tr><td><span class="unseen">asks, answers</span></td>'
        f"{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    content = {
        "words": words,
        "vectors": vectors.tolist(),
        "printed": _written(mask),
        "masks": _presets(len(words)),
    }
    return element("mask-grid", identity, says, table, data(content), asks=asks)


def _presets(count: int) -> dict[str, dict[str, str]]:
    """The masks that one press lays, in two groups: all words ask, or only the last, the others being kept."""
    return {
        "All ask": {
            "everything": _written(np.ones((count, count), bool)),
            "causal": _written(lookup.causal_mask(count, count)),
            "window": _written(lookup.window_mask(count, count, 1)),
        },
        "The last two ask, causal": {
            "lower right": _written(lookup.causal_mask(2, count, "lower right")),
            "upper left": _written(lookup.causal_mask(2, count, "upper left")),
        },
    }


def _written(mask: lookup.Booleans) -> str:
    """A mask as the address says it: its cells, row by row, as 1 and 0."""
    return "".join(str(int(may)) for may in mask.ravel())


def _mask_row(weights: Vector, allowed: Sequence[bool]) -> str:
    cells = []
    for weight, may in zip(weights, allowed, strict=True):
        shut = "" if may else ' class="shut"'
        cells.append(f'<td data-tenths="{round(float(weight) * 10)}"{shut}>{weight:.2f}</td>')
    return "".join(cells)
