"""Similarity in the plane: a query, three keys, and the shadow of each key on the query."""

import html

import numpy as np

from softlookup import lookup
from softlookup.examples import AXES, KEYS, TENNIS, WORDS, Vector
from softlookup.explorables.frame import element
from softlookup.interactive import SHAPE_OF, SHAPES, Plane, data, short

PLANE = Plane(left=-2.2, right=4.6, bottom=-1.4, top=2.7)


def similarity_plane(says: str, asks: str = "", identity: str = "shadows") -> str:
    """Arrows and shadows on one plane, and their measures in a table; awake, all four can be dragged."""
    picture = (
        '<div class="stage"><div class="plane">'
        '<svg class="overlay drawn" width="100%" height="100%" aria-hidden="true">'
        f"{_landing(identity)}{_axes()}{''.join(_cast(key, identity) for key in KEYS)}{_ray()}"
        f"{''.join(_pin(word, key) for word, key in zip(WORDS, KEYS, strict=True))}"
        f"{_asking()}</svg></div>{_table()}</div>"
    )
    content = {
        "box": vars(PLANE),
        "axes": AXES,
        "query": {"word": "tennis", "at": TENNIS.tolist()},
        "entries": [
            {"word": word, "key": key.tolist()} for word, key in zip(WORDS, KEYS, strict=True)
        ],
    }
    return element(
        "similarity-plane", identity, says, picture, data(content), asks=asks, states=True
    )


def _line(name: str, start: Vector, end: Vector, mark: str = "") -> str:
    x1, y1 = PLANE.percent(start)
    x2, y2 = PLANE.percent(end)
    ends = f' marker-end="url(#{mark})"' if mark else ""
    return f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{ends}/>'


def _landing(identity: str) -> str:
    """The mark where a key lands: a stroke across the shadows, since all of them lie along one line."""
    return (
        f'<marker id="{identity}-landing" orient="auto" markerUnits="userSpaceOnUse" overflow="visible">'
        '<line class="landing" x1="-17" x2="17"/></marker>'
    )


def _axes() -> str:
    x, y = PLANE.percent((0, 0))
    return (
        f'<line class="axis" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
        f'<line class="axis" x1="{x}" x2="{x}" y1="0" y2="100%"/>'
        f'<text class="axis-name" x="100%" y="{y}" dx="-8" dy="15" text-anchor="end">{AXES[0]} →</text>'
        f'<text class="axis-name" x="{x}" y="0" dx="7" dy="17">↑ {AXES[1]}</text>'
    )


def _ray() -> str:
    """The query, and its direction to the edge of the plane and beyond."""
    far = TENNIS / np.hypot(*TENNIS) * 10
    origin = np.zeros(2)
    return _line("ray", origin, far) + _line("arrow asking", origin, TENNIS)


def _cast(key: Vector, identity: str) -> str:
    """A key's shadow, the way it falls, and its arrow."""
    foot = lookup.dot(key, TENNIS) / lookup.dot(TENNIS, TENNIS) * TENNIS
    origin = np.zeros(2)
    return (
        '<g class="cast">'
        f"{_line('shadow', origin, foot)}{_line('fall', key, foot, f'{identity}-landing')}"
        f"{_line('arrow', origin, key)}</g>"
    )


def _pin(word: str, key: Vector) -> str:
    x, y = PLANE.percent(key)
    return (
        f'<svg class="pin" x="{x}" y="{y}" overflow="visible">{SHAPES[SHAPE_OF[word]]}'
        f'<text class="word" y="-14">{html.escape(word)} '
        f'<tspan class="score">{short(lookup.dot(TENNIS, key))}</tspan></text></svg>'
    )


def _asking() -> str:
    x, y = PLANE.percent(TENNIS)
    return (
        f'<svg class="pin asking" x="{x}" y="{y}" overflow="visible">{SHAPES["star"]}'
        '<text class="word" x="-12" y="-7">tennis</text></svg>'
    )


def _table() -> str:
    rows = "".join(
        f'<tr><th scope="row">{word}</th>{"".join(_cells(key))}</tr>'
        for word, key in zip(WORDS, KEYS, strict=True)
    )
    names = ("score", "shadow", "cosine", "angle")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    return (
        f'<table class="read"><thead><tr><th scope="col">key</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _cells(key: Vector) -> list[str]:
    score = lookup.dot(TENNIS, key)
    cosine = lookup.cosine(TENNIS, key)
    texts = {
        "score": short(score),
        "shadow": f"{score / np.hypot(*TENNIS):.2f}",
        "cosine": f"{cosine:.2f}",
        "angle": f"{np.degrees(np.arccos(cosine)):.0f}°",
    }
    return [f'<td class="{name}">{text}</td>' for name, text in texts.items()]
