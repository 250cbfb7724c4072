"""The plugin for MkDocs and ProperDocs: each event is handed on to the module that does the work."""

import hashlib
import json
import logging
import os
import posixpath
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc
from mkdocs.utils import DuplicateFilter, get_relative_url

from softlookup import engine, interactive, runnable, steppable, words
from softlookup.publish import mark
from softlookup.publish.complete import Site, complete
from softlookup.publish.facts import Facts, facts
from softlookup.site import contract, font, links, maths, notebook, search, style, theme
from softlookup.site.beside import Beside
from softlookup.site.cache import Cache, State, digest_of, versions
from softlookup.site.fault import Fault
from softlookup.site.fenced import Runner
from softlookup.site.marks import Marks
from softlookup.site.progress import Progress
from softlookup.site.records import Records
from softlookup.site.run import Job, Workers, part_name, result
from softlookup.site.source import Source
from softlookup.verify import (
    Finding,
    Memory,
    Number,
    Origin,
    Receipts,
    line_of,
    numerals,
    receipts,
    verify,
)

ROOT = Path(__file__).parents[3]
EXTENSION = "softlookup.site.checked"
# mkdocs, or properdocs, which answers to every import of mkdocs.
BUILDER = BasePlugin.__module__.partition(".")[0]
_LOG = logging.getLogger(f"{BUILDER}.plugins.softlookup")
_SHOWN = 40  # faults of the finished site that are named at once


