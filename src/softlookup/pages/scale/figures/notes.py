"""Three shards, three notes, merged two by two: the running example on three machines."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import BLUE, INK, MUTED, ORANGE, blank, cell
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.steps.partial_lookup import Part, finish, merge, partial

_NOTES = [
    partial(TENNIS[None], KEYS[i : i + 1], VALUES[i : i + 1, None], scale=1) for i in range(3)
]
_FIRST = merge(_NOTES[0], _NOTES[1])
_LAST = merge(_FIRST, _NOTES[2])
_ANSWER = float(finish(_LAST)[0, 0])


def _numbers(note: Part) -> list[float]:
    return [float(part[0, 0]) for part in note]


def _written(note: Part) -> str:
    return ", ".join(f"{x:.3f}".rstrip("0").rstrip(".") for x in _numbers(note))


SAYS = (
    f"Tennis asks three machines. Each reads its own entries, here one word, and sends a note of "
    f"three "
    f"numbers: best score, total, blend. {WORDS[0].capitalize()} and {WORDS[1]} send "
    f"({_written(_NOTES[0])}) "
    f"and ({_written(_NOTES[1])}), which merge to ({_written(_FIRST)}); with {WORDS[2]} it becomes "
    f"({_written(_LAST)}). Divided once at the end, that is {_ANSWER:.3f}, as from one machine."
)


def _note(axes: Axes, x: float, y: float, note: Part, colour: str) -> None:
    """The three numbers side by side."""
    for place, (number, width) in enumerate(zip(_numbers(note), (0.6, 1.05, 1.05), strict=True)):
        text = f"{number:.0f}" if float(number).is_integer() else f"{number:.2f}"
        cell(
            axes,
            (x + (0, 0.6, 1.65)[place], y - 0.3),
            text,
            shade=0.3,
            colour=colour,
            size=(width, 0.6),
        )


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.annotate("", end, start, arrowprops={"arrowstyle": "->", "color": MUTED, "linewidth": 1.4})


def draw() -> Figure:
    """Shards on the left, notes in the middle, the answer on the right."""
    figure, axes = blank(2.9)
    for row, (word, note) in enumerate(zip(WORDS, _NOTES, strict=True)):
        for line in range(3 - row):  # shards of any size
            cell(axes, (0, row + 0.2 * line - 0.3), shade=0.14, size=(1.6, 0.2))
        axes.text(0.8, row - 0.42, f"{word}, …", ha="center", va="bottom", color=INK)
        _arrow(axes, (1.65, row), (2.15, row))
        _note(axes, 2.2, row, note, BLUE)
    _arrow(axes, (4.95, 0), (5.5, 0.4))
    _arrow(axes, (4.95, 1), (5.5, 0.6))
    _note(axes, 5.55, 0.5, _FIRST, ORANGE)
    _arrow(axes, (6.9, 0.85), (6.9, 1.15))
    _arrow(axes, (4.95, 2), (5.5, 1.65))
    _note(axes, 5.55, 1.5, _LAST, ORANGE)
    _arrow(axes, (6.9, 1.85), (6.9, 2.15))
    axes.text(6.9, 2.4, f"{_ANSWER:.3f}", ha="center", va="center", color=INK, weight="bold")
    for x, title in ((0.8, "shards"), (3.55, "notes"), (6.9, "merged")):
        axes.text(x, -0.95, title, ha="center", va="bottom", color=MUTED)
    axes.set(xlim=(-0.05, 8.35), ylim=(2.65, -1.3))
    axes.axis("off")
    return figure
