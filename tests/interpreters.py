"""Prepare the Pythons and NumPys of the tests; run as a script, install them.

Each snippet must run alone on the oldest NumPy that we promise and on the newest, on every Python from
3.11 that this machine has. The whole site must build at both ends: the oldest of both, and the newest.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".cache" / "interpreters"
LIST = FOLDER / "list.json"  # of those that run snippets
BUILDERS = FOLDER / "builders.json"  # of those that build the site
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
    return _made(home, program, f"numpy=={numpy}" if numpy else "numpy")


def prepare_builder(minor: int, program: str, numpy: str) -> dict[str, str]:
    """One environment that builds the site, with the versions of the lock but for its NumPy."""
    home = FOLDER / f"site-python3.{minor}-{numpy or 'locked'}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    constraints = FOLDER / f"{home.name}.txt"
    constraints.write_text("\n".join(_locked(numpy)) + "\n", encoding="utf-8")
    wanted = [*project["dependencies"], *project["optional-dependencies"]["site"], "hatchling"]
    return _made(home, program, "--constraint", str(constraints), *wanted, site=True)


def _locked(numpy: str) -> list[str]:
    """The versions of requirements.lock as constraints, without hashes, and with another NumPy if asked."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = [line.removesuffix(" \\") for line in lines if "==" in line and line[0].isalpha()]
    if not numpy:
        return pins
    return [pin for pin in pins if not pin.startswith("numpy==")] + [f"numpy=={numpy}"]


def _made(home: Path, program: str, *wanted: str, site: bool = False) -> dict[str, str]:
    """An environment with what is wanted, made again when that has changed."""
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    told = "\n".join([program, *wanted])
    ready = home / "ready"
    if not ready.exists() or ready.read_text(encoding="utf-8") != told:
        subprocess.run([program, "-m", "venv", "--clear", home], check=True)
        pip = [python, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--only-binary", ":all:", *wanted], check=True)
        if site:
            ours = [*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT]
            subprocess.run(ours, check=True)
        ready.write_text(told, encoding="utf-8")
    return {"name": home.name, "python": str(python)}


def main() -> None:
    """Prepare them all and write the lists that the tests read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = pythons()
    wanted = [(m, p, n) for m, p in found.items() for n in (OLDEST.get(m, ""), "")]
    prepared = {(m, n): prepare(m, p, n) for m, p, n in wanted}
    LIST.write_text(json.dumps(list(prepared.values()), indent=1), encoding="utf-8")
    print("snippets will run on " + ", ".join(entry["name"] for entry in prepared.values()))

    oldest, newest = min(found), max(found)
    ends = [(oldest, OLDEST.get(oldest, "")), (newest, "")]
    builders = [prepare_builder(minor, found[minor], numpy) for minor, numpy in ends]
    BUILDERS.write_text(json.dumps(builders, indent=1), encoding="utf-8")
    print("the site will be built on " + ", ".join(entry["name"] for entry in builders))


if __name__ == "__main__":
    main()
