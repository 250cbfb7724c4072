"""What tests share: one built site, and a way to build tiny ones."""

import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def build(*flags: str, root: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """`mkdocs build` in a process of its own."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **variables}
    command = [sys.executable, "-m", "mkdocs", "build", *flags]
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once and without the cache."""
    folder = tmp_path_factory.mktemp("built") / "site"
    result = build("--site-dir", str(folder), SOFTLOOKUP_CACHE="0", SITE_URL="")
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> Callable[..., tuple[int, str, Path]]:
    """Build a site of a few pages with our configuration, in this process."""
    return lambda pages, *flags: _tiny(tmp_path, pages, *flags)


def _tiny(folder: Path, pages: dict[str, str], *flags: str) -> tuple[int, str, Path]:
    from click.testing import CliRunner
    from mkdocs.__main__ import cli

    docs = folder / "docs"
    (docs / "assets").mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(tiny_configuration(), encoding="utf-8")
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    logging.getLogger("mkdocs").addHandler(handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOFTLOOKUP_CACHE", "0")
        result = CliRunner().invoke(cli, ["build", "-f", str(folder / "mkdocs.yml"), *flags])
    logging.getLogger("mkdocs").removeHandler(handler)
    return result.exit_code, result.output + logged.getvalue(), folder / "site"


def tiny_configuration() -> str:
    """Our mkdocs.yml without its pages, and with paths that hold from anywhere."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    text = text[: text.index("\nnav:")].replace("extra_css: [assets/site.css]", "")
    start, end = text.find("  - mkdocs-jupyter:"), text.find("\nhooks:")
    if start >= 0:  # a notebook takes seconds; it has tests of its own
        text = text[:start] + text[end:]
    text = text.replace("src/softlookup", str(ROOT / "src/softlookup"))
    text = text.replace("!relative $config_dir/snippets", str(ROOT / "snippets"))
    return text.replace("watch: [src, snippets]", "")


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
