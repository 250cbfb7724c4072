"""What everything that moves is made of, and the quiz: complete without a script, and data for the one that wakes it.

An element is printed with its static children, which a reader without a script sees, and with JSON that
tells it what is printed. Nothing here knows the builder.
"""

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from softlookup.examples import WORDS, Vector

# What a page loads for each element, under assets/js. The map fetches what draws it, and what lets the
# numbers of the page follow it, at the first touch.
SCRIPTS = {
    "answer-map": "elements/answer-map.js",
    "predict-first": "elements/predict-first.js",
    "quiz-question": "elements/quiz-question.js",
    "quiz-exam": "elements/quiz-exam.js",
    "quiz-due": "elements/quiz-exam.js",
    "endless-exercise": "elements/endless-exercise.js",
    "width-weights": "elements/width-weights.js",
    "softmax-bars": "elements/softmax-bars.js",
    "mask-grid": "elements/mask-grid.js",
    "streaming-feed": "elements/streaming-feed.js",
    "sentence-reader": "elements/sentence-reader.js",
    "run-python": "elements/run-python.js",
    "step-through": "elements/step-through.js",
    "attention-doctor": "elements/attention-doctor.js",
    "faded-line": "elements/write-it.js",
    "order-lines": "elements/write-it.js",
    "real-words": "elements/real-words.js",
    "similarity-plane": "elements/similarity-plane.js",
    "one-hot-lookup": "elements/one-hot-lookup.js",
    "head-split": "elements/head-split.js",
    "gate-dial": "elements/gate-dial.js",
    "shape-tape": "elements/shape-tape.js",
}


def scripts_for(text: str, base: str = "assets/js/") -> str:
    """The tags that load what a page uses and nothing else; modules wait for the page and run once."""
    used = dict.fromkeys(path for name, path in SCRIPTS.items() if f"<{name} " in text)
    return "".join(
        f'<script type="module" src="{html.escape(base)}{path}"></script>' for path in used
    )


def _alike(content: object) -> object:
    """The same without the last digits of its numbers, in which versions of NumPy differ."""
    if isinstance(content, float):
        return float(f"{content:.12g}")
    if isinstance(content, Mapping):
        return {key: _alike(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_alike(value) for value in content]
    return content


def data(content: object) -> str:
    """JSON for an element. A < would let text end the script."""
    text = json.dumps(_alike(content), ensure_ascii=False, allow_nan=False)
    text = text.replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'


def block(element: str) -> str:
    """An element as a block of its own: Markdown would put a name that it does not know into a paragraph,
    and a browser would take it apart again."""
    return f'<div class="element">{element}</div>'


def short(number: float, decimals: int = 2) -> str:
    """As few decimals as the number needs, with a true minus sign."""
    return f"{round(number, decimals):.10g}".replace("-", "−")


def predicted(asks: str) -> str:
    """What to predict before a hand moves anything; it may hold markup."""
    return f'<p class="asks"><strong>Predict first.</strong> {asks}</p>' if asks else ""


# --- Planes and shapes --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plane:
    """The part of the plane that an element shows."""

    left: float
    right: float
    bottom: float
    top: float

    def percent(self, place: Sequence[float] | Vector) -> tuple[str, str]:
        """A place as parts of the width and of the height."""
        x = (place[0] - self.left) / (self.right - self.left)
        y = (self.top - place[1]) / (self.top - self.bottom)
        return f"{x:.4%}", f"{y:.4%}"


# Words are told apart by shape, never by hue alone.
SHAPES = {
    "square": '<rect x="-7" y="-7" width="14" height="14" rx="1.5"/>',
    "circle": '<circle r="8"/>',
    "triangle": '<path d="M0-9.5 9 6.5H-9Z"/>',
    "star": '<path d="M0-13 3.4-4.7 12.4-4 5.5 1.8 7.6 10.5 0 5.8-7.6 10.5-5.5 1.8-12.4-4-3.4-4.7Z"/>',
}
SHAPE_OF = dict(zip(WORDS, ("square", "circle", "triangle"), strict=True))


# --- Numbers that follow ------------------------------------------------------------------------------


def pulled_numbers(*pages: str) -> str:
    """Once on a page: its named numbers follow the reader's hand, by the models of these pages, and come back."""
    return block(
        f'<pulled-numbers models="{" ".join(pages)}" role="region" aria-label="Changed numbers"></pulled-numbers>'
    )


# --- The quiz -----------------------------------------------------------------------------------------


def question(key: str, asks: str, options: Mapping[str, str], right: str, hint: str) -> str:
    """One question as Markdown: `options` maps each option to what it is told, `right` is one of them.

    The element stands inside the block of its question and wakes the options beside it.
    """
    if right not in options:
        raise ValueError(f"{key}: the right option {right!r} is none of {list(options)}")
    parts = ['<div class="asked-question" markdown="1">', asks]
    for letter, (option, told) in zip("ABCDEF", options.items(), strict=False):
        mark = ' data-right="true"' if option == right else ""
        summary = f'<summary markdown="span">**{letter}** {option}</summary>'
        parts += [f'<details class="option"{mark} markdown="1">{summary}', told, "</details>"]
    parts += ['<details class="hint" markdown="1"><summary>Hint</summary>', hint, "</details>"]
    element = f'<quiz-question data-key="{html.escape(key)}"></quiz-question>'
    return "\n\n".join([*parts, element, "</div>"])


def quiz_exam() -> str:
    """Where the page says how far the reader is, and takes them through; empty without a script."""
    return block('<quiz-exam class="practice"></quiz-exam>')


def quiz_due(keys: Sequence[str]) -> str:
    """A line that leads to the questions and, awake, says how many of them are due."""
    line = '<p>The questions of the site are <a href="exam.md">one exam</a>.</p>'
    return block(f'<quiz-due class="practice">{line}{data({"keys": list(keys)})}</quiz-due>')
