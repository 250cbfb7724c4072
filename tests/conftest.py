"""What tests share: one built site, and a way to build tiny ones."""

import io
import logging
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONFIGURATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
# The Markdown pages in the order of reading, which the navigation decides.
PAGES = re.findall(r"[\w-]+\.md\b", CONFIGURATION[CONFIGURATION.index("\nnav:") :])
# Tests of an engine are collected where it is installed; test_scale.py says which were.
ENGINES = {
    "test_dask_lookup.py": ("distributed", "zarr"),
    "test_parquet_lookup.py": ("pyarrow",),
    "test_torch_ring_lookup.py": ("torch",),
}
collect_ignore = [file for file, packages in ENGINES.items() if not all(map(find_spec, packages))]
# The files that take longest go first, so that no worker is left alone with one at the end; the first
# builds the site that others share, and the second needs none.
LONGEST = (
    "test_browser.py",
    "test_faults.py",
    "test_reproducible.py",
    "test_elements.py",
    "test_dropin_contract.py",
    "test_notebook.py",
    "test_builders.py",
    "test_marks.py",
    "test_site.py",
)
# A site of the tests quotes the stored run of the frameworks, which other tests compare with a fresh one.
STORED = {"SOFTLOOKUP_FRAMEWORKS": "stored"}
Tiny = Callable[..., tuple[int, str, Path]]  # (pages, *flags) -> exit code, what was said, the site
# A fence that prints one part of a page.
PART = '```python exec="on"\nprint(page.{})\n```\n'
# A fence that shows and runs a snippet.
SNIPPET = (
    '```python exec="on" source="above" result="text" title="snippets/{0}"\n--8<-- "{0}"\n```\n'
)


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, because a test often waits; four at most, for each opens browsers."""
    return min(4, (os.cpu_count() or 1) + 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; the rest keep their order."""
    turn = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: turn.get(item.path.name, len(turn)))


def run(
    *arguments: str | Path, cwd: Path = ROOT, given: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, which speaks UTF-8 on every system."""
    fixed = {"NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1", **STORED}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, **fixed, **variables},
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def build(*flags: str, root: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """`mkdocs build` in a process of its own."""
    return run("-m", "mkdocs", "build", *flags, cwd=root, **variables)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once and without the cache; all workers of a run share it."""
    temporary = tmp_path_factory.getbasetemp()
    folder = (temporary.parent if "PYTEST_XDIST_WORKER" in os.environ else temporary) / "built"
    said = folder / "said.txt"  # written when it is done; nothing in it when all went well
    try:
        folder.mkdir()  # only one worker can: it builds, the others wait
    except FileExistsError:
        wait_for(said)
    else:
        result = build("--site-dir", str(folder / "site"), SOFTLOOKUP_CACHE="0", SITE_URL="")
        failed = result.stdout + result.stderr if result.returncode else ""
        (folder / "saying.txt").write_text(failed, encoding="utf-8")
        (folder / "saying.txt").rename(said)  # whole, or not there
    assert not said.read_text(encoding="utf-8"), said.read_text(encoding="utf-8")
    return folder / "site"


def wait_for(file: Path, seconds: float = 600) -> None:
    """Until another worker has written a file."""
    until = time.monotonic() + seconds
    while not file.exists():
        assert time.monotonic() < until, f"{file} was not written within {seconds} seconds"
        time.sleep(0.2)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project without its pages, to edit and build."""
    return copy_of_the_project(tmp_path / "project")


def copy_of_the_project(copy: Path) -> Path:
    """All that a build needs but the pages and the style."""
    for name in ("src", "snippets", "benchmarks"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("CITATION.cff", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)
    lay_assets(copy / "docs")
    (copy / "tests").mkdir()
    (copy / "mkdocs.yml").write_text(bare_configuration(), encoding="utf-8")
    return copy


def lay_assets(docs: Path) -> None:
    """The scripts and styles that a page with a snippet loads."""
    shutil.copytree(DOCS / "assets", docs / "assets", dirs_exist_ok=True)


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """Build a site of a few pages with our configuration, in this process."""
    return partial(_tiny, tmp_path)


def _tiny(
    folder: Path, pages: dict[str, str], *flags: str, snippets: Path = ROOT / "snippets"
) -> tuple[int, str, Path]:
    from click.testing import CliRunner
    from mkdocs.__main__ import cli

    docs = folder / "docs"
    lay_assets(docs)
    for name, text in pages.items():
        (docs / name).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(tiny_configuration(snippets), encoding="utf-8")
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    logging.getLogger("mkdocs").addHandler(handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOFTLOOKUP_CACHE", "0")
        result = CliRunner().invoke(cli, ["build", "-f", str(folder / "mkdocs.yml"), *flags])
    logging.getLogger("mkdocs").removeHandler(handler)
    return result.exit_code, result.output + logged.getvalue(), folder / "site"


def bare_configuration() -> str:
    """Our mkdocs.yml without its pages, its style, and its notebook, which takes seconds."""
    text = CONFIGURATION[: CONFIGURATION.index("\nnav:")]
    for style in (
        "extra_css: [assets/site.css]",
        "extra_javascript: [assets/site.js]",
        "  custom_dir: theme\n",  # its templates lead a reader along the pages that are left out
    ):
        text = text.replace(style, "")
    start, end = text.index("  - mkdocs-jupyter:"), text.index("  - softlookup")
    return text[:start] + text[end:]


def tiny_configuration(snippets: Path = ROOT / "snippets") -> str:
    """The same, with paths that hold from anywhere."""
    text = re.sub(r"^watch: .*$", "", bare_configuration(), flags=re.M)
    return text.replace("!relative $config_dir/snippets", snippets.as_posix())


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """A headless Chromium that reaches nothing but this machine."""
    from playwright.sync_api import sync_playwright

    import browser as finder

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=finder.installed(),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            ],
        )
        yield started
        started.close()


# --- For modules of tests whose pages lie at their fixture `address` ----------------------------------


@pytest.fixture(scope="module")
def opened(browser: Any, address: str) -> Iterator[Any]:
    """What opens the pages of a module, one test after another."""
    from element_pages import opener

    with opener(browser, address) as made:
        yield made


@pytest.fixture
def open_page(opened: Any) -> Iterator[Callable[..., Any]]:
    """Open a page; complaints fail the test in the end."""
    yield opened.open
    opened.end_test()


@pytest.fixture(scope="module")
def shared(browser: Any, address: str) -> Iterator[Any]:
    """One page for tests that need no fresh one; complaints fail the last of them."""
    from served import watched

    page = watched(browser.new_context().new_page(), address)
    yield page
    assert not page.complaints
    page.context.close()
