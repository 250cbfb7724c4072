"""Where everything comes from: the four documents item by item, the papers, the word vectors."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from textwrap import indent
from typing import NamedTuple

from softlookup import claims, coverage, walk, words
from softlookup.data import read
from softlookup.write import table

_ADDRESS = re.compile(r"\]\((https?://[^)\s]+)\)")


class Work(NamedTuple):
    """A paper, a book, an essay or a piece of software that some page cites."""

    author: str
    year: int
    title: str
    named: str = ""  # how it is spoken of where no link leads to it
    compared: str = ""  # what was held against stored text, and when


WORKS = {work.pop("url"): Work(**work) for work in read(__file__, "works.yaml")}
# Pages of manuals and repositories, which change and have no year.
PLACES = {place["url"]: place["name"] for place in read(__file__, "manuals.yaml")}


_HELD = {"record": "Record compared.", "text": "Record and text compared."}


def verdicts() -> str:
    """How many statements of each source got which verdict."""
    ledger = claims.ledger()
    rows = []
    for verdict, meaning in claims.VERDICTS.items():
        found = [entry.source for entry in ledger if entry.verdict == verdict]
        counts = [str(found.count(source)) for source in claims.SOURCES]
        rows.append([f"**{verdict}**: {meaning}", *counts, str(len(found))])
    every = [entry.source for entry in ledger]
    rows.append(["all", *[str(every.count(key)) for key in claims.SOURCES], str(len(ledger))])
    return table(["verdict", "first", "second", "third", "fourth", "between", "all"], rows)


def items() -> str:
    """Every item of every source, with the place that takes it up."""
    sources = [key for key in claims.SOURCES if key != "X"]
    return "\n\n".join(_source(source) for source in sources)


def _source(source: str) -> str:
    here = [item for item in coverage.ITEMS if item.source == source]
    rows = [
        [item.lines.replace("-", "–"), item.kind, item.label, str(len(item.claims)), _place(item)]
        for item in here
    ]
    listed = table(["lines", "kind", "what", "statements", "taken up in"], rows, align="lllrl")
    title = f"{claims.SOURCES[source]}: {len(here)} items"
    return f'??? abstract "{title}"\n\n{indent(listed, "    ")}'


def _place(item: coverage.Item) -> str:
    place = coverage.place(item)
    return f"[{place.title}]({place.page}.md#{place.anchor})"


def cited() -> dict[str, list[str]]:
    """Address -> the files of the pages that link to it, in their text or in a question or a mistake."""
    found: dict[str, list[str]] = {}
    notebooks = walk.DOCS.glob("notebooks/*.ipynb")
    for file in [*sorted(walk.DOCS.glob("*.md")), *sorted(notebooks)]:
        folder = walk.FOLDERS / file.stem.replace("-", "_")
        printed = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
        links = walk.gist(file)["links"] + _ADDRESS.findall("\n".join(printed))
        for address in dict.fromkeys(links):
            found.setdefault(address, []).append(file.relative_to(walk.DOCS).as_posix())
    return found


def literature() -> str:
    """Every work that a page cites, by author, with the pages that do."""
    pages = cited()
    strangers = [f"{pages[a][0]} cites {a}" for a in pages if a not in WORKS | PLACES]
    if strangers:
        raise ValueError(
            f"{'; '.join(strangers)}: add author, year and title to src/softlookup/pages/sources/works.yaml"
        )
    return "\n".join([*_works(pages), *_places(pages)])


def _works(pages: dict[str, list[str]]) -> Iterator[str]:
    for address, work in sorted(WORKS.items(), key=lambda known: known[1]):
        if address in pages or work.named:
            where = _on(pages[address]) if address in pages else "Spoken of without a link."
            held = f" *{_HELD[work.compared.split()[0]]}*" if work.compared else ""
            yield f"- {work.author} ({work.year}), [{work.title}]({address}). {where}{held}"


def _places(pages: dict[str, list[str]]) -> Iterator[str]:
    for address, name in PLACES.items():
        if address in pages:
            yield f"- [{name}]({address}). {_on(pages[address])}"


def _on(pages: list[str]) -> str:
    named = [f"[{PurePosixPath(page).stem.replace('-', ' ')}]({page})" for page in pages]
    return f"Cited in {', '.join(named)}."


def word_vectors() -> str:
    """Where the word vectors come from, as their file says it."""
    known = words.provenance()
    rows = [
        ["data", known["underlying_data"].replace("https://nlp.stanford.edu/projects/glove/", "")],
        ["taken from", known["source"]],
        ["SHA-512 of the package", f"`{known['tarball_sha512']}`"],
        ["licence of the vectors", known["licence_vectors"]],
        ["licence of the package", known["licence_package"]],
        ["changes", known["changes"]],
        ["words kept", str(len(words.known()))],
    ]
    return table(
        ["what", "as the file says"],
        [[name, str(text).rstrip(", ")] for name, text in rows],
        align="ll",
    )
