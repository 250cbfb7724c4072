"""From the query to the answer: hash, slot, equality."""

from typing import Any

from matplotlib.figure import Figure

from softlookup.draw import BLUE, GREEN, GRID, INK, MUTED, ORANGE, blank

SLOTS = 8
STORED = {8: 12, 10: 3, 5: 7}  # integers, because their hashes are the same everywhere
QUERIES: list[tuple[float, str, str, float]] = [  # query, colour, dashes, height of its row
    (8.0, BLUE, "-", 7.0),
    (16, ORANGE, "--", 5.3),
    (3, GREEN, ":", 3.6),
]

SAYS = (
    f"Three queries on their way through a table of {SLOTS} slots, slot = hash modulo {SLOTS}. "
    f"{8.0} (solid) and 16 (dashed) meet in slot {hash(16) % SLOTS}, and the comparison there tells them "
    f"apart: only {8.0} gets the value {STORED[8]}. The query 3 (dotted) finds an empty slot. "
    "Other keys were never looked at."
)


def verdict(query: float) -> str:
    """What the slot of a query says."""
    there = [key for key in STORED if key % SLOTS == hash(query) % SLOTS]
    if not there:
        return "empty:\nKeyError"
    return (
        f"{there[0]} = {query}:\n{STORED[there[0]]}"
        if there[0] == query
        else f"{there[0]} ≠ {query}:\nKeyError"
    )


def draw() -> Figure:
    """Queries on the left, slots in the middle, verdicts on the right."""
    figure, axes = blank(3.5)
    for heading, x in (("query", 0.5), ("hash", 2.5), ("slot", 5.25), ("equal?", 8.9)):
        axes.text(x, 8.1, heading, ha="center", color=MUTED)
    for slot in range(SLOTS):
        _slot(axes, slot)
    for query, colour, dashes, height in QUERIES:
        _way(axes, query, colour, dashes, height)
    axes.set(xlim=(-0.1, 10.1), ylim=(-0.7, 8.6))
    axes.axis("off")
    return figure


def _slot(axes: Any, slot: int) -> None:
    key = next((key for key in STORED if hash(key) % SLOTS == slot), None)
    axes.fill_between([4.6, 6.6], 6.6 - slot, 7.4 - slot, color=GRID, alpha=0.5, linewidth=0)
    axes.text(4.4, 7 - slot, str(slot), ha="right", va="center", color=MUTED)
    if key is not None:
        axes.text(5.6, 7 - slot, f"{key} → {STORED[key]}", ha="center", va="center")


def _way(axes: Any, query: float, colour: str, dashes: str, height: float) -> None:
    slot = hash(query) % SLOTS
    line = {"color": colour, "linestyle": dashes, "linewidth": 1.8}
    axes.text(0.5, height, str(query), ha="center", va="center", color=INK)
    axes.plot([1.1, 2.0], [height, height], **line)
    axes.text(2.5, height, str(hash(query)), ha="center", va="center", color=INK)
    axes.plot([3.0, 4.0], [height, 7 - slot], **line)
    axes.plot([6.7, 7.7], [7 - slot, height], **line)
    axes.plot([7.7], [height], marker=">", markersize=6, color=colour)
    axes.text(8.9, height, verdict(query), ha="center", va="center", color=INK)
