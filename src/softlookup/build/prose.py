"""The Markdown extension that checks the numbers typed in prose and marks them in the page."""

from collections.abc import Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor

from softlookup.build.numerals import agrees, rounded
from softlookup.numbers import QUOTED, value


@dataclass
class Judge:
    """How a name is resolved and how a difference is reported; the page being built decides."""

    resolve: Callable[[str], float]
    report: Callable[[str, str], Exception]  # (text on the page, message) -> what to raise


judge = Judge(value, lambda text, message: ValueError(f"{text}: {message}"))


class _CheckedNumber(InlineProcessor):
    def handleMatch(self, match, data):  # type: ignore[no-untyped-def,override]
        typed, name = match[1], match[2]
        try:
            computed = judge.resolve(name)
            right = agrees(typed, computed)
        except (KeyError, ValueError, IndexError) as error:
            raise judge.report(match[0], str(error.args[0])) from error
        if not right:
            message = f"{typed} is typed but {name} is {rounded(typed, computed)} ({computed:.10g})"
            raise judge.report(match[0], f"{message}: correct the text, or what computes it")
        return _marked(typed, name, computed), match.start(0), match.end(0)


def _marked(typed: str, name: str, computed: float) -> Element:
    element = Element("data", {"class": "checked", "value": f"{computed:.10g}", "title": name})
    element.text = typed
    return element


class CheckedNumbers(Extension):
    """`[8.056](=soft_lookup.output)`: typed where it is read, checked where it is built."""

    def extendMarkdown(self, md: Markdown) -> None:
        # After code spans (190) and escapes (180), before links (160).
        md.inlinePatterns.register(_CheckedNumber(QUOTED.pattern, md), "checked-number", 175)


def makeExtension(**options: object) -> Extension:
    """What Markdown looks for."""
    return CheckedNumbers(**options)
