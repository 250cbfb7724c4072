"""What every explorable is made of: its question, its picture, room for its controls, its sentence."""

import html

from softlookup.interactive import block, predicted


def element(
    name: str, identity: str, says: str, *parts: str, asks: str = "", states: bool = False
) -> str:
    """An element with its question, its parts, room for its controls, and its sentence.

    `says` escapes itself; `asks` may hold markup. With `states` the sentence tells numbers of the printed
    state, and is marked when the reader has moved on.
    """
    only = ' data-states="printed"' if states else ""
    caption = f'<p class="says" id="{identity}-says"{only}>{html.escape(says, quote=False)}</p>'
    room = '<div class="controls"></div>'
    return block(
        f'<{name} class="explorable" id="{identity}" role="group" aria-labelledby="{identity}-says">'
        f"{predicted(asks)}{parts[0]}{room}{caption}{''.join(parts[1:])}</{name}>"
    )


def bar(weight: float, text: str = "") -> str:
    """One weight as a bar, in a cell."""
    return (
        '<svg class="bar" aria-hidden="true">'
        f'<rect width="{weight:.2%}" height="100%"/></svg>'
        f'<span class="weight">{text or f"{weight:.3f}"}</span>'
    )
