"""The recorded runs of the snippets: true to what is printed, and every number's origins confirmed by moving it."""

import json
from typing import Any

import numpy as np
import pytest

from softlookup import catalogue, recording, snippets
from softlookup.recording import recorded, shown, written
from softlookup.recording.origin import Kind, Origin

NAMES = [name for name in catalogue.STEPS if name not in recording.LEFT_OUT]
MOVED = 24  # given numbers of each snippet that are moved, one after another
# The share of claims that no move can confirm, since the file itself cancels them.
UNMOVED = {
    "temperature": 0.1,  # one of six is infinite: the scores count for nothing
    "masks": 0.25,  # what is hidden was taken from -inf; a score was multiplied by 0
    "cache": 0.01,  # what is hidden was taken from -inf
    "heads": 0.03,  # a gate is 0
    "streaming": 0.2,  # the best score, taken from itself, is 0 wherever it lies
    "kernel_regression": 0.05,  # far away, a weight has fewer digits than a float
}
LARGEST = 20_000  # bytes
MOST_STEPS = 160


class Places:
    """The given numbers of a run, off their printed places, and one of them a little further."""

    def __init__(self, moved: int | None, step: float = 1e-4) -> None:
        self.random = np.random.default_rng(1)
        self.moved, self.step, self.seen = moved, step, 0

    def __call__(self, numbers: Any) -> Any:
        jittered = numbers + 0.05 * self.random.normal(size=np.shape(numbers))
        count = np.size(jittered)
        if self.moved is not None and self.seen <= self.moved < self.seen + count:
            jittered = np.array(jittered)
            jittered.flat[self.moved - self.seen] += self.step
        self.seen += count
        return jittered


def run(name: str, moved: int | None) -> tuple[list[shown.Table], list[Origin], list[Any]]:
    """All tables of a run, the given numbers, and the lines it took."""
    recorder, numpy = recorded(name, Places(moved))
    tables = [
        seen
        for state in recorder.states
        for seen in (*state.frames[-1].names.values(), state.returned)
        if isinstance(seen, shown.Table) and seen.origins
    ]
    return tables, numpy.leaves, [state.lines for state in recorder.states]


def numbers(tables: list[shown.Table]) -> Any:
    every = [number for table in tables for number in table.numbers]
    return np.array([0 if number == "?" else number for number in every], dtype=float)


class Ancestors:
    """The given numbers behind a number: all, and those that must be seen to move it."""

    def __init__(self, leaves: list[Origin]) -> None:
        self.place = {id(leaf): place for place, leaf in enumerate(leaves)}
        self.known: dict[int, tuple[set[int], set[int], set[int]]] = {}

    def of(self, origin: Origin) -> tuple[set[int], set[int], set[int]]:
        """(all, by a path of arithmetic alone, by way of a largest or smallest)."""
        waiting = [origin]
        while waiting:
            one = waiting[-1]
            missing = [parent for parent in one.parents if id(parent) not in self.known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            self.known[id(one)] = self._of(one, [self.known[id(p)] for p in one.parents])
        return self.known[id(origin)]

    def _of(self, one: Origin, parents: list[Any]) -> tuple[set[int], set[int], set[int]]:
        own = {self.place[id(one)]} if id(one) in self.place else set()
        every, smooth, picked = (own.union(*(parent[i] for parent in parents)) for i in range(3))
        if one.kind is Kind.PICKED:
            return every, set(), every
        if one.kind is Kind.DECIDED:
            return every, set(), picked - own
        return every, smooth, picked - own


@pytest.fixture
def unrounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "printed", float)


