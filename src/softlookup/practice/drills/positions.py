"""Exercises without end for the page on positions."""

from random import Random

from softlookup import lookup
from softlookup.practice.drill import Drawn, drill


def _turned(vector: list[int], quarters: int) -> list[int]:
    """Turned to the left by quarter turns."""
    x, y = vector
    return [[x, y], [-y, x], [-x, -y], [y, -x]][quarters % 4]


@drill(
    "Turned by their places",
    asks="Every place turns a vector by a quarter turn to the left. The query {q} stands at place {i}, the key {k} at "
    "place {j}. What is their score?",
    steps=(
        "Only the distance counts: turn the key by {j} − {i} = {distance} quarter turns, and leave the query.",
        "The key becomes {turned}.",
        "{q} · {turned} = {answer}.",
    ),
)
def quarter_turns(draw: Random) -> Drawn | None:
    q, k = ([draw.randint(-4, 5) for _ in range(2)] for _ in range(2))
    i, j = draw.sample(range(12), 2)
    turned = _turned(k, j - i)
    return Drawn(
        {"q": q, "k": k, "i": i, "j": j, "distance": j - i, "turned": turned},
        answer=q[0] * turned[0] + q[1] * turned[1],
        oracle=lookup.dot(_turned(q, i), _turned(k, j)),
        wrong={
            "that is the score without places.": lookup.dot(q, k),
            "that turns by the sum of the places; the distance counts.": lookup.dot(
                q, _turned(k, i + j)
            ),
            "that turns the key alone by its own place.": lookup.dot(q, _turned(k, j)),
        },
    )