class _Build:
    """What is known while a site is built once."""

    def __init__(self, snippets: Path, *, quick: bool) -> None:
        self.snippets = snippets
        self.quick = quick  # pages that collect may wait for a second build
        self.again = False  # whether one of them does
        cached = os.environ.get("SOFTLOOKUP_CACHE") != "0"
        self.cache = Cache(ROOT / ".cache" / "blocks" if cached else None)
        self.state = State(ROOT, snippets)
        self.marks = Marks()
        self.runner = Runner(self.printed, self.mark)
        self.workers = Workers()
        self.beside = Beside(self.cache, self.workers)
        self.records = Records(snippets, self.cache, self.workers)
        self.progress = Progress(0)
        self.source: Source = Source("", "")  # the page being built
        self.sources: dict[str, Source] = {}  # by the address of the built page
        self.receipts: dict[str, Receipts] = {}  # by the same address
        self.taken: dict[str, int] = {}  # numbers of the page being built -> how often they came up
        self.letters: set[str] = set()  # what formulas are set in
        self.entries: list[search.Entry] = []  # what the search may find
        self.names: set[str] = set()  # what the style sheets may ask for
        self.runs_python = False  # whether some page offers to run Python
        self.asked = self.fresh = 0  # blocks of this build: all, and those that were run

    def prepare(self, files: Iterable[File], site: str) -> None:
        """Read every page, and start what must be run while the first ones are rendered."""
        for file in files:
            text = file.content_string if file.src_uri.endswith(".md") else ""
            source = Source(file.src_uri, text)
            self.sources[file.dest_uri] = source
            question = ["content", site, file.src_uri, text, *self._reach(source)]
            source.question = question
            if text:
                source.content = self.cache.stored(question)
            before = None
            if self.state.collects(source.name):
                before = self.cache.stored(_last(file.src_uri))
            if source.content is None and self.quick and before is not None:
                source.content = before
                self.again = True
            self._start(source)
        if not self.again:
            pages = {source.file: source.text for source in self.sources.values()}
            self.beside.start(pages, self.state.everything)

    def _reach(self, source: Source) -> list[str]:
        """Digests of all that a page's parts and numbers can read."""
        names = {name.split(".")[0] for name in source.names if "." in name.split("[")[0]}
        labels = list(source.blocks(self.snippets))
        return [self.state.reach(name) for name in sorted(names)] + self._reach_of(source, labels)

    def _reach_of(self, source: Source, labels: Iterable[str]) -> list[str]:
        """Digests of the folders whose parts some fences print; the page's own is always one."""
        parts = [part_name(label, source.name) for label in labels if label.startswith("print(")]
        homes = {part.split(" ")[1].split(".")[0] for part in parts}
        return [self.state.reach(home) for home in sorted({source.name, *homes})]

    def _start(self, source: Source) -> None:
        """Have a page's code run, but for what is stored; a page that is finished keeps what it has."""
        blocks, names = [], []
        for label, code in source.blocks(self.snippets).items():
            stored = self.cache.stored(self._block(source, label, code))
            if stored is None:
                blocks.append((label, code))
            else:
                source.done.printed[label] = stored
        for name in source.names:
            stored = self.cache.stored(self._number(source, name))
            if stored is None:
                names.append(name)
            else:
                full, value = json.loads(stored)
                source.done.numbers[name] = (full, value)
        if source.content is None and (blocks or names):
            self.fresh += len(blocks)
            source.asked = dict(blocks)
            source.waiting = self.workers.submit(Job(source.name, tuple(blocks), tuple(names)))

    def _block(self, source: Source, label: str, code: str) -> list[str]:
        return ["block", source.name, *self._reach_of(source, [label]), label, code]

    def _number(self, source: Source, name: str) -> list[str]:
        page, dot, _ = name.partition("[")[0].partition(".")
        home = page if dot else source.name
        return ["number", source.name, name, self.state.reach(home)]

    def begin(self, page: Page) -> None:
        """Turn to a page, and wait for what it had run."""
        self.source = self.sources[page.file.dest_uri]
        self.receipts[page.file.dest_uri] = Receipts()
        self.runner.ran.clear()
        self.taken = {}
        self.progress.begin(self.source.file)
        if self.source.waiting is not None:
            self._collect(self.source)

    def _collect(self, source: Source) -> None:
        assert source.waiting is not None
        try:
            done = result(source.waiting, source.name)
        except ValueError as error:
            raise Fault(source.file, None, str(error)) from error
        for label, text in done.printed.items():
            self.cache.keep(self._block(source, label, source.asked[label]), text)
        for name, found in done.numbers.items():
            self.cache.keep(self._number(source, name), json.dumps(found))
        source.done.printed |= done.printed
        source.done.numbers |= done.numbers
        source.done.wrong |= done.wrong
        source.waiting = None

    def remember(self, page: Page, html: str) -> None:
        """Keep a finished page; `recall` gives it back."""
        tokens = [_token(item) for item in page.toc]
        content = {"html": html, "toc": tokens, "title": page.title}
        content |= {"receipt": asdict(self.receipt)}
        if self.source.text:
            self.cache.keep(self.source.question, json.dumps(content))
            if self.state.collects(self.source.name):
                self.cache.keep(_last(self.source.file), json.dumps(content))

    def recall(self, page: Page) -> str:
        """A page as it was finished before."""
        assert self.source.content is not None
        content = json.loads(self.source.content)
        page.toc = get_toc(content["toc"])
        page.title = content["title"]
        self.receipts[page.file.dest_uri] = _receipts(content["receipt"])
        self.asked += len(self.receipt.parts)
        html: str = content["html"]
        return html

    def printed(self, label: str) -> str:
        """What a fence printed."""
        self.asked += 1
        if label in self.source.done.wrong:
            raise self.block_fault(label, self.source.done.wrong[label])
        return self.source.done.printed[label]

    def mark(self, label: str, html: str) -> str:
        """What a fence printed, marked."""
        return self.marks.part(part_name(label, self.source.name), html)

    @property
    def receipt(self) -> Receipts:
        """What the page being built shows that was computed."""
        return list(self.receipts.values())[-1]

    def fault(self, needle: str, message: str) -> Fault:
        """A fault at the line that holds some text; without a line when code printed it."""
        return Fault(self.source.file, _line_of(self.source.text, needle), message)

    def block_fault(self, label: str, message: str) -> Fault:
        """A fault at the fence of that name."""
        lines = [f.line for f in self.source.fences if contract.label_of(f) == label]
        return Fault(self.source.file, lines[0] if lines else None, message)

    def site_fault(self, finding: Finding) -> Fault:
        """What is wrong with a finished page, at the line that it comes from."""
        source = self.sources.get(finding.page, Source(finding.page, ""))
        line = line_of(source.text, finding.excerpt, finding.needle)
        under = "" if line or not finding.heading else f", under “{finding.heading}”"
        around = f" in “{finding.excerpt}”" if finding.excerpt else ""
        return Fault(source.file, line, f"{finding.what}{around}{under}: {finding.remedy}")

    def number(self, whole: str, typed: str, name: str) -> Element:
        """A number as it is typed, compared with the computed one and marked."""
        if name in self.source.done.wrong:
            raise self.fault(whole, self.source.done.wrong[name])
        full, computed = self.source.done.numbers[name]
        try:
            right = numerals.agrees(typed, computed)
        except ValueError as error:
            raise self.fault(whole, str(error)) from error
        if not right:
            digits = numerals.rounded(typed, computed)
            message = f"{typed} is typed but {full} is {digits} ({computed:.10g})"
            raise self.fault(whole, f"{message}: correct the text, or what computes it")
        origin = self._origin(self._place(whole), full)
        self.receipt.numbers.append(Number(full, typed, f"{computed:.10g}", origin))
        return self.marks.number(typed, full, computed)

    def _place(self, whole: str) -> int | None:
        """The line of a number: of several that are typed alike, the first that has not been taken."""
        taken = self.taken[whole] = self.taken.get(whole, 0) + 1
        places = [found.start() for found in re.finditer(re.escape(whole), self.source.text)]
        position = places[min(taken, len(places)) - 1] if places else None
        return None if position is None else self.source.text.count("\n", 0, position) + 1

    def _origin(self, line: int | None, name: str) -> Origin:
        """Where something stands, and what can have computed it: soft_lookup.output is of soft_lookup."""
        home = name.partition("[")[0].partition(".")[0]
        return Origin(f"docs/{self.source.file}", line, self.state.sources(home))

    def origins(self, parts: Iterable[str]) -> dict[str, Origin]:
        """Where the parts of the page being built are asked for."""
        lines = {
            part_name(contract.label_of(fence), self.source.name): fence.line
            for fence in self.source.fences
            if contract.runs(fence)
        }
        return {part: self._origin(lines.get(part), part.partition(" ")[2]) for part in parts}


