"""Tables of the page on gradients."""

import numpy as np

from softlookup.examples import AXES, KEYS, VALUES, WEIGHTS, WORDS, Vector
from softlookup.pages.gradients import hard_choices, numbers
from softlookup.write import number, table


def _listed(slopes: Vector, digits: int = 3) -> str:
    return ", ".join(number(slope, digits) for slope in np.ravel(slopes))


def by_argument() -> str:
    """The slope of the soft and of the hard answer in everything that goes in."""
    soft, hard = numbers.SOFT, numbers.HARD
    rows = [[f"query ({', '.join(AXES)})", _listed(soft.query, 2), _listed(hard.query, 0)]]
    rows += [
        [f"key of {word}", _listed(by_soft, 2), _listed(by_hard, 0)]
        for word, by_soft, by_hard in zip(WORDS, soft.keys, hard.keys, strict=True)
    ]
    rows += [
        [f"value of {word}", number(by_soft, 2), number(by_hard, 0)]
        for word, by_soft, by_hard in zip(WORDS, soft.values, hard.values, strict=True)
    ]
    return table(["nudged", "soft answer moves by", "hard answer moves by"], rows)


def by_hand() -> str:
    """The gradient in the query, entry by entry."""
    parts = numbers.pull[:, np.newaxis] * KEYS  # (3, 2)
    rows = [
        [f"**{word}**", number(w), number(v - numbers.output), number(p), *map(number, part)]
        for word, w, v, p, part in zip(WORDS, WEIGHTS, VALUES, numbers.pull, parts, strict=True)
    ]
    sums = ["sum", number(WEIGHTS.sum()), "", number(numbers.pull.sum())]
    headings = ["entry", "$a_j$", "$v_j - o$", "$a_j (v_j - o)$", "× sport", "× outdoors"]
    return table(headings, [*rows, [*sums, *map(number, parts.sum(axis=0))]])


def steps() -> str:
    """The steps that take the answer to nine."""
    rows = [
        [place, *map(number, step.query), number(step.output), *map(number, step.slope)]
        for place, step in enumerate(numbers.STEPS)
    ]
    headings = ["after step", "sport", "outdoors", "answer", "slope, sport", "slope, outdoors"]
    return table(headings, rows)


def saturation() -> str:
    """What is left of the slopes when the query gets longer."""
    rows = [
        [
            f"tennis × {factor}",
            number(float(slopes.values @ VALUES)),
            number(numbers.steepness[factor], 4),
            _listed(slopes.values),
        ]
        for factor, slopes in numbers.LONGER.items()
    ]
    return table(["query", "answer", "slope in the query", "slopes in the values"], rows)


def typical_and_mean() -> str:
    """The size of the query's gradient in random lookups, in the middle and on average."""
    rows = []
    for width in numbers.WIDTHS:
        plain, scaled = numbers.PLAIN[width], numbers.SCALED[width]
        cells = (np.median(plain), np.mean(plain), np.median(scaled), np.mean(scaled))
        rows.append([width, *(_two_figures(float(cell)) for cell in cells)])
    headings = ["d_k", "plain: middle", "plain: mean", "÷ √d_k: middle", "÷ √d_k: mean"]
    return table(headings, rows, "rrrrr")


def _two_figures(value: float) -> str:
    """Random draws are shown to two figures."""
    return number(value, max(1 - int(np.floor(np.log10(value))), 0))


def hard_choices_that_learn() -> str:
    """Four ways to a slope through a draw: what each says on average, and how much a draw scatters."""
    ways = {
        "sampling": hard_choices.SAMPLING,
        "sampling, average loss taken off": hard_choices.BASELINE,
        "straight through": hard_choices.STRAIGHT,
    }
    for temperature, found in hard_choices.GUMBEL.items():
        ways[f"Gumbel-softmax, T = {temperature:g}"] = found
    rows = [["**the slope that is wanted**", number(hard_choices.TRUE, 1), number(0, 1)]]
    rows += [[way, number(found.mean, 1), number(found.spread, 1)] for way, found in ways.items()]
    return table(["way", "slope, on average", "spread of one draw"], rows)
