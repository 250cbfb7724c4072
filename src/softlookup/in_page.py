"""What runs inside the reader's browser: a program, or a function of ours, with what it prints.

The build publishes this file, and the worker of the page imports it. It needs nothing but Python and NumPy.
"""

import concurrent.futures
import contextlib
import importlib
import io
import json
import linecache
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

_MOST = 100_000  # characters of output that a page shows
_OFTEN = 0.05  # seconds between two messages to the page


class Printer(io.TextIOBase):
    """Hands on what is printed, in pieces, while the program runs; an endless print is cut."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._held: list[str] = []
        self._left = _MOST
        self._last = time.monotonic()

    def write(self, text: str) -> int:
        """Take a piece of text."""
        if self._left > 0:
            self._held.append(text[: self._left])
            self._left -= len(text)
            if self._left <= 0:
                self._held.append(f"\n… cut after {_MOST:,} characters\n")
        if self._held and time.monotonic() - self._last > _OFTEN:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Say what is held."""
        if self._held:
            self._say("".join(self._held))
        self._held.clear()
        self._last = time.monotonic()


class TakingTurns(concurrent.futures.Executor):
    """A pool of threads where there are none, as in a browser: each task runs when it is handed in."""

    used = False

    def __init__(self, max_workers: int | None = None, *_: Any, **__: Any) -> None:
        TakingTurns.used = True

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        """The task's future, which is already settled."""
        settled: concurrent.futures.Future[Any] = concurrent.futures.Future()
        try:
            settled.set_result(task(*given, **named))
        except Exception as error:
            settled.set_exception(error)
        return settled


if sys.platform == "emscripten":
    vars(concurrent.futures)["ThreadPoolExecutor"] = TakingTurns


def answer(task: str, say: Callable[[str], object]) -> str:
    """What the worker calls: `task` names a module, a function and its arguments, as JSON."""
    asked = json.loads(task)
    function = getattr(importlib.import_module(f"softlookup.{asked['module']}"), asked["function"])
    printer = Printer(say)
    with (
        contextlib.redirect_stdout(printer),
        contextlib.redirect_stderr(printer),
        warnings.catch_warnings(),
        np.errstate(),
        np.printoptions(),
    ):
        found = function(**asked["given"])
    printer.flush()
    return json.dumps(found)


def run(code: str, name: str) -> dict[str, Any]:
    """Run a program as if it were alone; its error, if it ends with one, and the line of it."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": "__main__", "__file__": name}
    failed: dict[str, Any] = {}
    TakingTurns.used = False
    begun = time.perf_counter()
    try:
        exec(compile(code, name, "exec", dont_inherit=True), names)
    except SystemExit as end:
        if end.code not in (None, 0):
            failed = {"error": f"SystemExit: {end.code}", "line": None}
    except BaseException as error:  # KeyboardInterrupt is the program's own here
        failed = {"error": _told(error, name), "line": _line(error, name)}
    return {"seconds": time.perf_counter() - begun, "turns": TakingTurns.used, **failed}


def _line(error: BaseException, name: str) -> int | None:
    """The last line of the program itself that was running."""
    if isinstance(error, SyntaxError) and error.filename == name:
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == name]
    return lines[-1] if lines else None


def _told(error: BaseException, name: str) -> str:
    """The traceback from the program's own first line on."""
    told = traceback.TracebackException.from_exception(error)
    while told.stack and told.stack[0].filename != name:
        del told.stack[0]
    lines = "".join(told.format()).rstrip().split("\n")
    return "\n".join(line for line in lines if line.strip(" ~^"))  # marks under a line do not wrap
