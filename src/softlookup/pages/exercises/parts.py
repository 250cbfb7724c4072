"""What the page of exercises prints: every task of the other pages, fixed and without end."""

from functools import cache

from softlookup import interactive, walk
from softlookup.page import task
from softlookup.practice import drills, sheet
from softlookup.practice.drill import INSTANCES
from softlookup.write import table

# A page that is a notebook has exercises, and no Markdown file.
_NOTEBOOKS = {"learning": ("Learning, shown", "notebooks/learning.ipynb")}


def setting() -> list[str]:
    """The pages that set exercises, in the order of reading; the notebook ends the main line."""
    pages = [page for page in walk.folders() if walk.exercises(page) or _endless(page)]
    last = pages.index("heads") + 1
    return [*pages[:last], *_NOTEBOOKS, *pages[last:]]


@cache
def _endless(page: str) -> list[str]:
    return [sheet.shown(drill) for drill in drills.of(page)] if page in drills.pages() else []


def _title(page: str) -> tuple[str, str]:
    if page in _NOTEBOOKS:
        return _NOTEBOOKS[page]
    return walk.title(page), walk.address(page)


def _tasks(page: str) -> list[tuple[str, str]]:
    """(name, text) of the fixed exercises of a page."""
    if page in _NOTEBOOKS:
        return []
    return [(t.key, task(n, t)) for n, t in enumerate(walk.exercises(page), start=1)]


def counts() -> str:
    """How much each page sets; the first column leads to it."""
    set_by = {page: (len(_endless(page)), len(_tasks(page))) for page in setting()}
    rows = [[f"[{_title(page)[0]}](#{walk.anchor(page)})", *both] for page, both in set_by.items()]
    total = ["all", *(sum(column) for column in zip(*set_by.values(), strict=True))]
    return table(["page", "without end", "fixed"], [*rows, total])


def due() -> str:
    """Where the questions are, and, awake, how many of them are due."""
    return interactive.quiz_due([question.key for question in walk.questions()])


def without_end() -> str:
    """How many sets of numbers there are, and of how many exercises."""
    every = len(drills.every())
    return (
        f"There are {every} of them, each with {INSTANCES} sets of numbers: {every * INSTANCES:,} tasks, and all were "
        "worked out and checked while this page was built. The worked answer equals what the definitions give, and "
        "no two errors lead to the same digits. Write numbers as you are used to: `.085`, `8.5 %`, `8,5`, `1e-3` and "
        "`2/3` are all read. Only a comma like that of `1,965` is taken for thousands."
    )


def practice() -> str:
    """A section for each page: what it sets, each with an address of its own."""
    return "\n\n".join(_section(page) for page in setting())


def _section(page: str) -> str:
    title, address = _title(page)
    heading = f"## [{title}]({address}) {{ #{walk.anchor(page)} }}"
    items = [f'<span id="{walk.anchor(key)}"></span>{text}' for key, text in _tasks(page)]
    return "\n\n".join([heading, *_endless(page), *items])
