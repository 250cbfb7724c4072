"""Files beside the pages, made in the workers while the pages are rendered, and written in the end."""

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path

from softlookup import takeaways
from softlookup.site.cache import Cache
from softlookup.site.fault import Fault
from softlookup.site.run import Done, Job, Workers, result

# What leads to some files, and what makes them.
_MADE_FOR = {'page.part("practice")': "exercises", 'page.part("deck")': "quiz"}


class Beside:
    """What the pages of practice lead to, where the site has them."""

    def __init__(self, cache: Cache, workers: Workers) -> None:
        self.cache = cache
        self.workers = workers
        self._ready: dict[str, str] = {}  # page -> packed files
        self._waiting: dict[str, tuple[list[str], Future[Done]]] = {}  # page -> question, answer

    def start(self, pages: Mapping[str, str], digest: str) -> None:
        """Have the files made that the text of these pages leads to, but for what is stored."""
        wanted = {
            page: made
            for page, text in pages.items()
            for part, made in _MADE_FOR.items()
            if part in text
        }
        for page, made in wanted.items():
            question = ["beside", made, digest]
            stored = self.cache.stored(question)
            if stored is None:
                code = f"from softlookup import takeaways\nprint(takeaways.{made}())"
                job = Job("", ((made, code),), ())
                self._waiting[page] = (question, self.workers.submit(job))
            else:
                self._ready[page] = stored

    def write(self, site: Path) -> None:
        """Wait for what is being made, and write all of it."""
        for page, (question, waiting) in self._waiting.items():
            done = result(waiting, page)
            for message in done.wrong.values():
                raise Fault(page, None, message)
            [self._ready[page]] = done.printed.values()
            self.cache.keep(question, self._ready[page])
        for packed in self._ready.values():
            for name, content in takeaways.unpacked(packed).items():
                (site / name).parent.mkdir(parents=True, exist_ok=True)
                (site / name).write_bytes(content)
