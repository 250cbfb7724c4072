"""The maths font, cut at build to the characters in use."""

import base64
import io
from collections.abc import Iterable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path


def subset(characters: Iterable[str]) -> bytes:
    """STIX Two Math as woff2, with these characters and everything that stretches from them."""
    from fontTools import subset as cutter

    options = cutter.Options(
        flavor="woff2", layout_features=["*"], notdef_outline=True, name_IDs=[0, 1, 2, 13, 14]
    )
    font = cutter.load_font(io.BytesIO(_source().read_bytes()), options)
    cut = cutter.Subsetter(options)
    cut.populate(text="".join(sorted(set(characters))))
    cut.subset(font)
    font["head"].modified = font["head"].created  # the build date is not part of the font
    font.recalcTimestamp = False
    written = io.BytesIO()
    cutter.save_font(font, written, options)
    return written.getvalue()


def _source() -> Path:
    """The font that the package ziamath carries; found without importing the package."""
    package = find_spec("ziamath")
    if not package or not package.origin:
        raise ValueError("the package ziamath, which carries the maths font, is not installed")
    return Path(package.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"


def with_italics(letters: Iterable[str]) -> set[str]:
    """Browsers set a lone letter of a formula in the italic of the same name."""
    italics = set()
    for letter in letters:
        for first, last, italic in (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("α", "ω", 0x1D6FC)):
            if first <= letter <= last:
                italics.add(chr(italic + ord(letter) - ord(first)))
    # Planck's h stands in the italic alphabet's gap; the root sign is drawn by its element's name.
    return {*letters, *italics, "ℎ", "√"}


def recipe(characters: Iterable[str]) -> list[str]:
    """Everything that decides the bytes of the font."""
    packages = [f"{name} {version(name)}" for name in ("ziamath", "fonttools", "brotli")]
    return ["".join(sorted(set(characters))), *packages]


def as_text(font: bytes) -> str:
    """The font as text, for the cache."""
    return base64.b64encode(font).decode()


def from_text(text: str) -> bytes:
    """The font out of the cache."""
    return base64.b64decode(text)
