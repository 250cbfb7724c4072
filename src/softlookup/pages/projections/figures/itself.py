"""How often a token scores itself best, by the width of its key."""

from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, WEIGHT, blank
from softlookup.pages.projections.numbers import chance, most_itself

_WIDTHS = [1, 2, 4, 8, 16, 32]
_tied = [most_itself(True, width, draws=1000) for width in _WIDTHS]
_free = [most_itself(False, width, draws=1000) for width in _WIDTHS]

SAYS = (
    "How often does a token score itself best among six? Random tokens of 16 numbers, random matrices. "
    "With one matrix for both roles (squares) the share grows with the width of the key, from "
    f"{100 * _tied[0]:.0f}\u00a0% to {100 * _tied[-1]:.0f}\u00a0%. With two matrices (dots) it stays at "
    "chance, one in six (dashed), at every width."
)


def draw() -> Figure:
    """Two lines against the width, and chance."""
    figure, axes = blank(2.7)
    axes.axhline(chance, color=MUTED, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.plot(_WIDTHS, _tied, "s-", color=INK, markersize=7)
    axes.plot(_WIDTHS, _free, "o-", color=WEIGHT, markersize=6)
    axes.text(2.2, 0.78, "one matrix", color=INK)
    axes.text(2.2, chance + 0.06, "two matrices", color=INK)
    axes.set_xscale("log", base=2)
    axes.set_xticks(_WIDTHS, [str(width) for width in _WIDTHS])
    axes.minorticks_off()
    axes.set(ylim=(0, 1.04), yticks=[0, 0.5, 1], yticklabels=["0", "half", "all"])
    axes.set_xlabel("width of a key, d_k")
    axes.set_ylabel("scores itself best")
    return figure