def _receipts(entry: dict[str, Any]) -> Receipts:
    """What was remembered of a page."""
    numbers = [Number(**{**n, "origin": Origin(**n["origin"])}) for n in entry["numbers"]]
    origins = {name: Origin(**origin) for name, origin in entry["origins"].items()}
    return Receipts(numbers, entry["parts"], origins)


def _last(file: str) -> list[str]:
    """The cache's name for a page that collects, as it was last finished."""
    return ["last", file]


def _stamp() -> Path:
    """A file that the live server watches: written when a second build is wanted."""
    return ROOT / ".cache" / "again"


def _token(item: AnchorLink) -> dict[str, Any]:
    """An entry of a page's contents, as Markdown hands it to MkDocs."""
    children = [_token(child) for child in item.children]
    return {"name": item.title, "id": item.id, "level": item.level, "children": children}


def _line_of(source: str, needle: str) -> int | None:
    position = source.find(needle)
    return source.count("\n", 0, position) + 1 if position >= 0 else None


class Options(Config):  # type: ignore[no-untyped-call]
    """mkdocs.yml sets nothing."""


class SoftLookup(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Checks every page while it is built, and the whole site when it is done."""

    def __init__(self) -> None:
        self.command = "build"
        self.site: Path | None = None
        self.address = ""  # where the site will lie, if that is known
        self.second = False  # whether this build completes the one before it
        self.memory: Memory = {}  # what the last walk over the finished pages found
        self.build: _Build

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember what MkDocs was asked to do, and refuse to run without asserts."""
        if sys.flags.optimize:
            raise PluginError(
                "Python drops asserts, which check this site: unset PYTHONOPTIMIZE and -O"
            )
        self.command = command

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Make quiet builds count warnings too, and add the check of numbers to Markdown."""
        self.site = Path(config.site_dir)
        # Pages are built to lie anywhere; the walk over the finished site writes the address where it must stand.
        self.address, config.site_url = config.site_url or self.address, ""
        logger = logging.getLogger(BUILDER)
        logger.setLevel(min(logger.level, logging.WARNING))
        for seen in logging.getLogger(f"{BUILDER}.commands.build").filters:
            if isinstance(seen, DuplicateFilter):
                seen.msgs.clear()  # the same mistake in the next build is news again
        config.markdown_extensions.append(EXTENSION)
        config.mdx_configs[EXTENSION] = {"check": self._number}
        _check_plugins(config)
        _keep_notebooks(config)
        return config

    def _number(self, whole: str, typed: str, name: str) -> Element:
        return self.build.number(whole, typed, name)

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Start afresh: new digests, no stale modules, guard in place."""
        snippets = Path(config.mdx_configs["pymdownx.snippets"]["base_path"][0])
        quick = self.command == "serve" and not self.second
        self.build = _Build(snippets, quick=quick)
        self.build.runner.install()
        if self.command == "serve":
            _preload()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Publish the snippets themselves, so that a page can offer the file, the word vectors, and the mark."""
        files.append(File.generated(config, "assets/logo.svg", content=mark.logo()))
        if (
            config.theme.custom_dir
        ):  # our own pages use neither its scripts nor its sheets as they are
            for file in list(files):
                if file.src_uri.startswith(("assets/javascripts/", "assets/stylesheets/")):
                    files.remove(file)
        files.append(File.generated(config, "assets/words.bin", content=words.exact_bytes()))
        for path in sorted(self.build.snippets.glob("*.py")):
            name = f"snippets/{path.name}"
            files.append(File.generated(config, name, content=path.read_text(encoding="utf-8")))
        if engine.is_here():
            for name, text in runnable.published().items():
                files.append(File.generated(config, f"assets/python/{name}", content=text))
        else:
            _LOG.info("Snippets get no Run button: `make pyodide` fetches what runs them")
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Date the pages by the release, so that builds agree on any day, and start their code."""
        documents = list(files.documentation_pages())
        self.build.progress = Progress(len(documents))
        released = _facts().released
        for page in nav.pages:
            page.update_date = released
        addresses = sorted(file.url for file in files)
        around = [ROOT / "mkdocs.yml", ROOT / "CITATION.cff"]
        self.build.prepare(documents, f"{digest_of(*around)} {addresses}")
        return nav

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Hold a page to the contract before anything on it is rendered."""
        build = self.build
        build.begin(page)
        if build.source.content is not None:
            return ""  # rendered before, and nothing that it shows has changed
        for line, message in contract.breaches(build.source.text, build.snippets):
            raise Fault(build.source.file, line, message)
        return markdown

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """The finished content of a page: rendered now, or as it was rendered before."""
        build = self.build
        if build.source.content is None:
            html = self._finish(html, page, files)
            build.remember(page, html)
        else:
            html = build.recall(page)
        formulas = "".join(re.findall(r"<math.*?</math>", html, re.S))
        build.letters.update(unescape(re.sub(r"<[^>]*>", "", formulas)))
        build.progress.end(build.source.file, len(build.receipt.parts))
        return html

    def _finish(self, html: str, page: Page, files: Files) -> str:
        """See that every fence ran, and do what Markdown does not do: links and formulas."""
        build = self.build
        _check_that_all_ran(build)

        def address(name: str) -> str | None:
            folder = posixpath.dirname(page.file.src_uri)
            found = files.get_file_from_path(posixpath.normpath(posixpath.join(folder, name)))
            return found.url_relative_to(page.file) if found else None

        if page.file.src_uri.endswith(".ipynb"):
            html = _notebook(html, page, build)
        for forged in build.marks.forged(html):
            raise build.fault(forged, f"{forged} is a mark of the checks: only they may write it")
        html = links.rewrite(build.marks.clean(html), address)
        html = theme.plain_code(theme.name_folds(html))
        html = maths.render(html, lambda tex, message: build.fault(tex, f"{message}, in {tex!r}"))
        html = theme.unbroken(html)
        build.receipt.parts = receipts.of_parts(html)
        build.receipt.origins = build.origins(build.receipt.parts)
        return html

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Compile the theme's templates once, not at every build."""
        folder = ROOT / ".cache" / "templates"
        folder.mkdir(parents=True, exist_ok=True)
        env.bytecode_cache = FileSystemBytecodeCache(str(folder))
        return env

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put in what the theme leaves out, and give rules for one page a file of their own."""
        self.build.entries.append(_entry(page))
        output = theme.mend(output)
        name = f"assets/pages/{page.file.name}.css"
        output, rules = theme.lift_styles(output, get_relative_url(name, page.url))
        if rules:
            file = Path(config.site_dir, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(rules.strip() + "\n", encoding="utf-8")
        output = runnable.with_buttons(output)
        self.build.runs_python |= runnable.is_on(output)
        output = steppable.with_buttons(output)
        self.build.records.start(output)
        self.build.names |= style.names_in(output)
        return _sealed(_awake(output, page), page.file.src_uri)

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        """The page for dead addresses is a page too."""
        if template_name.endswith(".html"):
            return _sealed(theme.mend(output_content), "")
        return output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the font, walk the finished site, keep what was computed."""
        build, site = self.build, Path(config.site_dir)
        if not build.again:
            build.beside.write(site)
        build.records.write(site)
        self._release_the_rest()
        self._write_font(site, font.MATHS, font.with_italics(build.letters))
        self._write_style(config)
        for sheet in (site / "assets").glob("*.css"):
            sheet.write_text(style.without_comments(sheet.read_text("utf-8")), encoding="utf-8")
        for script in Path(config.docs_dir, "assets").rglob("*.js"):
            file = site / script.relative_to(config.docs_dir)
            file.write_text(style.without_remarks(script.read_text("utf-8")), encoding="utf-8")
        (site / "assets" / "search-index.js").write_text(search.index(build.entries), "utf-8")
        pages = [file.read_text("utf-8") for file in site.rglob("*.html")]
        for face in font.TEXT:
            self._write_font(site, face, font.letters(face, pages))
        if build.runs_python:
            shutil.copytree(engine.FOLDER, site / "assets" / engine.NAME, dirs_exist_ok=True)
        if not build.again:
            self._complete(site)
            self._verify(site)
        unchanged = State(ROOT, build.snippets).everything == build.state.everything
        build.cache.close(true=unchanged)
        self.second = build.again
        if build.again:
            _stamp().write_text("again", encoding="utf-8")
        build.progress.finish(build.fresh, build.asked - build.fresh)

    def _complete(self, site: Path) -> None:
        """Write what a site offers beside its pages, and what the checks saw."""
        build = self.build

        def remember(recipe: list[str], make: Callable[[], bytes]) -> bytes:
            return font.from_text(build.cache.remember(recipe, lambda: font.as_text(make())))

        seen = {receipts.address_of(name): receipt for name, receipt in build.receipts.items()}
        changes = build.snippets / "CHANGELOG.md"
        changelog = changes.read_text(encoding="utf-8") if changes.exists() else ""
        complete(Site(site, _facts(), changelog, self.address, seen), remember)

    def _verify(self, site: Path) -> None:
        """Walk the finished pages; those that have not changed since the last walk are known."""
        found = [str(self.build.site_fault(finding)) for finding in verify(site, self.memory)]
        if found:
            more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
            raise PluginError("\n".join(found[:_SHOWN] + more))

    def _write_font(self, site: Path, face: font.Face, letters: set[str]) -> None:
        def cut() -> str:
            return font.as_text(font.subset(face, letters))

        made = self.build.cache.remember(["font", font.recipe(face, letters)], cut)
        (site / "assets" / face.ships_as).write_bytes(font.from_text(made))

    def _write_style(self, config: MkDocsConfig) -> None:
        """The theme's rules that apply to something on these pages."""
        assets = Path(config.docs_dir, "assets")
        scripts = "".join(file.read_text("utf-8") for file in sorted(assets.rglob("*.js")))
        ours = "".join(file.read_text("utf-8") for file in sorted(assets.rglob("*.css")))
        names, sheets = self.build.names | style.names_in_script(scripts), style.sheets()

        def cut() -> str:
            return style.cut(sheets, names, ours)

        question = ["style", sheets, ours, *sorted(names)]
        kept = self.build.cache.remember(question, cut)
        Path(config.site_dir, "assets", "theme.css").write_text(kept, encoding="utf-8")

    def _release_the_rest(self) -> None:
        self.build.runner.remove()
        self.build.workers.close()

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[..., Any]
    ) -> LiveReloadServer:
        """Show an edited page at once; the pages that collect follow in a second build."""
        _stamp().parent.mkdir(parents=True, exist_ok=True)
        _stamp().touch()
        server.watch(str(_stamp()))
        return server

    def on_build_error(self, *, error: Exception) -> None:
        """A failed build leaves no site behind; the server keeps the last good one."""
        if hasattr(self, "build"):
            self._release_the_rest()
        if self.site and self.command != "serve":
            shutil.rmtree(self.site, ignore_errors=True)


