"""Lighthouse on each page, as a phone sees it: the median of three runs."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from audit import browser, npm
from audit.report import Row
from audit.served import pages, served

RUNS = int(os.environ.get("LIGHTHOUSE_RUNS", "3"))
LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)


def audit(site: Path) -> Iterator[Row]:
    """Each page but the one for dead addresses, which no search engine should keep."""
    node = npm.package("node") / "bin" / "node"
    script = npm.package("lighthouse") / "cli" / "index.js"
    with served(site) as base:
        for page in pages(site):
            if page == "404.html":
                continue
            runs = [_run(node, script, base + page) for _ in range(RUNS)]
            scores = {kind: median(run[kind] for run in runs) for kind in LEAST}
            low = [f"{kind} {scores[kind]:.0f}" for kind in LEAST if scores[kind] < LEAST[kind]]
            told = sorted({audit for run in runs for audit in run["failed"]}) if low else []
            said = ", ".join(f"{kind} {score:.0f}" for kind, score in scores.items())
            yield Row(page, said, "; ".join(low + told))


def _run(node: Path, script: Path, address: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(node), str(script), address, "--quiet", "--output=json", f"--output-path={folder}/out.json",
            f"--only-categories={','.join(LEAST)}", f"--chrome-flags={_FLAGS} --user-data-dir={folder}/profile",
        ]  # fmt: skip
        around = {**os.environ, "CHROME_PATH": browser.path()}
        subprocess.run(command, env=around, capture_output=True, check=True)
        found = json.loads(Path(folder, "out.json").read_text(encoding="utf-8"))
    scores = {kind: 100 * found["categories"][kind]["score"] for kind in LEAST}
    counted = {
        ref["id"] for k in LEAST for ref in found["categories"][k]["auditRefs"] if ref["weight"]
    }
    failed = [name for name in counted if (found["audits"][name].get("score") or 0) < 0.9
              and found["audits"][name]["scoreDisplayMode"] in ("binary", "numeric", "metricSavings")]  # fmt: skip
    return {**scores, "failed": failed}
