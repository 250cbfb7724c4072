"""What a page may contain: prose, fences that run a snippet, fences that print one part."""

import re
from collections.abc import Iterator
from pathlib import Path

from softlookup.fences import Fence, fences

PYTHON = {"python", "py", "python3", "pycon"}
# Everything an executed fence may say. `session`, `workdir` and the like would hide state.
OPTIONS = {"exec", "source", "result", "title", "html"}
SOURCE = {"above", "below", "block", "tabbed-left", "tabbed-right"}
# Fences that show something which is not ours to run.
SHOWN = {"text", "console", "md", "markdown", "yaml", "toml", "html", "css", "js", "bash", "sh"}
NAMED = "bug|figure|math|misconception|part|provenance|table"  # one of several: by name
# All that the page has: another page's stay on it.
WHOLE = "exercises|guess|questions|settled|writing"

_INCLUDE = re.compile(r'^--8<-- "([^"]*)"$')
_ANY_INCLUDE = re.compile(r"^\s*;?-{1,}8<-{1,}")
_PART = re.compile(
    rf'^print\(page\.(?:(?:{NAMED})\("[\w.-]+"\)|(?:{WHOLE})\(\))\)$',
)
_OF_ANOTHER = re.compile(rf"^print\(page\.({WHOLE})\(.+\)\)$")


def breaches(text: str, snippets: Path) -> Iterator[tuple[int, str]]:
    """Line and message of everything on a page that the contract does not allow."""
    labels: dict[str, int] = {}
    for fence in fences(text):
        if not fence.closed:
            yield fence.line, "this fence is never closed: add the closing marks"
        elif runs(fence):
            yield from executed(fence, snippets)
            label = label_of(fence)
            if label in labels:
                yield fence.line, f"`{label}` stands on line {labels[label]} already: print it once"
            labels.setdefault(label, fence.line)
        else:
            yield from _shown(fence)


def runs(fence: Fence) -> bool:
    """Whether a fence asks to be executed."""
    return fence.language in PYTHON and fence.option("exec") in {"on", "1", "yes", "true"}


def label_of(fence: Fence) -> str:
    """How messages speak of a fence: the file that it includes, or the line that it runs."""
    return fence.option("title") or "\n".join(fence.body).strip()


def _shown(fence: Fence) -> Iterator[tuple[int, str]]:
    line, language = fence.line, fence.language
    if language in PYTHON:
        yield line, 'Python that is shown must run: write exec="on", or make it a ```text fence'
    elif language not in SHOWN:
        known = ", ".join(sorted(SHOWN))
        yield line, f"unknown fence language {language!r}: use python, or one of {known}"
    elif "exec" in fence.options:
        yield line, f"only Python runs at build; {language!r} fences are shown as they are"


def executed(fence: Fence, snippets: Path) -> Iterator[tuple[int, str]]:
    """What is wrong with a fence that asks to be executed."""
    line = fence.line
    for name, value in fence.options.items():
        if name not in OPTIONS:
            yield line, f"unknown option {name!r}: a fence takes {', '.join(sorted(OPTIONS))}"
        elif value[:1] not in {'"', "'"} or value[-1:] != value[:1] or len(value) < 2:
            yield line, f'the value of {name} must be quoted: {name}="{fence.option(name)}"'
    if fence.option("source") not in SOURCE | {""}:
        known = ", ".join(sorted(SOURCE))
        yield line, f"unknown source={fence.option('source')!r}: use one of {known}"
    yield from _body(fence, snippets)


def _body(fence: Fence, snippets: Path) -> Iterator[tuple[int, str]]:
    code = "\n".join(fence.body).strip()
    include = _INCLUDE.match(code)
    if include:
        yield from _include(fence.line + 1, include[1], fence.option("title"), snippets)
    elif any(_ANY_INCLUDE.match(line) for line in fence.body):
        yield fence.line + 1, 'an include stands alone and whole: --8<-- "name.py"'
    elif another := _OF_ANOTHER.match(code):
        own = f"print(page.{another[1]}())"
        yield fence.line + 1, f"a page prints its own {another[1]}, and all of them: write {own}"
    elif not _PART.match(code):
        yield (
            fence.line + 1,
            "a page computes nothing: include a snippet, or print one part and nothing else, as in "
            f'print(page.table("by_hand")); the kinds are {f"{NAMED}|{WHOLE}".replace("|", ", ")}',
        )


def _include(line: int, name: str, title: str, snippets: Path) -> Iterator[tuple[int, str]]:
    if ":" in name:
        yield line, f"include whole files, not sections: {name!r} → {name.split(':')[0]!r}"
    elif not (snippets / name).is_file():
        yield line, f"snippets/{name} does not exist: write it, or correct the name"
    elif title != f"snippets/{name}":
        yield line, f'the title must say which file ran: title="snippets/{name}"'
