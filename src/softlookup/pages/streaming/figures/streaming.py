"""Every order of three entries: the paths differ, what has been read decides."""

from itertools import permutations

from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, OUTPUT, SHAPES, VALUE, blank
from softlookup.examples import SCORES, VALUES, WORDS
from softlookup.steps import streaming


def _path(order: tuple[int, ...]) -> list[float]:
    """The answer so far after each entry."""
    state, answers = streaming.NOTHING, []
    for word in order:
        state = streaming.absorb(state, float(SCORES[word]), VALUES[word])
        answers.append(float(streaming.finish(state)))
    return answers


_END = _path((0, 1, 2))[-1]
SAYS = (
    "The price so far, for all six orders in which racket, ball and tree can come in. Each line is one "
    "order, read from left to right. It begins at the first word’s own price, and wherever two orders have "
    f"read the same words they meet. All six end at {_END:.3f}."
)


def draw() -> Figure:
    """Six paths through seven points."""
    figure, axes = blank(3.2)
    for order in permutations(range(3)):
        axes.plot([1, 2, 3], _path(order), color=MUTED, linewidth=1.3, zorder=1)
    for word, name in enumerate(WORDS):
        axes.plot([1], VALUES[[word]], SHAPES[name], color=VALUE, markersize=9)
        axes.text(0.93, VALUES[word], f"{name} {VALUES[word]:.0f}", ha="right", va="center")
    for pair in ((0, 1), (0, 2), (1, 2)):
        answer = _path(pair)[-1]
        axes.plot([2], [answer], "D", color=OUTPUT, markersize=7)
        away = 0.55 if pair == (0, 2) else -0.75  # clear of the lines
        name = f"{WORDS[pair[0]]}, {WORDS[pair[1]]}"
        axes.text(2.05, answer + away, name, ha="left", va="center", color=INK)
    axes.plot([3], [_END], "D", color=OUTPUT, markersize=11)
    axes.text(3.08, _END, f"{_END:.3f}", va="center")
    axes.set(xlim=(0.2, 3.5), ylim=(1.2, 10.8), xticks=[1, 2, 3], yticks=[])
    axes.set_xlabel("entries read")
    axes.spines["left"].set_visible(False)
    return figure
