"""Masks: who may read what, cell by cell."""

from collections.abc import Sequence

import numpy as np

from softlookup import lookup
from softlookup.examples import SCORES, VALUES, WORDS, Vector
from softlookup.explorables.frame import element
from softlookup.interactive import data

# Tennis asks after each of the three entries, so a query reads what has come so far.
PRINTED = lookup.causal_mask(len(WORDS), len(WORDS))


def mask_grid(says: str, asks: str = "", identity: str = "who-may-read") -> str:
    """Tennis asks three times under a causal mask: rows ask, columns answer, and the last one is the price."""
    head = "".join(
        f'<th scope="col">{word} <span class="price">{value:.0f}</span></th>'
        for word, value in zip(WORDS, VALUES, strict=True)
    )
    rows = "".join(_row(f"query {i + 1}", may) for i, may in enumerate(PRINTED))
    table = (
        '<table class="grid"><thead><tr><td><span class="unseen">asks, answers</span></td>'
        f'{head}<th scope="col" class="out">answer</th></tr></thead><tbody>{rows}</tbody></table>'
    )
    content = {
        "words": WORDS,
        "scores": SCORES.tolist(),
        "values": VALUES.tolist(),
        "printed": _written(PRINTED),
        "masks": _presets(len(WORDS)),
    }
    return element("mask-grid", identity, says, table, data(content), asks=asks)


def _presets(count: int) -> dict[str, dict[str, str]]:
    """The masks that one press lays, in two groups: all ask, or only the last, the others being kept."""
    fills = np.arange(count) == count - 1  # the last entry only fills the array
    return {
        "All ask": {
            "everything": _written(np.ones((count, count), bool)),
            "causal": _written(lookup.causal_mask(count, count)),
            "padding": _written(np.tile(~fills, (count, 1))),
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


def _row(name: str, allowed: Sequence[bool]) -> str:
    weights: Vector = lookup.softmax(np.where(allowed, SCORES, -np.inf))
    cells = []
    for weight, may in zip(weights, allowed, strict=True):
        shut = "" if may else ' class="shut"'
        cells.append(f'<td data-tenths="{round(float(weight) * 10)}"{shut}>{weight:.2f}</td>')
    answer = f'<td class="out">{weights @ VALUES:.3f}</td>'
    return f'<tr><th scope="row">{name}</th>{"".join(cells)}{answer}</tr>'
