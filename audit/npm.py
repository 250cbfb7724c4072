"""Tools that npm carries, fetched into the cache once, at pinned versions."""

import shutil
import subprocess
from pathlib import Path

from audit.report import Missing

FOLDER = Path(__file__).parents[1] / ".cache" / "audit"
PINNED = {"vnu-jar": "26.9.27", "lighthouse": "13.5.0", "node": "22.23.3"}


def program(name: str, remedy: str) -> str:
    """A program of this machine."""
    found = shutil.which(name)
    if not found:
        raise Missing(f"no {name}: {remedy}")
    return found


def package(name: str) -> Path:
    """The folder of a package, installed if it is not."""
    folder = FOLDER / "node_modules" / name
    if not folder.is_dir():
        npm = program("npm", "install Node.js")
        FOLDER.mkdir(parents=True, exist_ok=True)
        wanted = f"{name}@{PINNED[name]}"
        command = [npm, "install", "--no-fund", "--no-audit", "--prefix", str(FOLDER), wanted]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not folder.is_dir():
            last = done.stderr.strip().splitlines()[-1:] or ["npm said nothing"]
            raise Missing(f"{wanted} could not be fetched: {last[0]}")
    return folder
