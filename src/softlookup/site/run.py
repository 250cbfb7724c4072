"""What a page's code prints, and the numbers it computes: run apart from the builder, page by page.

The work is done in other processes, so that no block disturbs the builder, and two pages are computed at once.
An edited module is always read afresh. What comes back is text, or a message that says what to mend.
"""

import contextlib
import importlib
import io
import multiprocessing
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

from softlookup.site.cache import COLLECTORS

ROOT = Path(__file__).parents[3]
_INCLUDED = "snippets/"  # the title of a fence that includes a snippet begins like this
_MANY = 8  # things to do: with fewer, a worker takes longer to load what does them

S = TypeVar("S")
T = TypeVar("T")
_Cached = type(cache(len))


@dataclass(frozen=True)
class Job:
    """What a page wants to have run."""

    page: str  # soft_lookup
    blocks: tuple[tuple[str, str], ...]  # (label, code)
    numbers: tuple[str, ...]  # names as they are typed

    def split(self) -> "list[Job]":
        """The same, block by block, for whoever is free."""
        blocks = [Job(self.page, (block,), ()) for block in self.blocks]
        return [*blocks, Job(self.page, (), self.numbers)] if self.numbers else blocks


@dataclass
class Done:
    """What came back: an answer for each block and number, or what is wrong with it."""

    printed: dict[str, str] = field(default_factory=dict)  # label -> text
    numbers: dict[str, tuple[str, float]] = field(default_factory=dict)  # name -> full name, value
    wrong: dict[str, str] = field(default_factory=dict)  # label or name -> message


class Workers:
    """The processes that run pages, for as long as what all pages share stays as it is.

    A build that fails or gives way to an edit ends them, whatever they are doing; the next one starts others.
    """

    def __init__(self, code: str = "", reaches: Mapping[str, str] | None = None) -> None:
        self.count = min(4, os.cpu_count() or 1)
        self._code = code  # a digest of all code but that of the pages
        self._reaches = dict(reaches or {})  # page -> a digest of all that its parts can read
        self._pool: ProcessPoolExecutor | None = None

    def now_at(self, code: str, reaches: Mapping[str, str]) -> "Workers":
        """These, with what they have loaded, if what all pages share is still the same; else new ones."""
        if code != self._code:
            self.close()
            return Workers(code, reaches)
        self._reaches = dict(reaches)
        return self

    def submit(self, job: Job) -> "Future[Done]":
        """Start a page; its answers are waited for when they are needed."""
        return self.call(perform, job, self._reaches)

    def record(self, text: str, file: str) -> "Future[str]":
        """Start to record the run of a snippet."""
        return self.call(record, text, file)

    def call(self, function: Callable[..., T], *given: Any) -> "Future[T]":
        """Start a function of a module of ours, which a worker finds by its name."""
        try:
            return self._started().submit(function, *given)
        except BrokenProcessPool:  # a process has died since the build before
            self.close()
            return self._started().submit(function, *given)

    def map(self, function: Callable[[S], T], given: Sequence[S]) -> Iterable[T]:
        """As Python's own; in the workers if there are some and it is worth while."""
        if self._pool is not None and len(given) >= _MANY:
            with contextlib.suppress(
                BrokenProcessPool
            ):  # a process has died since the build before
                return self._pool.map(function, given)
        return map(function, given)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform == "linux"
            context = multiprocessing.get_context("fork" if forks else "spawn")
            self._pool = ProcessPoolExecutor(self.count, context, _begin)
        return self._pool

    def close(self) -> None:
        """Stop, and forget what has not been started; who asks for something afterwards gets new processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """A worker uses one core, because its neighbours use the others; sums then do not hang on how many there are."""
    import numpy  # only what is loaded can be limited

    assert numpy
    # Whoever started it says what happened; a worker ends, and says nothing.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_builder, daemon=True).start()
    # A module that is saved twice in a second, at the same length, would be read as it was compiled first.
    sys.dont_write_bytecode = True
    threadpool_limits(1)
    forget(our_modules())  # a worker starts with what the builder has loaded


def _end_with_the_builder() -> None:
    """A builder that is killed leaves no worker behind, which would hold the port of its server."""
    builder = multiprocessing.parent_process()
    if builder:
        builder.join()
        os._exit(1)


# In a worker: page -> the digest of all that it could read when its modules were loaded, if they were.
_loaded_at: dict[str, str] = {}


def _forget_what_changed(reaches: Mapping[str, str]) -> None:
    """Let go of the pages whose parts can read something that was edited. The rule is that of the cache."""
    changed = {page for page, digest in _loaded_at.items() if reaches.get(page) != digest}
    if changed:
        forget(name for name in our_modules() if _page_of(name) in changed)
        for name in COLLECTORS:
            _clear_caches(sys.modules.get(f"softlookup.{name}"))
    _loaded_at.clear()
    _loaded_at.update(reaches)


def _clear_caches(module: ModuleType | None) -> None:
    for found in vars(module).values() if module else ():
        if isinstance(found, _Cached):
            found.cache_clear()


def our_modules() -> list[str]:
    """The names of the modules of this project that are loaded."""
    return [name for name in sys.modules if name.split(".")[0] == "softlookup"]


def _page_of(module: str) -> str:
    """The page in whose folder a module of ours lies: softlookup.pages.scaling.numbers is of scaling."""
    _, _, inside = module.partition("softlookup.pages.")
    return inside.split(".")[0]


def forget(modules: Iterable[str]) -> None:
    """Have modules read afresh when they are asked for again."""
    for name in list(modules):
        del sys.modules[name]
    importlib.invalidate_caches()


def result(waiting: "Future[Done]", page: str) -> Done:
    """What a page gave; a process that died is said to have died."""
    try:
        return waiting.result()
    except BrokenProcessPool:
        raise ValueError(f"the process that ran the code of {page!r} died: run it alone") from None


def perform(job: Job, reaches: Mapping[str, str]) -> Done:
    """Run a page's blocks and compute its numbers. This is what a worker does."""
    _forget_what_changed(reaches)
    done = Done()
    for label, code in job.blocks:
        try:
            done.printed[label] = run_alone(code, label, job.page)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # sys.exit is a failure too
            done.wrong[label] = explain(label, error)
    for name in job.numbers:
        try:
            done.numbers[name] = _number(name, job.page)
        except ValueError as error:
            done.wrong[name] = str(error)
        except Exception as error:
            done.wrong[name] = explain(f"the numbers of {job.page}", error)
    return done


