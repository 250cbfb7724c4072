"""Tables of the page on gradients."""

from collections.abc import Mapping

import numpy as np

from softlookup.examples import AXES, WORDS
from softlookup.pages.gradients import hard_choices, numbers
from softlookup.write import named, number, table


def _named(name: str, value: float, digits: int = 3) -> str:
    return named(f"gradients.{name}", number(value, digits))


def _listed(name: str, found: Mapping[str, float], digits: int = 3) -> str:
    return ", ".join(_named(f"{name}[{key}]", value, digits) for key, value in found.items())


def by_argument() -> str:
    """The slope of the soft and of the hard answer in everything that goes in."""
    soft, hard = numbers.soft, numbers.hard
    rows = [
        [
            f"query ({', '.join(AXES)})",
            _listed("soft[query]", soft["query"], 2),
            _listed("hard[query]", hard["query"], 0),
        ]
    ]
    rows += [
        [
            f"key of {word}",
            _listed(f"soft[keys][{word}]", soft["keys"][word], 2),
            _listed(f"hard[keys][{word}]", hard["keys"][word], 0),
        ]
        for word in WORDS
    ]
    rows += [
        [
            f"value of {word}",
            _named(f"soft[values][{word}]", soft["values"][word], 2),
            _named(f"hard[values][{word}]", hard["values"][word], 0),
        ]
        for word in WORDS
    ]
    return table(["nudged", "soft answer moves by", "hard answer moves by"], rows)


def by_hand() -> str:
    """The gradient in the query, entry by entry."""
    rows = [
        [
            f"**{word}**",
            _named(f"weights[{word}]", numbers.weights[word]),
            _named(f"above[{word}]", numbers.above[word]),
            _named(f"pulls[{word}]", numbers.pulls[word]),
            *(_named(f"parts[{word}][{axis}]", numbers.parts[word][axis]) for axis in AXES),
        ]
        for word in WORDS
    ]
    sums = ["sum", number(sum(numbers.weights.values())), "", number(numbers.pull.sum())]
    slopes = [_named(f"soft[query][{axis}]", numbers.soft["query"][axis]) for axis in AXES]
    headings = ["entry", "$a_j$", "$v_j - o$", "$a_j (v_j - o)$", "slope, sport", "slope, outdoors"]
    return table(headings, [*rows, [*sums, *slopes]])


def steps() -> str:
    """The steps that take the answer to nine."""
    rows = [
        [
            place,
            *(_named(f"steps[{place}][query][{axis}]", step["query"][axis]) for axis in AXES),
            _named(f"steps[{place}][output]", step["output"]),
            *(_named(f"steps[{place}][slope][{axis}]", step["slope"][axis]) for axis in AXES),
        ]
        for place, step in numbers.steps.items()
    ]
    headings = ["after step", "sport", "outdoors", "answer", "slope, sport", "slope, outdoors"]
    return table(headings, rows)


def saturation() -> str:
    """What is left of the slopes when the query gets longer."""
    rows = [
        [
            f"tennis × {factor}",
            _named(f"longer[{factor}][output]", found["output"]),
            _named(f"longer[{factor}][steepness]", found["steepness"], 4),
            _listed(f"longer[{factor}][values]", found["values"]),
        ]
        for factor, found in numbers.longer.items()
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
    rows = [["**the slope that is wanted**", number(hard_choices.TRUE, 1), number(0, 0)]]
    rows += [[way, number(found.mean, 1), number(found.spread, 0)] for way, found in ways.items()]
    return table(["way", "slope, on average", "spread of one draw"], rows)
