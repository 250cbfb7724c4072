"""The Markdown extension that checks the numbers typed in prose and marks them in the page."""

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor

from softlookup.fences import QUOTED

Check = Callable[[str, str, str], Element]  # (whole text, typed, name) -> the marked number


class _CheckedNumber(InlineProcessor):
    def __init__(self, md: Markdown, check: Check) -> None:
        super().__init__(QUOTED.pattern, md)
        self.check = check

    def handleMatch(self, match, data):  # type: ignore[no-untyped-def,override]
        return self.check(match[0], match[1], match[2]), match.start(0), match.end(0)


class CheckedNumbers(Extension):
    """`[8.056](=output)`: typed where it is read, checked where it is built."""

    def __init__(self, **options: Any) -> None:
        self.check: Check = options.pop("check")
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        # After code spans (190) and escapes (180), before links (160).
        md.inlinePatterns.register(_CheckedNumber(md, self.check), "checked-number", 175)


def makeExtension(**options: Any) -> Extension:
    """What Markdown looks for."""
    return CheckedNumbers(**options)
