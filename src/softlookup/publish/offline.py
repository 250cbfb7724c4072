"""The site as a folder that opens from a disk, and as a zip: `make offline`.

    python -m softlookup.publish.offline site/ dist/

Links name their files, and what a browser loads from a server only is carried along: see offline.js. Python
in the page is left out; it needs a server, `python -m http.server` for example.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from softlookup.publish import zipped
from softlookup.publish.facts import facts

ROOT = Path(__file__).parents[3]
_CARRIER = "offline.js"
_LINK = re.compile(
    r'(<a\b[^>]*?\shref="|<form\b[^>]*?\saction=")((?![a-z]+:|//)(?:[^"#?]*/)?\.{0,2})((?:[#?][^"]*)?")'
)
_MODULE = re.compile(r'<script type="module" src="([^"]*?)assets/([^"]+)"></script>')
_PRELOAD = re.compile(r'<link rel="preload"[^>]*>')  # it asks as from a server
_INDEX = re.compile(r"^var SEARCH_INDEX = (.*?);?\s*$", re.S)
_LEFT_OUT = ("run-python.js", "/python/")  # modules that need a server
_UNUSED = ("sitemap.xml", "robots.txt", "404.html", "llms.txt")


def offline(site: Path, target: Path) -> tuple[Path, Path]:
    """Write the folder and the zip, and say where they are."""
    about = facts(ROOT / "CITATION.cff")
    folder = target / about.file
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("pyodide-*", "*.gz", "*.br"))
    for name in _UNUSED:
        (folder / name).unlink(missing_ok=True)
    for page in folder.rglob("*.html"):
        page.write_text(_page(page.read_text(encoding="utf-8")), encoding="utf-8")
    _write_carrier(folder / "assets")
    _name_files_of_index(folder / "assets" / "search-index.js")
    archive = target / f"{folder.name}.zip"
    zipped.write(archive, zipped.folder(folder))
    return folder, archive


def _page(content: str) -> str:
    """A page whose links name files and whose modules come from the carrier."""
    content = _LINK.sub(lambda found: f"{found[1]}{_file(found[2])}{found[3]}", content)
    content = _PRELOAD.sub("", content)
    modules = [found for found in _MODULE.finditer(content) if not _is_left_out(found[2])]
    content = _MODULE.sub("", content)
    if modules:
        paths = " ".join(found[2] for found in modules)
        script = (
            f'<script src="{modules[0][1]}assets/{_CARRIER}" data-modules="{paths}" defer></script>'
        )
        content = content.replace("</head>", f"{script}</head>", 1)
    return content


def _file(address: str) -> str:
    """../softmax/ is the file ../softmax/index.html; nothing is the page itself."""
    if not address:
        return ""
    return f"{address.rstrip('/')}/index.html" if address != "/" else address


def _is_left_out(path: str) -> bool:
    return any(name in path for name in _LEFT_OUT)


def _write_carrier(assets: Path) -> None:
    """The script that holds the texts of all modules, and of what they fetch."""
    files = [*assets.glob("js/**/*.js"), *assets.glob("practice/*.json")]
    carried = {path.relative_to(assets).as_posix(): path for path in sorted(files)}
    texts = {
        name: path.read_text("utf-8") for name, path in carried.items() if not _is_left_out(name)
    }
    for path in carried.values():
        path.unlink()
    script = (Path(__file__).parent / _CARRIER).read_text(encoding="utf-8")
    held = json.dumps(texts, ensure_ascii=False).replace("</", "<\\/")
    (assets / _CARRIER).write_text(f"const CARRIED = {held};\n{script}", encoding="utf-8")


def _name_files_of_index(path: Path) -> None:
    """The search leads to files too."""
    found = _INDEX.match(path.read_text(encoding="utf-8"))
    if not found:
        raise ValueError(f"{path} is no search index that this knows")
    index = json.loads(found[1])
    for page in index["pages"]:
        page[0] = f"{page[0]}index.html"
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    path.write_text(f"var SEARCH_INDEX = {text};\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3 or not Path(sys.argv[1], "index.html").exists():
        sys.exit(
            "name a finished site and a folder: python -m softlookup.publish.offline site/ dist/"
        )
    Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    made, packed = offline(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"open {made / 'index.html'}, or pass {packed} on ({packed.stat().st_size / 1e6:.1f} MB)")
