"""A zip with the same bytes from the same files, whenever and wherever it is written."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first date that a zip can say


def write(target: Path, files: Mapping[str, bytes], stored: frozenset[str] = frozenset()) -> None:
    """Write the files in their order; `stored` names those that are not compressed."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # as on Unix, on every system
            archive.writestr(entry, content)


def folder(root: Path) -> dict[str, bytes]:
    """The files of a folder by the names that they have in a zip that opens as that folder."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {f"{root.name}/{path.relative_to(root).as_posix()}": path.read_bytes() for path in files}
