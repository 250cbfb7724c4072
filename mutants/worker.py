"""A copy of the project that is spoilt and mended again, with one process for every mistake."""

import json
import os
import pickle
import select
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutants.mutant import Mutant

if TYPE_CHECKING:
    from mutants.judge import Judge, Verdict

LIMIT = 60  # seconds for one mistake
COPIED = ("src", "docs", "snippets", "tests", "benchmarks", "theme", "mutants")
FILES = ("mkdocs.yml", "pyproject.toml", "CITATION.cff", "README.md", "Makefile")


def copy_of(root: Path, folder: Path) -> Path:
    """The project without what was built or installed."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name, ignore=ignored)
    for name in FILES:
        if (root / name).is_file():
            shutil.copy(root / name, folder / name)
    answers = root / ".cache" / "answers.sqlite"
    if answers.is_file():  # what an earlier build printed need not be run again
        (folder / ".cache").mkdir()
        shutil.copy(answers, folder / ".cache")
    return folder


def apart(work: Callable[[], Any], limit: float = LIMIT) -> Any:
    """What `work` returns in a process of its own; None if it takes too long."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        os.close(ours)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
            with os.fdopen(theirs, "wb") as answer:
                pickle.dump(_tried(work), answer)
        os._exit(0)
    os.close(theirs)
    answer = _read(ours, limit)
    if not answer:
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not answer:
        return None
    returned, trace = pickle.loads(answer)
    if trace:
        raise RuntimeError(f"the harness itself failed, so nothing was measured:\n{trace}")
    return returned


def _tried(work: Callable[[], Any]) -> tuple[Any, str]:
    """What `work` returns, or how it failed: a failure must never pass for a mistake that was noticed."""
    try:
        return work(), ""
    except BaseException:
        return None, traceback.format_exc()


def _read(pipe: int, limit: float) -> bytes:
    end, pieces = time.monotonic() + limit, []
    with os.fdopen(pipe, "rb") as answer:
        while select.select([answer], [], [], max(0.0, end - time.monotonic()))[0]:
            piece = os.read(answer.fileno(), 1 << 20)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
    return b""


def _preload() -> None:
    """What every page and every test needs, loaded once before processes part."""
    import matplotlib.backends.backend_svg
    import matplotlib.figure
    import numpy

    assert numpy
    assert matplotlib.backends.backend_svg
    assert matplotlib.figure


def _known(look: Any, file: Path) -> Any:
    """Every page without a mistake; the first worker renders them for all."""
    if file.is_file():
        return pickle.loads(file.read_bytes())
    known = {}
    for name in look.pages():
        known[name] = apart(lambda name=name: look.show(name, keep=True), 600)  # type: ignore[misc]
        if known[name] is None or known[name].stopped:
            sys.exit(f"{name} cannot be built without a mistake: {known[name]}")
    file.write_bytes(pickle.dumps(known))
    return known


def _judged(judge: "Judge", mutant: Mutant) -> "Verdict":
    """What became of a mistake; a test that fails without it too has not noticed it."""
    from mutants.judge import Verdict, example_prints_the_same, failures

    path = judge.root / mutant.file
    text = path.read_text(encoding="utf-8")
    while True:
        path.write_text(mutant.plant(text), encoding="utf-8")
        try:
            found = apart(lambda: judge.judge(mutant)) or Verdict("late", f"{LIMIT} s")
        finally:
            path.write_text(text, encoding="utf-8")
        if found.outcome == "nobody" and example_prints_the_same(text, mutant):
            return Verdict("nothing", "its example prints the same")
        test = found.told
        if found.outcome != "test" or test in judge.green:
            return found  # type: ignore[no-any-return]
        red = apart(lambda: failures(judge.root, (test,), judge.red, mutant.file), 600)  # noqa: B023
        if red:
            judge.red |= red
        else:
            judge.green.add(test)


def main() -> None:
    """Read mistakes, one in a line; answer what became of each."""
    root = Path(sys.argv[1])
    sys.dont_write_bytecode = True
    _preload()
    from mutants.fresh import load_pages
    from mutants.judge import Judge
    from mutants.look import Look

    look = Look(root)
    known = _known(look, root.parent / "known.pickle")
    look.know(known)
    judge = Judge(root, look, known)
    load_pages(root)
    print("ready", flush=True)
    for line in sys.stdin:
        mutant = Mutant(**json.loads(line))
        begun = time.monotonic()
        found = _judged(judge, mutant)
        seconds = round(time.monotonic() - begun, 2)
        answer = {"outcome": found.outcome, "told": found.told, "seconds": seconds}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
