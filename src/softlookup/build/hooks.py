"""MkDocs events, each handed on to the module that does the work."""

import hashlib
import importlib
import logging
import os
import posixpath
import re
import shutil
import string
import sys
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import DuplicateFilter, get_relative_url

from softlookup.build import (
    contract,
    execute,
    font,
    links,
    mark,
    maths,
    notebook,
    numerals,
    prose,
    theme,
)
from softlookup.build.cache import Cache, digest_of, surroundings
from softlookup.build.fault import Fault
from softlookup.build.progress import Progress
from softlookup.build.reads import EVERYTHING, Reads, mentions
from softlookup.fences import fences

ROOT = Path(__file__).parents[3]


class _Build:
    """What is known while a site is built."""

    def __init__(self, snippets: Path) -> None:
        self.snippets = snippets
        folder = ROOT / ".cache" / "blocks" if os.environ.get("SOFTLOOKUP_CACHE") != "0" else None
        package = ROOT / "src" / "softlookup"
        common = [package / "build", package / "data", ROOT / "mkdocs.yml", ROOT / "benchmarks"]
        self.cache = Cache(ROOT, folder, digest_of(*common) + surroundings())
        self.state = digest_of(package, snippets)  # of everything that a module can hold
        self.reads = Reads(package, snippets, self._mentions)
        self.guard = execute.Guard(self.cache, self.reads, self.block_fault)
        self.progress = Progress(0)
        self.page, self.source = "", ""  # the page being built, and its text
        self.sources: dict[str, str] = {}  # every page's text, by the address of its built page
        self.letters: set[str] = set()  # what formulas are set in
        self.held: list[str] = []  # pictures and formulas that the search need not read

    def _mentions(self, path: Path) -> list[str]:
        """What a module leads to, parsed once for each text that it has had."""

        def parse() -> str:
            try:
                return "\n".join(mentions(path.read_text(encoding="utf-8")))
            except (SyntaxError, ValueError):  # running it will say what is wrong
                return EVERYTHING

        return self.cache.remember(["mentions", self.cache.digests([path])], parse).split("\n")

    def fault(self, needle: str, message: str) -> Fault:
        """A fault at the line that holds some text; without a line when code printed it."""
        return Fault(self.page, _line_of(self.source, needle), message)

    def block_fault(self, label: str, message: str) -> Fault:
        """A fault at the fence of that name."""
        lines = [f.line for f in fences(self.source) if f.label == label]
        return Fault(self.page, lines[0] if lines else None, message)

    def number(self, name: str) -> float:
        """A computed number; imported only when it is not remembered."""

        def compute() -> str:
            return repr(importlib.import_module("softlookup.numbers").value(name))

        files = self.cache.digests(self.reads.of_number(name))
        return float(self.cache.remember(["number", name, files], compute))


_build: _Build
_forgotten = ""  # the digest for which modules were last forgotten
_command, _site = "build", ""  # what MkDocs does, and where it writes


def _line_of(source: str, needle: str) -> int | None:
    position = source.find(needle)
    return source.count("\n", 0, position) + 1 if position >= 0 else None


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make quiet builds count warnings too, and give the build a date that does not move."""
    global _site
    _site = config.site_dir
    logger = logging.getLogger("mkdocs")
    logger.setLevel(min(logger.level, logging.WARNING))
    for seen in logging.getLogger("mkdocs.commands.build").filters:
        if isinstance(seen, DuplicateFilter):
            seen.msgs.clear()  # the same mistake in the next build is news again
    _keep_notebooks(config)
    _date_by_the_release()
    return config


def _keep_notebooks(config: MkDocsConfig) -> None:
    """mkdocs-jupyter remembers by the notebook's bytes alone: give each set of versions its own place."""
    plugin = config.plugins.get("mkdocs-jupyter")
    if plugin:
        versions = hashlib.sha256(surroundings().encode()).hexdigest()[:16]
        plugin.config["cache"] = os.environ.get("SOFTLOOKUP_CACHE") != "0"
        plugin.config["cache_dir"] = str(ROOT / ".cache" / "notebooks" / versions)


def _date_by_the_release() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    released = re.search(r"^date-released: (\S+)", citation, re.M)
    if released and "SOURCE_DATE_EPOCH" not in os.environ:
        moment = datetime.fromisoformat(released[1]).replace(tzinfo=UTC)
        os.environ["SOURCE_DATE_EPOCH"] = str(int(moment.timestamp()))


def on_pre_build(config: MkDocsConfig) -> None:
    """Start afresh: new cache view, no stale modules, guard in place."""
    global _build
    _build = _Build(Path(config.mdx_configs["pymdownx.snippets"]["base_path"][0]))
    _forget_stale_modules(_build.state)
    _build.guard.install()
    prose.judge = prose.Judge(_build.number, _build.fault)


