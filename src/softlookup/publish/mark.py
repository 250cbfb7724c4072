"""The mark of the site: the map of answers, as coarse as an icon must be."""

import io

import numpy as np

from softlookup.examples import KEYS, VALUES
from softlookup.ink import LIGHT
from softlookup.ink import PAPER as STAND_IN
from softlookup.lookup import soft_lookup

SIDE = 4  # tiles in a row
PAPER = LIGHT[STAND_IN]
# Seen on light and on dark.
_LOW = np.array([0x24, 0x3F, 0x63])
_HIGH = np.array([0xF0, 0xB4, 0x2E])


def logo() -> str:
    """A square of tiles, each in the colour of the answer at its middle."""
    tiles = "".join(
        f'<rect x="{8 * column + 0.5:g}" y="{8 * row + 0.5:g}" width="7" height="7" rx="1" fill="{ink}"/>'
        for column, row, ink in _tiles()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{tiles}</svg>\n'


def icon(side: int, *, ground: bool) -> bytes:
    """The same as PNG; a phone that puts it on its own ground cuts the corners off, so there is a margin."""
    from PIL import Image, ImageDraw

    fine = 4  # drawn larger, then reduced: soft corners
    whole = side * fine
    picture = Image.new("RGBA", (whole, whole), PAPER if ground else (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    margin = whole * 0.14 if ground else 0.0
    step = (whole - 2 * margin) / SIDE
    for column, row, ink in _tiles():
        left, top = margin + step * (column + 1 / 16), margin + step * (row + 1 / 16)
        box = (left, top, left + step * 7 / 8, top + step * 7 / 8)
        pen.rounded_rectangle(box, radius=step / 8, fill=ink)
    written = io.BytesIO()
    picture.resize((side, side), Image.Resampling.BOX).save(written, "PNG", optimize=True)
    return written.getvalue()


def _tiles() -> list[tuple[int, int, str]]:
    """(column, row, colour) of every tile."""
    across = np.linspace(-1.6, 2.6, SIDE)
    down = np.linspace(2.6, -1.4, SIDE)
    return [
        (column, row, _ink((x, y))) for row, y in enumerate(down) for column, x in enumerate(across)
    ]


def _ink(query: tuple[float, float]) -> str:
    answer = float(soft_lookup(np.array(query), KEYS, VALUES))
    share = (answer - VALUES.min()) / (VALUES.max() - VALUES.min())
    red, green, blue = (_LOW + share * (_HIGH - _LOW)).round().astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"
