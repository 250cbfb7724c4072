"""The fonts of the site: cut in the workers while the rest is finished, and kept."""

from concurrent.futures import Future
from pathlib import Path

from softlookup.site import font
from softlookup.site.cache import Cache
from softlookup.site.run import Workers


class Fonts:
    """What is cut during one build."""

    def __init__(self, cache: Cache, workers: Workers) -> None:
        self._cache, self._workers = cache, workers
        self._ready: dict[font.Face, bytes] = {}
        self._waiting: dict[font.Face, tuple[list[str], Future[bytes]]] = {}  # question, answer

    def start(self, site: Path, formulas: set[str]) -> None:
        """Have the fonts cut to the letters on the pages, but for those that are stored."""
        pages = [file.read_text("utf-8") for file in site.rglob("*.html")]
        self._start(font.MATHS, font.with_italics(formulas))
        for face in font.TEXT:
            self._start(face, font.letters(face, pages))

    def _start(self, face: font.Face, letters: set[str]) -> None:
        question = ["font", *font.recipe(face, letters)]
        stored = self._cache.stored_bytes(question)
        if stored is None:
            self._waiting[face] = question, self._workers.call(font.subset, face, letters)
        else:
            self._ready[face] = stored

    def write(self, site: Path) -> None:
        """Wait for what is being cut, and write all of them."""
        for face, (question, waiting) in self._waiting.items():
            self._ready[face] = waiting.result()
            self._cache.keep_bytes(question, self._ready[face])
        for face, cut in self._ready.items():
            (site / "assets" / face.ships_as).write_bytes(cut)
