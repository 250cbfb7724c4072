"""Why divide by √d: eight weights at a width of the reader's choice."""

import numpy as np

from softlookup import lookup
from softlookup.examples import Vector
from softlookup.explorables.frame import element
from softlookup.interactive import data

WIDTHS = [2**power for power in range(11)]
_ENTRIES = 8
PRINTED_WIDTH = 64


def scores_by_width(seed: int = 5) -> list[list[float]]:
    """One random query and eight keys, of which a narrower lookup sees the first coordinates."""
    draw = np.random.default_rng(seed)
    query = draw.normal(size=WIDTHS[-1])
    keys = draw.normal(size=(_ENTRIES, WIDTHS[-1]))
    return [(keys[:, :width] @ query[:width]).round(6).tolist() for width in WIDTHS]


def width_weights(says: str, asks: str = "", identity: str = "weights-by-width") -> str:
    """Eight weights at one width, as they are and after the division by √d."""
    scores = scores_by_width()
    printed = scores[WIDTHS.index(PRINTED_WIDTH)]
    sides = [
        _weights_side("raw", "Scores as they are", lookup.softmax(printed)),
        _weights_side(
            "rooted", "Scores divided by √d", lookup.softmax(printed, np.sqrt(PRINTED_WIDTH))
        ),
    ]
    content = {"widths": WIDTHS, "scores": scores, "printed": PRINTED_WIDTH}
    return element(
        "width-weights",
        identity,
        says,
        f'<div class="sides">{"".join(sides)}</div>',
        data(content),
        asks=asks,
    )


def _weights_side(name: str, title: str, weights: Vector) -> str:
    step = 100 / len(weights)
    bars = "".join(
        f'<rect x="{(j + 0.14) * step:.2f}%" width="{0.72 * step:.2f}%" y="{1 - w:.4%}" height="{w:.4%}"/>'
        f'<text x="{(j + 0.5) * step:.2f}%" y="{1 - w:.4%}" dy="-4">{w:.2f}</text>'
        for j, w in enumerate(weights)
    )
    entries = np.exp(-sum(w * np.log(w) for w in weights if w > 0))
    return (
        f'<div class="side {name}"><p class="title">{title}</p>'
        f'<svg class="weights" aria-hidden="true">{bars}</svg>'
        f'<p class="sum">The largest is <span class="largest">{weights.max():.2f}</span>, as if '
        f'<span class="entries">{entries:.1f}</span> of {len(weights)} keys '
        '<a href="temperature.md#entries-read">shared alike</a>.</p></div>'
    )
