"""The fonts, cut at build to the characters in use: one for formulas, three cuts of one for text."""

import html
import io
import re
import string
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Face:
    """A font file that a package carries, and what of it is shipped."""

    ships_as: str  # in the folder assets/ of the site
    package: str
    file: str  # in the package
    features: tuple[str, ...]
    called: str = ""  # a new name, where the licence keeps the old one for unchanged copies
    within: str = ""  # the elements that are set in it, where they are not all


_TEXT = ("kern", "liga", "locl", "mark", "ccmp", "lnum", "tnum")

# Without the second set of letters for small sizes, which would double it.
MATHS = Face("maths.woff2", "ziamath", "fonts/STIXTwoMath-Regular.ttf", ())
# Source Serif under the name that the Open Font License asks of a changed copy.
TEXT = tuple(
    Face(
        f"text-{cut}.woff2",
        "font_source_serif_pro",
        f"files/SourceSerifPro-{theirs}.ttf",
        _TEXT,
        "Soft Lookup Text",
        within,
    )
    for cut, theirs, within in (
        ("regular", "Regular", ""),
        ("italic", "It", "em|i|cite|dfn"),
        ("semibold", "Semibold", "strong|b|h[1-6]|th|summary|dt|legend|title|text"),
    )
)
# Numbers of the font format.
_USE_MY_METRICS = 0x0200  # of a part of a glyph
_FAMILY = 1
_NAMES = (0, _FAMILY, 2, 13, 14)  # copyright, family, style, licence and its address
_ENGLISH = 0x409
_TAG = re.compile(r"<[^>]*>")
# What any of them may be asked for by a script or a style sheet.
_USUAL = {*string.ascii_letters, *string.digits, *" .,;:!?'\"()[]/+=%&-–—−×·√‘’“”…"}


def letters(face: Face, pages: Iterable[str]) -> set[str]:
    """The characters that some pages set in a face."""
    if not face.within:
        return set().union(string.printable, *pages)
    inside = re.compile(rf"<({face.within})\b[^>]*>(.*?)</\1>", re.S)
    titles = re.compile(r'<(p) class="admonition-title">(.*?)</p>', re.S)
    found = set(_USUAL)
    for page in pages:
        for _, text in [*inside.findall(page), *titles.findall(page)]:
            found.update(html.unescape(_TAG.sub("", text)))
    return found


def subset(face: Face, characters: Iterable[str]) -> bytes:
    """A face as woff2, with these characters and everything that follows from them."""
    from fontTools import subset as cutter

    options = cutter.Options(
        flavor="woff2",
        layout_features=list(face.features),
        hinting=False,  # screens that need it are gone
        notdef_outline=True,
    )
    font = cutter.load_font(io.BytesIO(_source(face).read_bytes()), options)
    if face == MATHS:
        _lower_roots(font)
    names = font["name"]
    del font["name"]  # the cutter would walk the whole font to see which of its names are used
    cut = cutter.Subsetter(options)
    cut.populate(text="".join(sorted(set(characters))))
    cut.subset(font)
    _keep_widths(font)
    font["name"] = names
    names.names = [
        name for name in names.names if name.nameID in _NAMES and name.langID == _ENGLISH
    ]
    if face.called:
        for record in names.names:
            if record.nameID == _FAMILY:
                record.string = face.called
    font["head"].modified = font["head"].created  # the build date is not part of the font
    font.recalcTimestamp = False
    written = io.BytesIO()
    cutter.save_font(font, written, options)
    return written.getvalue()


def _keep_widths(font: Any) -> None:
    """Let a glyph that is put together of others keep its own width.

    Browsers on Linux would give it the width of a part, so that “%” had that of its stroke and lay on the next word.
    """
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        if glyph.isComposite():
            for part in glyph.components:
                part.flags &= ~_USE_MY_METRICS


def _lower_roots(font: Any) -> None:
    """Leave the root sign its lowest form: Chromium keeps room for the widest, whatever it draws."""
    variants = font["MATH"].table.MathVariants
    place = variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[ord("√")])
    root = variants.VertGlyphConstruction[place]
    root.MathGlyphVariantRecord = root.MathGlyphVariantRecord[:1]
    root.VariantCount = 1
    root.GlyphAssembly = None


def _source(face: Face) -> Path:
    """The font file, found without importing the package that carries it."""
    package = find_spec(face.package)
    if not package or not package.origin:
        raise ValueError(f"the package {face.package}, which carries {face.file}, is not installed")
    return Path(package.origin).parent / face.file


def with_italics(letters: Iterable[str]) -> set[str]:
    """Browsers set a lone letter of a formula in the italic of the same name."""
    italics = set()
    for letter in letters:
        for first, last, italic in (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("α", "ω", 0x1D6FC)):
            if first <= letter <= last:
                italics.add(chr(italic + ord(letter) - ord(first)))
        italics.update(_ITALIC_SIGNS.get(letter, ""))
    # Planck's h stands in the italic alphabet's gap; the root sign is drawn by its element's name.
    return {*letters, *italics, "ℎ", "√"}


# Signs that browsers slant too, outside the alphabets.
_ITALIC_SIGNS = {"∂": "𝜕", "∇": "𝛻", "ϵ": "𝜖", "ϑ": "𝜗", "ϕ": "𝜙", "ϱ": "𝜚", "ϖ": "𝜛"}


def recipe(face: Face, characters: Iterable[str]) -> list[str]:
    """Everything that decides the bytes of a font."""
    packages = (face.package.replace("_", "-"), "fonttools", "brotli")
    return [
        face.ships_as,
        " ".join(face.features),
        "".join(sorted(set(characters))),
        *(f"{p} {version(p)}" for p in packages),
        Path(__file__).read_text(encoding="utf-8"),  # how it is cut
    ]
