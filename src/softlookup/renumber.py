"""`make numbers`: the digits typed in prose, rewritten after a deliberate change of example or code.

A build only compares. This command rewrites what no longer agrees, with as many digits as were typed, and
shows what it changed. Read the difference before you commit it: a sentence may say more than its number.
"""

import difflib
import sys
from pathlib import Path

from softlookup import walk
from softlookup.fences import QUOTED, prose
from softlookup.verify.numerals import agrees, rounded


def renumbered(text: str, page: str) -> str:
    """A page's text with every number that has changed as it is now."""
    outside = prose(text).split("\n")
    lines = text.split("\n")
    for place, line in enumerate(outside):
        for typed, name in QUOTED.findall(line):
            computed = walk.number(name, page)
            if not agrees(typed, computed):
                old, new = f"[{typed}](={name})", f"[{rounded(typed, computed)}](={name})"
                lines[place] = lines[place].replace(old, new)
    return "\n".join(lines)


def main() -> None:
    """Rewrite every page, and print the difference."""
    changed = 0
    for path in sorted(walk.DOCS.glob("*.md")):
        before = path.read_text(encoding="utf-8")
        try:
            after = renumbered(before, path.stem.replace("-", "_"))
        except ValueError as error:
            sys.exit(f"docs/{path.name}: {error}")
        if after != before:
            changed += 1
            path.write_text(after, encoding="utf-8")
            _show(path, before, after)
    print(f"{changed} pages changed" if changed else "every number agrees: nothing was changed")


def _show(path: Path, before: str, after: str) -> None:
    name = f"docs/{path.name}"
    lines = difflib.unified_diff(
        before.split("\n"), after.split("\n"), name, name, n=0, lineterm=""
    )
    print("\n".join(lines))


if __name__ == "__main__":
    main()
