"""Exercises, questions and misconceptions of all pages, counted and found again."""

import re
from pathlib import Path

from softlookup import quiz
from softlookup.tables import table

_TOP = Path(__file__).parents[3]  # a checkout; the site is built nowhere else
DOCS = _TOP / "docs"
# Modules that are not named like their page.
_HOMES = {"start": "index", "reference": "misconceptions"}
# What the fourth source asks, without options or answers.
FOURTH_SOURCE = (
    "similarity.what_a_score_says",
    "similarity.almost_at_right_angles",
    "heads.gated_what",
    "gradients.soft_or_hard",
)


def address(page: str) -> str:
    """The file of a page, by the name of its modules."""
    return f"{_HOMES.get(page, page.replace('_', '-'))}.md"


def title(page: str) -> str:
    """The first heading of a page."""
    heading = re.search(r"^# (.+?)(?: *\{.*)?$", (DOCS / address(page)).read_text("utf-8"), re.M)
    if not heading:
        raise ValueError(f"docs/{address(page)} has no title: begin it with '# '")
    return heading[1]


def in_order(pages: list[str]) -> list[str]:
    """Pages in the order of reading, which mkdocs.yml decides; what it does not name comes last."""
    nav = (_TOP / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    places = {file: place for place, file in enumerate(re.findall(r"[\w-]+\.md\b", nav))}
    return sorted(pages, key=lambda page: places.get(address(page), len(places)))


def counts() -> str:
    """How much each page sets and asks; the first column leads to it."""
    pages = [page for page in quiz.pages() if quiz.exercises(page) or quiz.questions(page)]
    rows = [
        [f"[{title(page)}](#{anchor(page)})", len(quiz.exercises(page)), len(quiz.questions(page))]
        for page in in_order(pages)
    ]
    total = ["all", len(quiz.exercises()), len(quiz.questions())]
    return table(["page", "exercises", "questions"], [*rows, total])


def anchor(key: str) -> str:
    """The address of a page’s part, or of one question, on the page that collects them."""
    return key.replace("_", "-").replace(".", "-")


def fourth_source() -> str:
    """The four questions that came without options, each leading to its place."""
    asked = {question.key: question for question in quiz.questions()}
    found = [asked[key] for key in FOURTH_SOURCE]
    return "\n".join(f"- [{question.asks}](#{anchor(question.key)})" for question in found)


def beliefs() -> str:
    """How many misconceptions each page has; the first column leads to them."""
    pages = [page for page in quiz.pages() if quiz.misconceptions(page)]
    rows = [
        [f"[{title(page)}](#{anchor(page)})", len(quiz.misconceptions(page))]
        for page in in_order(pages)
    ]
    return table(["page", "misconceptions"], [*rows, ["all", len(quiz.misconceptions())]])
