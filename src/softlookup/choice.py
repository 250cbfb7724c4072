"""A list that a reader filters: by buttons, which need no script, or by typing, which does."""

import html
from collections.abc import Iterable, Mapping, Sequence


def slug(text: str) -> str:
    """A choice as it stands in an id or an attribute."""
    return text.lower().replace(" ", "-")


def buttons(name: str, labels: Mapping[str, str], found: Sequence[str]) -> str:
    """One button for all and one for each choice, with how many entries it leaves."""
    counts = {"all": len(found)} | {key: found.count(key) for key in labels}
    known = {"all": "all"} | dict(labels)
    each = [
        _button(name, key, label, f" <small>{counts[key]}</small>", chosen=key == "all")
        for key, label in known.items()
    ]
    return _fieldset(name, each)


def one_of(name: str, legend: str, labels: Mapping[str, str], chosen: str) -> str:
    """A button for each choice and one for all, with one of them chosen from the start."""
    known = {**labels, "all": "all"}
    each = [_button(name, key, label, chosen=key == chosen) for key, label in known.items()]
    return _fieldset(legend, each)


def find(label: str, entries: str, *, groups: str = "", headings: str = "") -> str:
    """A box that leaves the entries with some words, where scripts run.

    All three are selectors. A group is hidden when none of its entries is left, and so is a heading before
    the next of which none is left.
    """
    shown = {"data-filter": entries, "data-groups": groups, "data-headings": headings}
    said = "".join(f' {name}="{html.escape(value)}"' for name, value in shown.items() if value)
    return (
        f'<div class="filter" role="search" aria-label="{label}"><label>{label} '
        f'<input type="search"{said} autocomplete="off"></label> <output aria-live="polite"></output></div>'
    )


def _fieldset(legend: str, each: Sequence[str]) -> str:
    return f'<fieldset class="choice"><legend>{legend}</legend>{"".join(each)}</fieldset>'


def _button(name: str, key: str, label: str, count: str = "", *, chosen: bool) -> str:
    checked = " checked" if chosen else ""
    return (
        f'<label><input type="radio" name="{name}" id="{name}-{slug(key)}"{checked}> '
        f"{html.escape(label)}{count}</label> "
    )


def styles(within: str, entry: str, choices: Mapping[str, Iterable[str]]) -> str:
    """The rules that hide the entries of other choices; an entry carries its own in data-<name>."""
    rules = [
        f'{within}:has(#{name}-{slug(key)}:checked) {entry}:not([data-{name}="{slug(key)}"]) '
        "{ display: none; }"
        for name, keys in choices.items()
        for key in keys
    ]
    return "<style>\n" + "\n".join(rules) + "\n</style>"
