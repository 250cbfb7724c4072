"""`make serve`: the site on this machine, rebuilt after each edit.

What `mkdocs serve` does, and two things more: a page with a fault in it is waited for instead of ending
the server, and the browser says what is wrong.
"""

import argparse
import html
import logging
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from click import ClickException
from mkdocs.__main__ import State
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError
from mkdocs.livereload import LiveReloadServer

HOST = "127.0.0.1"
_FAILED = "build-failed"  # the address of the page that says what is wrong
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>The build stopped</title>
<style>
body {{ max-width: 50rem; margin: 10vh auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui; color-scheme: light dark }}
pre {{ white-space: pre-wrap; padding: 1rem; border: 1px solid }}</style>
<body><h1>The build stopped</h1><pre>{}</pre><p>This page reloads when it is mended.</p></body></html>
"""


class Server(LiveReloadServer):
    """The live server; while a build has failed, every page is the page that says so."""

    failed = False

    def serve_request(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """A page as it was built, or what is wrong."""
        path = environ["PATH_INFO"]
        if self.failed and (path.endswith("/") and not path.startswith("/livereload/")):
            environ["PATH_INFO"] = f"{self.mount_path}{_FAILED}/"
        answer: Iterable[bytes] = super().serve_request(environ, start_response)
        return answer


class _Said(logging.Handler):
    """Remembers what the last build complained of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def serve(port: int) -> None:
    """Build, serve, and build again after each edit, until Ctrl-C."""
    site = Path(tempfile.mkdtemp(prefix="softlookup-"))
    said = _Said()
    logging.getLogger("mkdocs").addHandler(said)

    def configuration() -> Any:
        return load_config(site_dir=str(site), dev_addr=f"{HOST}:{port}", site_url="")

    def rebuild() -> None:
        said.lines.clear()
        try:
            build(configuration(), serve_url=server.url)
            server.failed = False
        except (Abort, BuildError, ClickException, SystemExit) as error:
            _say(site, [*said.lines, str(error)])
            server.failed = True

    config = configuration()
    config.plugins.on_startup(command="serve", dirty=False)
    server = Server(builder=rebuild, host=HOST, port=port, root=str(site))
    try:
        rebuild()
        for watched in (config.docs_dir, config.config_file_path, "theme", *config.watch):
            server.watch(watched)
        config.plugins.on_serve(server, config=config, builder=rebuild)
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()
        config.plugins.on_shutdown()
        shutil.rmtree(site, ignore_errors=True)


def _say(site: Path, lines: list[str]) -> None:
    """Write the page that says what is wrong, and say it in the terminal too."""
    message = "\n".join(dict.fromkeys(line for line in lines if line.strip()))
    page = site / _FAILED / "index.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(_PAGE.format(html.escape(message)), encoding="utf-8")
    print("The build stopped; mend it, and it goes on.", file=sys.stderr)


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def main() -> None:
    """The command."""
    options = argparse.ArgumentParser(prog="python -m softlookup.site.serve", description=__doc__)
    options.add_argument("--port", type=int, default=8000)
    port = options.parse_args().port
    if _taken(port):
        sys.exit(f"port {port} is taken by another program: make serve PORT={port + 1}")
    State()  # type: ignore[no-untyped-call]  # the log of MkDocs, in its colours
    serve(port)


if __name__ == "__main__":
    main()
