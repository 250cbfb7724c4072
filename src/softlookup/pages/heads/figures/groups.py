"""Who shares whose keys and values: each its own, in pairs, one for all."""

from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, MUTED, QUERY, blank

HEADS = 4
SAYS = (
    f"{HEADS} query heads (circles) and the keys and values they read (squares). Left: each its own, as "
    "in the first design. Middle: neighbours share, which is called grouped queries. Right: all share "
    "one, which is called multi-query. The circles stay; only the squares are kept in memory."
)


def draw() -> Figure:
    """Three small graphs with the same circles and fewer squares."""
    figure, panels = blank(2.1, columns=3)
    for axes, (title, key_heads) in zip(
        panels, [("each its own", 4), ("grouped", 2), ("one for all", 1)], strict=True
    ):
        share = HEADS // key_heads
        places = [share * g + (share - 1) / 2 for g in range(key_heads)]
        for head in range(HEADS):
            axes.plot([head, places[head // share]], [1, 0], color=MUTED, linewidth=1.4, zorder=1)
        axes.scatter(range(HEADS), [1] * HEADS, s=130, color=QUERY, zorder=2)
        axes.scatter(places, [0] * key_heads, s=130, marker="s", color=KEY, zorder=2)
        axes.set_title(title)
        axes.text(1.5, -0.42, f"{key_heads} of {HEADS} kept", ha="center", va="top", color=INK)
        axes.set(xlim=(-0.5, HEADS - 0.5), ylim=(-0.8, 1.25))
        axes.axis("off")
    return figure
