"""Questions of the page on projections."""

import numpy as np

from softlookup import lookup, snippets
from softlookup.examples import ANIMAL_VALUES, KEYS, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.projections import numbers
from softlookup.write import number, percent

projections = snippets.example("projections")

_read_weights = projections.read_weights
_queries, _keys = numbers.QUERIES, numbers.FOUND_BY


@misconception(
    "A word attends most to itself",
    fact="Mostly, if asking and being found are the same thing. With a matrix for each role, a word’s score "
    "with itself is a score like any other.",
    concept="qkv-roles",
)
def most_to_itself() -> str:
    own = numbers.FREE_WEIGHTS.argmax(axis=1) == np.arange(3)
    assert not own.any()
    assert numbers.itself["tied"] > 0.5 > numbers.itself["free"]
    return (
        "Six random tokens, random matrices: with two matrices a token scores itself best in "
        f"{percent(numbers.itself['free'])} of the cases, and chance is {percent(numbers.chance)}. With one "
        f"matrix for both roles it is {percent(numbers.itself['tied'])}. In our snippet `projections.py` "
        "none of the three words reads itself most."
    )


@misconception(
    "Attention learns the weights between words",
    fact="The matrices are learned. The weights are computed anew from every input, and no two inputs "
    "need to agree.",
    concept="qkv-roles",
)
def learned_weights() -> str:
    whole, half = numbers.racket_reads["tree"], numbers.halved["tree"]
    assert whole - half > 0.3
    return (
        f"The matrices of the page on projections let racket give tree {number(whole)}. The same matrices, with all "
        f"three words at half their length, let it give {number(half)}."
    )


@exercise(
    "Words are points in a plane with the axes *noun* and *adjective*: coffee and car at (1, 0), hot and "
    "red at (0, 1). Find $W_Q$ and $W_K$ such that nouns read adjectives, with scores divided by $\\sqrt{d}$ as "
    "in attention. What do the adjectives read?"
)
def nouns_read_adjectives() -> str:
    tokens = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])  # hot coffee red car
    strength = 8.0
    w_q, w_k = np.array([[0.0, strength], [0.0, 0.0]]), np.eye(2)
    weights = _read_weights(tokens @ w_q, tokens @ w_k)
    adjectives, nouns = weights[[0, 2]], weights[[1, 3]]
    assert np.allclose(adjectives, 1 / 4)
    assert (nouns[:, [0, 2]].sum(axis=1) > 0.99).all()
    return (
        f"$W_K$ is the identity: a word is found by what it is. $W_Q$ has one entry, {strength:.0f} in the "
        "row *noun* and the column *adjective*: the more a noun, the more it asks for adjectives. In “hot "
        f"coffee red car” each noun gives the adjectives {percent(nouns[0, [0, 2]].sum())}, half to each: "
        "coffee cannot tell that hot is its own, since nothing in the vectors says where a word "
        f"stands. The adjectives have the query 0 and read every word with {number(adjectives[0, 0], 2)}. "
        "They cannot read nothing."
    )


@exercise(
    "Dog reads cat, cat reads tiger, tiger reads dog, each more than any other and more than itself. With "
    "one-hot vectors, find $W_Q$ and $W_K$. Then show that one matrix for both roles can never do it."
)
def ring() -> str:
    tokens, w_q = np.eye(3), np.roll(np.eye(3), 1, axis=1)
    best = _read_weights(tokens @ w_q, tokens).argmax(axis=1)
    assert best.tolist() == [1, 2, 0]
    draw = np.random.default_rng(0).normal
    both = draw(size=(2000, 3, 5))
    tied = (both @ both.mT).argmax(axis=-1)
    rings = int(((tied == [1, 2, 0]).all(axis=1) | (tied == [2, 0, 1]).all(axis=1)).sum())
    assert rings == 0
    return (
        "$W_K$ is the identity and $W_Q$ moves the 1 to the next place: "
        f"{', '.join(str(row.astype(int)) for row in w_q)}. With one matrix the scores are symmetric. "
        "Write $dc$ for the score of dog and cat. Dog prefers cat: $dc > dt$. Tiger prefers dog: "
        f"$dt > ct$. Cat prefers tiger: $ct > dc$. Together $dc > dc$. Of {len(both):,} random tries {rings} "
        "gave a ring."
    )


@exercise(
    "Take dog 10, cat 2, tiger 5, 8 → 12 with one-hot keys, and ask with dog’s key, scores divided by "
    "$\\sqrt{d}$. Add (1, 2, 3, 4) to every key. Then add it to the query instead. What are the two answers?"
)
def shifted_keys() -> str:
    shift, query = np.array([[1.0, 2.0, 3.0, 4.0]]), np.eye(4)[:1]
    plain, keys, asked = (
        float((_read_weights(q, k) @ ANIMAL_VALUES)[0])
        for q, k in (
            (query, np.eye(4)),
            (query, np.eye(4) + shift),
            (query + shift, np.eye(4)),
        )
    )
    assert np.isclose(plain, keys)
    assert asked - plain > 0.5
    return (
        f"Added to every key: {number(keys)}, as before. Every score has grown by the same number, and "
        f"softmax ignores that. Added to the query: {number(asked)}. Now each key’s score has grown by "
        "its own number."
    )


