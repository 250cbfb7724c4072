"""The picture that goes with a link to a page: its title and its answer, beside the map of answers."""

import io
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from softlookup import examples, ink, snippets
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.publish import mark
from softlookup.steps.softmax import softmax

WIDTH, HEIGHT = 1200, 630  # what every service that shows links crops least
_MAP = 430  # the width of the map
_MARGIN = 72
_ROOM = WIDTH - _MAP - 2 * _MARGIN  # for text
_SCALE = np.array([list(bytes.fromhex(colour[1:])) for colour in ink.LIGHT_MAP], dtype=float)
_BANDS = 16
_COLOURS = 64  # enough for soft edges; four times fewer bytes than all


def recipe() -> list[str]:
    """Everything beside its words that decides the bytes of a card."""
    packages = [f"{name} {version(name)}" for name in ("pillow", "numpy", "font-source-serif-pro")]
    files = (__file__, examples.__file__, ink.__file__, mark.__file__, snippets.path("softmax"))
    code = b"".join(Path(file).read_bytes() for file in files)
    return [*packages, sha256(code).hexdigest()]


def card(title: str, answer: str, above: str) -> bytes:
    """The card of a page as PNG; `above` is the line over the title."""
    picture = _ground().copy()
    pen = ImageDraw.Draw(picture)
    pen.text((_MARGIN + 62, 62), above, ink.LIGHT[ink.MUTED], _font("Semibold", 30))
    size, lines = _fitted(title, "Semibold", (68, 60, 52, 46), rows=4)
    y = 168.0
    for line in lines:
        pen.text((_MARGIN, y), line, ink.LIGHT[ink.INK], _font("Semibold", size))
        y += size * 1.16
    y += 26
    left = int((HEIGHT - 50 - y) / (32 * 1.36))
    for line in _cut(_wrapped(answer, _font("Regular", 32)), left):
        pen.text((_MARGIN, y), line, ink.LIGHT[ink.MUTED], _font("Regular", 32))
        y += 32 * 1.36
    written = io.BytesIO()
    few = picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(written, "PNG", compress_level=6)
    return written.getvalue()


def _fitted(text: str, cut: str, sizes: tuple[int, ...], rows: int) -> tuple[int, list[str]]:
    """The largest size in which a text fits into so many lines, and those lines."""
    for size in sizes:
        lines = _wrapped(text, _font(cut, size))
        if len(lines) <= rows - (size > 60):
            return size, lines
    return sizes[-1], _cut(_wrapped(text, _font(cut, sizes[-1])), rows)


def _wrapped(text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= _ROOM or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(lines: list[str], rows: int) -> list[str]:
    """No more than so many lines; an ellipsis says that there were more."""
    if len(lines) <= rows:
        return lines
    last = lines[rows - 1].rsplit(" ", 1)[0].rstrip(",;:.")
    return [*lines[: rows - 1], f"{last} …"]


@cache
def _font(cut: str, size: int) -> ImageFont.FreeTypeFont:
    """The text font of the site; the package that carries it is found without being imported."""
    package = find_spec("font_source_serif_pro")
    if not package or not package.origin:
        raise ValueError("the package font-source-serif-pro is not installed")
    file = Path(package.origin).parent / "files" / f"SourceSerifPro-{cut}.ttf"
    return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _ground() -> Image.Image:
    """What all cards share: paper, the mark, the name, and the map with its four words."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), mark.PAPER)
    picture.paste(Image.fromarray(_map()), (WIDTH - _MAP, 0))
    logo = Image.open(io.BytesIO(mark.icon(44, ground=False)))
    picture.paste(logo, (_MARGIN, 60), logo)
    fine = 3
    layer = Image.new("RGBA", (_MAP * fine, HEIGHT * fine), (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    for shape, place in zip(("square", "circle", "triangle"), KEYS, strict=True):
        _pin(pen, shape, _pixel(place) * fine, 13 * fine, ink.LIGHT[ink.KEY])
    _pin(pen, "star", _pixel(TENNIS) * fine, 20 * fine, ink.LIGHT[ink.QUERY])
    layer = layer.resize((_MAP, HEIGHT), Image.Resampling.LANCZOS)
    picture.paste(layer, (WIDTH - _MAP, 0), layer)
    return picture


# The window on the plane: as many units to a pixel across as up.
_MIDDLE, _UNIT = np.array([0.65, 0.8]), 108.0


def _pixel(place: Any) -> Any:
    """From the plane to the map."""
    return np.array([_MAP / 2, HEIGHT / 2]) + (place - _MIDDLE) * _UNIT * np.array([1, -1])


def _map() -> Any:
    """The answer to every query, in bands of colour; uint8, (HEIGHT, _MAP, 3)."""
    x = (np.arange(_MAP) + 0.5 - _MAP / 2) / _UNIT + _MIDDLE[0]
    y = (HEIGHT / 2 - np.arange(HEIGHT) - 0.5) / _UNIT + _MIDDLE[1]
    scores = np.stack(np.meshgrid(x, y), axis=-1) @ KEYS.T  # (HEIGHT, _MAP, 3)
    answers = softmax(scores) @ VALUES
    share = (answers - VALUES.min()) / (VALUES.max() - VALUES.min())
    band = np.minimum((share * _BANDS).astype(int), _BANDS - 1) / (_BANDS - 1) * 2
    colours = [np.interp(band, [0, 1, 2], _SCALE[:, channel]) for channel in range(3)]
    return np.stack(colours, axis=-1).round().astype(np.uint8)


def _pin(pen: ImageDraw.ImageDraw, shape: str, place: Any, size: float, colour: str) -> None:
    """A word by its shape, with an edge of paper that shows on any ground."""
    for radius, fill in ((size * 1.3, mark.PAPER), (size, colour)):
        x, y = place
        if shape == "circle":
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)
        else:
            pen.polygon([(x + radius * a, y - radius * b) for a, b in _CORNERS[shape]], fill=fill)


def _turns(count: int, start: float, radii: tuple[float, ...]) -> list[tuple[float, float]]:
    angles = [start + 2 * np.pi * turn / count for turn in range(count)]
    return [
        (radii[turn % len(radii)] * float(np.cos(a)), radii[turn % len(radii)] * float(np.sin(a)))
        for turn, a in enumerate(angles)
    ]


_CORNERS = {
    "square": _turns(4, np.pi / 4, (1.25,)),
    "triangle": _turns(3, np.pi / 2, (1.3,)),
    "star": _turns(10, np.pi / 2, (1.25, 0.5)),
}
