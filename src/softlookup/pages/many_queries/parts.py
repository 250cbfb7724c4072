"""Other parts of the page on many queries: two products, cell by cell."""

from softlookup import explorables
from softlookup.pages.many_queries.numbers import output

SAYS = (
    "The shapes of four lookups at once, one more than there are keys, so that no axis can be taken for another. "
    f"Tennis stays one row from the query to its answer {output['tennis']:.2f}, and no other row of Q takes part."
)
ASKS = "Send the softmax down the columns. Which answers will give it away?"


def tape() -> str:
    """Four queries on their way through two products; awake, each cell says what it is made of."""
    return explorables.shape_tape(SAYS, ASKS)
