"""What a block gave, remembered until anything that it can read changes.

The key covers the code, every module and snippet that it can reach, the data, the configuration, and the
versions of Python and of the packages. What a block opens or lists beyond that, inside the project, is
noted while it runs and compared when the answer is asked for again.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("numpy", "matplotlib", "markdown-exec", "math-core", "pymdown-extensions", "markdown")
OPTIONAL = ("torch", "jax", "onnx")
SWITCHES = ("SOFTLOOKUP_REQUIRE",)

_reads: set[Path] | None = None  # what is being read now; None when nobody is watching
_root: Path | None = None


def digest_of(*paths: Path) -> str:
    """One digest for files and for whole folders, by name and content."""
    total = hashlib.sha256()
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            if "__pycache__" not in file.parts:
                total.update(file.as_posix().removeprefix(path.as_posix()).encode() + b"\0")
                total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def surroundings() -> str:
    """The versions and switches that a block can see."""
    installed = {name: version(name) for name in PACKAGES} | {n: _maybe(n) for n in OPTIONAL}
    switches = {name: os.environ.get(name, "") for name in SWITCHES}
    return json.dumps([sys.version, sys.platform, installed, switches])


def _maybe(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


class Cache:
    """A folder of answers; `base` is the digest of what every block can read."""

    def __init__(self, root: Path, folder: Path | None, base: str) -> None:
        self.root, self.folder, self.base = root, folder, base
        self.used: set[str] = set()
        self._known: dict[Path, str] = {}
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def remember(self, question: Any, answer: Callable[[], str]) -> str:
        """The stored answer while it is still true, else a fresh one."""
        key = hashlib.sha256(json.dumps([self.base, question]).encode()).hexdigest()[:32]
        self.used.add(key)
        stored = self._stored(key)
        if stored is not None:
            return stored
        with _watch(self.root) as reads:
            text = answer()
        self._store(key, text, reads)
        return text

    def digests(self, files: Iterable[Path]) -> str:
        """One digest for a set of files; each is read once a build."""
        total = hashlib.sha256()
        for file in sorted(files):
            if file not in self._known:
                self._known[file] = digest_of(file) if file.is_file() else "absent"
            total.update(f"{file.name} {self._known[file]}\n".encode())
        return total.hexdigest()

    def _stored(self, key: str) -> str | None:
        if not self.folder or not (self.folder / key).is_file():
            return None
        entry = json.loads((self.folder / key).read_text(encoding="utf-8"))
        for name, digest in entry["reads"].items():
            if _state(self.root / name) != digest:
                return None
        text: str = entry["text"]
        return text

    def _store(self, key: str, text: str, reads: set[Path]) -> None:
        if self.folder:
            states = {p.relative_to(self.root).as_posix(): _state(p) for p in sorted(reads)}
            entry = json.dumps({"reads": states, "text": text})
            (self.folder / key).write_text(entry, encoding="utf-8")

    def forget_the_unused(self) -> None:
        """Drop what the last build did not ask for."""
        for path in self.folder.iterdir() if self.folder else ():
            if path.name not in self.used:
                path.unlink()


def _state(path: Path) -> str:
    if path.is_dir():
        return "folder " + " ".join(sorted(p.name for p in path.iterdir()))
    return digest_of(path) if path.is_file() else "absent"


@contextmanager
def _watch(root: Path) -> Iterator[set[Path]]:
    global _reads, _root
    outer, _reads, _root = _reads, set(), root
    try:
        yield _reads
    finally:
        inner, _reads = _reads, outer
        if outer is not None:
            outer |= inner


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if _reads is None or event not in {"open", "os.listdir", "os.scandir"}:
        return
    if isinstance(arguments[0], str | os.PathLike):
        path = Path(os.path.abspath(arguments[0]))
        if _root and _root in path.parents and not _covered(path.relative_to(_root)):
            _reads.add(path)


def _covered(path: Path) -> bool:
    """Covered by the key already, or not the project's own."""
    return path.parts[0] in {"src", "snippets"} or path.parts[0].startswith((".", "site"))


sys.addaudithook(_note)
