"""The states of a run as JSON: each table once, and in each step only what changed.

tables  [{"s": shape, "n": numbers, "i": the first number's name, or all names}, …]
        with "p", what is shown of a larger array; "w", what it is called; "r", the names of rows;
        a text stands for itself
made    for each name of a number, the names of the nearest shown numbers it was made from
steps   [{"l": line or [first, last], "d": how many calls deep, "f": the call that begins,
        "set": {name: table}, "del": names, "out": printed, "ret": table, "is": true or false,
        "err": raised}, …]
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from softlookup.recording.origin import Origin, nearest
from softlookup.recording.recorder import Recorder, State
from softlookup.recording.shown import Shown, Table, Words

Step = dict[str, Any]


class _Tables:
    """Everything that is shown, once each, and the names of all numbers in it."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}
        self.all: list[Shown] = []
        self.numbers: dict[int, int] = {}  # id of an origin -> its name
        self.origins: list[Origin] = []

    def place(self, shown: Shown) -> int:
        """The place of a table, after it was put there if it is new."""
        if shown.key not in self.known:
            self.known[shown.key] = len(self.all)
            self.all.append(shown)
            if isinstance(shown, Table):
                self._name(shown.origins)
        return self.known[shown.key]

    def _name(self, origins: Iterable[Origin]) -> None:
        """Give each number that has none a name."""
        for origin in origins:
            if id(origin) not in self.numbers:
                self.numbers[id(origin)] = len(self.origins)
                self.origins.append(origin)

    def made(self) -> list[list[int]]:
        """For each number, those it was made from: the nearest that a reader has seen."""

        def seen(origin: Origin) -> bool:
            return id(origin) in self.numbers

        return [
            sorted(self.numbers[id(parent)] for parent in nearest(origin, seen))
            for origin in self.origins
        ]

    def written(self) -> list[Any]:
        """Each as JSON."""
        return [self._one(shown) for shown in self.all]

    def _one(self, shown: Shown) -> Any:
        if isinstance(shown, Words):
            return shown.text
        table: dict[str, Any] = {"s": shown.shape, "n": shown.numbers}
        if shown.part != shown.shape:
            table["p"] = shown.part
        if shown.origins:
            table["i"] = _run([self.numbers[id(origin)] for origin in shown.origins])
        if shown.says:
            table["w"] = shown.says
        if shown.rows:
            table["r"] = shown.rows
        return table


def _run(numbers: list[int]) -> int | list[int]:
    """The first of numbers in a row, else all of them."""
    first = numbers[0]
    return first if numbers == list(range(first, first + len(numbers))) else numbers


def written(recorder: Recorder) -> str:
    """A record as text, the same to the byte with every Python and NumPy."""
    tables = _Tables()
    steps: list[Step] = []
    before: list[tuple[int, dict[str, int]]] = []
    for state in recorder.states:
        step, before = _step(state, tables, before)
        steps.append(step)
    content = {"tables": tables.written(), "made": tables.made(), "steps": steps}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _step(
    state: State, tables: _Tables, before: list[tuple[int, dict[str, int]]]
) -> tuple[Step, list[tuple[int, dict[str, int]]]]:
    first, last = state.lines
    step: Step = {"l": first if first == last else [first, last], "d": len(state.frames) - 1}
    after = [
        (frame.number, {name: tables.place(seen) for name, seen in frame.names.items()})
        for frame in state.frames
    ]
    number, now = after[-1]
    depth = len(after)
    same_call = len(before) >= depth and before[depth - 1][0] == number
    if not same_call and depth > 1:
        step["f"] = state.frames[-1].name
    then = before[depth - 1][1] if same_call else {}
    step |= _changes(then, now)
    if state.printed:
        step["out"] = state.printed
    if state.returned is not None:
        step["ret"] = tables.place(state.returned)
    if state.decided is not None:
        step["is"] = state.decided
    if state.raised:
        step["err"] = state.raised
    return step, after


def _changes(then: Mapping[str, int], now: Mapping[str, int]) -> Step:
    new = {name: place for name, place in now.items() if then.get(name) != place}
    gone = [name for name in then if name not in now]
    return ({"set": new} if new else {}) | ({"del": gone} if gone else {})
