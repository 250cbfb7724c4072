"""Tables of the page on gradients."""

import numpy as np

from softlookup.examples import AXES, KEYS, TENNIS, VALUES, WORDS, Vector
from softlookup.pages.gradients import numbers
from softlookup.steps import gradients
from softlookup.steps.soft_lookup import soft_lookup
from softlookup.write import number, table


def _listed(slopes: Vector, digits: int = 3) -> str:
    return ", ".join(number(slope, digits) for slope in np.ravel(slopes))


def by_argument() -> str:
    """The slope of the soft and of the hard answer in everything that goes in."""
    soft, hard = numbers.trial(soft_lookup), numbers.trial(numbers.hard_lookup)
    rows = [[f"query ({', '.join(AXES)})", _listed(soft[0]), _listed(hard[0], 0)]]
    for part, kind in ((1, "key"), (2, "value")):
        rows += [
            [f"{kind} of {word}", _listed(soft[part][place]), _listed(hard[part][place], 0)]
            for place, word in enumerate(WORDS)
        ]
    return table(["nudged", "soft answer moves by", "hard answer moves by"], rows)


def by_hand() -> str:
    """The gradient in the query, entry by entry."""
    weights = gradients.read_weights(TENNIS, KEYS)
    output = weights @ VALUES
    by_score = weights * (VALUES - output)
    parts = by_score[:, None] * KEYS  # (3, 2)
    rows = [
        [f"**{word}**", number(w), number(v - output), number(s), *map(number, part)]
        for word, w, v, s, part in zip(WORDS, weights, VALUES, by_score, parts, strict=True)
    ]
    sums = ["sum", number(weights.sum()), "", number(by_score.sum()), *map(number, parts.sum(0))]
    headings = ["entry", "$a_j$", "$v_j - o$", "$a_j (v_j - o)$", "× sport", "× outdoors"]
    return table(headings, [*rows, sums])


def descent() -> str:
    """The steps that take the answer to nine."""
    rows = [
        [place, *map(number, step.query), number(step.output), *map(number, step.slope)]
        for place, step in enumerate(numbers.descent(TENNIS, KEYS, 3))
    ]
    headings = ["after step", "sport", "outdoors", "answer", "slope, sport", "slope, outdoors"]
    return table(headings, rows)


def saturation() -> str:
    """What is left of the slopes when the query gets longer."""
    rows = []
    for factor, size in numbers.longer.items():
        query = factor * TENNIS
        by_values = gradients.gradients(query, KEYS, VALUES)[2]
        answer = number(float(by_values @ VALUES))
        rows.append([f"tennis × {factor}", answer, number(float(size), 4), _listed(by_values)])
    return table(["query", "answer", "slope in the query", "slopes in the values"], rows)


def typical_and_mean() -> str:
    """The size of the query's gradient in random lookups, in the middle and on average."""
    rows = []
    for width in (16, 256, 1024):
        plain = numbers.query_slopes(width, 1)
        scaled = numbers.query_slopes(width, np.sqrt(width))
        cells = (np.median(plain), np.mean(plain), np.median(scaled), np.mean(scaled))
        rows.append([width, *(_two_figures(float(cell)) for cell in cells)])
    headings = ["d_k", "plain: middle", "plain: mean", "÷ √d_k: middle", "÷ √d_k: mean"]
    return table(headings, rows, "rrrrr")


def _two_figures(value: float) -> str:
    """Random draws are shown to two figures."""
    return number(value, max(1 - int(np.floor(np.log10(value))), 0))
