"""Each page in WebKit, the engine of Safari: it fits, its elements wake, and what a hand moves moves.

Debian packages the engine with a small browser and a driver for it (webkit2gtk-driver), which speaks the plain
WebDriver protocol; a screen that nobody sees (xvfb) is all that it needs besides.
"""

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from audit.report import Missing, Row
from audit.served import pages, served

WIDTHS = (1280, 390)  # its window is never narrower than about 450 px; each row says what it was
_PROGRAMS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
_PORT = 18417
_HEAD = 300  # pixels: more than the window's own bars are high
# Elements that the page loads a script for; others wait for their first touch.
_ASLEEP = """return [...document.querySelectorAll("script[type=module]")]
  .map((script) => script.src.split("/").pop().replace(".js", ""))
  .filter((name) => document.querySelector(name) && !customElements.get(name))"""
_WIDTH = "return [document.documentElement.scrollWidth, innerWidth]"
_QUERY = 'answer-map .handle[data-number="0"]'
_ANSWER = 'return document.querySelector("answer-map .reply .number").textContent'
_LEFT, _ESCAPE = "\ue012", "\ue00c"
_PATIENCE = 10  # seconds


class Wrong(Exception):
    """What a page does not do."""


class WebKit:
    """A window of WebKit on a screen that nobody sees."""

    def __init__(self) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        program = next(iter(sorted(Path("/").glob(_PROGRAMS.lstrip("/")))), None)
        if not (driver and screen and program):
            raise Missing("no WebKit: apt-get install webkit2gtk-driver xvfb")
        self.ending = ExitStack()
        self._start_screen(screen)
        self.ending.callback(_end, subprocess.Popen([driver, f"--port={_PORT}"], env=self.around))
        browser = {"binary": str(program), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        self.session = f"/session/{self._begin({'capabilities': wanted})['sessionId']}"
        self.ending.callback(self.ask, "DELETE", "")

    def _start_screen(self, screen: str) -> None:
        told, tell = os.pipe()
        size = ["-screen", "0", "1400x1300x24"]
        command = [screen, *size, "-displayfd", str(tell), "-nolisten", "tcp"]
        started = subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL)
        self.ending.callback(_end, started)
        os.close(tell)
        with os.fdopen(told) as number:
            display = f":{number.readline().strip()}"
        # A sandbox wants rights that containers do not give; only our own pages are opened.
        sandbox = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        self.around = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", **sandbox}

    def _begin(self, wanted: dict[str, Any]) -> Any:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return _request("POST", "/session", wanted)
            except OSError:  # the driver does not listen yet
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def ask(self, method: str, path: str, **given: Any) -> Any:
        """One command, and its answer."""
        return _request(method, self.session + path, given)

    def open(self, address: str, width: int) -> None:
        """A page in a window of so many pixels, as soon as its elements are awake."""
        self.ask("POST", "/window/rect", width=width, height=900 + _HEAD)
        self.ask("POST", "/url", url=address)
        self.until(_ASLEEP, [], "has elements that never wake")

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self.ask("POST", "/execute/sync", script=script, args=[])

    def until(self, script: str, wanted: Any, complaint: str) -> None:
        """Wait until a script returns something."""
        end = time.monotonic() + _PATIENCE
        while (found := self.run(script)) != wanted:
            if time.monotonic() > end:
                raise Wrong(f"{complaint} ({found!r})")
            time.sleep(0.05)

    def until_not(self, script: str, old: Any, complaint: str) -> None:
        """Wait until a script returns something else."""
        end = time.monotonic() + _PATIENCE
        while self.run(script) == old:
            if time.monotonic() > end:
                raise Wrong(complaint)
            time.sleep(0.05)

    def drag(self, selector: str, right: int, down: int) -> None:
        """Press in the middle of an element, move, and let go."""
        origin = self.ask("POST", "/element", using="css selector", value=selector)
        moves = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": right, "y": down, "origin": "pointer", "duration": 80},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self.ask("POST", "/actions", actions=[mouse])

    def press(self, keys: str) -> None:
        """Type on the keyboard."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", actions=[{"type": "key", "id": "board", "actions": strokes}])


def _request(method: str, path: str, given: dict[str, Any]) -> Any:
    body = json.dumps(given).encode() if method == "POST" else None
    request = urllib.request.Request(f"http://127.0.0.1:{_PORT}{path}", body, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())["value"]


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(timeout=20)


def audit(site: Path) -> Iterator[Row]:
    """Each page in two widths; on the first, the map is dragged, moved by keys, and put back."""
    window = WebKit()
    with window.ending, served(site) as base:
        for page in pages(site):
            try:
                said = [_fits(window, base + page, width) for width in WIDTHS]
                if page == "":
                    said.append(_moves(window, base))
            except Wrong as why:
                yield Row(page, "", str(why))
            else:
                yield Row(page, ", ".join(said))


def _fits(window: WebKit, address: str, width: int) -> str:
    window.open(address, width)
    wide, room = window.run(_WIDTH)
    if wide > room:
        raise Wrong(f"is {wide} px wide in a window of {room}")
    return f"fits {room} px"


def _moves(window: WebKit, address: str) -> str:
    window.open(address, WIDTHS[0])
    printed = window.run(_ANSWER)
    window.drag(_QUERY, -60, 70)
    window.until_not(_ANSWER, printed, "the map does not follow the mouse")
    dragged = window.run(_ANSWER)
    window.run(f"document.querySelector('{_QUERY}').focus()")
    window.press(_LEFT * 2)
    window.until_not(_ANSWER, dragged, "the map does not follow the arrow keys")
    window.press(_ESCAPE)
    window.until(_ANSWER, printed, "Escape does not put the map back")
    return "the map follows mouse and keys and comes back"
