"""Questions of the page on dictionaries that outgrow a machine."""

import math

import numpy as np

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import Answers, exercise, misconception, question
from softlookup.pages.scale.numbers import (
    DATA_CENTRE,
    entry_bytes,
    fan_in,
    levels,
    note_bytes,
    note_numbers,
    out_and_back,
    queries,
    width,
)
from softlookup.steps.partial_lookup import Part, finish, merge, partial
from softlookup.write import number, percent


def _note(*entries: int) -> Part:
    """What tennis hears from some of the three entries."""
    chosen = list(entries)
    return partial(TENNIS[None], KEYS[chosen], VALUES[chosen, None], scale=1)


def _shown(note: Part) -> str:
    return f"({', '.join(number(float(x[0, 0])) for x in note)})"


@misconception(
    "A lookup over many machines is an approximation",
    fact="It is one sum, bracketed otherwise. Nothing is dropped, so only the last digits can "
    "differ, as they can between any two orders of adding.",
    concept="long-range-reach",
)
def approximate() -> str:
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(3, 8)), rng.normal(size=(600, 8)), rng.normal(size=(600, 4))
    exact = lookup.attention(q, k, v)
    cuts = np.split(np.arange(600), np.sort(rng.integers(0, 600, size=39)))
    notes = [partial(q, k[cut], v[cut]) for cut in cuts]
    whole = notes[0]
    for note in notes[1:]:
        whole = merge(whole, note)
    gap = float(np.abs(finish(whole) - exact).max())
    assert gap < 1e-13
    smallest, largest = min(map(len, cuts)), max(map(len, cuts))
    return (
        f"{len(k)} random entries on {len(cuts)} machines, with {smallest} to {largest} entries "
        f"each: the answer "
        f"agrees with the definition to {math.floor(-math.log10(1e-13))} decimals."
    )


@misconception(
    "The more a machine holds, the more it must send",
    fact="It sends a best score, a total and a blend for each query. All three forget how many "
    "entries they came from.",
    concept="long-range-reach",
)
def more_to_send() -> str:
    rng = np.random.default_rng(1)
    q = rng.normal(size=(2, 4))
    sizes, counted = (1, 100, 10_000), []
    for n in sizes:
        note = partial(q, rng.normal(size=(n, 4)), rng.normal(size=(n, 3)))
        counted.append(sum(np.size(part) for part in note))
    assert counted == [note_numbers(2, 3)] * 3
    return (
        f"Two queries, values 3 wide, shards of {', '.join(f'{n:,}' for n in sizes)} entries: each "
        f"sends {counted[0]} numbers."
    )


@exercise(
    "One machine holds racket, another ball and tree; tennis asks, with scores 3, 2 and 1. Write "
    "both notes by "
    "hand, then merge them. Which of the two had to be shrunk, and by what?"
)
def two_notes() -> str:
    first, second = _note(0), _note(1, 2)
    both = merge(first, second)
    answer = float(finish(both)[0, 0])
    assert np.isclose(answer, float(lookup.soft_lookup(TENNIS, KEYS, VALUES)))
    shrink = math.exp(float(second.top[0, 0]) - float(both.top[0, 0]))
    return (
        f"{_shown(first)} and {_shown(second)}. The common best is racket’s, so the second note "
        f"shrinks by "
        f"$e^{{2 - 3}}$, which is {number(shrink)}. Together {_shown(both)}, and the answer is "
        f"{number(answer)}."
    )


@exercise(
    f"A shard of $n$ entries answers {queries} queries; keys and values are {width} wide. From "
    f"how many entries on is "
    "its note smaller than the shard itself? What does that say about very small shards?"
)
def break_even() -> str:
    entries = math.floor(note_bytes / entry_bytes) + 1
    assert entries * entry_bytes > note_bytes >= (entries - 1) * entry_bytes
    return (
        f"The note has {note_numbers():,} numbers, an entry {2 * width}, so from "
        f"{entries} entries on. A "
        "shard smaller than that is better sent whole, or joined with its neighbour: what "
        "travels in a lookup should be "
        "the smaller of the two. In the ring they are nearly level, because queries are as many as keys: "
        f"a query out and its note back are {out_and_back()} numbers, a key and its value "
        f"{2 * width}. So there the shards travel."
    )


