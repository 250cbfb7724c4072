"""Write a snippet into your own project: python -m softlookup.copy attention my_package/."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from softlookup import snippets


def listing() -> str:
    """Every snippet with the idea it states in its first line."""
    width = max(len(name) for name in snippets.names())
    return "\n".join(f"{name:{width}}  {snippets.idea(name)}" for name in snippets.names())


def copy(name: str, target: Path = Path(), *, force: bool = False) -> Path:
    """Write a snippet to a file, or under its own name into a folder; never over a changed file."""
    text = snippets.text(name)
    file = target / f"{name}.py" if target.is_dir() else target
    if file.suffix != ".py":
        raise ValueError(f"there is no folder {target}; make it, or name a file that ends in .py")
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}; make it first")
    if file.exists() and not force and file.read_bytes() != text.encode():
        raise ValueError(f"{file} exists and differs; --force overwrites it")
    file.write_text(text, encoding="utf-8", newline="\n")
    return file


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: list, or copy one."""
    parser = argparse.ArgumentParser("python -m softlookup.copy", description=__doc__)
    parser.add_argument("snippet", nargs="?", help="its name; none lists them all")
    parser.add_argument(
        "target", nargs="?", type=Path, default=Path(), help="a folder, or a file (.py)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite a file that differs")
    given = parser.parse_args(arguments)
    if given.snippet is None:
        print(listing())
        return 0
    try:
        print("wrote", copy(given.snippet, given.target, force=given.force))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