def _preload() -> None:
    """Load what every page needs once, so that the workers of a live server start with it."""
    import matplotlib.backends.backend_svg
    import matplotlib.figure
    import numpy

    assert matplotlib.figure
    assert numpy


def _check_plugins(config: MkDocsConfig) -> None:
    """A site without its runner would show code that never ran."""
    for needed in ("markdown-exec",):
        if needed not in config.plugins:
            raise PluginError(f"mkdocs.yml does not name the plugin {needed!r}: nothing would run")
    jupyter = config.plugins.get("mkdocs-jupyter")
    if jupyter and not (jupyter.config["execute"] and not jupyter.config["allow_errors"]):
        raise PluginError("mkdocs.yml: mkdocs-jupyter needs execute: true and allow_errors: false")


def _keep_notebooks(config: MkDocsConfig) -> None:
    """mkdocs-jupyter remembers by the notebook's bytes alone: give each set of versions its own place."""
    plugin: Any = config.plugins.get("mkdocs-jupyter")
    if plugin:
        digest = hashlib.sha256(versions().encode()).hexdigest()[:16]
        plugin.config["cache"] = os.environ.get("SOFTLOOKUP_CACHE") != "0"
        plugin.config["cache_dir"] = str(ROOT / ".cache" / "notebooks" / digest)


