"""From the query to the answer: hash, slot, equality."""

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, KEY, MUTED, OUTPUT, QUERY, VALUE, blank

SLOTS = 8
STORED = {8: 12, 10: 3, 5: 7}  # integers, because their hashes are the same everywhere


@dataclass(frozen=True)
class Way:
    """A query on its way through the table."""

    query: float
    dashes: str
    height: float  # of its row in the picture

    @property
    def slot(self) -> int:
        """Where to look."""
        return hash(self.query) % SLOTS


WAYS = (Way(8.0, "-", 7.0), Way(16, "--", 5.3), Way(3, ":", 3.6))
SAYS = (
    f"Three queries on their way through a table of {SLOTS} slots, slot = hash modulo {SLOTS}. "
    f"{8.0} (solid) and 16 (dashed) meet in slot {WAYS[1].slot}, and the comparison there tells them "
    f"apart: only {8.0} gets the value {STORED[8]}. The query 3 (dotted) finds an empty slot. "
    "Other keys were never looked at."
)


def draw() -> Figure:
    """Queries on the left, slots in the middle, verdicts on the right."""
    figure, axes = blank(3.5)
    for heading, x in (("query", 0.5), ("hash", 2.5), ("slot", 5.25), ("equal?", 8.9)):
        axes.text(x, 8.1, heading, ha="center", color=MUTED)
    for slot in range(SLOTS):
        _slot(axes, slot)
    for way in WAYS:
        _follow(axes, way)
    axes.set(xlim=(-0.1, 10.1), ylim=(-0.7, 8.6))
    axes.axis("off")
    return figure


def _there(slot: int) -> int | None:
    """The key that is stored in a slot."""
    return next((key for key in STORED if hash(key) % SLOTS == slot), None)


def _slot(axes: Axes, slot: int) -> None:
    height = 7 - slot
    axes.fill_between([4.6, 6.6], height - 0.4, height + 0.4, color=GRID, alpha=0.5, linewidth=0)
    axes.text(4.4, height, str(slot), ha="right", va="center", color=MUTED)
    key = _there(slot)
    if key is not None:
        axes.text(5.3, height, str(key), ha="right", va="center", color=KEY)
        axes.text(5.65, height, "→", ha="center", va="center", color=MUTED)
        axes.text(6.0, height, str(STORED[key]), ha="left", va="center", color=VALUE)


def _follow(axes: Axes, way: Way) -> None:
    line: dict[str, Any] = {"color": QUERY, "linestyle": way.dashes, "linewidth": 1.8}
    place = 7 - way.slot
    axes.text(0.5, way.height, str(way.query), ha="center", va="center", color=QUERY)
    axes.plot([1.1, 2.0], [way.height, way.height], **line)
    axes.text(2.5, way.height, str(hash(way.query)), ha="center", va="center", color=INK)
    axes.plot([3.0, 4.0], [way.height, place], **line)
    axes.plot([6.7, 7.7], [place, way.height], **line)
    axes.plot([7.7], [way.height], marker=">", markersize=6, color=QUERY)
    compared, answer = _verdict(way)
    axes.text(8.9, way.height + 0.35, compared, ha="center", va="center", color=INK)
    axes.text(8.9, way.height - 0.45, answer, ha="center", va="center", color=OUTPUT)


def _verdict(way: Way) -> tuple[str, str]:
    """What the slot says to a query, and what the dictionary answers."""
    there = _there(way.slot)
    if there is None:
        return "empty", "KeyError"
    if there == way.query:
        return f"{there} = {way.query}", str(STORED[there])
    return f"{there} ≠ {way.query}", "KeyError"
