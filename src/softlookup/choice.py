"""A list that a reader filters without a script: buttons, and the style rules that they switch."""

import html
from collections.abc import Iterable, Mapping, Sequence


def slug(text: str) -> str:
    """A choice as it stands in an id or an attribute."""
    return text.lower().replace(" ", "-")


def buttons(name: str, labels: Mapping[str, str], found: Sequence[str]) -> str:
    """One button for all and one for each choice, with how many entries it leaves."""
    each = [_button(name, key, label, found.count(key)) for key, label in labels.items()]
    everything = _button(name, "all", "all", len(found), " checked")
    return f'<fieldset class="choice"><legend>{name}</legend>{everything}{"".join(each)}</fieldset>'


def _button(name: str, key: str, label: str, count: int, state: str = "") -> str:
    return (
        f'<label><input type="radio" name="{name}" id="{name}-{slug(key)}"{state}> '
        f"{html.escape(label)} <small>{count}</small></label> "
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