@pytest.mark.usefixtures("unrounded")
@pytest.mark.parametrize("name", NAMES)
def test_a_number_moves_with_those_it_was_made_from_and_with_no_other(name: str) -> None:
    tables, leaves, lines = run(name, None)
    before = numbers(tables)
    origins = [origin for table in tables for origin in table.origins]
    ancestors = Ancestors(leaves)
    claimed = [ancestors.of(origin) for origin in origins]
    confirmed = silent = 0
    for leaf in range(0, len(leaves), -(-len(leaves) // MOVED) or 1):
        after_tables, _, after_lines = run(name, leaf)
        assert after_lines == lines
        with np.errstate(invalid="ignore"):
            change = np.abs(numbers(after_tables) - before)
        moves = change > 1e-14 * np.maximum(1, np.abs(before))
        for place, (every, smooth, picked) in enumerate(claimed):
            if moves[place]:
                assert leaf in every, f"number {place} moves with {leaf}, which it does not name"
            if leaf in smooth - picked:
                confirmed += change[place] > 0
                silent += change[place] == 0
    print(f"{name}: {confirmed} claims confirmed, {silent} without effect")
    assert confirmed or not leaves
    assert silent <= UNMOVED.get(name, 0) * confirmed, "it names numbers that do not move it"


@pytest.mark.parametrize("name", NAMES)
def test_the_last_state_is_what_the_page_prints(name: str) -> None:
    recorder, _ = recorded(name)
    assert "".join(state.printed for state in recorder.states) == snippets.printed(name)
    assert len(recorder.states[-1].frames) == 1, "the run ends in the file itself"
    numbers_of_names = dict(shown.names(vars(snippets.example(name))))
    last = recorder.states[-1].frames[0].names
    assert last.keys() - {"miss"} == numbers_of_names.keys()  # Python forgets a caught error
    for variable, other in numbers_of_names.items():
        seen = last[variable]
        if isinstance(seen, shown.Table):
            assert isinstance(other, shown.Table)
            assert (seen.shape, seen.numbers) == (other.shape, other.numbers), variable
        else:
            assert seen == other, variable


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_small_and_can_be_replayed(name: str) -> None:
    recorder, _ = recorded(name)
    text = written(recorder)
    assert len(text.encode()) <= LARGEST
    assert len(recorder.states) <= MOST_STEPS
    record = json.loads(text)
    assert len(record["steps"]) == len(recorder.states)
    frames: list[dict[str, int]] = []
    for step, state in zip(record["steps"], recorder.states, strict=True):
        frames = frames[: step["d"] + ("f" not in step)]
        frames += [{}] * (step["d"] + 1 - len(frames))
        kept = {name: at for name, at in frames[-1].items() if name not in step.get("del", ())}
        frames[-1] = kept | step.get("set", {})
        assert frames[-1].keys() == state.frames[-1].names.keys()
        for name_, at in frames[-1].items():
            seen, table = state.frames[-1].names[name_], record["tables"][at]
            if isinstance(seen, shown.Table):
                assert (tuple(table["s"]), tuple(table["n"])) == (seen.shape, seen.numbers)
            else:
                assert table == seen.text


def test_origins_name_only_numbers_that_were_there_before() -> None:
    for name in NAMES:
        record = json.loads(written(recorded(name)[0]))
        born: dict[int, int] = {}
        for table in record["tables"]:
            names = table.get("i", []) if isinstance(table, dict) else []
            if isinstance(names, int):
                names = range(names, names + len(table["n"]))
            for number in names:
                born.setdefault(number, len(born))
        assert len(born) == len(record["made"])
        for number, parents in enumerate(record["made"]):
            assert number not in parents
            assert all(0 <= parent < len(born) for parent in parents)


def test_the_weights_of_the_running_example_come_from_keys_and_query() -> None:
    record = json.loads(written(recorded("soft_lookup")[0]))
    steps = record["steps"]
    output = next(record["tables"][step["ret"]] for step in steps if "ret" in step)
    assert output["n"] == [8.056]
    named = {name: at for step in steps[:7] for name, at in step.get("set", {}).items()}
    waiting, behind = [output["i"]], set()
    while waiting:
        for parent in record["made"][waiting.pop()]:
            if parent not in behind:
                behind.add(parent)
                waiting.append(parent)
    for name, size in {"query": 2, "keys": 6, "values": 3, "scores": 3, "weights": 3}.items():
        first = record["tables"][named[name]]["i"]
        assert set(range(first, first + size)) <= behind, name


def test_other_threads_take_no_notes_and_disturb_none() -> None:
    first, again = (written(recorded("shards")[0]) for _ in range(2))
    assert first == again
