"""Classic mistakes, made for real: one module a page, one function a mistake.

The function's body is shown on the page, what it returns is the mistake's fingerprint, and `breaks`
names the invariant by which the fingerprint is recognised.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules


@dataclass(frozen=True)
class Bug:
    """A mistake, what gives it away, and how to mend it."""

    page: str
    key: str  # page.function
    title: str
    breaks: str  # the invariant that it breaks
    cure: str
    make: Callable[[], object]

    @property
    def code(self) -> str:
        """The mistake as a reader would type it: the body of its function, printing its result."""
        lines = inspect.getsource(self.make).split("\n")
        start = next(i for i, line in enumerate(lines) if line.startswith("def ")) + 1
        body = textwrap.dedent("\n".join(lines[start:])).strip()
        last = ast.parse(f"def f():\n{textwrap.indent(body, ' ')}").body[0].body[-1]  # type: ignore[attr-defined]
        return _printed(body, last)


def _printed(body: str, last: ast.Return) -> str:
    """The body with its final `return x` as `print(x)`; a comment behind it stays behind it."""
    lines = body.split("\n")
    first, end = last.lineno - 2, (last.end_lineno or 0) - 2
    width = (last.end_col_offset or 0) - 1
    lines[end] = f"{lines[end][:width]}){lines[end][width:]}"
    lines[first] = lines[first].replace("return ", "print(", 1)
    return "\n".join(lines)


_bugs: dict[str, Bug] = {}


def bug(
    title: str, *, breaks: str, cure: str
) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """Enter the decorated mistake. Its body should end with `return` of what is printed."""

    def enter(make: Callable[[], object]) -> Callable[[], object]:
        page = make.__module__.rsplit(".", 1)[-1]
        key = f"{page}.{make.__name__}"
        _bugs[key] = Bug(page, key, title, breaks, cure, make)
        return make

    return enter


def bugs(page: str = "") -> dict[str, Bug]:
    """The mistakes of a page, or all, by page and name."""
    for name in [page] if page else sorted(module.name for module in iter_modules(__path__)):
        import_module(f"{__name__}.{name}")
    return {key: found for key, found in _bugs.items() if page in ("", found.page)}