def _facts() -> Facts:
    """Name, version and date of the release, which do not move with the clock."""
    try:
        return facts(ROOT / "CITATION.cff")
    except ValueError as error:
        raise PluginError(str(error)) from error


def _check_that_all_ran(build: _Build) -> None:
    for fence in build.source.fences:
        label = contract.label_of(fence)
        if contract.runs(fence) and label not in build.runner.ran:
            message = f"the block `{label}` did not run: write ```python, and check the indent"
            raise Fault(build.source.file, fence.line, message)


def _notebook(html: str, page: Page, build: _Build) -> str:
    path = Path(page.file.abs_src_path or "")
    try:
        return notebook.page(html, path.stem, build.marks.part)
    except ValueError as error:
        raise Fault(build.source.file, None, str(error)) from error


def _awake(html: str, page: Page) -> str:
    """The page with the scripts of the elements that it uses, and with nothing if it uses none."""
    base = get_relative_url("assets/js/", page.url)
    scripts = interactive.scripts_for(html, base if base.endswith("/") else f"{base}/")
    if not scripts:
        return html
    style = get_relative_url("assets/elements.css", page.url)
    link = f'<link rel="stylesheet" href="{style}">'
    return html.replace("</head>", f"{link}{scripts}</head>", 1)


# How far the search prefers the pages of a section of the navigation.
_PREFERRED = {"The main line": 1.3, "Deeper, in any order": 1.15, "Look it up": 0.8}


def _entry(page: Page) -> search.Entry:
    """A page as the search knows it."""
    kept = page.meta.get("search", {}).get("exclude")
    return search.Entry(
        address=page.url if page.url != "./" else "",
        title=str(page.title),
        weight=_PREFERRED.get(page.parent.title if page.parent else "", 1.0),
        whole=not kept,
        describes=page.meta.get("description", ""),
        content=page.content or "",
    )


def _sealed(html: str, source: str) -> str:
    """The page with the mark by which it can be told from one that nobody checked."""
    seal = f'<meta name="softlookup" content="checked" data-source="{source}">'
    return html.replace("</head>", f"{seal}</head>", 1)
