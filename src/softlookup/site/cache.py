"""What a build computed, kept until anything that it can have read has changed.

The key of an answer is a digest of everything that its page can reach: the page's folder, the shared core,
the snippets, the stored runs, and the versions of everything installed. All digests are taken once, when
the build starts. Answers are written when it ends, and only if nothing has changed meanwhile, so that an
edit in the middle of a build can never be stored under the wrong key.
"""

import base64
import hashlib
import json
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from softlookup import walk

# Modules that walk the pages and the tests; what they remember holds until anything changes.
COLLECTORS = ("walk", "page", "catalogue", "ledger", "coverage")
# A page's folder that names one of them walks other folders, so everything is within its reach.
_COLLECTING = re.compile(
    r"^\s*from softlookup import [^\n]*\b(?:{0})\b|^\s*from softlookup\.(?:{0}) import".format(
        "|".join(COLLECTORS)
    ),
    re.M,
)


# Packages that show and check what others compute; what publishes it works on finished pages.
_NEVER_COMPUTE = ("site", "verify")


def digest_of(*paths: Path) -> str:
    """One digest for files and whole folders, by name and content."""
    total = hashlib.sha256()
    for path in paths:
        for file in _files(path):
            total.update(file.as_posix().removeprefix(path.as_posix()).encode() + b"\0")
            total.update(hashlib.sha256(_bytes(file)).digest())
    return total.hexdigest()


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b"absent"


@cache
def versions() -> str:
    """Python, the platform, and every package that is installed."""
    # The folders in which packages describe themselves bear both: to open each takes a tenth of a second.
    folders = (folder for place in sys.path for folder in Path(place).glob("*.*-info"))
    installed = sorted({folder.stem for folder in folders})
    return json.dumps([sys.version, sys.platform, installed])


