"""Other parts of the page on lookup as matrix multiplication: two products to play with."""

from softlookup import explorables

SAYS = (
    "A lookup as two products. Ball’s row meets each key, and the keys stand upright, one in each column. One "
    "column has its 1 in the same place, so its weight is 1 and the others are 0. Multiplied with the prices, that 1 "
    "lets one of them through."
)
ASKS = (
    "Choose the order <em>ball, tree, racket</em>, and the keys <em>as they are</em>, not laid on their side. Who "
    "still gets the right price?"
)


def products() -> str:
    """Ball’s row, the keys, the weights and the prices; awake, all of them can be changed."""
    return explorables.one_hot_lookup(SAYS, ASKS)
