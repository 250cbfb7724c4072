"""From one library to another: conventions side by side, and a program for each pair."""

from collections.abc import Callable, Iterator
from itertools import chain

from softlookup import choice, frameworks
from softlookup.frameworks import KERAS, Api, Question, Row
from softlookup.pages.translate import programs
from softlookup.pages.translate.dialects import DIALECTS, Dialect
from softlookup.pages.translate.programs import PAIRS
from softlookup.write import table

FLOATS = Row("A mask of floats, 0 and −∞", frameworks.float_mask, "It may be inverted.")
WIDTHS = Row("Values of another width than keys", frameworks.value_width, "")
ROWS = (*frameworks.ROWS, FLOATS, WIDTHS)

# What the manual of flash-attn says, in the words of the measurements; none of it is run here.
READ_IN_MANUAL: dict[Callable[[Api], str], str] = {
    frameworks.mask_polarity: "has no mask",
    frameworks.causal_alignment: "lower right",
    frameworks.nothing_to_read: "0",
    frameworks.default_scale: "1/√d_k",
    frameworks.axes: "(batch, rows, heads, width)",
    frameworks.double_precision: frameworks.REFUSED,
    frameworks.shared_heads: "neighbours share",
    frameworks.mask_and_causal: "has no mask",
    frameworks.hidden_junk: "has no mask",
    frameworks.float_mask: "has no mask",
    frameworks.value_width: "one width for all",
}


def questions() -> Iterator[Question]:
    """What this page asks besides the table of conventions, to be stored."""
    conventions = (frameworks.cell(row, KERAS) for row in frameworks.ROWS)
    asked = [side.api for side in DIALECTS.values() if side.api and side.api.package]
    more = (frameworks.cell(row, api) for row in (FLOATS, WIDTHS) for api in asked)
    return chain(conventions, more, programs.questions())


def _cell(row: Row, dialect: Dialect) -> str:
    return frameworks.cell(row, dialect.api).answer if dialect.api else READ_IN_MANUAL[row.measure]


def asked_when() -> str:
    """Which versions answered, and when."""
    packages = dict.fromkeys(d.package for d in DIALECTS.values() if d.api and d.package)
    return "Run: " + "; ".join(frameworks.asked_when(package) for package in packages) + "."


def at_a_glance() -> str:
    """Every convention of every dialect."""
    names = [f"{d.name}{'' if d.api else ' (read)'}" for d in DIALECTS.values()]
    rows = [[row.asks, *(_cell(row, dialect) for dialect in DIALECTS.values())] for row in ROWS]
    return table(["what is asked", *names], rows, "l" * (1 + len(names)))


def pairs() -> str:
    """A card for each pair, and the buttons that leave one of them."""
    labels = {key: dialect.name for key, dialect in DIALECTS.items()}
    return "\n\n".join(
        [
            '<div class="pairs" markdown="1">',
            _styles(),
            choice.one_of("have", "I have", labels, "torch-layer"),
            choice.one_of("want", "I want", labels, "torch-function"),
            '<p class="same">These are the same: there is nothing to translate.</p>',
            *(_card(have, want) for have, want in PAIRS),
            "</div>",
        ]
    )


def _styles() -> str:
    """Two choices leave one card; a link to another card shows that one besides."""
    filters = choice.styles(".pairs", ".pair", {"have": DIALECTS, "want": DIALECTS})
    twice = ",\n".join(
        f".pairs:has(#have-{key}:checked):has(#want-{key}:checked) .same" for key in DIALECTS
    )
    own = (
        ".pairs .same { display: none; }\n"
        f"{twice} {{ display: block; }}\n"
        ".pairs .pair:target { display: block !important; }\n"
    )
    return filters.replace("</style>", f"{own}</style>")


def _card(have: Dialect, want: Dialect) -> str:
    return "\n\n".join(
        [
            f'<div class="pair" id="{have.key}-to-{want.key}" data-have="{have.key}" '
            f'data-want="{want.key}" markdown="1">',
            f"**From {have.name} to {want.name}.** {_verdict(have, want)}",
            _changes(have, want),
            f"```python\n{programs.program(have, want)}\n```",
            f"*Cannot be said there:* {want.cannot}",
            "</div>",
        ]
    )


def _changes(have: Dialect, want: Dialect) -> str:
    """Those conventions in which the two differ."""
    rows = [
        [row.asks, before, after]
        for row in ROWS
        if (before := _cell(row, have)) != (after := _cell(row, want))
    ]
    if not rows:
        return "In all that is asked above, they do the same."
    return table(["what changes", have.name, want.name], rows, "lll")


def _verdict(have: Dialect, want: Dialect) -> str:
    if not want.api:
        return "Written by its manual, *not run*: it needs a graphics card that no build here has."
    answer = programs.verdict(have, want).answer
    if answer != programs.AGREES:
        raise ValueError(f"{have.name} to {want.name}: {answer}: mend the lines of pages/translate")
    if not have.api:
        return f"Run in {want.name}, where NumPy called as the manual of {have.name} says stands for {have.name}."
    but = ", for a layer whose projections change nothing" * have.projects
    return f"Run in both: the answers agree{but}."