@exercise(
    f"Notes are merged {fan_in} at a time. How many levels does the tree have for a thousand "
    f"shards, and for a million? "
    f"With {number(DATA_CENTRE.seconds(note_bytes) * 1e6, 0)} microseconds for each note, how "
    f"long does the last note wait?"
)
def how_deep() -> str:
    found = {}
    for shards in (1000, 10**6):
        depth, left = 0, shards
        while left > 1:
            left, depth = math.ceil(left / fan_in), depth + 1
        assert depth == levels(shards)
        found[shards] = (depth, depth * fan_in * DATA_CENTRE.seconds(note_bytes))
    listed = "; ".join(
        f"{shards:,} shards, {depth} levels, {number(1000 * wait, 1)} ms"
        for shards, (depth, wait) in found.items()
    )
    return f"{listed}. A thousand times the shards do not even double the wait: a tree grows with the logarithm."


@exercise(
    "Each of two shards sends only its best entry, and softmax is taken over those two. Racket "
    "and tree are on one "
    "machine, ball on the other. What comes out for tennis, and how far off is it? Where would "
    "it be exact?"
)
def best_of_each() -> str:
    kept = merge(_note(0), _note(1))
    whole = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
    answer = float(finish(kept)[0, 0])
    skipped = math.exp(1 - 3) / sum(math.exp(score - 3) for score in (3, 2, 1))
    assert np.isclose(answer - whole, skipped * (answer - VALUES[2]))
    return (
        f"{number(answer)} instead of {number(whole)}: tree had {percent(skipped)} of the "
        f"weight, and is gone. It is exact "
        "only where what is skipped has no weight, or says the same as the rest."
    )


@question(
    f"A machine’s shard grows from a million entries to a billion. {queries} queries ask, values "
    f"are {width} wide. How many "
    "numbers does it send now?",
    hint="What of an entry is still there after adding it up?",
    concept="long-range-reach",
)
def how_many_numbers() -> Answers:
    right = note_numbers()
    return Answers(
        right=f"{right:,}, as before",
        why=f"{queries} queries times {width} + 2 numbers. The shard’s size is in none of them.",
        wrong={
            f"{1000 * right:,}": "a note is taken to grow with its shard",
            f"{queries * width:,}": "only the blend is sent; then nobody knows how much stands "
            "behind it",
            f"{queries * 10**9:,}": "every score is sent; that is what the three sums are there "
            "to avoid",
        },
    )


@question(
    "Racket is on one machine, ball and tree on another. Tennis asks both, and each answers with "
    "its finished lookup. "
    "What is the mean of the two answers, and what is the right one?",
    hint="How much weight stands behind each?",
    concept="long-range-reach",
)
def finished() -> Answers:
    alone, others = (float(finish(note)[0, 0]) for note in (_note(0), _note(1, 2)))
    whole = float(lookup.soft_lookup(TENNIS, KEYS, VALUES))
    mean = (alone + others) / 2
    counted = (alone + 2 * others) / 3

    def pair(one: float, two: float) -> str:
        return f"mean {number(one)}, right {number(two)}"

    return Answers(
        right=pair(mean, whole),
        why=f"Racket alone holds {percent(1 / float(merge(_note(0), _note(1, 2)).total[0, 0]))} "
        f"of the weight, and the "
        "mean gives it half.",
        wrong={
            pair(mean, mean): "the mean of averages is taken for the average",
            pair(
                mean, counted
            ): "the answers are weighed by the number of entries; it is the weight that counts",
            pair(whole, mean): "the two are confused",
        },
    )


@question(
    "A Dask worker is killed after it has read half of its chunks. What happens to the answer?",
    hint="Of what does a note consist, and can it be made again?",
    concept="long-range-reach",
)
def killed() -> Answers:
    notes = [_note(0), _note(1), _note(2)]
    again = [_note(0), _note(1), _note(2)]
    assert all(
        np.array_equal(a, b)
        for pair in zip(notes, again, strict=True)
        for a, b in zip(*pair, strict=True)
    )
    return Answers(
        right="It arrives later and is the same",
        why="A note depends on its chunk and on the queries, and on nothing that died. Another "
        "worker makes it again, and "
        "the notes are merged in the same order.",
        wrong={
            "It lacks the worker’s entries": "a lost worker is taken for lost entries; but they "
            "are counted, and the file is "
            "still there",
            "Some entries count twice": "reading again is taken for adding again; but a note "
            "that was lost was never merged",
            "It is the same up to sampling error": "the answer is taken for an estimate; it is a "
            "sum",
        },
    )
