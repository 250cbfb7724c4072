"""The Nu validator on each page."""

import json
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from audit import npm
from audit.report import Row
from audit.served import pages


def audit(site: Path) -> Iterator[Row]:
    """Each page, with its errors."""
    jar = npm.package("vnu-jar") / "build" / "dist" / "vnu.jar"
    java = npm.program("java", "install a Java runtime, 11 or newer")
    command = [
        java,
        "-jar",
        str(jar),
        "--skip-non-html",
        "--errors-only",
        "--format",
        "json",
        str(site),
    ]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    found: dict[str, list[str]] = defaultdict(list)
    for message in json.loads(said)["messages"]:
        found[message.get("url", "")].append(message["message"])
    for page in pages(site):
        file = site / page / "index.html" if not page.endswith(".html") else site / page
        errors = next(
            (e for url, e in found.items() if url.endswith(file.resolve().as_posix())), []
        )
        yield Row(page, f"{len(errors)} errors", "; ".join(dict.fromkeys(errors)))
