"""The markup of the smaller explorables: each prints one state and the data for all the others."""

import html
from collections.abc import Sequence

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Vector
from softlookup.interactive import block, data, short


def _element(name: str, identity: str, says: str, *parts: str) -> str:
    """An element with its parts, room for its controls, and its sentence."""
    caption = f'<p class="says" id="{identity}-says">{html.escape(says, quote=False)}</p>'
    room = '<div class="controls"></div>'
    return block(
        f'<{name} class="explorable" id="{identity}" role="group" aria-labelledby="{identity}-says">'
        f"{parts[0]}{room}{caption}{''.join(parts[1:])}</{name}>"
    )


def _bar(weight: float) -> str:
    """One weight as a bar, in a cell."""
    return (
        '<svg class="bar" aria-hidden="true">'
        f'<rect width="{weight:.2%}" height="100%"/></svg>'
        f'<span class="weight">{weight:.3f}</span>'
    )


# --- Why divide by √d -------------------------------------------------------------------------------

WIDTHS = [2**power for power in range(11)]
_ENTRIES = 8
_PRINTED_WIDTH = 64


def scores_by_width(seed: int = 5) -> list[list[float]]:
    """One random query and eight keys, of which a narrower lookup sees the first coordinates."""
    draw = np.random.default_rng(seed)
    query = draw.normal(size=WIDTHS[-1])
    keys = draw.normal(size=(_ENTRIES, WIDTHS[-1]))
    return [(keys[:, :width] @ query[:width]).round(6).tolist() for width in WIDTHS]


def width_weights(says: str, identity: str = "weights-by-width") -> str:
    """Eight weights at one width, as they are and after the division by √d."""
    scores = scores_by_width()
    printed = scores[WIDTHS.index(_PRINTED_WIDTH)]
    sides = [
        _weights_side("raw", "Scores as they are", lookup.softmax(printed)),
        _weights_side(
            "rooted", "Scores divided by √d", lookup.softmax(printed, np.sqrt(_PRINTED_WIDTH))
        ),
    ]
    content = {"widths": WIDTHS, "scores": scores, "printed": _PRINTED_WIDTH}
    return _element(
        "width-weights",
        identity,
        says,
        f'<div class="sides">{"".join(sides)}</div>',
        data(content),
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
        f'<p class="sum">Largest <span class="largest">{weights.max():.2f}</span>; that is like reading '
        f'<span class="entries">{entries:.1f}</span> of {len(weights)}.</p></div>'
    )


# --- Softmax ----------------------------------------------------------------------------------------

ADDED = [-1000, -750, -100, -10, -1, 0, 1, 10, 100, 700, 710, 1000]
FACTORS = [0, 0.25, 0.5, 1, 2, 3, 5, 10, 100, 300]


def softmax_bars(says: str, identity: str = "softmax-by-hand") -> str:
    """Scores, their softmax, and what the form written in books gives."""
    scores = (KEYS @ TENNIS).tolist()
    weights = lookup.softmax(scores)
    naive = np.exp(scores) / np.exp(scores).sum()
    rows = "".join(
        f'<tr><th scope="row">{word}</th><td class="score">{short(score)}</td>'
        f'<td class="share">{_bar(weight)}</td><td class="naive">{plain:.3f}</td></tr>'
        for word, score, weight, plain in zip(WORDS, scores, weights, naive, strict=True)
    )
    table = (
        '<table class="read"><thead><tr><th scope="col">word</th><th scope="col">score</th>'
        '<th scope="col">softmax</th><th scope="col">without the shift</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    content = {"scores": scores, "added": ADDED, "factors": FACTORS}
    return _element("softmax-bars", identity, says, table, data(content))


# --- Masks ------------------------------------------------------------------------------------------


def mask_grid(says: str, identity: str = "who-may-read") -> str:
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
    content = {"words": words, "vectors": vectors.tolist(), "mask": mask.tolist()}
    return _element("mask-grid", identity, says, table, data(content))


def _mask_row(weights: Vector, allowed: Sequence[bool]) -> str:
    cells = []
    for weight, may in zip(weights, allowed, strict=True):
        shut = "" if may else ' class="shut"'
        cells.append(f'<td data-tenths="{round(float(weight) * 10)}"{shut}>{weight:.2f}</td>')
    return "".join(cells)


# --- Streaming --------------------------------------------------------------------------------------


def streaming_feed(says: str, identity: str = "entries-arrive") -> str:
    """The entries as cards that are fed one by one, and what is kept of them; printed: all fed in order."""
    part = lookup.Partial(-np.inf, 0.0, np.zeros(()))
    rows = []
    for word, key, value in zip(WORDS, KEYS, VALUES, strict=True):
        part = lookup.merge(part, lookup.read_part(TENNIS, key[None], np.array([value])))
        rows.append(
            f'<tr><th scope="row">{word}</th><td>{short(lookup.dot(TENNIS, key))}</td>'
            f"<td>{short(value)}</td><td>{short(part.maximum)}</td><td>{part.total:.3f}</td>"
            f'<td>{float(part.weighted):.3f}</td><td class="out">{float(lookup.finish(part)):.3f}</td></tr>'
        )
    titles = ("fed", "score", "value", "largest score", "sum", "weighted sum", "answer so far")
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    table = (
        f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{identity}-says">'
        f'<table class="read"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    content = {
        "query": TENNIS.tolist(),
        "entries": [
            {"word": word, "key": key.tolist(), "value": float(value)}
            for word, key, value in zip(WORDS, KEYS, VALUES, strict=True)
        ],
    }
    return _element("streaming-feed", identity, says, table, data(content))
