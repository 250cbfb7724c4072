"""Which snippets can be run where they are shown, the buttons for it, and the modules that help there."""

import re
from functools import cache
from pathlib import Path

from softlookup import catalogue, doctor, engine, snippets

_HERE = Path(__file__).parent
# What a browser imports, beside what the doctor names: it runs programs, and judges lines.
_MODULES = ("__init__.py", "in_page.py", "judge.py")

_TITLE = re.compile(r'<span class="filename">snippets/(?P<name>\w+)\.py(?=</span>)')
_ELEMENT = "<run-python "
# They ask Python too, and are not awake without.
_ASLEEP = re.compile(r"<(?P<element>faded-line|attention-doctor) ")
# Words that hold where Python can be loaded, and words that hold where it cannot.
_HELD = re.compile(r'<(?P<tag>p|div) data-python="(?P<when>here|missing)">.*?</(?P=tag)>\n?', re.S)


@cache
def runs_in_a_page(name: str) -> bool:
    """Whether a snippet needs nothing that a page cannot load."""
    return name in snippets.names() and set(catalogue.dependencies(name)) <= {"numpy"}


def with_buttons(page: str) -> str:
    """A finished page with what runs its snippets, if the engine is there to be loaded."""
    here = engine.is_here()
    page = _HELD.sub(lambda words: words[0] if (words["when"] == "here") == here else "", page)
    if not here:
        return page
    return _ASLEEP.sub(_awake, _TITLE.sub(_with_element, page))


def is_on(page: str) -> bool:
    """Whether a page offers to run something."""
    return "data-engine=" in page


def _with_element(title: re.Match[str]) -> str:
    name = title["name"]
    if not runs_in_a_page(name):
        return title[0]
    return f'{title[0]}{_ELEMENT}data-snippet="{name}" {_attributes()}></run-python>'


def _awake(found: re.Match[str]) -> str:
    files = ""
    if found["element"] == "attention-doctor":
        names = " ".join(name.removeprefix("softlookup/") for name in doctor.files())
        files = f'data-files="{names}" '
    return f"{found[0]}{_attributes()} {files}"


def published() -> dict[str, str]:
    """Path below assets/python/ -> text, of every module that a browser may import."""
    own = {f"softlookup/{name}": (_HERE / name).read_text(encoding="utf-8") for name in _MODULES}
    return own | doctor.files()


def _attributes() -> str:
    """What an element must know of the engine: its folder, and how much is loaded."""
    return f'data-engine="{engine.NAME}" data-size="{engine.size() / 1e6:.0f} MB"'
