"""A gate: one factor, on what a head returns and on its scores."""

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS, Vector
from softlookup.explorables.frame import bar, element
from softlookup.interactive import data

FACTORS = [tenths / 10 for tenths in range(11)]
_PRINTED = 0.5


def gate_dial(says: str, asks: str = "", identity: str = "gate-or-temperature") -> str:
    """The same factor in two places, with the shares and the answer of both."""
    scores = KEYS @ TENNIS
    sides = [
        _side("output", "on the output: a gate", _PRINTED * lookup.softmax(scores)),
        _side("scores", "on the scores", lookup.softmax(_PRINTED * scores)),
    ]
    content = {
        "scores": scores.tolist(),
        "values": VALUES.tolist(),
        "factors": FACTORS,
        "printed": _PRINTED,
    }
    picture = f'<div class="sides">{"".join(sides)}</div>'
    return element("gate-dial", identity, says, picture, data(content), asks=asks)


def _side(name: str, title: str, weights: Vector) -> str:
    rows = "".join(
        f'<tr><th scope="row">{word}</th><td class="share">{bar(weight)}</td></tr>'
        for word, weight in zip(WORDS, weights, strict=True)
    )
    return (
        f'<div class="side at-{name}"><p class="title">{title}</p>'
        '<table class="read"><thead><tr><th scope="col">word</th><th scope="col">share</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        f'<p class="sum">Shares sum to <span class="total">{weights.sum():.2f}</span>, the answer is '
        f'<span class="out">{weights @ VALUES:.2f}</span>.</p></div>'
    )
