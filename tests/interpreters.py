"""Prepare the Pythons and NumPys on which each snippet must run alone; run as a script, install them.

The oldest NumPy that we promise and the newest, on every Python from 3.11 that this machine has.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / ".cache" / "interpreters"
LIST = FOLDER / "list.json"
MINORS = range(11, 20)
# The oldest NumPy that we promise; Python 3.13 and later have no wheel of 2.0.
OLDEST = {11: "2.0.0", 12: "2.0.0", 13: "2.1.0"}


def pythons() -> dict[int, str]:
    """Minor version -> program, for every Python 3.11 or newer found here."""
    found = {sys.version_info.minor: sys.executable}
    for minor in MINORS:
        for program in _candidates(minor):
            if minor not in found and _version(program) == minor:
                found[minor] = program
    return dict(sorted(found.items()))


def _candidates(minor: int) -> list[str]:
    name = f"python3.{minor}"
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    managed = [str(path) for path in sorted(home.glob(f"3.{minor}.*/bin/{name}"))]
    return [path for path in (shutil.which(name), *managed) if path]


def _version(program: str) -> int | None:
    ask = "import sys, venv, ensurepip; print(sys.version_info.minor)"
    answer = subprocess.run([program, "-c", ask], capture_output=True, check=False)
    return int(answer.stdout) if answer.returncode == 0 else None


def prepare(minor: int, program: str, numpy: str) -> dict[str, str]:
    """One environment with one NumPy and nothing else."""
    home = FOLDER / f"python3.{minor}-{numpy or 'newest'}"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = f"numpy=={numpy}" if numpy else "numpy"
    if not (home / "ready").exists():
        subprocess.run([program, "-m", "venv", "--clear", home], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wanted]
        subprocess.run(pip, check=True)
        (home / "ready").touch()
    return {"name": home.name, "python": str(python)}


def main() -> None:
    """Prepare them all and write the list that the tests read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [(m, p, n) for m, p in pythons().items() for n in (OLDEST.get(m, ""), "")]
    prepared = {(m, n): prepare(m, p, n) for m, p, n in wanted}
    LIST.write_text(json.dumps(list(prepared.values()), indent=1), encoding="utf-8")
    print("snippets will run on " + ", ".join(entry["name"] for entry in prepared.values()))


if __name__ == "__main__":
    main()
