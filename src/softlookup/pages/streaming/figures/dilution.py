"""The same lead among more and more rivals."""

import numpy as np
from matplotlib.figure import Figure

from softlookup.draw import INK, MUTED, WEIGHT, blank
from softlookup.pages.streaming.numbers import leader, needed

MARK = 9 / 10  # of the weight: the closed form ln(9(n − 1)) is for this share
GAPS = ((3, "-"), (5, "--"), (10, ":"))
SAYS = (
    "The weight of one entry that leads all the others by 3 (solid), 5 (dashed) or 10 (dotted), as the "
    f"dictionary grows. For many entries it is one curve, shifted. A lead of 5 keeps {leader(5, 3):.1%} of 3 "
    f"entries and {leader(5, 1000):.1%} of 1,000. The dots mark {MARK:.0%}: each needs a lead "
    "of ln(9(n − 1))."
).replace("%", " %")


def draw() -> Figure:
    """Three falling curves over the number of entries, on a logarithmic axis."""
    figure, axes = blank(3.0)
    sizes = np.unique(np.geomspace(2, 10**6, 70).astype(int))
    for gap, dashes in GAPS:
        shares = [leader(gap, int(n)) for n in sizes]
        axes.plot(sizes, shares, color=WEIGHT, linestyle=dashes, linewidth=2.4)
        turn = 1 + np.exp(gap) / 9  # the size at which the gap is needed(size)
        assert np.isclose(needed(turn), gap)
        axes.plot([turn], [MARK], "o", color=WEIGHT, markersize=7)
        low = 1 + np.exp(gap) * 7 / 3  # where the weight is 30 %
        axes.text(low * 0.72, 0.3, f"lead {gap}", ha="right", va="center", color=INK)
    axes.axhline(MARK, color=MUTED, linewidth=0.6, zorder=0)
    ticks = [10, 1000, 100_000]
    axes.set(xscale="log", ylim=(0, 1.04), yticks=[0, 1 / 2, MARK])
    axes.set_yticklabels([f"{share:.0%}".replace("%", " %") for share in (0, 1 / 2, MARK)])
    axes.set_xticks(ticks, [f"{n:,}" for n in ticks])
    axes.minorticks_off()
    axes.set(xlabel="entries", ylabel="weight of the leader")
    return figure
