"""A folder served on this machine, and a visitor who notes every error and every foreign request."""

import functools
import http.server
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_PIECE = 65_536  # bytes that are sent at once


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that keeps its requests to itself."""

    # Some systems know no type for modules, and a browser refuses a module of an unknown type.
    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def slowly(line: float, latency: float) -> Any:
    """A server behind a line of so many bytes a second, shared by all requests, and so many ms away."""
    one_at_a_time = threading.Lock()

    class Slow(Quiet):
        sent = 0  # bytes of files

        def do_GET(self) -> None:
            time.sleep(latency / 1000)
            super().do_GET()

        def copyfile(self, source: Any, target: Any) -> None:
            while piece := source.read(_PIECE):
                with one_at_a_time:
                    time.sleep(len(piece) / line)
                target.write(piece)
                Slow.sent += len(piece)

    return Slow


@contextmanager
def served(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[str]:
    """The address of a folder, for as long as it is needed."""
    handler = functools.partial(kind, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def watched(page: Any, address: str) -> Any:
    """The same page, with a list of what a reader should never have to see."""
    page.complaints = []
    page.on("console", lambda m: m.type == "error" and page.complaints.append(m.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "request",
        lambda r: r.url.startswith((address, "data:", "blob:")) or page.complaints.append(r.url),
    )
    return page
