"""What the page of misconceptions prints: every belief of the other pages, with its counterexample."""

from softlookup import choice, walk
from softlookup.page import Page
from softlookup.write import table


def anchor(page: str) -> str:
    """The address of a page’s section here."""
    if page == "misconceptions":
        return "on-no-page"  # the page’s own name is the address of its title
    return page.replace("_", "-")


def _believing() -> list[str]:
    return [page for page in walk.folders() if walk.misconceptions(page)]


def beliefs() -> str:
    """How many misconceptions each page has; the first column leads to them."""
    rows = [
        [f"[{walk.title(page)}](#{anchor(page)})", len(walk.misconceptions(page))]
        for page in _believing()
    ]
    return table(["page", "misconceptions"], [*rows, ["all", len(walk.misconceptions())]])


def find() -> str:
    """A box that leaves the beliefs with some words, where scripts run."""
    return choice.find("Find a belief", "#content .misconception", headings="#content h2")


def listing() -> str:
    """A section for each other page, with every belief that it answers."""
    return "\n\n".join(_section(page) for page in _believing() if page != "misconceptions")


def on_no_page() -> str:
    """The section with the beliefs that only this page answers."""
    return _section("misconceptions")


def _section(page: str) -> str:
    title = f"[{walk.title(page)}]({walk.address(page)})"
    if page == "misconceptions":
        title = "On no single page"
    boxes = [Page(page).misconception(found.name) for found in walk.misconceptions(page)]
    return "\n\n".join([f"## {title} {{ #{anchor(page)} }}", *boxes])
