"""The markup of a question that takes a guess: a number, a choice or an order.

Without a script the answer lies behind a click. Awake, the element takes the guess, keeps it in the browser,
draws it beside the truth, and says which belief leads to it.
"""

import html
import math
from collections.abc import Callable, Sequence
from itertools import permutations

from softlookup.interactive import block, data
from softlookup.practice.beliefs import Choice, Guess, Order, Outside, tell_apart

# A guess of few digits still names an answer, if it is nearer to it than this part of the line.
_COARSEST = 1 / 16


def _element(key: str, kind: str, room: str, answer: str, content: object, asks: str = "") -> str:
    identity = key.replace(".", "-").replace("_", "-")
    asked = f'<p class="asks">{asks}</p>' if asks else ""
    return block(
        f'<predict-first id="guess-{identity}" class="by-{kind}">{asked}<div class="room">{room}</div>'
        f'<details class="reveal"><summary>The answer</summary>{answer}</details>'
        f"{data(content)}</predict-first>"
    )


def _text(text: str) -> str:
    return html.escape(text, quote=False)


# --- A number ---------------------------------------------------------------------------------------


def predict_first(
    key: str,
    right: Guess,
    beliefs: Sequence[Guess],
    *,
    asks: str = "",
    decimals: int = 3,
    outside: Outside | None = None,
    label: str = "Your guess",
    logarithmic: bool = False,
) -> str:
    """A number to guess. The right one and all beliefs must differ in the digits printed.

    The line on which the guess is drawn goes by powers if the answers differ by powers.
    """
    answers = [right, *beliefs]
    tell_apart(key, answers, decimals)
    start = outside.below if outside else min(answer.value for answer in answers)
    end = outside.above if outside else max(answer.value for answer in answers)
    content = {
        "kind": "number",
        "key": key,
        "label": label,
        "printed": f"{right.value:.{decimals}f}",
        "answers": [vars(answer) for answer in answers],
        "tolerance": (end - start) * _COARSEST,
        "outside": vars(outside) if outside else None,
        "from": start,
        "to": end,
        "logarithmic": logarithmic,
    }

    def place(value: float) -> float:
        if logarithmic:
            return math.log(value / start) / math.log(end / start)
        return (value - start) / (end - start)

    told = f"<p>{right.value:.{decimals}f}: {_text(right.says)}</p>"
    gap = _gap(answers, place, decimals)
    return _element(key, "number", "", told + gap, content, asks)


def _gap(answers: Sequence[Guess], place: Callable[[float], float], decimals: int) -> str:
    """A line with every answer on it, and room for the reader's own."""

    def part(answer: Guess) -> str:
        return f"{place(answer.value):.4%}"

    ticks = "".join(
        f'<line class="tick" x1="{part(a)}" x2="{part(a)}" y1="25" y2="33"/>'
        for a in answers[1:]
        if 0 <= place(a.value) <= 1
    )
    truth = answers[0]
    return (
        '<svg class="gap" aria-hidden="true"><line class="rail" x1="0" x2="100%" y1="29" y2="29"/>'
        f'{ticks}<svg class="truth" x="{part(truth)}" y="29" overflow="visible"><circle r="6"/>'
        f'<text y="-12">{truth.value:.{decimals}f}</text></svg>'
        '<svg class="guess" x="0" y="29" overflow="visible"><path d="M0-7 7 0 0 7-7 0Z"/>'
        '<text y="23"></text></svg></svg>'
    )


# --- A choice ---------------------------------------------------------------------------------------


def choose_first(key: str, choices: Sequence[Choice]) -> str:
    """Options to choose from; each is told what leads to it, and at least one is right."""
    options = [choice.option for choice in choices]
    if len(set(options)) < len(options):
        raise ValueError(f"{key}: two options read the same, {options}; reword one")
    if not 0 < sum(choice.right for choice in choices) < len(choices):
        raise ValueError(f"{key}: of the options {options} some must be right and some wrong")
    listed = "".join(
        f'<li class="{"truth" if c.right else "belief"}"><b>{_text(c.option)}</b> {_text(c.says)}</li>'
        for c in choices
    )
    content = {"kind": "choice", "key": key, "choices": [vars(choice) for choice in choices]}
    told = f'<ul class="told">{listed}</ul>'
    return _element(key, "choice", _options(options), told, content)


def _options(options: Sequence[str]) -> str:
    """What can be chosen, as a list that the script turns into buttons of the same size."""
    return f'<ul class="options">{"".join(f"<li>{_text(o)}</li>" for o in options)}</ul>'


# --- An order ---------------------------------------------------------------------------------------


def order_first(key: str, right: Order, beliefs: Sequence[Order], otherwise: str) -> str:
    """Words to put in order. An order that no belief gives is told `otherwise`."""
    words = sorted(right.words)
    known = [right, *beliefs]
    for order in known:
        if tuple(order.words) not in set(permutations(words)):
            raise ValueError(f"{key}: {order.words} is no order of {words}")
        same = [other.says for other in known if other.words == order.words]
        if len(same) > 1:
            raise ValueError(
                f"{key}: {order.words} is what {same[0]!r} and {same[1]!r} give; drop one of the two"
            )
    content = {
        "kind": "order",
        "key": key,
        "orders": [{"words": list(order.words), "says": order.says} for order in known],
        "otherwise": otherwise,
    }
    told = (
        f'<ol class="told truth">{"".join(f"<li>{_text(w)}</li>" for w in right.words)}</ol>'
        f"<p>{_text(right.says[0].upper() + right.says[1:])}</p>"
    )
    return _element(key, "order", _options(words), told, content)
