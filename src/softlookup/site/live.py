"""What the live server wants of a build: first the pages that an edit touched, then everything."""

from collections.abc import Callable, Mapping

from softlookup.site.source import Source


class Interrupted(BaseException):
    """A build gave way to an edit. Like Ctrl-C, it is nothing that went wrong with a page."""


class Live:
    """What the server shows, and what it wants next; outside the live server, always everything."""

    def __init__(self) -> None:
        self.hurries = False  # whether only what an edit touched is to be built
        self.looked_at = ""  # the page that the reader's browser asked for last: softmax/index.html
        self.edited: Callable[[], bool] = lambda: False  # whether there is an edit to give way to
        self._shown: dict[str, Source] = {}  # by the address of the page

    def wanted(self, sources: Mapping[str, Source]) -> list[str]:
        """The addresses to build now.

        In a hurry these are the pages whose own text or folder was edited, and the page that is being looked
        at if the edit can reach it. The others follow in a whole build, and so do notebooks, which take seconds.
        """
        if not self.hurries:
            return list(sources)
        return [
            address for address, source in sources.items() if self._comes_first(address, source)
        ]

    def _comes_first(self, address: str, source: Source) -> bool:
        before = self._shown.get(address)
        if before is None or not source.text:
            return False
        if source.own != before.own:
            return True
        return address == self.looked_at and source.question != before.question

    def show(self, address: str, source: Source) -> None:
        """Note that a page is finished."""
        self._shown[address] = source

    def made_of(self, address: str) -> list[str]:
        """All that decided how a page looks when it was last finished."""
        return self._shown[address].question if address in self._shown else []

    def go_on(self) -> None:
        """Between two pages: give way if there is something newer to show."""
        if self.edited():
            raise Interrupted
