"""Hashes as a fresh process computes them."""

import os
import subprocess
import sys
from functools import cache

HASHED = (
    "10",
    f"{8.0}",
    "True",
    "-1",
    "-2",
    "10 + sys.hash_info.modulus",
    "'racket'",
    "('racket', 10)",
)


@cache
def fresh_hashes(salt: int) -> dict[str, int]:
    """The hashes of HASHED in a fresh process with that salt."""
    command = f"import sys; print(*[hash(key) for key in ({', '.join(HASHED)})])"
    printed = subprocess.check_output(
        [sys.executable, "-S", "-c", command],
        env={**os.environ, "PYTHONHASHSEED": str(salt)},
        text=True,
    )
    return dict(zip(HASHED, map(int, printed.split()), strict=True))
