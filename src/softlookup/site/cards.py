"""The pictures that go with links to the pages: drawn in the workers while the rest is finished, and kept."""

from collections.abc import Iterator, Sequence

from softlookup.publish import card
from softlookup.publish.complete import Words
from softlookup.site.cache import Cache
from softlookup.site.run import Workers


class Cards:
    """The cards of one build, stored or still being drawn."""

    def __init__(self, cache: Cache, workers: Workers) -> None:
        self._cache, self._workers = cache, workers

    def draw(self, wanted: Sequence[Words]) -> Iterator[bytes]:
        """Have those drawn that are not stored; all are handed out in order, each as soon as it is there."""
        stored = [self._cache.stored_bytes(_question(words)) for words in wanted]
        missing = [words for words, kept in zip(wanted, stored, strict=True) if kept is None]
        fresh = iter(self._workers.map(_drawn, missing))
        return self._handed_out(wanted, stored, fresh)

    def _handed_out(
        self, wanted: Sequence[Words], stored: Sequence[bytes | None], fresh: Iterator[bytes]
    ) -> Iterator[bytes]:
        for words, kept in zip(wanted, stored, strict=True):
            if kept is None:
                drawn = next(fresh)
                self._cache.keep_bytes(_question(words), drawn)
                yield drawn
            else:
                yield kept


def _drawn(words: Words) -> bytes:
    """What a worker does."""
    return card.card(*words)


def _question(words: Words) -> list[str]:
    return ["card", *card.recipe(), *words]
