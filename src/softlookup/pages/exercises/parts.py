"""What the page of exercises prints: every task and question of the other pages."""

from softlookup import walk
from softlookup.page import options, task
from softlookup.write import table

# What the fourth source asks, without options or answers.
FOURTH_SOURCE = (
    "similarity.what_a_score_says",
    "similarity.almost_at_right_angles",
    "heads.gated_what",
    "gradients.soft_or_hard",
)


def anchor(key: str) -> str:
    """The address of a page’s section here, or of one question."""
    return key.replace("_", "-").replace(".", "-")


def _asking() -> list[str]:
    return [page for page in walk.folders() if walk.exercises(page) or walk.questions(page)]


def counts() -> str:
    """How much each page sets and asks; the first column leads to it."""
    rows = [
        [
            f"[{walk.title(page)}](#{anchor(page)})",
            len(walk.exercises(page)),
            len(walk.questions(page)),
        ]
        for page in _asking()
    ]
    total = ["all", len(walk.exercises()), len(walk.questions())]
    return table(["page", "exercises", "questions"], [*rows, total])


def fourth_source() -> str:
    """The four questions that came without options, each leading to its place."""
    asked = {question.key: question for question in walk.questions()}
    found = [asked[key] for key in FOURTH_SOURCE]
    return "\n".join(f"- [{question.asks}](#{anchor(question.key)})" for question in found)


def practice() -> str:
    """A section for each page: what it sets and asks, each with an address of its own."""
    return "\n\n".join(_section(page) for page in _asking())


def _section(page: str) -> str:
    heading = f"## [{walk.title(page)}]({walk.address(page)}) {{ #{anchor(page)} }}"
    tasks = [(t.key, task(n, t)) for n, t in enumerate(walk.exercises(page), start=1)]
    asked = [(q.key, options(n, q)) for n, q in enumerate(walk.questions(page), start=1)]
    items = [f'<span id="{anchor(key)}"></span>{text}' for key, text in tasks + asked]
    return "\n\n".join([heading, *items])
