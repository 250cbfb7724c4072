"""What is kept of one token, in one layer, by four designs."""

from matplotlib.figure import Figure

from softlookup.draw import INK, KEY, blank
from softlookup.pages.heads.numbers import kept_numbers, latent, query_heads

NAMES = {
    query_heads: "each head its own",
    8: "four heads share",
    0: "one latent",
    1: "all heads share",
}
SAYS = (
    f"Numbers kept of one token in one layer, for {query_heads} query heads. A latent of {latent['width']} numbers, "
    f"with {latent['place']} more for the place, takes little more than two keys and two values would, and "
    "every head still makes keys and values of its own from it."
)


def draw() -> Figure:
    """Four bars, the longest first."""
    figure, axes = blank(2.2)
    for row, key_heads in enumerate(NAMES):
        length = kept_numbers[key_heads]
        axes.barh(row, length, height=0.62, color=KEY)
        axes.text(length + 90, row, f"{length:,}", va="center", color=INK)
    axes.set_yticks(range(len(NAMES)), list(NAMES.values()), color=INK)
    axes.set(xlim=(0, 9400), ylim=(len(NAMES) - 0.5, -0.5), xticks=[])
    axes.spines[["bottom", "left"]].set_visible(False)
    axes.tick_params(length=0)
    return figure