def record(text: str, file: str) -> str:
    """A snippet's run, to be stepped through. This, too, is what a worker does."""
    from softlookup import recording

    with _quiet():
        return recording.written(recording.recorded_text(text, file)[0])


def _number(name: str, page: str) -> tuple[str, float]:
    from softlookup import walk

    with _quiet():
        return walk.full_name(name, page), walk.number(name, page)


def run_alone(code: str, label: str, page: str = "") -> str:
    """What a program prints, disturbed by nothing before it and disturbing nothing after it.

    Warnings are errors, and asserts hold whatever PYTHONOPTIMIZE says.
    """
    program = compile(code, label, "exec", dont_inherit=True, optimize=0)
    names: dict[str, Any] = {"__name__": "__main__", "__file__": label}
    if not label.startswith(_INCLUDED):
        from softlookup.page import Page

        names["page"] = Page(page)
    with _quiet() as printed:
        sys.argv = [label]
        exec(program, names)
    return printed.getvalue()


@contextlib.contextmanager
def _quiet() -> Iterator[io.StringIO]:
    """What is printed is caught, warnings are errors, and every setting is put back."""
    import numpy as np

    printed = io.StringIO()
    environment, arguments = dict(os.environ), list(sys.argv)
    with (
        contextlib.redirect_stdout(printed),
        warnings.catch_warnings(),
        np.errstate(),
        np.printoptions(),
    ):
        warnings.simplefilter("error")
        try:
            yield printed
        finally:
            sys.argv = arguments
            if dict(os.environ) != environment:
                os.environ.clear()
                os.environ.update(environment)


def part_name(label: str, page: str) -> str:
    """`print(page.table("by_hand"))` on soft_lookup is `table soft_lookup.by_hand`."""
    if label.startswith(_INCLUDED):
        return f"snippet {Path(label).stem}"
    kind, _, given = label.removeprefix("print(page.").rstrip(")").partition("(")
    name = given.strip("\"'")
    if not name:
        return f"{kind} {page}"
    return f"{kind} {name if '.' in name else f'{page}.{name}'}"


def explain(label: str, error: BaseException) -> str:
    """What went wrong and where: the last line of ours that was running."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, ValueError) and Path(frames[-1].filename).name in ("walk.py", "page.py"):
        return str(error)  # it says what to do already
    lines = [frame.lineno for frame in frames if frame.filename == label]
    place = f"{label}, line {lines[-1]}" if label.startswith(_INCLUDED) and lines else f"`{label}`"
    if isinstance(error, SyntaxError) and error.filename:
        place += f" ({os.path.relpath(error.filename)}:{error.lineno})"
    what = traceback.format_exception_only(error)[-1].strip()
    ours = list(_ours(frames))
    tail = "".join(traceback.format_list((ours or list(frames))[-1:])).rstrip()
    tail = tail.replace(f"{ROOT}{os.sep}", "")
    return f"{place} failed with {what}\n{tail}\nRun it alone to see it happen, and mend it."


def _ours(frames: Iterable[traceback.FrameSummary]) -> Iterable[traceback.FrameSummary]:
    """The frames in this project's own modules, without those of the builder."""
    for frame in frames:
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts and "site" not in path.parts:
            yield frame
