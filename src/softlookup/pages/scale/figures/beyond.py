"""Where nobody measured: the model for a trillion entries, and when merging begins to matter."""

import numpy as np
from matplotlib.figure import Figure

from softlookup import runs
from softlookup.draw import INK, MUTED, OTHER, blank
from softlookup.pages.scale.numbers import (
    DATA_CENTRE,
    FABRIC,
    OFFICE,
    Network,
    best_machines,
    fan_in,
    note_bytes,
    on_machines,
    rate,
    trillion,
)
from softlookup.pages.scale.powers import raised, ticks

_SIZES = {9: OTHER, 12: INK}  # exponents
_NETWORKS = {OFFICE: (MUTED, ":"), DATA_CENTRE: (INK, "-"), FABRIC: (OTHER, "--")}


def _share(entries: float, network: Network) -> float:
    """The part of the time that a shard of so many entries waits for one level of the tree."""
    waiting = fan_in * network.seconds(note_bytes)
    return float(waiting / (waiting + entries / rate()))


def _below(network: Network) -> float:
    """Entries from which on merging takes less than a hundredth."""
    sizes = np.geomspace(1e2, 1e9, 4000)
    return float(next(size for size in sizes if _share(size, network) < 1 / 100))


_best = best_machines(trillion)
SAYS = (
    "Extrapolated, not measured. Left: seconds for 10⁹ and 10¹² entries on more and more "
    "machines, each as "
    f"fast as one process of the run. The curves turn up where handing out tasks costs more than "
    f"reading: for "
    f"10¹² at {_best:,.0f} machines and {on_machines(trillion, _best):,.0f} seconds. Right: the "
    f"share of the time "
    f"that one level of merging takes, against the entries in a shard, with {OFFICE.gigabits} "
    f"(dotted), {DATA_CENTRE.gigabits} (solid) and {FABRIC.gigabits} Gbit/s "
    f"(dashed). With {DATA_CENTRE.gigabits} Gbit/s it is below a hundredth from {_below(DATA_CENTRE):,.0f} entries on. "
    f"Speeds from the run of {runs.run('cluster')['date']}; networks assumed."
)


def draw() -> Figure:
    """Two panels with logarithmic axes; everything is dashed or dotted that would be a promise."""
    figure, (left, right) = blank(3.2, columns=2)
    machines = np.geomspace(1, 1e6, 100)
    for power, colour in _SIZES.items():
        times = [on_machines(10.0**power, count) for count in machines]
        left.plot(machines, times, color=colour, linestyle="--")
        left.annotate(
            raised(power), (machines[0], times[0]), (5, 5), textcoords="offset points", color=INK
        )
    left.set(xscale="log", yscale="log", xlabel="machines", title="seconds")
    sizes = np.geomspace(1e2, 1e8, 100)
    for network, (colour, line) in _NETWORKS.items():
        shares = [100 * _share(size, network) for size in sizes]
        right.plot(sizes, shares, color=colour, linestyle=line)
    right.axhline(1, color=MUTED, linewidth=1)
    right.set(
        xscale="log",
        yscale="log",
        xlabel="entries in a shard",
        title="merging, %",
        ylim=(1e-4, 130),
    )
    for axes in (left, right):
        axes.minorticks_off()
    left.set_xticks(*ticks(range(0, 7, 2)))
    left.set_yticks(*ticks(range(1, 8, 2)))
    right.set_xticks(*ticks(range(2, 9, 2)))
    right.set_yticks(*ticks(range(-4, 3, 2)))
    return figure
