"""markdown-exec as the page's runner: it asks for what a fence prints, and shows it."""

from collections.abc import Callable
from typing import Any

from markdown_exec import base_format, formatters

from softlookup.site.fault import Fault

Printed = Callable[[str], str]  # label -> what was printed; raises a Fault
Mark = Callable[[str, str], str]  # (label, HTML) -> HTML with the mark of the checks


class Runner:
    """Stands where markdown-exec looks for its formatter of Python, while a site is built."""

    def __init__(self, printed: Printed, mark: Mark) -> None:
        self.printed, self.mark = printed, mark
        self.ran: list[str] = []  # labels of the blocks of the current page
        self._theirs = formatters["python"]

    def install(self) -> None:
        """Take the place."""
        formatters["python"] = self.format

    def remove(self) -> None:
        """Give the place back."""
        formatters["python"] = self._theirs

    def format(self, *, code: str, md: Any, **options: Any) -> str:
        """The HTML of one block, marked as printed by code."""
        label = options["extra"].get("title", "") or code.strip()
        options["id_prefix"] = ""  # ids that code prints are addresses: keep them as they are

        def run(code: str, **_: Any) -> str:
            return self.printed(label)

        try:
            shown = str(base_format(language="python", run=run, code=code, md=md, **options))
        except Fault:
            raise
        except Exception as error:  # SuperFences would swallow it
            raise Fault("", None, f"the block `{label}` cannot be shown: {error!r}") from error
        self.ran.append(label)
        return self.mark(label, shown)
