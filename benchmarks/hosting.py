"""A thousand readers at once for a minute, served by nginx with our configuration on this machine.

    python benchmarks/hosting.py site/ [--readers 1000] [--seconds 60]

It needs nginx and wrk, as Debian packages them, and says so where they are missing (exit code 3). It asks
127.0.0.1 and nothing else. A request that fails, or a header that is not as hosting/nginx.conf says, is an
error (exit code 1).
"""

import argparse
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from time import monotonic, sleep

from softlookup.publish.packed import pack

ROOT = Path(__file__).parents[1]
MISSING = 3  # exit code: a program is not installed
WHOLE = """
worker_processes auto;
worker_rlimit_nofile 8192;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    sendfile on;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {server}
}}
"""
# What a reader of any page asks for, one after another.
PATHS = """
local paths = {{{paths}}}
local turn = 0
request = function()
  turn = turn % #paths + 1
  return wrk.format("GET", paths[turn], {{["Accept-Encoding"] = "gzip"}})
end
"""


def programs() -> dict[str, str]:
    """nginx and wrk; Debian keeps the first where only root looks."""
    places = "/usr/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin"
    found = {name: shutil.which(name, path=places) for name in ("nginx", "wrk")}
    lacking = [name for name, path in found.items() if not path]
    if lacking:
        print(f"{' and '.join(lacking)} cannot be found: apt-get install nginx-light wrk")
        sys.exit(MISSING)
    return {name: str(path) for name, path in found.items()}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configuration(site: Path, folder: Path, port: int, path: str = "/") -> str:
    """The configuration of an nginx of its own; under a path, the site lies in a folder of the server."""
    server = (ROOT / "hosting" / "nginx.conf").read_text(encoding="utf-8")
    server = server.replace("listen 80;", f"listen 127.0.0.1:{port} backlog=4096;")
    root = (
        f"root {site.resolve()};"
        if path == "/"
        else f"location {path} {{ alias {site.resolve()}/; }}"
    )
    server = server.replace("root /var/www/soft-lookup;", root)
    server = server.replace("error_page 404 /404.html;", f"error_page 404 {path}404.html;")
    return WHOLE.format(folder=folder, server=server)


@contextmanager
def served_by_nginx(site: Path, program: str, path: str = "/") -> Iterator[int]:
    """The port at which nginx serves a site, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)  # its workers belong to another user
        file = folder / "nginx.conf"
        file.write_text(configuration(site, folder, port, path), encoding="utf-8")
        server = subprocess.Popen([program, "-c", str(file), "-e", str(folder / "error.log")])
        try:
            _wait(port, server)
            yield port
        finally:
            server.terminate()
            server.wait(timeout=20)


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    until = monotonic() + 20
    while monotonic() < until:
        if server.poll() is not None:
            sys.exit(f"nginx ended with {server.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.05)
    sys.exit("nginx does not listen")


def ask(port: int, path: str, **headers: str) -> HTTPResponse:
    """One answer of the server."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={n.replace("_", "-"): v for n, v in headers.items()})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def wrong_headers(port: int, site: Path, path: str = "/") -> list[str]:
    """What is not served as hosting/nginx.conf says."""
    wrong = []
    page = ask(port, f"{path}softmax/", Accept_Encoding="gzip")
    expected = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Encoding": "gzip",
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
    }
    wrong += [
        f"{path}softmax/: {name} is {page.getheader(name)!r}, not {value!r}"
        for name, value in expected.items()
        if page.getheader(name) != value
    ]
    if "default-src 'self'" not in (page.getheader("Content-Security-Policy") or ""):
        wrong.append(f"{path}softmax/: no policy")
    kept = {"Accept_Encoding": "gzip", "If_None_Match": page.getheader("ETag") or ""}
    again = ask(port, f"{path}softmax/", **kept)
    if again.status != 304:
        wrong.append(f"{path}softmax/: {again.status} for a page that has not changed")
    font = next((site / "assets").glob("*.woff2"))
    told = ask(port, f"{path}assets/{font.name}").getheader("Cache-Control")
    if told != "public, max-age=86400":
        wrong.append(f"{font.name}: kept by {told!r}")
    lost = ask(port, f"{path}no/such/page/")
    if lost.status != 404 or lost.getheader("Content-Type") != page.getheader("Content-Type"):
        wrong.append(f"{path}no/such/page/: {lost.status} {lost.getheader('Content-Type')}")
    return wrong


def readers(program: str, port: int, site: Path, count: int, seconds: int) -> str:
    """What wrk says after so many readers have asked for every page and its style for so long."""
    pages = [f"/{file.parent.relative_to(site).as_posix()}/" for file in site.rglob("index.html")]
    others = [f"/{file.relative_to(site).as_posix()}" for file in (site / "assets").glob("*.*")]
    paths = ", ".join(f'"{path}"' for path in sorted([*pages, *others]) if path != "/./")
    with tempfile.NamedTemporaryFile("w", suffix=".lua", encoding="utf-8") as script:
        script.write(PATHS.format(paths=paths))
        script.flush()
        asked = [program, "-t2", f"-c{count}", f"-d{seconds}s", "--timeout", "20s", "--latency"]
        done = subprocess.run(
            [*asked, "-s", script.name, f"http://127.0.0.1:{port}/"],
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    return done.stdout


def failed(said: str) -> list[str]:
    """The lines of wrk that name requests which were not answered."""
    errors = re.findall(r"Socket errors: .*|Non-2xx or 3xx responses: .*", said)
    return [line for line in errors if re.search(r"[1-9]", line)]


def main() -> int:
    """The command."""
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("site", type=Path, nargs="?", default=ROOT / "site")
    options.add_argument("--readers", type=int, default=1000)
    options.add_argument("--seconds", type=int, default=60)
    given = options.parse_args()
    if not (given.site / "index.html").exists():
        sys.exit(f"{given.site} holds no site: make build")
    found = programs()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the workers of nginx belong to another user
        site = Path(shutil.copytree(given.site, Path(folder, "site")))
        pack(site)
        with served_by_nginx(site, found["nginx"]) as port:
            wrong = wrong_headers(port, site)
            said = readers(found["wrk"], port, given.site, given.readers, given.seconds)
    print(said)
    wrong += failed(said)
    print("\n".join(wrong) or f"{given.readers} readers, {given.seconds} s: no request failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
