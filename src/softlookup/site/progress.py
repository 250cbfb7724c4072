"""What a build tells its builder: page n of m, blocks, and the slowest page at the end."""

import sys
import time


class Progress:
    """One line a page; on a terminal the line is rewritten."""

    def __init__(self, pages: int) -> None:
        self.pages, self.page = pages, 0
        self.seconds: dict[str, float] = {}
        self.started = self.lap = time.perf_counter()

    def begin(self, name: str) -> None:
        """A page starts."""
        self.page += 1
        self.lap = time.perf_counter()
        if sys.stderr.isatty():
            self._say(f"\r\033[K[{self.page:>2}/{self.pages}] {name}", end="")

    def end(self, name: str, blocks: int) -> None:
        """A page is done, with so many blocks run or remembered."""
        self.seconds[name] = time.perf_counter() - self.lap
        if not sys.stderr.isatty():
            self._say(f"[{self.page:>2}/{self.pages}] {name} ({blocks} blocks)")

    def finish(self, fresh: int, remembered: int) -> None:
        """All pages are done."""
        if not self.seconds:
            return
        slowest = max(self.seconds, key=lambda name: self.seconds[name])
        total = time.perf_counter() - self.started
        clear = "\r\033[K" if sys.stderr.isatty() else ""
        self._say(
            f"{clear}{len(self.seconds)} pages in {total:.1f} s: "
            f"{fresh} blocks run, {remembered} remembered; "
            f"slowest {slowest}, {self.seconds[slowest]:.1f} s"
        )

    def _say(self, text: str, end: str = "\n") -> None:
        print(text, end=end, file=sys.stderr, flush=True)
