"""Firefox as Debian and Mozilla ship it, driven through WebDriver BiDi, which it speaks by itself.

Playwright drives a patched Firefox only, and the usual driver is one more program to install. What a smoke
test asks for, opening, looking, pressing and dragging, takes few commands.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

NAMES = ("firefox-esr", "firefox")
PLACES = (
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
)
# It asks nobody for anything: every address but this machine goes to a proxy that is not there.
PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def installed() -> str | None:
    """The program to start, if there is one."""
    if chosen := os.environ.get("FIREFOX"):
        return chosen
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or next((place for place in PLACES if Path(place).exists()), None)


class Firefox:
    """A headless Firefox with one tab, which notes every complaint."""

    def __init__(self, program: str) -> None:
        self.profile = tempfile.mkdtemp(prefix="softlookup-firefox-")
        lines = [
            f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items()
        ]
        Path(self.profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        options = ["--headless", "--no-remote", "--remote-debugging-port", "0"]
        self.process = subprocess.Popen(
            [program, *options, "--profile", self.profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        assert self.process.stderr
        found = next(filter(None, map(_LISTENING.search, self.process.stderr)), None)
        assert found, f"{program} said nothing of WebDriver BiDi"
        self.ending = ExitStack()
        self.ending.callback(self._end)
        self.socket = self.ending.enter_context(connect(f"{found[1]}/session", max_size=None))
        self.sent = 0
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **parameters: Any) -> Any:
        """One command, and its answer; what the page says meanwhile is noted."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.socket.recv(timeout=60))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.complaints.append(str(told["params"]["text"]))
            if told.get("id") == self.sent:
                assert told["type"] == "success", f"{method}: {told.get('message')}"
                return told["result"]

    def open(self, address: str, size: tuple[int, int] = (1280, 900)) -> None:
        """Go to a page, and wait until it is loaded."""
        self._leave()
        viewport = {"width": size[0], "height": size[1]}
        self.send("browsingContext.setViewport", context=self.tab, viewport=viewport)
        self.send("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def _leave(self) -> None:
        """Leave a page, which breaks off what it was still loading: that is no complaint."""
        before = len(self.complaints)
        self.send("browsingContext.navigate", context=self.tab, url="about:blank", wait="complete")
        self.complaints[before:] = [
            said for said in self.complaints[before:] if "dynamically imported" not in said
        ]

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page, awaited; it must be one that JSON can say."""
        answer = self.send(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then(JSON.stringify)",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        said = answer["result"].get("value")
        return json.loads(said) if said else None

    def until(self, script: str) -> Any:
        """Wait until an expression is true; the page is asked at each of its frames."""
        wait = f"""new Promise((done, fail) => {{
          const start = performance.now();
          const look = () => {{
            const found = {script};
            if (found) done(found); else if (performance.now() - start > 8000) fail(new Error("never"));
            else setTimeout(look, 30);
          }};
          look();
        }})"""
        return self.evaluate(wait)

    def from_the_start(self, script: str) -> str:
        """Run a script on every page before its own; gives the name under which `no_longer` ends it."""
        added = self.send("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")
        return str(added["script"])

    def no_longer(self, name: str) -> None:
        """Take a script of `from_the_start` back."""
        self.send("script.removePreloadScript", script=name)

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], pointer: str = "mouse"
    ) -> None:
        """Press, move and let go, with the mouse or by touch; places are pixels of the window."""
        moves = [
            {"type": "pointerMove", "x": round(start[0]), "y": round(start[1])},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": round(end[0]), "y": round(end[1]), "duration": 80},
            {"type": "pointerUp", "button": 0},
        ]
        hand = {"type": "pointer", "id": pointer, "actions": moves}
        hand["parameters"] = {"pointerType": pointer}
        self.send("input.performActions", context=self.tab, actions=[hand])

    def press(self, keys: str) -> None:
        """Type on the keyboard."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        board = {"type": "key", "id": "board", "actions": strokes}
        self.send("input.performActions", context=self.tab, actions=[board])

    def close(self) -> None:
        """End it, and leave nothing behind."""
        self.ending.close()

    def _end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        if self.process.stderr:
            self.process.stderr.close()
        shutil.rmtree(self.profile, ignore_errors=True)
