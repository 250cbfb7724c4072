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
        recipe = card.recipe()
        questions = [["card", *recipe, *words] for words in wanted]
        stored = [self._cache.stored_bytes(question) for question in questions]
        missing = [words for words, kept in zip(wanted, stored, strict=True) if kept is None]
        fresh = iter(self._workers.map(_drawn, missing))
        return self._handed_out(questions, stored, fresh)

    def _handed_out(
        self, questions: list[list[str]], stored: list[bytes | None], fresh: Iterator[bytes]
    ) -> Iterator[bytes]:
        for question, kept in zip(questions, stored, strict=True):
            if kept is None:
                drawn = next(fresh)
                self._cache.keep_bytes(question, drawn)
                yield drawn
            else:
                yield kept


def _drawn(words: Words) -> bytes:
    """What a worker does."""
    return card.card(*words)
