"""What changes nothing, what comes out at the other end, and what only looks harmless: each by running."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from softlookup import snippets
from softlookup.examples import KEYS, VALUES
from softlookup.steps.attention import attention as _attention
from softlookup.steps.softmax import softmax
from softlookup.write import number, table

_QUERIES = snippets.example("many_queries").queries

TRIALS = 100


@dataclass(frozen=True)
class Problem:
    """Everything that a lookup is given."""

    q: Any  # (n_q, d_k)
    k: Any  # (n_k, d_k)
    v: Any  # (n_k, d_v)
    added: Any  # (n_q, n_k), put on the scores
    scale: float | None = 1.0  # None: 1/√d_k

    @property
    def answers(self) -> Any:
        """One row a query."""
        return _attention(self.q, self.k, self.v, mask=self.added, scale=self.scale)

    def entries(self, chosen: Any) -> "Problem":
        """The same questions over other entries of the dictionary."""
        return replace(self, k=self.k[chosen], v=self.v[chosen], added=self.added[:, chosen])


def _as_before(answers: Any) -> Any:
    return answers


@dataclass(frozen=True)
class Card:
    """A change, why it does what it does, and what should come of it."""

    title: str
    why: str
    change: Callable[[Problem], Problem]
    expected: Callable[[Any], Any] = _as_before
    queries: int = 3
    scale: float | None = 1.0

    def example(self) -> Problem:
        """The running example."""
        q = _QUERIES[: self.queries]
        return Problem(q, KEYS, VALUES[:, None], np.zeros((len(q), len(KEYS))), self.scale)

    def random(self, seed: int) -> Problem:
        """Five entries of width 4, with values of width 3."""
        rng = np.random.default_rng(seed)
        q, k, v = (
            rng.normal(size=(self.queries, 4)),
            rng.normal(size=(5, 4)),
            rng.normal(size=(5, 3)),
        )
        return Problem(q, k, v, np.zeros((self.queries, 5)), self.scale)

    def holds(self, problem: Problem) -> bool:
        """Whether the change does what is expected."""
        after, expected = self.change(problem).answers, self.expected(problem.answers)
        return after.shape == expected.shape and bool(np.allclose(after, expected, atol=1e-9))

    def kept(self) -> int:
        """In how many random dictionaries it does."""
        return sum(self.holds(self.random(seed)) for seed in range(TRIALS))


# --- Changes --------------------------------------------------------------------------------------


def _vector(width: int) -> Any:
    return np.linspace(5, -3, width)  # (5, −3) in the plane


def _turn(width: int) -> Any:
    """A rotation: two mirrors, one after the other."""
    mirrors = [
        np.eye(width) - 2 * np.outer(u, u) / (u @ u) for u in (_vector(width), np.ones(width))
    ]
    return mirrors[0] @ mirrors[1]


def _constant(p: Problem) -> Problem:
    return replace(p, added=p.added + _vector(len(p.q))[:, None])


def _constant_on_one(p: Problem) -> Problem:
    return replace(p, added=p.added + 2.0 * (np.arange(len(p.k)) == 1))


def _keys_moved(p: Problem) -> Problem:
    return replace(p, k=p.k + _vector(p.k.shape[1]))


def _queries_moved(p: Problem) -> Problem:
    return replace(p, q=p.q + _vector(p.q.shape[1]))


def _reversed(p: Problem) -> Problem:
    return p.entries(np.arange(len(p.k))[::-1])


def _all_twice(p: Problem) -> Problem:
    return p.entries(np.arange(len(p.k)).repeat(2))


def _last_twice(p: Problem) -> Problem:
    return p.entries([*range(len(p.k)), -1])


def _last_halved(p: Problem) -> Problem:
    twice = _last_twice(p)
    return replace(twice, added=twice.added - np.log(2) * (np.arange(len(twice.k)) >= len(p.k) - 1))


def _turned(p: Problem) -> Problem:
    return replace(p, q=p.q @ _turn(p.q.shape[1]), k=p.k @ _turn(p.k.shape[1]))


def _queries_turned(p: Problem) -> Problem:
    return replace(p, q=p.q @ _turn(p.q.shape[1]))


def _mixed(p: Problem) -> Problem:
    width = p.q.shape[1]
    matrix = np.eye(width) + np.triu(np.ones((width, width)))
    return replace(p, q=p.q @ matrix, k=p.k @ np.linalg.inv(matrix).T)


def _widened(p: Problem) -> Problem:
    return replace(p, q=np.pad(p.q, ((0, 0), (0, 2))), k=np.pad(p.k, ((0, 0), (0, 2))))


def _padded(p: Problem, hidden: bool) -> Problem:
    value, score = (np.nan, -np.inf) if hidden else (0.0, 0.0)
    return replace(
        p,
        k=np.vstack([p.k, np.zeros(p.k.shape[1])]),
        v=np.vstack([p.v, np.full(p.v.shape[1], value)]),
        added=np.column_stack([p.added, np.full(len(p.q), score)]),
    )


def _alone(p: Problem) -> Problem:
    return replace(p, q=p.q[:1], added=p.added[:1])


def _sideways(p: Problem) -> Problem:
    step = _vector(p.k.shape[1])
    step = step - (step @ p.q[0]) / (p.q[0] @ p.q[0]) * p.q[0]  # at a right angle to the query
    return replace(p, k=np.vstack([p.k[0] + step, p.k[1:]]))


def _its_own_answer(p: Problem) -> Problem:
    return replace(
        p,
        k=np.vstack([p.k, _vector(p.k.shape[1])]),
        v=np.vstack([p.v, p.answers]),
        added=np.zeros((1, len(p.k) + 1)),
    )


def _values_moved(p: Problem) -> Problem:
    return replace(p, v=p.v + 100)


def _values_mixed(p: Problem) -> Problem:
    return replace(p, v=p.v @ _mixer(p.v.shape[1]))


def _mixer(width: int) -> Any:
    return 2 * np.eye(width) + np.eye(width, k=1)


def _other_order(p: Problem) -> Problem:
    return replace(p, q=p.q[::-1], added=p.added[::-1])


def _one_key_longer(p: Problem) -> Problem:
    return replace(p, k=np.vstack([2 * p.k[:1], p.k[1:]]))


def _unit_keys(p: Problem) -> Problem:
    return replace(p, k=p.k / np.linalg.norm(p.k, axis=1, keepdims=True))


def _sharper(p: Problem) -> Problem:
    return replace(p, q=2 * p.q)


def _values_swapped(p: Problem) -> Problem:
    return replace(p, v=p.v[::-1])


def _least_dropped(p: Problem) -> Problem:
    weights = softmax(p.q[0] @ p.k.T)
    return p.entries(np.arange(len(p.k)) != weights.argmin())


NOTHING = (
    Card(
        "One number added to all scores of a query",
        "It becomes a factor of every exponential and of their sum, and cancels.",
        _constant,
    ),
    Card(
        "One vector added to every key",
        "q·(k + c) = q·k + q·c: the same number on all scores of a query. So a bias on the keys "
        "does nothing, and neither does centring them.",
        _keys_moved,
    ),
    Card("The entries in another order", "A sum has no order.", _reversed),
    Card("Every entry stored twice", "All shares halve, and each is counted twice.", _all_twice),
    Card(
        "One entry stored twice, with ln 2 taken off both scores",
        "Half the exponential, twice.",
        _last_halved,
    ),
    Card(
        "Queries and keys turned together",
        "A rotation keeps every dot product. The axes have no meaning of their own.",
        _turned,
    ),
    Card(
        "Queries times an invertible matrix, keys times its inverse, transposed",
        "The two cancel inside the dot product. Of the matrices that make queries and keys only "
        "the product counts: no answer tells one pair from another.",
        _mixed,
    ),
    Card(
        "Zeros appended to queries and keys, the scale kept",
        "They add 0 to every dot product.",
        _widened,
    ),
    Card(
        "An entry that is hidden, even one that holds NaN",
        "exp(−∞) is 0, and `attention` does not read what has no weight. Libraries may: 0 times NaN "
        "is NaN.",
        partial(_padded, hidden=True),
    ),
    Card(
        "The other queries taken away",
        "Each row is a lookup of its own.",
        _alone,
        expected=lambda answers: answers[:1],
    ),
    Card(
        "One key moved at a right angle to the query",
        "The step has no part along the query. For other queries it counts.",
        _sideways,
        queries=1,
    ),
    Card(
        "A new entry whose value is the answer, whatever its key",
        "An average with its own result is the same average.",
        _its_own_answer,
        queries=1,
    ),
)
THROUGH = (
    Card(
        "100 added to every value",
        "Weights sum to 1, so exactly 100 arrives. A bias on the values is a bias on the output.",
        _values_moved,
        expected=lambda answers: answers + 100,
    ),
    Card(
        "Every value times a matrix",
        "A blend of products is the product of the blend. The matrix of the values may come after "
        "the lookup as well.",
        _values_mixed,
        expected=lambda answers: answers @ _mixer(answers.shape[1]),
    ),
    Card(
        "The queries in another order",
        "The answers change places with them.",
        _other_order,
        expected=lambda answers: answers[::-1],
    ),
)
SOMETHING = (
    Card(
        "One entry stored twice",
        "It counts twice. Duplicates in a memory are votes.",
        _last_twice,
    ),
    Card(
        "One key made twice as long",
        "Its score doubles; the others stay. The direction is not all.",
        _one_key_longer,
    ),
    Card(
        "One vector added to every query",
        "q·k grows by c·k, another number for each key. Centring the queries is not centring the "
        "keys.",
        _queries_moved,
    ),
    Card(
        "2 added to the scores of one entry",
        "Its exponential grows by a factor of e², the others’ do not.",
        _constant_on_one,
    ),
    Card("All scores doubled", "That is half the temperature.", _sharper),
    Card("Only the queries turned", "The angles to the keys are others now.", _queries_turned),
    Card(
        "All keys brought to length 1",
        "Long keys lose what their length gave them.",
        _unit_keys,
    ),
    Card(
        "Zeros appended to queries and keys, scale 1/√d_k",
        "The dot products stay, but the divisor grows with the width.",
        _widened,
        scale=None,
    ),
    Card(
        "An entry of zeros as padding, not hidden",
        "A score of 0 has a share, and it draws every answer towards its value, 0.",
        partial(_padded, hidden=False),
    ),
    Card(
        "The values in another order, the keys as before",
        "Entries are pairs.",
        _values_swapped,
    ),
    Card(
        "The entry with the least weight for the first query dropped",
        "Its share goes to the others, and another query may have read it most.",
        _least_dropped,
    ),
)


# --- What the page prints -------------------------------------------------------------------------


def _answers(problem: Problem) -> str:
    return ", ".join(number(float(row[0])) for row in problem.answers)


def _row(card: Card, kept: int) -> list[str]:
    before, after = card.example(), card.change(card.example())
    shown = _answers(after) if card.scale else f"{_answers(before)} → {_answers(after)}"
    return [f"**{card.title}.** {card.why}", shown, f"{kept} of {TRIALS}"]


def _cards(cards: tuple[Card, ...], heading: str, *, all_kept: bool) -> str:
    rows = []
    for card in cards:
        kept = card.kept()
        if kept != TRIALS * all_kept or card.holds(card.example()) != all_kept:
            raise ValueError(f"{card.title!r}: as expected in {kept} of {TRIALS} dictionaries")
        rows.append(_row(card, kept))
    return table(["change", "answers after it", heading], rows, "lll")


def nothing() -> str:
    """Changes that no answer shows."""
    return _cards(NOTHING, "answers as before", all_kept=True)


def through() -> str:
    """Changes that arrive at the other end exactly."""
    return _cards(THROUGH, "exactly so", all_kept=True)


def something() -> str:
    """Changes that look harmless and are not."""
    return _cards(SOMETHING, "answers as before", all_kept=False)


def before() -> str:
    """The running example as it is."""
    return f"Before any change the answers are {_answers(NOTHING[0].example())}."
