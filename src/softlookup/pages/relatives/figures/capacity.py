"""How many entries can be read back, by three kinds of memory with keys of the same width."""

from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, OUTPUT, WEIGHT, blank
from softlookup.pages.relatives.numbers import SIZES, capacity, key_width
from softlookup.write import percent

SAYS = (
    "The share of n entries that their own key still finds, so that of all values theirs is the best match to what "
    f"is read. Keys have {key_width} numbers, in random directions. A matrix into which all entries are added "
    "(dotted) mixes up a few of them early, and many once "
    "there are more entries than a key has numbers. The matrix with the least squared error (dashed) holds that "
    f"many and then fails as well: of {SIZES[-1]:,} entries it finds "
    f"{percent(capacity['least squares'][SIZES[-1]], 0)}. The soft "
    f"lookup (solid) keeps every entry and, with scores of √{key_width} times the cosine, finds them all."
)
_LINES = {
    "soft lookup": ("-", OUTPUT, (160, 0.92), "left"),
    "least squares": ("--", WEIGHT, (165, 0.55), "left"),
    "added up": (":", KEY, (100, 0.4), "right"),
}


def draw() -> Figure:
    """Three curves over the number of entries, on a logarithmic axis."""
    figure, axes = blank(2.9)
    for name, (dashes, colour, spot, side) in _LINES.items():
        shares = [capacity[name][size] for size in SIZES]
        axes.plot(SIZES, shares, linestyle=dashes, color=colour, marker="o", markersize=4)
        axes.text(*spot, name, ha=side, va="center", color=INK)
    axes.axvline(key_width, color=MUTED, linewidth=0.7, zorder=0)
    ticks = [SIZES[0], key_width, 256, SIZES[-1]]
    axes.set(
        xscale="log", ylim=(-0.03, 1.08), yticks=[0, 0.5, 1], xlabel="entries", ylabel="read back"
    )
    axes.set_yticklabels([percent(share, 0) for share in (0, 0.5, 1)])
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    return figure
