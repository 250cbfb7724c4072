"""One built site at the root of a host, below a path and on GitHub Pages: links, assets, search, lost readers."""

import functools
import http.server
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import ROOT
from served import watched
from softlookup import snippets
from softlookup.publish.address import settle
from softlookup.publish.facts import facts

sys.path.append(str(ROOT / "benchmarks"))
import hosting

WORKFLOW = (ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
REQUIRED = bool(os.environ.get("SOFTLOOKUP_REQUIRE"))
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
POLICY = re.search(
    r'Content-Security-Policy "([^"]*)"', (ROOT / "hosting" / "nginx.conf").read_text()
)


class _Pages(http.server.SimpleHTTPRequestHandler):
    """As GitHub Pages serves: the site below a path, and 404.html for what is not there."""

    below = "/"

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(self.below) if path.startswith(self.below) else "no-such-file"
        return super().translate_path("/" + inside)

    def send_error(self, code: int, *_: Any) -> None:
        content = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        assert POLICY
        self.send_header("Content-Security-Policy", POLICY[1])
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def pages(folder: Path, below: str) -> Iterator[str]:
    handler = type("Below", (_Pages,), {"below": below})
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{below}"
        server.shutdown()


@pytest.mark.parametrize("below", ["/", "/attention/soft/"])
def test_a_site_works_where_it_was_told_that_it_lies(
    site: Path, tmp_path: Path, browser: Any, below: str
) -> None:
    copy = Path(shutil.copytree(site, tmp_path / "site"))
    changelog = (snippets.FOLDER / "CHANGELOG.md").read_text(encoding="utf-8")
    settle(copy, facts(ROOT / "CITATION.cff"), changelog, f"https://example.org{below}")
    with pages(copy, below) as address:
        context = browser.new_context()
        page = watched(context.new_page(), address)
        page.goto(address)
        page.goto(page.locator("nav a[href='softmax/']").first.evaluate("link => link.href"))
        page.wait_for_url(f"{address}softmax/")
        page.wait_for_load_state("networkidle")
        assert not page.complaints
        assert page.goto(f"{address}no/such/page/").status == 404
        assert page.inner_text("h1") == "KeyError"
        paper = page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--sl-paper')"
        )
        assert paper or page.evaluate("document.styleSheets.length") > 1, "its style was found"
        page.complaints.clear()  # a browser reports the 404 itself
        page.fill("#softer", "temperature")
        page.keyboard.press("Enter")
        first = page.locator("dialog.search li a").first
        first.wait_for()
        assert first.get_attribute("href").startswith(address)
        assert not page.complaints
        context.close()


def test_the_three_hosts_send_the_same_policy() -> None:
    assert POLICY
    for name in ("_headers", "Caddyfile"):
        assert POLICY[1] in (ROOT / "hosting" / name).read_text(encoding="utf-8"), name


@pytest.mark.skipif(
    not NGINX and not REQUIRED, reason="nginx is not installed: apt-get install nginx-light"
)
@pytest.mark.parametrize("below", ["/", "/attention/"])
def test_nginx_serves_it_as_the_configuration_says(site: Path, below: str) -> None:
    assert NGINX, "nginx is not installed: apt-get install nginx-light"
    for folder in (site, *site.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o055)  # its workers belong to another user
    with hosting.served_by_nginx(site, NGINX, below) as port:
        assert not hosting.wrong_headers(port, site, below)


# --- The workflow -----------------------------------------------------------------------------------


def test_actions_are_pinned_by_commit_and_named_by_version() -> None:
    used = re.findall(r"uses: (\S+)(.*)", WORKFLOW)
    assert len(used) > 5
    for action, comment in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), action


def test_nothing_is_published_unless_everything_passed() -> None:
    jobs = yaml.safe_load(WORKFLOW)["jobs"]
    checks = set(jobs) - {"build", "publish"}
    assert set(jobs["build"]["needs"]) == checks
    assert jobs["publish"]["needs"] == "build"
    assert not any("if" in jobs[name] or "continue-on-error" in jobs[name] for name in checks)


def test_no_job_may_do_more_than_it_must() -> None:
    whole = yaml.safe_load(WORKFLOW)
    assert whole["permissions"] == {}
    for name, job in whole["jobs"].items():
        writes = {what for what, right in job["permissions"].items() if right == "write"}
        assert writes == ({"pages", "id-token"} if name == "publish" else set()), name
        if name == "publish":
            assert not any("run" in step for step in job["steps"]), "it runs none of our code"
