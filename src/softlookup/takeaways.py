"""Files beside the pages that readers fetch or take along: the numbers of exercises, the deck of cards."""

import base64
import json

from softlookup import walk
from softlookup.practice import deck, drills, sheet

FOLDER = "assets/practice"


def exercises() -> str:
    """The instances of every exercise without end, a file for each."""
    return _packed({f"{d.name}.json": sheet.file(d).encode() for d in drills.every()})


def cards() -> list[deck.Card]:
    """Every question of the site, in the order of reading."""
    return [
        deck.Card(q.key, q.asks, q.options(), q.find().why, walk.title(q.page))
        for q in walk.questions()
    ]


def quiz() -> str:
    """The questions as a deck for Anki."""
    return _packed({deck.NAME: deck.made(cards())})


def _packed(files: dict[str, bytes]) -> str:
    """Files by name, as text that a cache can keep."""
    named = {f"{FOLDER}/{name}": base64.b64encode(file).decode() for name, file in files.items()}
    return json.dumps(named)


def unpacked(text: str) -> dict[str, bytes]:
    """The files again."""
    return {name: base64.b64decode(file) for name, file in json.loads(text).items()}