def _forget_stale_modules(state: str) -> None:
    """An edit in src/ shows in the running server; a new build of the builder needs a restart."""
    global _forgotten
    if _forgotten not in ("", state):
        for name in list(sys.modules):
            if name.split(".")[0] == "softlookup" and not name.startswith("softlookup.build"):
                del sys.modules[name]
        importlib.invalidate_caches()
    _forgotten = state


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Publish the snippets themselves, so that a page can offer the file, and draw the mark."""
    files.append(File.generated(config, "assets/logo.svg", content=mark.logo()))
    for path in sorted(_build.snippets.glob("*.py")):
        name = f"snippets/{path.name}"
        files.append(File.generated(config, name, content=path.read_text(encoding="utf-8")))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Count the pages."""
    _build.progress = Progress(len(list(files.documentation_pages())))
    return nav


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Hold a page to the contract before anything on it runs."""
    _build.page = page.file.src_uri
    _build.progress.begin(_build.page)
    _build.guard.ran.clear()
    _build.source = page.file.content_string if page.file.src_uri.endswith(".md") else ""
    _build.sources[page.file.dest_uri] = _build.source
    _check_text(_build.source)
    return markdown


def _check_text(source: str) -> None:
    for line, message in contract.breaches(source, _build.snippets):
        raise Fault(_build.page, line, message)
    for line, typed in numerals.misspelt(source):
        raise Fault(_build.page, line, f"{typed} is not of the form [8.056](=page.number)")
    for line, typed in numerals.unchecked(source):
        advice = f"name what computes it: [{typed}](=page.number); write a version as code"
        raise Fault(_build.page, line, f"nothing checks the number {typed}: {advice}")


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """See that every fence ran, and finish what Markdown does not do: links and formulas."""
    _check_that_all_ran(_build.source)

    def address(name: str) -> str | None:
        folder = posixpath.dirname(page.file.src_uri)
        found = files.get_file_from_path(posixpath.normpath(posixpath.join(folder, name)))
        return found.url_relative_to(page.file) if found else None

    if page.file.src_uri.endswith(".ipynb"):
        html = _notebook(html, page)
    html = links.rewrite(html, address)
    html = maths.render(html, lambda tex, message: _build.fault(tex, f"{message}, in {tex!r}"))
    _build.letters.update("".join(re.findall(r"<math.*?</math>", html, re.S)))
    html = theme.hold_back(html, _build.held)
    _build.progress.end(_build.page, len(_build.guard.ran))
    return html


def _check_that_all_ran(source: str) -> None:
    for fence in fences(source):
        if contract.runs(fence) and fence.label not in _build.guard.ran:
            message = (
                f"the block {fence.label!r} did not run: write ```python, and check the indent"
            )
            raise Fault(_build.page, fence.line, message)


def _notebook(html: str, page: Page) -> str:
    path = Path(page.file.abs_src_path or "")
    for typed in notebook.unchecked(path.read_text(encoding="utf-8")):
        raise Fault(_build.page, None, f"nothing checks the number {typed}: let a cell print it")
    try:
        return _build.cache.remember(["notebook", html], lambda: notebook.page(html, path.stem))
    except ValueError as error:
        raise Fault(_build.page, None, str(error)) from error


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Compile the theme's templates once, not at every build."""
    folder = ROOT / ".cache" / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    env.bytecode_cache = FileSystemBytecodeCache(str(folder))
    return env


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Put in what the theme leaves out, and give rules for one page a file of their own."""
    output = theme.mend(theme.put_back(output, _build.held))
    name = f"assets/pages/{page.file.name}.css"
    output, rules = theme.lift_styles(output, get_relative_url(name, page.url))
    if rules:
        file = Path(config.site_dir, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(rules.strip() + "\n", encoding="utf-8")
    return output


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """The page for dead addresses is a page too."""
    return theme.mend(output_content) if template_name.endswith(".html") else output_content


def on_post_build(config: MkDocsConfig) -> None:
    """Write the font, walk the finished site, tidy up."""
    site = Path(config.site_dir)
    _write_font(site, font.MATHS, font.with_italics(_build.letters))
    written = links.texts(site).items()
    letters = set().union(*(text for name, text in written if name.endswith(".html")))
    for face in font.TEXT:
        _write_font(site, face, {*letters, *string.printable})
    _walk(site)
    _build.cache.forget_the_unused()
    guard = _build.guard
    _build.progress.finish(guard.fresh, guard.asked - guard.fresh)


def _write_font(site: Path, face: font.Face, letters: set[str]) -> None:
    def cut() -> str:
        return font.as_text(font.subset(face, letters))

    made = _build.cache.remember(["font", font.recipe(face, letters)], cut)
    (site / "assets" / face.ships_as).write_bytes(font.from_text(made))


def _walk(site: Path) -> None:
    texts = links.texts(site)
    pages = links.pages(texts)
    for name, address in links.offsite(texts, pages, lambda n: n.startswith("assets/javascripts/")):
        raise _site_fault(
            name, address, f"a reader's browser would fetch {address}: ship it instead"
        )
    for name, link, why in links.dead(site, pages):
        raise _site_fault(name, _as_typed(link, name), f"the link {link} is dead: {why}")


def _as_typed(link: str, name: str) -> str:
    """A link of a finished page as its author may have typed it."""
    path, _, anchor = link.partition("#")
    forms = (f"{path.strip('./')}.md#{anchor}", f"(#{anchor})", f"#{anchor}")
    return next((form for form in forms if anchor and form in _build.sources.get(name, "")), link)


def _site_fault(name: str, needle: str, message: str) -> Fault:
    source = _build.sources.get(name, "")
    page = name.removesuffix("/index.html").removesuffix(".html") + ".md"
    return Fault(page, _line_of(source, needle), message)


def on_startup(command: str, dirty: bool) -> None:
    """Remember what MkDocs was asked to do, and refuse to run without asserts."""
    if sys.flags.optimize:
        raise PluginError(
            "Python drops asserts, which check this site: unset PYTHONOPTIMIZE and -O"
        )
    global _command
    _command = command


def on_build_error(error: Exception) -> None:
    """A failed build leaves no site behind; the server keeps the last good one."""
    if _site and _command != "serve":
        shutil.rmtree(_site, ignore_errors=True)
