"""The map of answers: the plane of words, every place coloured by what a lookup answers there.

Its window is a little lower than that of the figures, which softlookup.answer_map draws.
"""

import html
from dataclasses import dataclass

import numpy as np

from softlookup import lookup
from softlookup.examples import AXES, KEYS, TENNIS, VALUES, WORDS, Matrix, Vector
from softlookup.interactive import SHAPE_OF, SHAPES, Plane, block, data, predicted, short
from softlookup.steps.softmax import softmax


@dataclass(frozen=True)
class Entry:
    """A word of the dictionary: its shape on the map, its key, its value."""

    word: str
    shape: str
    key: tuple[float, float]
    value: float


PLANE = Plane(left=-2.4, right=3.4, bottom=-1.4, top=2.8)
PHONE = 340  # pixels that a phone leaves for the plane
WORD_WIDTH, WORD_HEIGHT = 56, 20  # of the word above a pin, in pixels; as in map-drawing.js
_ASKED = "tennis"
# The whole numbers strictly between the least and the largest value.
_LEVELS = list(range(int(np.floor(VALUES.min())) + 1, int(np.ceil(VALUES.max()))))
_DECIMALS = 3
_THINNEST, _THICKEST = 1.0, 11.0  # of a thread, in pixels; as in map-drawing.js
_PIXELS_PER_SLOPE, _LONGEST_ARROW = 22, 110  # of the arrow; as in map-drawing.js
_GRID = (59, 43)  # points at which the printed picture is computed
_BANDS = 40  # steps of colour in the printed picture


def _entries() -> list[Entry]:
    return [
        Entry(word, SHAPE_OF[word], (float(key[0]), float(key[1])), float(value))
        for word, key, value in zip(WORDS, KEYS, VALUES, strict=True)
    ]


def answer_map(
    says: str,
    *,
    identity: str = "map-of-answers",
    arrow: bool = False,
    asks: str = "",
    keys_move: bool = True,
) -> str:
    """The map of the running example, with its sentence as caption and accessible name.

    With `arrow` it shows how the answer rises fastest from the query: its gradient. `asks` is what to predict
    before a hand moves anything.
    """
    entries = _entries()
    weights = lookup.soft_weights(TENNIS, KEYS).tolist()
    output = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
    slope = lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES).queries if arrow else None
    content = {
        "box": vars(PLANE),
        "axes": AXES,
        "decimals": _DECIMALS,
        "query": {"word": _ASKED, "at": TENNIS.tolist()},
        "entries": [vars(entry) for entry in entries],
        "temperature": 1.0,
        "levels": _LEVELS,
        "keysMove": keys_move,
    }
    return block(
        "\n".join(
            [
                f'<answer-map id="{identity}" role="group" aria-labelledby="{identity}-says">',
                predicted(asks),
                '<div class="stage">',
                f'<div class="plane">{_bands()}',
                _overlay(entries, weights, output, slope),
                "</div>",
                '<div class="panel">',
                _answer(output),
                _scale(identity, entries, output),
                _table(entries, weights),
                _steepness(slope),
                '<div class="controls"></div>',
                "</div>",
                "</div>",
                f'<p class="says" id="{identity}-says">{html.escape(says, quote=False)}</p>',
                data(content),
                "</answer-map>",
            ]
        )
    )


def _answers() -> tuple[Vector, Vector, Matrix]:
    """The places of the grid and what the lookup answers there."""
    x = np.linspace(PLANE.left, PLANE.right, _GRID[0])
    y = np.linspace(PLANE.bottom, PLANE.top, _GRID[1])
    scores = np.stack(np.meshgrid(x, y), axis=-1) @ KEYS.T  # (rows, columns, n_k)
    return x, y, softmax(scores) @ VALUES


def _view() -> str:
    """A picture in per mille of the plane, stretched to it."""
    return 'viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%"'


def _path(line: Matrix) -> str:
    x = (line[:, 0] - PLANE.left) / (PLANE.right - PLANE.left) * 1000
    y = (PLANE.top - line[:, 1]) / (PLANE.top - PLANE.bottom) * 1000
    points = np.round(np.column_stack([x, y])).astype(int)
    steps = " ".join(f"{across} {down}" for across, down in np.diff(points, axis=0))
    return f"M{points[0, 0]} {points[0, 1]}l{steps}".replace(" -", "-")


