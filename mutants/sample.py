"""As many mistakes of every kind, the same ones every time."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from mutants import code, prose
from mutants.code import Source
from mutants.mutant import Mutant

# The draw of the stored run. Take another once survivors of this one have been mended: a mistake that was
# looked at proves less.
SEED = 20261121
# What decides how a site is written: one wrong factor here is wrong on every page.
RENDERERS = ("write", "tex", "interactive", "explorables/answer_map", "page", "kinds")


def planted(root: Path) -> Iterator[Mutant]:
    """Every mistake that can be planted, in the order of files."""
    pages = sorted(path.stem for path in (root / "docs").glob("*.md"))
    for path in sorted((root / "docs").glob("*.md")):
        yield from prose.in_page(_name(root, path), path.read_text(encoding="utf-8"), pages)
    folders = root / "src" / "softlookup" / "pages"
    for path in sorted(folders.glob("*/*.py")):
        yield from _of_page(Source(_name(root, path), path.read_text(encoding="utf-8")), path.stem)
    for path in sorted(folders.glob("*/figures/[!_]*.py")):
        source = Source(_name(root, path), path.read_text(encoding="utf-8"))
        for plant in (code.of_captions, code.of_labels, code.of_ink):
            yield from plant(source)
    for path in sorted((root / "snippets").glob("*.py")):
        source = Source(_name(root, path), path.read_text(encoding="utf-8"))
        yield from code.of_computing(source, "a snippet")
        yield from code.of_shapes(source)
    for path in sorted((root / "src" / "softlookup" / "claims").glob("[sc]*.py")):
        yield from code.of_verdicts(Source(_name(root, path), path.read_text(encoding="utf-8")))
    for name in RENDERERS:
        path = root / "src" / "softlookup" / f"{name}.py"
        source = Source(_name(root, path), path.read_text(encoding="utf-8"))
        yield from code.of_computing(source, "a renderer")


def _name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _of_page(source: Source, module: str) -> Iterator[Mutant]:
    if module in ("numbers", "tables", "formulas"):
        yield from code.of_computing(source, f"{module}.py")
    if module in ("tables", "formulas", "parts"):
        yield from code.of_returns(source)
        yield from code.of_tables(source)
    if module == "quiz":
        yield from code.of_answers(source)
        yield from code.of_computing(source, "a question")


def by_kind(mutants: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """The mistakes of each kind."""
    kinds: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        kinds[mutant.kind].append(mutant)
    return dict(kinds)


def drawn(mutants: Iterable[Mutant], size: int) -> list[Mutant]:
    """About `size` of them, as many of each kind as there are, taken in turn."""
    kinds = by_kind(mutants)
    for kind in sorted(kinds):
        random.Random(f"{SEED} {kind}").shuffle(kinds[kind])
    chosen: list[Mutant] = []
    turn = 0
    while len(chosen) < size and any(len(found) > turn for found in kinds.values()):
        chosen += [found[turn] for _, found in sorted(kinds.items()) if len(found) > turn]
        turn += 1
    return chosen[:size]
