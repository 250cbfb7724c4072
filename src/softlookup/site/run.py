"""markdown-exec with a guard: what a fence runs is shown as it printed, or stops the build."""

import contextlib
import io
import os
import sys
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from markdown_exec import base_format, formatters

from softlookup.site.cache import Cache
from softlookup.site.fault import Fault
from softlookup.site.marks import Marks

ROOT = Path(__file__).parents[3]
_INCLUDED = "snippets/"


class Runner:
    """Runs the fences of the page that is being built."""

    def __init__(self, cache: Cache, marks: Marks) -> None:
        self.cache, self.marks = cache, marks
        self.page = ""  # soft_lookup
        self.reach = ""  # the digest of all that the page's parts can read
        self.fault: Callable[[str, str], Fault] = lambda _, message: Fault("", None, message)
        self.ran: list[str] = []  # labels of the blocks of the current page
        self.asked = self.fresh = 0  # blocks of this build: all, and those that were run
        self._theirs = formatters["python"]

    def install(self) -> None:
        """Stand where markdown-exec looks for its formatter, until the build is over."""
        formatters["python"] = self.format

    def remove(self) -> None:
        """Give the place back."""
        formatters["python"] = self._theirs

    def format(self, *, code: str, md: Any, **options: Any) -> str:
        """The HTML of one block, fresh or remembered, marked as printed by code."""
        label = options["extra"].get("title", "") or code.strip()
        asked = {k: str(v) for k, v in sorted(options.items()) if k != "extra"}
        options["id_prefix"] = ""  # ids that code prints are addresses: keep them as they are
        self.asked += 1

        def answer() -> str:
            self.fresh += 1
            run = self._run(label)
            return str(base_format(language="python", run=run, code=code, md=md, **options))

        try:
            shown = self.cache.remember(["block", self.page, self.reach, code, asked, label], answer)
        except Fault:
            raise
        except Exception as error:
            raise self.fault(label, f"the block `{label}` cannot be shown: {error!r}") from error
        self.ran.append(label)  # only what was shown: SuperFences swallows other exceptions
        return self.marks.part(part_name(label, self.page), shown)

    def _run(self, label: str) -> Callable[..., str]:
        def run(code: str, **_: Any) -> str:
            try:
                return run_alone(code, label, self.page)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # sys.exit is a failure too
                raise self.fault(label, _explain(label, error)) from error

        return run


def part_name(label: str, page: str) -> str:
    """`print(page.table("by_hand"))` on soft_lookup is `table soft_lookup.by_hand`."""
    if label.startswith(_INCLUDED):
        return f"snippet {Path(label).stem}"
    kind, _, given = label.removeprefix("print(page.").rstrip(")").partition("(")
    name = given.strip("\"'")
    return f"{kind} {name if '.' in name else f'{page}.{name}'.rstrip('.')}"


def run_alone(code: str, label: str, page: str = "") -> str:
    """What a program prints, disturbed by nothing before it and disturbing nothing after it.

    Warnings are errors, and asserts hold whatever PYTHONOPTIMIZE says.
    """
    program = compile(code, label, "exec", dont_inherit=True, optimize=0)
    names: dict[str, Any] = {"__name__": "__main__", "__file__": label}
    if not label.startswith(_INCLUDED):
        from softlookup.page import Page

        names["page"] = Page(page)
    printed = io.StringIO()
    before, argv = dict(os.environ), list(sys.argv)
    with (
        contextlib.redirect_stdout(printed),
        warnings.catch_warnings(),
        np.errstate(),
        np.printoptions(),
    ):
        warnings.simplefilter("error")
        sys.argv = [label]
        try:
            exec(program, names)
        finally:
            sys.argv = argv
            if dict(os.environ) != before:
                os.environ.clear()
                os.environ.update(before)
    return printed.getvalue()


def _explain(label: str, error: BaseException) -> str:
    """What went wrong and where: the last line of ours that was running."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, ValueError) and _ours(frames[-1].filename) and "pages" not in frames[-1].filename:
        return str(error)  # a message that says what to do
    lines = [f.lineno for f in frames if f.filename == label]
    place = f"{label}, line {lines[-1]}" if label.startswith(_INCLUDED) and lines else f"`{label}`"
    if isinstance(error, SyntaxError) and error.filename:
        place += f" ({os.path.relpath(error.filename)}:{error.lineno})"
    what = traceback.format_exception_only(error)[-1].strip()
    ours = [frame for frame in frames if _ours(frame.filename)]
    tail = "".join(traceback.format_list((ours or frames)[-1:])).rstrip()
    tail = tail.replace(f"{ROOT}{os.sep}", "")
    return f"{place} failed with {what}\n{tail}\nRun it alone to see it happen, and mend it."


def _ours(filename: str) -> bool:
    path = Path(filename)
    inside = path.is_relative_to(ROOT) and ".venv" not in path.parts
    return inside and "site" not in path.parts[-2:]