def _bands() -> str:
    """The coloured picture as stacked areas: each lies on the one below, so there are no seams."""
    import contourpy

    x, y, answers = _answers()
    drawn = contourpy.contour_generator(x, y, answers, fill_type="OuterCode")
    least, most = float(VALUES.min()), float(VALUES.max())
    areas = [f'<rect width="1000" height="1000" fill="{_shade(0.5 / _BANDS)}"/>']
    for step in range(1, _BANDS):
        polygons = drawn.filled(least + (most - least) * step / _BANDS, np.inf)[0]
        path = "".join(_path(np.asarray(polygon)) + "Z" for polygon in polygons)
        if path:
            areas.append(f'<path fill="{_shade((step + 0.5) / _BANDS)}" d="{path}"/>')
    return f'<svg class="picture" {_view()} aria-hidden="true">{"".join(areas)}</svg>'


def _shade(part: float) -> str:
    """A colour of the ramp, from low at 0 over mid at a half to high at 1."""
    names = ("low", "mid") if part < 0.5 else ("mid", "high")
    share = (part * 2) % 1
    return f"color-mix(in srgb, var(--map-{names[1]}) {share:.1%}, var(--map-{names[0]}))"


def _overlay(
    entries: list[Entry], weights: list[float], output: float, slope: Vector | None
) -> str:
    """Lines and pins at percentages of the plane, with text that keeps its size."""
    origin_x, origin_y = PLANE.percent((0, 0))
    at = PLANE.percent(TENNIS)
    axes = (
        f'<line class="axis" x1="0" x2="100%" y1="{origin_y}" y2="{origin_y}"/>'
        f'<line class="axis" x1="{origin_x}" x2="{origin_x}" y1="0" y2="100%"/>'
        f'<text class="axis-name" x="100%" y="{origin_y}" dx="-8" dy="15" text-anchor="end">'
        f"{AXES[0]} →</text>"
        f'<text class="axis-name" x="{origin_x}" y="0" dx="7" dy="17">↑ {AXES[1]}</text>'
    )
    threads = "".join(
        _thread(at, PLANE.percent(entry.key), weight)
        for entry, weight in zip(entries, weights, strict=True)
    )
    pins = "".join(_pin(entry) for entry in entries)
    asking = (
        f'<svg class="pin asking" x="{at[0]}" y="{at[1]}" overflow="visible">'
        f'<circle class="pulse" r="15"/>{SHAPES["star"]}'
        f'<text class="word" y="-19">{_ASKED}</text>'
        f'<text class="found" y="27">{output:.{_DECIMALS}f}</text></svg>'
    )
    contours = _contours(entries)
    return (
        '<svg class="overlay" width="100%" height="100%" aria-hidden="true">'
        f'{axes}<g class="contours">{contours}</g>{threads}{pins}{_arrow(at, slope)}{asking}</svg>'
    )


def _arrow(at: tuple[str, str], slope: Vector | None) -> str:
    """From the query, the way in which the answer rises fastest, as long as it is steep."""
    if slope is None:
        return ""
    length = min(float(np.hypot(*slope)) * _PIXELS_PER_SLOPE, _LONGEST_ARROW)
    turn = np.degrees(np.arctan2(-slope[1], slope[0]))
    return (
        f'<svg class="slope" x="{at[0]}" y="{at[1]}" overflow="visible"><g transform="rotate({turn:.2f})">'
        f'<line x2="{length:.1f}"/><path d="M-1-6 10 0-1 6Z" transform="translate({length:.1f})"/>'
        "</g></svg>"
    )


def _steepness(slope: Vector | None) -> str:
    if slope is None:
        return ""
    return f'<p class="steepness">steepest slope <span>{np.hypot(*slope):.{_DECIMALS}f}</span></p>'


def _thread(start: tuple[str, str], end: tuple[str, str], weight: float) -> str:
    width = _THINNEST + weight * (_THICKEST - _THINNEST)
    return (
        f'<line class="thread" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}" '
        f'stroke-width="{width:.2f}"/>'
    )


def _pin(entry: Entry) -> str:
    x, y = PLANE.percent(entry.key)
    return (
        f'<svg class="pin" x="{x}" y="{y}" overflow="visible">{SHAPES[entry.shape]}'
        f'<text class="word" y="-14">{html.escape(entry.word)} '
        f'<tspan class="value">{short(entry.value)}</tspan></text></svg>'
    )


