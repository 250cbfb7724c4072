"""`make serve`: the site on this machine, rebuilt after each edit.

What `mkdocs serve` does, and three things more: an edit shows at once on the page that it touches, a page
with a fault in it is waited for instead of ending the server, and the browser says what is wrong.
"""

import argparse
import html
import logging
import shutil
import signal
import socket
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from click import ClickException
from mkdocs.__main__ import State
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError
from mkdocs.livereload import LiveReloadServer

from softlookup.site.live import Interrupted
from softlookup.site.plugin import SoftLookup

HOST = "127.0.0.1"
PAUSE = 1.0  # seconds without an edit after which everything is built
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
    looked_at = ""  # the file of the page that was asked for last

    def serve_request(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """A page as it was built, or what is wrong."""
        path = environ["PATH_INFO"]
        if path.endswith("/") and not path.startswith("/livereload/"):
            self.looked_at = f"{path.lstrip('/')}index.html"
            if self.failed:
                environ["PATH_INFO"] = f"{self.mount_path}{_FAILED}/"
        answer: Iterable[bytes] = super().serve_request(environ, start_response)
        return answer

    def ask(self) -> None:
        """Have the builder called, as an edit does."""
        with self._rebuild_cond:
            self._want_rebuild = True
            self._rebuild_cond.notify_all()

    def is_asked(self) -> bool:
        """Whether an edit waits for the builder."""
        with self._rebuild_cond:
            return self._want_rebuild

    def go_on_serving(self) -> None:
        """Answer the browser during this build, and do not reload it afterwards."""
        with self._epoch_cond:
            self._wanted_epoch = self._visible_epoch
            self._epoch_cond.notify_all()

    def reload(self) -> None:
        """Reload the browser after this build."""
        with self._epoch_cond:
            self._wanted_epoch = self._visible_epoch + 1


class _Said(logging.Handler):
    """Remembers what the last build complained of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class Loop:
    """Builds after each edit: at once what it touched, and everything when nothing more is typed.

    A whole build goes into a folder of its own and takes the old one's place when it is done. The browser is
    answered meanwhile, and an edit stops it.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.said = _Said()
        self.server = Server(
            builder=self.build, host=HOST, port=port, root=_folder(), polling_interval=0.2
        )
        self.whole = True  # whether the next build is of everything
        self.later = threading.Timer(0, self.build_all_soon)

    def configuration(self, site: str) -> Any:
        """mkdocs.yml, read afresh."""
        return load_config(site_dir=site, dev_addr=f"{HOST}:{self.port}", site_url="")

    def run(self) -> None:
        """Build, and build again after each edit, until Ctrl-C."""
        logging.getLogger("mkdocs").addHandler(self.said)
        logging.getLogger("mkdocs.commands.build").addFilter(_is_no_warning_of_dirt)
        config = self.configuration(self.server.root)
        config.plugins.on_startup(command="serve", dirty=False)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # end as after Ctrl-C
        try:
            self.build()
            for watched in (config.docs_dir, config.config_file_path, "theme", *config.watch):
                self.server.watch(watched)
            config.plugins.on_serve(self.server, config=config, builder=self.build)
            self.server.serve()  # type: ignore[no-untyped-call]
        except KeyboardInterrupt:
            pass
        finally:
            self.later.cancel()
            _plugin(config).release()  # workers left behind would hold the port
            self.server.shutdown()
            config.plugins.on_shutdown()
            shutil.rmtree(self.server.root, ignore_errors=True)

    def build(self) -> None:
        """What the server calls when something was edited, and a little later once more."""
        self.later.cancel()
        self.said.lines.clear()
        if self.whole:
            self._build_all()
        else:
            self._build_what_was_edited()

    def build_all_soon(self) -> None:
        """Nothing more was typed: build the rest."""
        self.whole = True
        self.server.ask()

    def _build_what_was_edited(self) -> None:
        try:
            self._build_into(self.server.root, hurries=True)
        except Interrupted:
            return  # the newer edit is built next, and what this build owed with it
        if not self.server.failed:
            self.later = threading.Timer(PAUSE, self.build_all_soon)
            self.later.start()

    def _build_all(self) -> None:
        site = _folder()
        if not self.server.failed:
            self.server.go_on_serving()
        before = self._made_of_what_is_looked_at()
        try:
            self._build_into(site, hurries=False)
        except Interrupted:
            shutil.rmtree(site, ignore_errors=True)
            self.whole = self.server.failed
            return
        self.whole = self.server.failed
        old, self.server.root = self.server.root, site
        shutil.rmtree(old, ignore_errors=True)
        if self.server.failed or self._made_of_what_is_looked_at() != before:
            self.server.reload()

    def _made_of_what_is_looked_at(self) -> list[str]:
        live = _plugin(self.configuration(self.server.root)).live
        return live.made_of(self.server.looked_at)

    def _build_into(self, site: str, *, hurries: bool) -> None:
        config = self.configuration(site)
        live = _plugin(config).live
        live.hurries = hurries
        live.looked_at = self.server.looked_at
        live.edited = self.server.is_asked
        try:
            build(config, serve_url=self.server.url, dirty=hurries)
            self.server.failed = False
        except Interrupted:
            _plugin(config).release()
            raise
        except (Abort, BuildError, ClickException, SystemExit) as error:
            _say(Path(site), [*self.said.lines, str(error)])
            self.server.failed = True
        except Exception as error:
            # A fault of the builder itself; without an answer the browser would wait for ever.
            traceback.print_exc()
            _say(Path(site), [*self.said.lines, f"{type(error).__name__}: {error}"])
            self.server.failed = True


def _folder() -> str:
    return tempfile.mkdtemp(prefix="softlookup-")


def _plugin(config: Any) -> SoftLookup:
    plugin: SoftLookup = config.plugins["softlookup"]
    return plugin


def _is_no_warning_of_dirt(record: logging.LogRecord) -> bool:
    """MkDocs warns that a build of a few pages may leave others stale; here a whole one follows."""
    return not record.getMessage().startswith("A 'dirty' build")


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
    Loop(port).run()


if __name__ == "__main__":
    main()
