"""The command `softlookup`: the snippets in your own project, a doctor for your attention, a check of a copy."""

import argparse
import difflib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from softlookup import snippets

STDOUT = Path("-")
ROOT = Path(__file__).parents[2]  # of a checkout


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


def verify(place: str, against: str) -> int:
    """Hold a published copy against its receipts and against another copy; 1 if anything differs."""
    try:
        from softlookup.verify import published
    except ImportError as error:
        print(f"{error}: pages are read with lxml: pip install 'lxml>=6'", file=sys.stderr)
        return 2
    try:
        theirs = published.Copy(place)
        found = list(published.disagreements(theirs))
        if against:
            found += published.differences(theirs, published.Copy(against))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    differences = list(dict.fromkeys(found))  # a page that cannot be read is found by both
    for line in differences:
        print(line)
    numbers = sum(len(page["numbers"]) for page in theirs.pages.values())
    other = f", and all agree with {against}" if against else ""
    same = f"{numbers} numbers on {len(theirs.pages)} pages are what was compared{other}"
    outcome = f"{len(differences)} differences" if differences else same
    print(f"{place}: {outcome}; digest {theirs.receipts['digest']}")
    return 1 if differences else 0


def verify_by_rebuilding(place: str) -> int:
    """The same against a site that is built from this checkout now, without its cache."""
    if not (ROOT / "mkdocs.yml").exists():
        print(
            "--rebuild needs a checkout: clone the repository, and run make build", file=sys.stderr
        )
        return 2
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder]
        surroundings = {**os.environ, "SOFTLOOKUP_CACHE": "0", "SITE_URL": ""}
        if subprocess.run(build, cwd=ROOT, env=surroundings, check=False).returncode:
            print("this checkout does not build, so there is nothing to compare", file=sys.stderr)
            return 2
        return verify(place, folder)


def doctor(given: argparse.Namespace) -> int:
    """Examine a function: 0 if nothing wrong was found, 1 if something was, 2 if it gave no answer."""
    from softlookup.doctor import examine  # with NumPy, which the other commands do without
    from softlookup.doctor.loading import load

    options = {name: getattr(given, name) for name in ("heads", "scale", "mask", "dtype", "axes")}
    try:
        report = examine(load(given.function), **options)
    except Exception as error:  # of the file that is imported, or of what was typed
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report.as_dict(), ensure_ascii=False, indent=1) if given.json else report)
    if report.verdict == "stopped":
        return 2
    return int(report.verdict == "wrong" or (report.verdict == "edge" and not given.edges_allowed))


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
    verifying = commands.add_parser("verify", help="say where a published copy differs")
    verifying.add_argument("place", metavar="PLACE", help="an address, or the folder of a site")
    other = verifying.add_mutually_exclusive_group()
    other.add_argument(
        "--against", default="", metavar="PLACE", help="another copy that should say the same"
    )
    other.add_argument(
        "--rebuild", action="store_true", help="build this checkout, and compare with that"
    )
    _doctor_options(commands)
    return program


def _doctor_options(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    asking = commands.add_parser(
        "doctor",
        help="find out which mistake an attention function makes",
        epilog="Exit codes: 0 nothing wrong was found, 1 something was, 2 it could not be examined.",
    )
    asking.add_argument(
        "function",
        metavar="FILE:NAME",
        help="as in my_file.py:attention, or torch.nn.functional:scaled_dot_product_attention",
    )
    asking.add_argument("--heads", type=int, default=1, help="how many, if no parameter says it")
    asking.add_argument("--scale", type=float, help="what scores are multiplied by, if not 1/√d_k")
    asking.add_argument(
        "--mask",
        choices=("reads", "hides", "adds"),
        help="what True, or a number, in the mask means",
    )
    asking.add_argument("--dtype", help="bfloat16, float16, float32 or float64")
    asking.add_argument(
        "--axes", type=int, choices=(2, 3, 4), help="4 for (batch, heads, n, d), if all would run"
    )
    asking.add_argument("--json", action="store_true", help="print the report as JSON")
    asking.add_argument(
        "--edges-allowed", action="store_true", help="exit 0 if only edges, such as NaN, are wrong"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and give its exit code."""
    given = parser().parse_args(arguments)
    if given.command == "list":
        print(listing())
        return 0
    if given.command == "verify":
        if given.rebuild:
            return verify_by_rebuilding(given.place)
        return verify(given.place, given.against)
    if given.command == "doctor":
        return doctor(given)
    return copy_all(given.names, given.output, force=given.force)
