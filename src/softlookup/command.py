"""The command `softlookup`: list the snippets, and copy them into your own project."""

import argparse
import difflib
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from softlookup import snippets

STDOUT = Path("-")


def listing() -> str:
    """Every snippet with the idea it states in its first line."""
    width = max(len(name) for name in snippets.names())
    return "\n".join(f"{name:{width}}  {snippets.idea(name)}" for name in snippets.names())


def destination(name: str, target: Path) -> Path:
    """The file that a copy becomes: a folder takes it under its own name."""
    file = target / f"{name}.py" if target.is_dir() else target
    if file.suffix != ".py":
        raise ValueError(f"there is no folder {target}: make it, or name a file that ends in .py")
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}: make it first")
    return file


def copy(name: str, target: Path, *, force: bool = False) -> str:
    """Write one snippet and say what happened; never over a file that differs, unless forced."""
    ours = snippets.text(name)
    file = destination(name, target)
    if not file.exists():
        file.write_text(ours, encoding="utf-8", newline="\n")
        return f"wrote {file}"
    theirs = file.read_text(encoding="utf-8")
    if theirs == ours:
        return f"unchanged {file}"
    if not force:
        raise FileExistsError(
            f"{difference(file, theirs, ours)}\n"
            f"{file} differs from our {name}.py, as shown; nothing was written. "
            f"To take ours: softlookup copy {name} -o {target} --force"
        )
    file.write_text(ours, encoding="utf-8", newline="\n")
    return f"{difference(file, theirs, ours)}\nupdated {file}, as shown"


def difference(file: Path, theirs: str, ours: str) -> str:
    """What would change in a file, line by line."""
    lines = difflib.unified_diff(
        theirs.splitlines(), ours.splitlines(), str(file), f"{file} as it is now here", lineterm=""
    )
    return "\n".join(lines)


def copy_all(names: Sequence[str], target: Path, *, force: bool) -> int:
    """Copy several; one that fails does not keep the others back."""
    if len(names) > 1 and target.suffix == ".py":
        print(f"{target} is one file: give a folder for {len(names)} snippets", file=sys.stderr)
        return 1
    failed = 0
    for name in names:
        try:
            if target == STDOUT:
                print(snippets.text(name), end="")
            else:
                print(copy(name, target, force=force))
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            failed = 1
    return failed


def parser() -> argparse.ArgumentParser:
    """What may be typed."""
    program = argparse.ArgumentParser("softlookup", description=__doc__)
    installed = f"softlookup {version('softlookup')}"
    program.add_argument("--version", action="version", version=installed)
    commands = program.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("list", help="show every snippet and its idea")
    copying = commands.add_parser("copy", help="write snippets into your project")
    copying.add_argument("names", nargs="+", metavar="NAME", help="as `softlookup list` shows it")
    copying.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path(),
        metavar="PLACE",
        help="a folder, a file that ends in .py, or - to print; this folder if not given",
    )
    copying.add_argument(
        "--force", action="store_true", help="overwrite a file that differs, and show how"
    )
    return program


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and give its exit code."""
    given = parser().parse_args(arguments)
    if given.command == "list":
        print(listing())
        return 0
    return copy_all(given.names, given.output, force=given.force)
