"""The notes that a watched file takes, as states: the line, the names of each frame, what was printed."""

import builtins
import contextlib
import io
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from softlookup import snippets
from softlookup.recording.numpy import Given, RecordedNumPy
from softlookup.recording.shown import Shown, names, shown
from softlookup.recording.watched import NOTES, watched

Span = tuple[int, int]  # first and last line


@dataclass(frozen=True)
class Frame:
    """A call that has begun and not ended, with what its names stand for."""

    name: str  # "" for the file itself
    number: int  # no two calls have the same
    names: Mapping[str, Shown]


@dataclass(frozen=True)
class State:
    """What is there after some lines have run."""

    lines: Span
    frames: tuple[Frame, ...]  # the innermost last
    printed: str  # by this step alone
    returned: Shown | None = None
    decided: bool | None = None  # whether a condition holds
    raised: str = ""


@dataclass
class Recorder:
    """Takes the notes of one run."""

    file: str
    states: list[State] = field(default_factory=list)
    _frames: list[Frame] = field(default_factory=list)
    _calls: int = 0
    _printed: io.StringIO = field(default_factory=io.StringIO)
    _said: int = 0
    _thread: int = field(default_factory=threading.get_ident)

    @contextlib.contextmanager
    def inside(self, name: str) -> Iterator[None]:
        """A call, from its first line to its end."""
        if not self._mine():
            yield
            return
        self._calls += 1
        self._frames.append(Frame(name, self._calls, {}))
        depth = len(self._frames)
        try:
            yield
        except Exception as error:
            line = _line(error, self.file)
            self._take((line, line), None, raised=f"{type(error).__name__}: {error}")
            raise
        finally:
            del self._frames[depth - 1 :]

    def did(self, lines: Span, values: Mapping[str, Any]) -> None:
        """A statement has run."""
        self._take(lines, values)

    def returned(self, lines: Span, value: Any, values: Mapping[str, Any]) -> Any:
        """A call ends, and gives a value."""
        self._take(lines, values, returned=shown(value))
        return value

    def tested(self, lines: Span, value: Any, values: Mapping[str, Any]) -> Any:
        """A condition was computed."""
        self._take(lines, values, decided=bool(value))
        return value

    def guarded(self, lines: Span, value: Any, values: Mapping[str, Any]) -> Any:
        """A condition under which the file refuses to go on."""
        if value:
            self._take(lines, values, decided=True)
        return value

    def _mine(self) -> bool:
        """Notes of other threads come in no certain order."""
        return threading.get_ident() == self._thread

    def _take(self, lines: Span, values: Mapping[str, Any] | None, **more: Any) -> None:
        if not self._mine():
            return
        if values is not None:
            top = self._frames[-1]
            self._frames[-1] = Frame(top.name, top.number, dict(names(values)))
        whole = self._printed.getvalue()
        printed, self._said = whole[self._said :], len(whole)
        self.states.append(State(lines, tuple(self._frames), printed, **more))

    def run(self, text: str, numpy: RecordedNumPy) -> None:
        """Run a file from its first line to its last."""
        program = watched(text, self.file)
        self._frames = [Frame("", 0, {})]
        room: dict[str, Any] = {"__name__": "__main__", "__builtins__": _builtins(numpy)}
        room[NOTES] = self
        with contextlib.redirect_stdout(self._printed):
            exec(program, room)


def _line(error: BaseException, file: str) -> int:
    """The last line of a file that an error came through."""
    found, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def _builtins(numpy: RecordedNumPy) -> dict[str, Any]:
    """Python's own, but for one import."""

    def importing(name: str, *args: Any, **options: Any) -> Any:
        return numpy if name == "numpy" else builtins.__import__(name, *args, **options)

    return {**vars(builtins), "__import__": importing}


def recorded(name: str, given: Given = lambda numbers: numbers) -> tuple[Recorder, RecordedNumPy]:
    """The run of a snippet as a program; `given` may change the numbers that it starts from."""
    return recorded_text(snippets.text(name), f"snippets/{name}.py", given)


def recorded_text(
    text: str, file: str, given: Given = lambda numbers: numbers
) -> tuple[Recorder, RecordedNumPy]:
    """The run of a file with that text."""
    numpy, recorder = RecordedNumPy(given), Recorder(file)
    recorder.run(text, numpy)
    return recorder, numpy
