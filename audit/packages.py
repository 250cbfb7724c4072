"""Known vulnerabilities in what is locked."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from audit.report import Missing, Row

LOCK = Path(__file__).parents[1] / "requirements.lock"


def audit(site: Path) -> Iterator[Row]:
    """One row: the lock."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "pip-audit"]
    if subprocess.run(pip, capture_output=True, check=False).returncode:
        raise Missing("pip-audit could not be installed")
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), "--disable-pip"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = (done.stdout.strip() or done.stderr.strip()).splitlines()
    if done.returncode and not done.stdout.strip():
        raise Missing(f"pip-audit got no answer: {said[-1] if said else 'it said nothing'}")
    yield Row("requirements.lock", said[0] if said else "no known vulnerability",
              "; ".join(said) if done.returncode else "")  # fmt: skip
