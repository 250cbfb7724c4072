"""What was judged before: a run that is stopped goes on where it was, as long as no file has changed."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from mutants.mutant import Mutant
from mutants.score import FILE, Result
from mutants.worker import COPIED, FILES

FOLDER = ".cache/mutants"


def digest(root: Path) -> str:
    """Stands for every file that can notice a mistake, or have one."""
    summed = hashlib.sha256()
    for path in _files(root):
        summed.update(path.relative_to(root).as_posix().encode())
        summed.update(hashlib.sha256(path.read_bytes()).digest())
    return summed.hexdigest()[:16]


def _files(root: Path) -> Iterator[Path]:
    for name in COPIED:
        found = sorted((root / name).rglob("*"))
        found = [f for f in found if f.is_file() and "__pycache__" not in f.parts]
        yield from (f for f in found if f != root / FILE)  # it notices nothing
    yield from (root / name for name in FILES)


class Journal:
    """A file with one line for each mistake, named after the state of the project."""

    def __init__(self, root: Path) -> None:
        self.path = root / FOLDER / f"{digest(root)}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.known: dict[Mutant, Result] = {}
        if self.path.is_file():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                mutant, result = json.loads(line)
                self.known[Mutant(**mutant)] = Result(**result)

    def note(self, mutant: Mutant, result: Result) -> None:
        """Write down one more."""
        line = json.dumps([asdict(mutant), asdict(result)], ensure_ascii=False)
        with self.path.open("a", encoding="utf-8") as journal:
            journal.write(line + "\n")
