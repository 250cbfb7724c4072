"""Seconds against entries: the stored run, and the model that was not fitted to it."""

import math

import numpy as np
from matplotlib.figure import Figure

from softlookup import runs
from softlookup.draw import INK, OTHER, blank
from softlookup.pages.scale.numbers import on_one_machine
from softlookup.pages.scale.powers import ticks

_WORKERS = {1: (INK, "o", "one worker"), 2: (OTHER, "s", "two workers")}


def _measured(workers: int) -> dict[int, float]:
    name = f"Dask, {workers} worker{'s' * (workers > 1)}"
    return {row["entries"]: row["seconds"] for row in runs.rows("cluster", contestant=name)}


_points = [
    (on_one_machine(entries, workers) / seconds)
    for workers in _WORKERS
    for entries, seconds in _measured(workers).items()
]
_far = max(max(ratio, 1 / ratio) for ratio in _points)
SAYS = (
    "A dictionary on disk, read by one Dask worker (circles) and by two (squares), as measured; "
    "the lines "
    "are the model, which knows only how fast one plain NumPy process reads and what a task "
    "costs. At its "
    f"worst point the model is off by a factor of {_far:.1f}. Run of {runs.measured_on('cluster')}."
)


def draw() -> Figure:
    """Logarithmic axes: points are measured, lines computed."""
    figure, axes = blank(3.0)
    for workers, (colour, marker, name) in _WORKERS.items():
        measured = _measured(workers)
        sizes = np.geomspace(min(measured), max(measured), 60)
        model = [on_one_machine(size, workers) for size in sizes]
        line = "-" if workers == 1 else "--"
        axes.plot(sizes, model, color=colour, linestyle=line, label=f"model, {name}")
        points = list(measured), list(measured.values())
        axes.plot(*points, marker, color=colour, markersize=7, label=f"measured, {name}")
    read = sorted(_measured(1))
    axes.set(xscale="log", yscale="log", xlabel="entries", title="seconds")
    axes.set_xticks(read, [f"{entries:,}" for entries in read])
    axes.margins(x=0.12)
    low, high = axes.get_ylim()
    axes.set_yticks(*ticks(range(math.ceil(math.log10(low)), math.ceil(math.log10(high)))))
    axes.minorticks_off()
    axes.legend(loc="lower right")
    return figure
