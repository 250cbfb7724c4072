"""The markup of an exercise without end, complete without a script, and the file of its instances."""

import html
import json
import re
from collections.abc import Mapping, Sequence

from softlookup.interactive import block, data
from softlookup.practice.drill import Drill, Instance, first, instances
from softlookup.write import UNSEEN

PRINTED = 1  # the seed of the instance that stands on the page: the first
_CODE = re.compile(r"`([^`]+)`")
_DIGITS = 7  # of a number in the file, more than anybody types


def _filled(template: str, fills: Mapping[str, str]) -> str:
    """A text with its names filled in, as HTML; code stands between backticks."""
    text = html.escape(template.format_map(fills), quote=False)
    return _CODE.sub(r"<code>\1</code>", text)


def shown(drill: Drill) -> str:
    """One exercise: the printed instance, its worked answer behind a click, and room for controls."""
    instance = first(drill)
    content = {"name": drill.name, "printed": PRINTED, **_answers(drill, instance)}
    return block(
        f'<endless-exercise id="{drill.name}" class="practice"><p class="title">'
        f'<b>{html.escape(drill.title)}</b> <span class="which">{drill.name}</span></p>'
        f'<p class="asks" id="{drill.name}-asks">{_filled(drill.asks, instance.fills)}</p>'
        f"{_given(drill, instance.fills)}"
        f'<div class="room"></div><details class="reveal"><summary>The answer</summary>'
        f"{_worked(drill, instance)}</details>{data(content)}</endless-exercise>"
    )


def _given(drill: Drill, fills: Mapping[str, str]) -> str:
    if not drill.given:
        return ""
    head, *rows = drill.given
    titles = "".join(f'<th scope="col">{_filled(cell, fills) or UNSEEN}</th>' for cell in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{_filled(cell, fills)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f'<table class="given"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'


def _worked(drill: Drill, instance: Instance) -> str:
    steps = "".join(f"<li>{_filled(step, instance.fills)}</li>" for step in drill.steps)
    errors = "".join(
        f"<li><b>{drill.printed(value)}</b> {_filled(says, instance.fills)}</li>"
        for says, value in instance.wrong.items()
    )
    return (
        f'<ol class="steps">{steps}</ol><p class="also">Common errors, and what they give:</p>'
        f'<ul class="errors">{errors}</ul>'
    )


def _answers(drill: Drill, instance: Instance) -> dict[str, object]:
    """What a typed answer is compared with."""
    return {
        "answers": [vars(guess) for guess in drill.guesses(instance)],
        "answer": drill.printed(instance.answer),
        "tolerance": tolerance(instance.answer, drill.decimals),
    }


def tolerance(answer: float, decimals: int) -> float:
    """How far a rounded answer may be off and still be one: few digits are enough, a few per cent are not."""
    return abs(answer) / 50 + 10.0**-decimals


def file(drill: Drill) -> str:
    """All instances as JSON: each text once, and a row of what fills it for each instance."""
    found = instances(drill)
    names = list(found[0].fills)
    content = {
        "asks": drill.asks,
        "given": drill.given,
        "steps": drill.steps,
        "says": list(found[0].wrong),
        "decimals": drill.decimals,
        "names": names,
        "rows": [_row(drill, instance, names) for instance in found],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _row(drill: Drill, instance: Instance, names: Sequence[str]) -> list[object]:
    """What fills the text, then the answer and each error, as numbers and as they are printed."""
    if list(instance.fills) != names:
        raise ValueError(f"{drill.name}: {list(instance.fills)} are filled in, and before {names}")
    values = [instance.answer, *instance.wrong.values()]
    return [
        list(instance.fills.values()),
        [float(f"{value:.{_DIGITS}g}") for value in values],
        [drill.printed(value) for value in values],
    ]
