"""Find a Chromium and a Firefox for the browser tests, or install them; `--path` says where the first is.

With SOFTLOOKUP_REQUIRE set, an nginx too: the tests of the hosting files then insist on it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import firefox

NAMES = (
    "chromium-headless-shell",  # half the work of a whole browser, and what Playwright itself would take
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
ADVICE = (
    "The browser tests need Chromium or Chrome, and none could be installed. Install one "
    "(Debian: apt-get install chromium; elsewhere: python -m playwright install chromium), "
    "or point CHROMIUM at the program."
)
FIREFOX = "The tests in Firefox will fail: install it, or point FIREFOX at the program."


def installed() -> str | None:
    """The program to start, if there is one."""
    if chosen := os.environ.get("CHROMIUM"):
        return chosen
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return (
        found or next((place for place in PLACES if Path(place).exists()), None) or _playwrights()
    )


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).exists() else None


def install() -> None:
    """Playwright's own where it can be downloaded, Debian's package where that is what works."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not installed():
        install_package("chromium-headless-shell")
    if not installed():
        install_package("chromium")


def install_package(name: str) -> None:
    """Debian's package, where there is Debian."""
    if not shutil.which("apt-get"):
        return
    become_root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", name]):
        subprocess.run([*become_root, *command], check=False)


def main() -> None:
    """Make sure that there is all that the tests drive."""
    if not installed():
        install()
    if "--path" in sys.argv:
        print(installed() or "")
        return
    if not firefox.installed():
        install_package("firefox-esr")
    if not firefox.installed():
        print(FIREFOX, file=sys.stderr)
    if os.environ.get("SOFTLOOKUP_REQUIRE") and not shutil.which("nginx"):
        install_package("nginx-light")
    sys.exit(None if installed() else ADVICE)


if __name__ == "__main__":
    main()
