"""The questions of the quiz as cards for Anki, the same bytes from every build.

A card asks with all options, and answers with the right one, why it is right, and the belief behind each of the
others. The identity of a note is the question's own name, so that a newer deck updates the cards of an older one
and keeps when they are due.
"""

import hashlib
import io
import re
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

NAME = "soft-lookup.apkg"
_FIXED = 1_700_000_000  # seconds: the time of every note and card, which Anki wants to have
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_FIELDS = ("Question", "Options", "Answer", "Page")
_STYLE = (
    ".card { font-family: Georgia, serif; font-size: 19px; line-height: 1.5; text-align: left; "
    "max-width: 34em; margin: 1em auto; padding: 0 1em; } li { margin: 0.3em 0; } "
    ".page { color: #777; font-size: 0.85em; }"
)


@dataclass(frozen=True)
class Card:
    """A question with its options, as Markdown in one line each."""

    key: str  # softmax.rounded_weights
    asks: str
    options: Sequence[tuple[str, str]]  # option, belief; the right one has no belief
    why: str
    page: str  # the title of the page behind it


_INLINE = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\$([^$]+)\$"), r"\\(\1\\)"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\*)"), r"<i>\1</i>"),
    (re.compile(r"\[([^\]]+)\]\([^)]+\)"), r"\1"),
)


def _html(text: str) -> str:
    """The little Markdown of a question as HTML; formulas are left to Anki's own MathJax."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text


def _identity(name: str) -> int:
    """A number that is always the same for a name, as Anki wants it: within 31 bits."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") & 0x7FFFFFFF


def _fields(card: Card) -> list[str]:
    listed = "".join(f"<li>{_html(option)}</li>" for option, _ in card.options)
    right = next(option for option, belief in card.options if not belief)
    beliefs = "".join(
        f"<li>{_html(option)}: {_html(belief)}</li>" for option, belief in card.options if belief
    )
    return [
        _html(card.asks),
        f'<ol type="A">{listed}</ol>',
        f"<p><b>{_html(right)}</b></p><p>{_html(card.why)}</p><p>Not</p><ul>{beliefs}</ul>",
        _html(card.page),
    ]


def made(cards: Iterable[Card]) -> bytes:
    """The deck as a file."""
    import genanki

    model = genanki.Model(
        _identity("softlookup model"),
        "Soft Lookup",
        fields=[{"name": name} for name in _FIELDS],
        templates=[
            {
                "name": "Card",
                "qfmt": "<p>{{Question}}</p>{{Options}}",
                "afmt": '{{FrontSide}}<hr id="answer">{{Answer}}<p class="page">{{Page}}</p>',
            }
        ],
        css=_STYLE,
    )
    deck = genanki.Deck(_identity("softlookup deck"), "Soft Lookup")
    for card in cards:
        tags = [card.key.partition(".")[0].replace("_", "-")]
        guid = genanki.guid_for("softlookup", card.key)
        deck.add_note(genanki.Note(model, _fields(card), guid=guid, tags=tags))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, NAME)
        genanki.Package(deck).write_to_file(path, timestamp=float(_FIXED))
        return _packed(path)


def _packed(path: Path) -> bytes:
    """The same archive without the dates of this build."""
    packed = io.BytesIO()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(packed, "w") as target:
        for name in sorted(source.namelist()):
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.create_system = 3  # the same on every system
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read(name))
    return packed.getvalue()
