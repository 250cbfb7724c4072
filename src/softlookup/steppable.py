"""Which snippets can be stepped through where they are shown, and the button for it in their titles."""

import re

from softlookup import catalogue, recording, snippets

FOLDER = "assets/records"  # of the site: one file for each snippet
_TITLE = re.compile(r'<span class="filename">snippets/(?P<name>\w+)\.py(?=<)')
_ELEMENT = re.compile(r'<step-through data-snippet="(\w+)"')


def can_be_stepped(name: str) -> bool:
    """Whether a snippet is a step, and short enough to be followed."""
    is_step = name in snippets.names() and catalogue.kind(name) == "step"
    return is_step and name not in recording.LEFT_OUT


def with_buttons(page: str) -> str:
    """A finished page with an element in the title of each snippet that was recorded; empty without a script."""
    return _TITLE.sub(_with_element, page)


def _with_element(title: re.Match[str]) -> str:
    name = title["name"]
    if not can_be_stepped(name):
        return title[0]
    return f'{title[0]}<step-through data-snippet="{name}"></step-through>'


def on(page: str) -> list[str]:
    """The snippets that a page lets its reader step through."""
    return _ELEMENT.findall(page)
