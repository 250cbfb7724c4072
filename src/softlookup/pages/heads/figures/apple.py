"""Apple the company and apple the fruit: one head that is outvoted, and four that are not."""

from matplotlib.figure import Figure

from softlookup.draw import GRID, INK, PAPER, WEIGHT, blank
from softlookup.pages.heads.numbers import devices, food
from softlookup.write import percent

SAYS = (
    "What apple reads among the words of this site, by kind: devices (full), food (hatched), everything else (faint). "
    f"With its whole vector it reads devices, and food gets {percent(food[0])}. Of four heads with a slice each, the "
    f"first still reads devices, the second gives food {percent(food[2], 0)}, and the third reads little of either."
)


def draw() -> Figure:
    """Five bars of one whole, each cut in three."""
    figure, axes = blank(2.7)
    for row, (device, eaten) in enumerate(zip(devices, food, strict=True)):
        axes.barh(row, 1, height=0.62, color=GRID)
        axes.barh(row, device, height=0.62, color=WEIGHT, edgecolor=PAPER)
        axes.barh(row, eaten, left=device, height=0.62, color=PAPER)
        axes.barh(
            row,
            eaten,
            left=device,
            height=0.62,
            fill=False,
            edgecolor=WEIGHT,
            hatch="///",
            linewidth=1.2,
        )
        axes.text(1.03, row, percent(device, 0), va="center")
        axes.text(1.3, row, percent(eaten, 0), va="center")
    axes.text(1.03, -0.75, "devices", va="center")
    axes.text(1.3, -0.75, "food", va="center")
    names = ["whole vector", *(f"slice {i}" for i in range(1, len(food)))]
    axes.set_yticks(range(len(names)), names, color=INK)
    axes.set(xlim=(0, 1.5), ylim=(len(names) - 0.5, -1.1), xticks=[])
    axes.spines[["bottom", "left"]].set_visible(False)
    axes.tick_params(length=0)
    return figure
