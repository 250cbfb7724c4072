"""Two new queries over five keys: where the causal corner belongs."""

from matplotlib.figure import Figure

from softlookup import words
from softlookup.draw import INK, ORANGE, blank, frame, heat
from softlookup.pages.masks.numbers import sentence
from softlookup.steps import masks

_vectors = words.vectors(sentence)
_scores = _vectors @ _vectors.T / _vectors.shape[1] ** 0.5  # (5, 5)

SAYS = (
    "Real word vectors, each word reading itself and what came before. Above: all five ask at once. "
    "Below: only “the” and “mat” ask, over five kept keys. Aligned at the lower right they get the "
    "framed rows again, number for number. Aligned at the upper left, “the” reads “she” alone."
)


def draw() -> Figure:
    """The whole triangle, then its last two rows under either alignment."""
    figure, panels = blank(5.6, rows=3, height_ratios=[5, 2, 2])
    queries = {"all five ask": 0, "two ask, lower right": 3, "two ask, upper left": 3}
    for axes, (title, first) in zip(panels, queries.items(), strict=True):
        corner = "upper left" if title.endswith("upper left") else "lower right"
        may_read = masks.causal(5 - first, 5, corner)
        weights = masks.masked_softmax(_scores[first:], may_read)
        heat(axes, weights, sentence[first:], sentence, may_read)
        axes.set_title(title, pad=20, fontweight="bold", color=INK)
    for axes, top in zip(panels, (3, 0), strict=False):  # the same two rows, twice
        frame(axes, (0, top), (5, 2), ORANGE, linewidth=2.5)
    return figure
