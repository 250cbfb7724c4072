"""The mark of the site: the map of answers, as coarse as an icon must be."""

import numpy as np

from softlookup.examples import KEYS, VALUES
from softlookup.lookup import soft_lookup

SIDE = 4  # tiles in a row
_LOW, _HIGH = (
    np.array([0x24, 0x3F, 0x63]),
    np.array([0xF0, 0xB4, 0x2E]),
)  # seen on light and on dark


def logo() -> str:
    """A square of tiles, each in the colour of the answer at its middle."""
    across = np.linspace(-1.6, 2.6, SIDE)
    down = np.linspace(2.6, -1.4, SIDE)
    tiles = "".join(
        _tile(column, row, (x, y)) for row, y in enumerate(down) for column, x in enumerate(across)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{tiles}</svg>\n'


def _tile(column: int, row: int, query: tuple[float, float]) -> str:
    answer = float(soft_lookup(np.array(query), KEYS, VALUES))
    share = (answer - VALUES.min()) / (VALUES.max() - VALUES.min())
    red, green, blue = (_LOW + share * (_HIGH - _LOW)).round().astype(int)
    place = f'x="{8 * column + 0.5:g}" y="{8 * row + 0.5:g}"'
    return f'<rect {place} width="7" height="7" rx="1" fill="#{red:02x}{green:02x}{blue:02x}"/>'
