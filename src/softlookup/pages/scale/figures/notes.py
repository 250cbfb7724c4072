"""Three shards, three notes, merged two by two: the running example on three machines."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from softlookup.draw import KEY, MUTED, OUTPUT, VALUE, WEIGHT, blank, cell
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


def _note(axes: Axes, x: float, y: float, note: Part) -> None:
    """Best score and total, which belong to the weights, and the blend of the values."""
    best, total, blend = (f"{n:.0f}" if n.is_integer() else f"{n:.2f}" for n in _numbers(note))
    cell(axes, (x, y - 0.3), best, shade=0.12, colour=WEIGHT, size=(0.6, 0.6))
    cell(axes, (x + 0.6, y - 0.3), total, shade=0.3, colour=WEIGHT, size=(1.05, 0.6))
    cell(axes, (x + 1.65, y - 0.3), blend, shade=0.3, colour=VALUE, size=(1.05, 0.6))


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.annotate("", end, start, arrowprops={"arrowstyle": "->", "color": MUTED, "linewidth": 1.4})


def draw() -> Figure:
    """Shards on the left, notes in the middle, the answer on the right."""
    figure, axes = blank(2.7)
    for row, (word, note) in enumerate(zip(WORDS, _NOTES, strict=True)):
        cell(axes, (0, row - 0.3), word, shade=0.2, colour=KEY, size=(1.5, 0.6))
        _arrow(axes, (1.55, row), (2.15, row))
        _note(axes, 2.2, row, note)
    _arrow(axes, (4.95, 0), (5.5, 0.2))
    _arrow(axes, (4.95, 1), (5.5, 0.4))
    _note(axes, 5.55, 0.3, _FIRST)
    _arrow(axes, (6.9, 0.65), (6.9, 0.95))
    _arrow(axes, (4.95, 2), (5.5, 1.5))
    _note(axes, 5.55, 1.3, _LAST)
    _arrow(axes, (6.9, 1.65), (6.9, 1.95))
    cell(axes, (6.3, 2.0), f"{_ANSWER:.3f}", shade=0.25, colour=OUTPUT, size=(1.2, 0.6))
    for x, title in ((0.75, "shards"), (3.55, "notes"), (6.9, "merged")):
        axes.text(x, -0.45, title, ha="center", va="bottom", color=MUTED)
    axes.set(xlim=(-0.05, 8.35), ylim=(2.65, -0.85))
    axes.axis("off")
    return figure