class State:
    """The project as it was when a build began."""

    def __init__(self, root: Path, snippets: Path) -> None:
        package = root / "src" / "softlookup"
        self.folders = package / "pages"
        core = [
            path
            for path in sorted(package.iterdir())
            if path.name not in ("pages", "publish", "__pycache__")
        ]
        asked = ("SOFTLOOKUP_REQUIRE", "SOFTLOOKUP_FRAMEWORKS")
        switch = " ".join(os.environ.get(name, "") for name in asked)
        shared = digest_of(*core, self.folders / "__init__.py", snippets, root / "benchmarks")
        self.core = f"{shared} {versions()} {switch}"
        self.code = (
            f"{self.core} {digest_of(package / 'publish')}"  # all code but that of the pages
        )
        names = [path.name for path in sorted(self.folders.glob("[!_]*")) if path.is_dir()]
        self.pages = {name: digest_of(self.folders / name) for name in names}
        computing = [path for path in core if path.name not in _NEVER_COMPUTE]
        books = root / "docs" / "notebooks"
        self._computing = digest_of(*computing, snippets, root / "benchmarks", books)
        around = [root / name for name in ("tests", "mkdocs.yml", "pyproject.toml")]
        texts = [*(root / "docs").glob("*.md"), *books.glob("*.ipynb")]
        gists = {path.name: walk.gist(path) for path in sorted(texts)}
        everything = json.dumps([self.core, digest_of(*around), self.pages, gists])
        self.everything = hashlib.sha256(everything.encode()).hexdigest()

    def reach(self, page: str) -> str:
        """A digest of all that the parts of a page can read."""
        if self.collects(page):
            return self.everything
        return f"{self.core} {self.pages.get(page, '')}"

    def reaches(self) -> dict[str, str]:
        """Page -> a digest of all that its parts can read, for every page with a folder."""
        return {
            page: hashlib.sha256(self.reach(page).encode()).hexdigest()[:16] for page in self.pages
        }

    def sources(self, page: str) -> str:
        """A digest of the files that can have computed something of a page, the same on every machine."""
        homes = sorted(self.pages) if self.collects(page) else [page]
        parts = [self._computing, *(self.pages.get(home, "") for home in homes)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    @lru_cache  # noqa: B019 - a state lives as long as its build
    def collects(self, page: str) -> bool:
        """Whether a page's parts walk the other pages."""
        files = _files(self.folders / page) if page in self.pages else []
        return any(_COLLECTING.search(_bytes(file).decode()) for file in files)


class Cache:
    """Answers by question; without a file nothing is remembered, and nothing is paid for it."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._before = _read(file) if file else {}
        self._fresh: dict[str, str] = {}
        self._used: set[str] = set()

    def stored(self, question: Iterable[Any]) -> str | None:
        """The answer that an earlier build kept, if it did."""
        if not self.file:
            return None
        key = _key(question)
        self._used.add(key)
        check, answer = self._before.get(key, ("", ""))
        return answer if check == _check(answer) else None

    def keep(self, question: Iterable[Any], answer: str) -> None:
        """Have an answer written when the build ends."""
        if self.file:
            key = _key(question)
            self._used.add(key)
            self._fresh[key] = answer

    def remember(self, question: Iterable[Any], answer: Callable[[], str]) -> str:
        """The stored answer, else a fresh one, which is kept."""
        stored = self.stored(question)
        if stored is not None:
            return stored
        fresh = answer()
        self.keep(question, fresh)
        return fresh

    def stored_bytes(self, question: Iterable[Any]) -> bytes | None:
        """The same for an answer of bytes."""
        stored = self.stored(question)
        return None if stored is None else base64.b64decode(stored)

    def keep_bytes(self, question: Iterable[Any], answer: bytes) -> None:
        """The same for an answer of bytes."""
        self.keep(question, base64.b64encode(answer).decode())

    def close(self, *, true: bool, whole: bool = True) -> None:
        """Write the fresh answers if they are still true; a whole build drops what nobody asked for."""
        if not self.file:
            return
        fresh = [(key, _check(text), text) for key, text in self._fresh.items()] if true else []
        unasked = [(key,) for key in self._before if whole and key not in self._used]
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            _write(self.file, fresh, unasked)
        except (OSError, sqlite3.Error) as error:
            said = f"The cache {self.file} was not written ({error}); the site is complete."
            print(said, file=sys.stderr)
            if _is_damaged(error):  # where only writing meets the damage
                _drop(self.file)


def _key(question: Iterable[Any]) -> str:
    return hashlib.sha256(json.dumps(list(question)).encode()).hexdigest()[:32]


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# One small database: a thousand answers in files of their own take half a second to write.


def _read(file: Path) -> dict[str, tuple[str, str]]:
    """Every check and answer by the key of its question; a database that is damaged is dropped."""
    if not file.is_file():
        return {}
    try:
        with closing(sqlite3.connect(file)) as database:
            database.text_factory = _readable
            rows = database.execute("SELECT question, checksum, answer FROM answers").fetchall()
    except sqlite3.Error as error:
        if _is_damaged(error):
            _drop(file)
        return {}
    return {str(key): (str(check), str(answer)) for key, check, answer in rows}


def _readable(text: bytes) -> str:
    """Text even where a bit has turned: its check will not agree."""
    return text.decode(errors="replace")


def _write(file: Path, fresh: list[tuple[str, str, str]], unasked: list[tuple[str]]) -> None:
    """All of it or nothing, whoever else is writing."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA synchronous = OFF")  # a check goes with every answer
        with database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS answers (question TEXT PRIMARY KEY, checksum TEXT, answer TEXT)"
            )
            database.executemany("DELETE FROM answers WHERE question = ?", unasked)
            database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", fresh)


def _is_damaged(error: Exception) -> bool:
    """Whether a database is no good any more; an operational error is one of the moment: another build, a full disk."""
    momentary = isinstance(error, sqlite3.OperationalError)
    return isinstance(error, sqlite3.DatabaseError) and not momentary


def _drop(file: Path) -> None:
    """Remove a database, and what it would take back if it were opened again; if it stays, it is asked in vain."""
    for path in (file, file.with_name(f"{file.name}-journal")):
        with suppress(OSError):
            path.unlink(missing_ok=True)
