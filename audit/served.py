"""The site as a good host serves it: compressed, typed, cached, under a strict policy, and from one origin."""

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import brotli

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "worker-src 'self' blob:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
)
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
    ".py": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".png": "image/png",
}
_PACKED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".txt", ".py")
# As a host does that packs each file once; one that packs every reply sends about 8 % more.
_QUALITY = 11


@functools.cache
def _compressed(path: Path, _changed: float) -> bytes:
    return brotli.compress(path.read_bytes(), quality=_QUALITY)


class _Host(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """One file, or the page for dead addresses."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        found = path.is_file()
        path = path if found else Path(self.directory) / "404.html"
        packed = path.suffix in _PACKED and "br" in self.headers.get("Accept-Encoding", "")
        body = _compressed(path, path.stat().st_mtime) if packed else path.read_bytes()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", _TYPES.get(path.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", f"max-age={0 if path.suffix == '.html' else 31536000}")
        if packed:
            self.send_header("Content-Encoding", "br")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that turns away is none of our concern."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site, for as long as it is needed."""
    handler = functools.partial(_Host, directory=str(site))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def pages(site: Path) -> list[str]:
    """The address of every page, relative to the start, and of the page for dead addresses.

    AUDIT_PAGES="softmax/ heads/" leaves those alone, for a quick look.
    """
    if only := os.environ.get("AUDIT_PAGES"):
        return only.split()
    found = sorted(path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    return [*("" if page == "." else f"{page}/" for page in found), "404.html"]