def _contours(entries: list[Entry]) -> str:
    """The lines of equal answer, each with its value where there is room for it."""
    import contourpy

    x, y, answers = _answers()
    drawn = contourpy.contour_generator(x, y, answers, line_type="Separate")
    pins = [TENNIS, *(np.array(entry.key) for entry in entries)]
    taken = [point for pin in pins for point in _pin_and_word(pin)]
    paths, labels = [], []
    for level in _LEVELS:
        lines = [np.asarray(line) for line in drawn.lines(level)]
        if not lines:
            continue
        paths.append(f'<path class="contour" d="{"".join(_path(line) for line in lines)}"/>')
        place = _roomiest(np.concatenate(lines), taken)
        taken.append(place)
        px, py = PLANE.percent(place)
        labels.append(f'<text class="level" x="{px}" y="{py}">{level}</text>')
    return f"<svg {_view()}>{''.join(paths)}</svg>{''.join(labels)}"


def _pin_and_word(pin: Vector) -> list[Vector]:
    """Where a pin stands, and the beginning, middle and end of the word above it on a phone."""
    unit = (PLANE.right - PLANE.left) / PHONE  # of the plane, for each pixel
    word = [[side * unit * WORD_WIDTH / 2, unit * WORD_HEIGHT] for side in (-1, 0, 1)]
    return [pin + shift for shift in np.array([[0, 0], *word])]


def _roomiest(points: Matrix, taken: list[Vector]) -> Vector:
    """The point of a line that is farthest from the edge and from what is already there."""
    sides = [PLANE.right - points[:, 0], points[:, 0] - PLANE.left]
    sides += [PLANE.top - points[:, 1], points[:, 1] - PLANE.bottom]
    others = [np.hypot(*(points - place).T) for place in taken]
    best: Vector = points[np.minimum.reduce(sides + others).argmax()]
    return best


def _answer(output: float) -> str:
    place = ", ".join(short(x) for x in TENNIS)
    return (
        f'<p class="reply"><span class="asked">{_ASKED} <span class="place">({place})</span>'
        f'</span> <span class="number">{output:.{_DECIMALS}f}</span></p>'
    )


def _scale(identity: str, entries: list[Entry], output: float) -> str:
    """The key to the colours, which is also the line on which values are averaged."""
    values = [entry.value for entry in entries]
    least, most = min(values), max(values)

    def part(value: float) -> str:
        return f"{(value - least) / (most - least):.4%}"

    stops = "".join(
        f'<stop offset="{offset}%" stop-color="var(--map-{name})"/>'
        for name, offset in (("low", 0), ("mid", 50), ("high", 100))
    )
    marks = "".join(
        f'<svg class="mark" x="{part(e.value)}" y="31" overflow="visible">{SHAPES[e.shape]}'
        f'<text y="22">{short(e.value)}</text></svg>'
        for e in entries
    )
    return (
        f'<svg class="scale" aria-hidden="true"><defs><linearGradient id="{identity}-ramp">{stops}'
        f'</linearGradient></defs><rect y="12" width="100%" height="9" rx="4.5" '
        f'fill="url(#{identity}-ramp)"/>{marks}'
        f'<svg class="marker" x="{part(output)}" y="0" overflow="visible">'
        '<path d="M-6 0H6L0 9Z"/><path class="stem" d="M0 9V22"/></svg></svg>'
    )


def _table(entries: list[Entry], weights: list[float]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><svg class="shape" viewBox="-11 -11 22 22" aria-hidden="true">'
        f"{SHAPES[entry.shape]}</svg>{html.escape(entry.word)}</th>"
        f'<td class="score">{short(lookup.dot(TENNIS, entry.key))}</td>'
        f'<td class="share"><svg class="bar" aria-hidden="true"><rect width="{weight:.2%}" '
        f'height="100%"/></svg><span class="weight">{weight:.{_DECIMALS}f}</span></td>'
        f'<td class="value">{short(entry.value)}</td></tr>'
        for entry, weight in zip(entries, weights, strict=True)
    )
    return (
        '<table class="read"><thead><tr><th scope="col">word</th><th scope="col">score</th>'
        '<th scope="col">weight</th><th scope="col">value</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
