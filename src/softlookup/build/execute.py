"""markdown-exec with a guard: what a page runs is shown as it printed, or stops the build."""

import contextlib
import io
import os
import sys
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from markdown_exec import base_format, formatters

from softlookup.build.cache import Cache
from softlookup.build.fault import Fault
from softlookup.build.reads import Reads

ROOT = Path(__file__).parents[3]
Raise = Callable[[str, str], Exception]  # (label, message) -> the fault to raise


class Guard:
    """Runs the fences of one build."""

    def __init__(self, cache: Cache, reads: Reads, fault: Raise) -> None:
        self.cache, self.reads, self.fault = cache, reads, fault
        self.ran: list[str] = []  # labels of the blocks of the current page
        self.asked = self.fresh = 0  # blocks of this build: all, and those that were run

    def install(self) -> None:
        """Put the guard where markdown-exec looks for its formatter."""
        formatters["python"] = self.format

    def format(self, *, code: str, md: Any, **options: Any) -> str:
        """The HTML of one block, fresh or remembered."""
        label = options["id"] or options["extra"].get("title", "")
        asked = {k: v for k, v in sorted(options.items()) if k != "extra"}
        options["id_prefix"] = ""  # ids that code prints are addresses: keep them as they are
        self.asked += 1

        def answer() -> str:
            self.fresh += 1
            run = self._runner(label)
            return str(base_format(language="python", run=run, code=code, md=md, **options))

        try:
            files = self.cache.digests(self.reads.of_block(code))
            shown = self.cache.remember([code, asked, label, files], answer)
        except Fault:
            raise
        except Exception as error:
            raise self.fault(label, f"the block {label!r} cannot be shown: {error!r}") from error
        self.ran.append(label)  # only what was shown: SuperFences swallows other exceptions
        return shown

    def _runner(self, label: str) -> Callable[..., str]:
        def run(code: str, **_: Any) -> str:
            try:
                return run_quietly(code, label)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # sys.exit is a failure too
                raise self.fault(label, _explain(label, error)) from error

        return run


def run_quietly(code: str, label: str) -> str:
    """What a program prints; warnings are errors, and asserts hold whatever PYTHONOPTIMIZE says."""
    printed = io.StringIO()
    program = compile(code, label, "exec", dont_inherit=True, optimize=0)
    before = list(sys.argv)
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("error")
        sys.argv = [label]
        try:
            exec(program, {"__name__": "__main__", "__file__": label})
        finally:
            sys.argv = before
    return printed.getvalue()


def _explain(label: str, error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if f.filename == label]
    place = f"{label}, line {lines[-1]}" if lines else label
    if isinstance(error, SyntaxError) and error.filename:
        place += f" ({os.path.relpath(error.filename)}:{error.lineno})"
    what = traceback.format_exception_only(error)[-1].strip()
    ours = [
        f for f in frames if Path(f.filename).is_relative_to(ROOT) and ".venv" not in f.filename
    ]
    tail = "".join(traceback.format_list((ours or frames)[-1:])).rstrip()
    return f"{place} failed with {what}\n{tail}\nRun it alone to see it happen, and mend it."
