"""The command: `python -m softlookup.verify site/`."""

import argparse
import json
import sys
from pathlib import Path

from softlookup.verify import verify


def main(arguments: list[str] | None = None) -> int:
    """Walk a site, say what is wrong, and answer 1 if anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m softlookup.verify",
        description="Walk a finished site and say what is wrong.",
    )
    parser.add_argument("site", type=Path, help="the folder of the finished site")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    given = parser.parse_args(arguments)
    found = verify(given.site)
    if given.json:
        print(json.dumps([finding.as_dict() for finding in found], ensure_ascii=False, indent=1))
    else:
        for finding in found:
            print(finding)
        print(
            f"{given.site}: {len(found)} findings" if found else f"{given.site}: nothing is wrong"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
