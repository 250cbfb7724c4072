"""A compressed copy beside each file, for servers that send it as it lies there.

    python -m softlookup.publish.packed site/

nginx takes the .gz (gzip_static), Caddy the .br or the .gz (precompressed); others pack by themselves.
"""

import gzip
import sys
from pathlib import Path

_WORTH_IT = {
    ".html",
    ".css",
    ".js",
    ".mjs",
    ".json",
    ".xml",
    ".txt",
    ".md",
    ".svg",
    ".py",
    ".ipynb",
}
_LEAST = 1024  # bytes; below, the header weighs more than what is saved


def pack(site: Path) -> int:
    """Write the copies, the same bytes every time, and say how many files got them."""
    import brotli  # type: ignore[import-untyped]

    files = [path for path in sorted(site.rglob("*")) if path.is_file()]
    packed = [path for path in files if path.suffix in _WORTH_IT and path.stat().st_size >= _LEAST]
    for path in packed:
        content = path.read_bytes()
        Path(f"{path}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
        Path(f"{path}.br").write_bytes(brotli.compress(content, quality=9))
    return len(packed)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1], "index.html").exists():
        sys.exit("name the folder of a finished site: python -m softlookup.publish.packed site/")
    print(f"{pack(Path(sys.argv[1]))} files have a packed copy beside them")