@exercise(
    "A rotary position code turns each key by an angle that grows with its place, after a bias was added to "
    "all keys. Is the bias still without effect? Try it: ask with tennis, divide the scores by $\\sqrt{d}$, add "
    "(1, 1) to the keys of racket, ball and tree, and turn them by 0, 1 and 2 radians."
)
def turned_bias() -> str:
    def turned(keys: np.ndarray) -> np.ndarray:
        turns = [np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in range(3)]
        return np.stack([key @ turn for key, turn in zip(keys, turns, strict=True)])

    bias, query = np.array([1.0, 1.0]), TENNIS[None]
    without, with_bias = (_read_weights(query, turned(k))[0] for k in (KEYS, KEYS + bias))
    moved = np.abs(with_bias - without).max()
    assert moved > 0.1
    return (
        f"No. The weights go from {', '.join(number(w) for w in without)} to "
        f"{', '.join(number(w) for w in with_bias)}. The bias is turned along with the key, so it is no "
        "longer the same vector for all."
    )


@question(
    "One matrix makes both queries and keys. Racket’s score for tree is 3. What is tree’s score for "
    "racket?",
    hint="Write both scores as dot products.",
    concept="qkv-roles",
)
def mirrored() -> Answers:
    w = np.array([[1.0, 2.0], [0.0, 1.0]])
    scores = (KEYS @ w) @ (KEYS @ w).T
    assert np.array_equal(scores, scores.T)
    score = 3
    return Answers(
        right=str(score),
        why="Both are the same dot product, and a dot product does not care about the order. The "
        "*weights* may still differ, since each row is divided by its own sum.",
        wrong={
            f"−{score}": "asking and answering are taken for opposite directions",
            "Any number: the rows are divided by different sums": "scores are taken for weights",
            f"At most {score}": "the one who asks is taken to have the larger score",
        },
    )


@question(
    "Weights come from a softmax and sum to 1. Which change leaves every one of them as it is?",
    hint="Which one adds the same number to all scores of a row?",
    concept="qkv-roles",
)
def no_op() -> Answers:
    shift = np.array([1.0, -2.0])
    plain = numbers.FREE_WEIGHTS
    one = _keys.copy()
    one[0] += shift
    assert np.allclose(_read_weights(_queries, _keys + shift), plain)
    others = [
        _read_weights(_queries + shift, _keys),
        _read_weights(_queries, one),
        _read_weights(_queries, 2 * _keys),
    ]
    moved = min(float(np.abs(other - plain).max()) for other in others)
    assert moved > 0.01
    return Answers(
        right="Adding one vector $b$ to every key",
        why="Each score of query $q$ grows by $q \\cdot b$, the same for all keys. At our stall, with "
        f"(1, −2) for the vector, each of the others moves some weight, by {number(moved)} or more.",
        wrong={
            "Adding one vector to every query": "queries and keys are taken to be interchangeable; the "
            "rows, not the columns, are divided by their sum",
            "Adding one vector to one key": "a shift of one score is taken for a common shift",
            "Doubling every key": "a common factor is taken for a common shift",
        },
    )


@question(
    "Two readers of width 8 ask five sources of width 6. $W_Q$ is (8, 4), $W_K$ is (6, 4), $W_V$ is (6, 3). "
    "What is the shape of the output?",
    hint="One row for each one who asks; as wide as a value.",
    concept="qkv-roles",
)
def shapes() -> Answers:
    draw = np.random.default_rng(0).normal
    readers, sources = draw(size=(2, 8)), draw(size=(5, 6))
    w_q, w_k, w_v = draw(size=(8, 4)), draw(size=(6, 4)), draw(size=(6, 3))
    output = projections.cross_attention(readers, sources, w_q, w_k, w_v)
    weights = _read_weights(readers @ w_q, sources @ w_k)
    return Answers(
        right=str(output.shape),
        why=f"The weights are {weights.shape}: rows ask, columns answer. They blend five values of width "
        "3. Readers and sources need not be equally wide; queries and keys must be.",
        wrong={
            str(weights.shape): "the weights are taken for the output",
            str((len(sources), output.shape[1])): "one row for each source instead of each reader",
            str((readers @ w_q).shape): "the output is taken to be as wide as a query",
            "An error: 8 is not 6": "readers and sources are taken to need one width",
        },
    )


@question(
    "All values are equal. What does the next step of training change?",
    hint="If all values are equal, does it matter which entry is read?",
    concept="qkv-roles",
)
def equal_values() -> Answers:
    slopes = lookup.soft_lookup_gradients(TENNIS, KEYS, np.full(3, 3.0))
    own = lookup.soft_lookup_gradients(TENNIS, KEYS, VALUES)
    assert np.abs(slopes.keys).max() < 1e-12 < np.abs(own.keys).max()
    assert np.abs(slopes.queries).max() < 1e-12
    assert np.allclose(slopes.values, own.values)
    apart = lookup.soft_lookup_gradients(TENNIS, KEYS, np.full(3, 3.0) + slopes.values)
    assert np.abs(apart.keys).max() > 0.1
    return Answers(
        right="The values only",
        why="The output is the same whatever is read, so queries and keys have slope 0. The values have "
        f"their weights as slopes, {', '.join(number(float(s)) for s in slopes.values)}. These move the "
        "values apart, and then queries and keys can learn.",
        wrong={
            "The keys only, until they can be found": "keys are taken to be trained for being found, on "
            "their own",
            "Keys and values alike": "the two roles are taken to be trained independently of each other",
            "Nothing": "a constant output is taken for a constant slope of everything",
        },
    )
