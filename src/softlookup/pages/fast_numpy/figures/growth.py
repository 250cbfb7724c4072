"""Time and memory as the dictionary grows, from stored runs."""

import numpy as np
from matplotlib.figure import Figure

from softlookup import runs
from softlookup.draw import INK, MUTED, OTHER, blank

_PLAIN = {"threads": 1, "type": "float32", "causal": False, "spread": 1}
_NAMES = {  # contestant -> (what the figure calls it, colour, line, where its name stands)
    "naive": ("written out", OTHER, "--", (6, 2)),
    "fast_attention": ("tiles", INK, "-", (6, -3)),
    "PyTorch": ("PyTorch", MUTED, ":", (6, -14)),
}
_seconds = runs.rows("attention", **_PLAIN)
_bytes = [row for row in runs.rows("memory") if "bytes" in row]


def _extra_memory(name: str) -> tuple[list[int], list[float]]:
    kept = [row for row in _bytes if row["contestant"] == name]
    return [row["n"] for row in kept], [row["bytes"] / 2**20 for row in kept]


def _power(sizes: list[int], amounts: list[float]) -> float:
    return float(np.polyfit(np.log(sizes), np.log(amounts), 1)[0])


_sizes = [row["n"] for row in _seconds]
_growth = {name: _power(_sizes, [row["seconds"][name] for row in _seconds]) for name in _NAMES}
assert all(abs(_growth[name] - 2) < 0.1 for name in ("fast_attention", "PyTorch"))
assert _growth["naive"] > 2.2  # the page says of all three how they rise
_last = _seconds[-1]["seconds"]
_times = {name: _last[name] / _last["fast_attention"] for name in ("naive", "PyTorch")}
_memory = dict(zip(*_extra_memory("naive"), strict=True))
_largest = max(_memory)
_tiled = dict(zip(*_extra_memory("fast_attention"), strict=True))[_largest]

SAYS = (
    "Measured for n queries over n keys of width 64, one head, single precision, one thread. Left: time "
    f"grows as n to the power {_growth['fast_attention']:.2f} in tiles (solid). At {_sizes[-1]:,} the "
    f"written-out formula (dashed) takes {_times['naive']:.1f} times as long, PyTorch (dotted) "
    f"{_times['PyTorch']:.1f} times. "
    f"Right: memory beyond inputs and output. At {_largest:,} the written-out formula "
    f"takes {_memory[_largest]:,.0f} MiB and tiles {_tiled:.0f}. "
    f"Run of {runs.measured_on('attention')}."
)


def draw() -> Figure:
    """Two panels with logarithmic axes: seconds, and mebibytes."""
    figure, panels = blank(3.0, columns=2)
    for name, (label, colour, dashes, shift) in _NAMES.items():
        times = [row["seconds"][name] for row in _seconds]
        for axes, (sizes, amounts) in zip(
            panels, [(_sizes, times), _extra_memory(name)], strict=True
        ):
            axes.plot(sizes, amounts, color=colour, linestyle=dashes, marker="o", markersize=4)
            end = (sizes[-1], amounts[-1])
            axes.annotate(label, end, shift, textcoords="offset points", ha="left", color=INK)
    for axes, title in zip(panels, ("seconds", "extra MiB"), strict=True):
        ticks = [1024, 4096, 16384]
        axes.set(xscale="log", yscale="log", title=title, xlabel="n", xlim=(800, 140_000))
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.yaxis.set_major_formatter(lambda amount, _: f"{amount:,g}")
        axes.minorticks_off()
        axes.margins(y=0.15)
    return figure
