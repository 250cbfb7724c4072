"""What the page of the exam prints: every question of the other pages."""

from softlookup import interactive, walk
from softlookup.page import options

# What the fourth source asks, without options or answers.
FOURTH_SOURCE = (
    "similarity.what_a_score_says",
    "similarity.almost_at_right_angles",
    "heads.gated_what",
    "gradients.soft_or_hard",
)


def asking() -> list[str]:
    """The pages that ask questions."""
    return [page for page in walk.folders() if walk.questions(page)]


def exam() -> str:
    """Where the exam is begun, one question at a time."""
    return interactive.quiz_exam()


def deck() -> str:
    """The same questions as cards."""
    return (
        f"{len(walk.questions())} cards for Anki, made with this page: "
        '<a href="../assets/practice/soft-lookup.apkg" download>soft-lookup.apkg</a>. A newer deck updates the '
        "cards that you have, and keeps when each of them is due."
    )


def fourth_source() -> str:
    """The four questions that came without options, each leading to its place."""
    asked = {question.key: question for question in walk.questions()}
    found = [asked[key] for key in FOURTH_SOURCE]
    return "\n".join(f"- [{question.asks}](#{walk.anchor(question.key)})" for question in found)


def questions() -> str:
    """A section for each page: what it asks, each with an address of its own."""
    return "\n\n".join(_section(page) for page in asking())


def _section(page: str) -> str:
    heading = f"## [{walk.title(page)}]({walk.address(page)}) {{ #{walk.anchor(page)} }}"
    asked = [(q.key, options(n, q)) for n, q in enumerate(walk.questions(page), start=1)]
    items = [
        f'<div id="{walk.anchor(key)}" markdown="1">\n\n{text}\n\n</div>' for key, text in asked
    ]
    return "\n\n".join([heading, *items])
