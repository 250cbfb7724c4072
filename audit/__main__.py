"""Print what every tool says of every page; see the package for how to call it.

The exit code is 0 when all is well, 1 when a page is beyond a limit, and 3 when a tool could not be had and
nothing else is wrong: then the audit is not complete.
"""

import importlib
import sys
from pathlib import Path

from audit.report import Missing

SITE = Path(__file__).parents[1] / "site"
TOOLS = ("weight", "axe", "search", "webkit", "nu", "lighthouse", "packages")


def main(wanted: list[str]) -> int:
    """Run the tools one after another; a missing one stops only itself."""
    unknown = set(wanted) - set(TOOLS)
    if unknown:
        print(f"no tool {', '.join(sorted(unknown))}: there are {', '.join(TOOLS)}")
        return 2
    if not (SITE / "index.html").is_file():
        print(f"no site in {SITE.name}/: make build")
        return 2
    wrong, missing = 0, 0
    for name in wanted or TOOLS:
        print(f"\n{name}: {importlib.import_module(f'audit.{name}').__doc__.splitlines()[0]}")
        try:
            for row in importlib.import_module(f"audit.{name}").audit(SITE):
                wrong += bool(row.wrong)
                flag = f"\n    ✗ {row.wrong}" if row.wrong else ""
                print(f"  {row.page or 'index':26} {row.said}{flag}", flush=True)
        except Missing as why:
            missing += 1
            print(f"  not measured: {why}")
    print(f"\n{wrong} beyond a limit, {missing} tools missing")
    if wrong:
        return 1
    return 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
