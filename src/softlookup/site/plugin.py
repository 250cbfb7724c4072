"""The plugin for MkDocs and ProperDocs: each event is handed on to the module that does the work."""

import atexit
import gc
import hashlib
import logging
import os
import posixpath
import re
import shutil
import sys
from collections.abc import Collection, Iterable
from concurrent.futures.process import BrokenProcessPool
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
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
from softlookup.site import contract, links, maths, notebook, search, spaces, style, theme
from softlookup.site.building import ROOT, Build
from softlookup.site.cache import State, digest_of, versions
from softlookup.site.fault import Fault
from softlookup.site.live import Live
from softlookup.site.progress import Progress
from softlookup.site.run import Workers
from softlookup.site.source import Source
from softlookup.verify import Memory, receipts, verify

EXTENSION = "softlookup.site.checked"
# mkdocs, or properdocs, which answers to every import of mkdocs.
BUILDER = BasePlugin.__module__.partition(".")[0]
_LOG = logging.getLogger(f"{BUILDER}.plugins.softlookup")
_SHOWN = 40  # faults of the finished site that are named at once


class Options(Config):  # type: ignore[no-untyped-call]
    """mkdocs.yml sets nothing."""


class SoftLookup(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Checks every page while it is built, and the whole site when it is done."""

    def __init__(self) -> None:
        self.command = "build"
        self.site: Path | None = None
        self.address = ""  # where the site will lie, if that is known
        self.memory: Memory = {}  # what the last walk over the finished pages found
        self.live = Live()
        self.workers = Workers()  # of the build before, and of the next
        self.build: Build

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember what MkDocs was asked to do, and refuse to run without asserts."""
        if sys.flags.optimize:
            raise PluginError(
                "Python drops asserts, which check this site: unset PYTHONOPTIMIZE and -O"
            )
        self.command = command
        # A build keeps most of what it makes, until it ends: to look for waste would take a fifteenth of its time.
        if command == "build":
            gc.disable()
            atexit.register(gc.freeze)  # nor need Python look for it when it ends
        else:
            gc.set_threshold(100_000)

    def on_shutdown(self) -> None:
        """Leave a process that goes on as it was."""
        self.release()
        gc.enable()

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
        _keep_notebooks(config, drop=not self.live.hurries)
        return config

    def _number(self, whole: str, typed: str, name: str) -> Element:
        return self.build.number(whole, typed, name)

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Start afresh: new digests, new workers if the old ones know too much, our runner in place of theirs."""
        snippets = Path(config.mdx_configs["pymdownx.snippets"]["base_path"][0])
        self.build = Build(snippets, self.workers)
        self.workers = self.build.workers
        self.build.runner.install()
        if self.command == "serve":
            _preload()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Publish the snippets themselves, so that a page can offer the file, the word vectors, and the mark."""
        files.append(File.generated(config, "assets/logo.svg", content=mark.logo()))
        # Our own pages use neither the theme's scripts nor its sheets as they are.
        if config.theme.custom_dir:
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
        _notebooks_first(files)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Date the pages by the release, so that builds agree on any day, and start their code."""
        build = self.build
        documents = list(files.documentation_pages())
        released = _facts().released
        for page in nav.pages:
            page.update_date = released
        addresses = sorted(file.url for file in files)
        around = [ROOT / name for name in ("mkdocs.yml", "CITATION.cff", "theme")]
        pages = {file.dest_uri: source_of(file) for file in documents}
        build.read(pages, f"{digest_of(*around)} {addresses}")
        wanted = self.live.wanted(build.sources)
        build.progress = Progress(len(wanted))
        build.start(wanted)
        if self.live.hurries:
            _leave_out(documents, wanted)
        else:
            build.start_beside()
        return nav

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Hold a page to the contract before anything on it is rendered."""
        build = self.build
        self.live.go_on()
        build.begin(page.file.dest_uri)
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
            tokens = [_token(item) for item in page.toc]
            build.remember({"html": html, "toc": tokens, "title": page.title})
        else:
            content = build.recall()
            page.toc, page.title, html = get_toc(content["toc"]), content["title"], content["html"]
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
        html = spaces.hardened(html)
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
        self.live.show(page.file.dest_uri, self.build.sources[page.file.dest_uri])
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
        if not self.live.hurries:
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
        """Write what several pages share, walk the finished site, keep what was computed."""
        build = self.build
        if not self.live.hurries:
            self._finish_site(config)
        unchanged = State(ROOT, build.snippets).everything == build.state.everything
        build.cache.close(true=unchanged, whole=not self.live.hurries)
        if self.command == "serve" and unchanged:
            build.runner.remove()  # the workers have loaded what the next build needs
        else:
            self.release()
        build.progress.finish(build.fresh, build.asked - build.fresh)

    def _finish_site(self, config: MkDocsConfig) -> None:
        build, site = self.build, Path(config.site_dir)
        if config.theme.custom_dir:  # our own templates ask for these
            build.fonts.start(site, build.letters)
            self._write_style(config)
        for sheet in (site / "assets").glob("*.css"):
            sheet.write_text(style.without_comments(sheet.read_text("utf-8")), encoding="utf-8")
        for script in Path(config.docs_dir, "assets").rglob("*.js"):
            file = site / script.relative_to(config.docs_dir)
            file.write_text(style.without_remarks(script.read_text("utf-8")), encoding="utf-8")
        (site / "assets" / "search-index.js").write_text(search.index(build.entries), "utf-8")
        if build.runs_python:
            shutil.copytree(engine.FOLDER, site / "assets" / engine.NAME, dirs_exist_ok=True)
        build.beside.write(site)
        build.records.write(site)
        try:
            build.fonts.write(site)
            self._complete(site)
            self._verify(site)
        except BrokenProcessPool:
            what = "a process died that cut a font, drew a card or read a finished page"
            raise PluginError(f"{what}: build again, with more memory if that ran out") from None

    def _complete(self, site: Path) -> None:
        """Write what a site offers beside its pages, and what the checks saw."""
        build = self.build
        seen = {receipts.address_of(name): receipt for name, receipt in build.receipts.items()}
        changes = build.snippets / "CHANGELOG.md"
        changelog = changes.read_text(encoding="utf-8") if changes.exists() else ""
        complete(Site(site, _facts(), changelog, self.address, seen), build.cards.draw)

    def _verify(self, site: Path) -> None:
        """Walk the finished pages; those that have not changed since the last walk are known."""
        wrong = verify(site, self.memory, self.build.workers.map)
        found = [str(self.build.site_fault(finding)) for finding in wrong]
        if found:
            more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
            raise PluginError("\n".join(found[:_SHOWN] + more))

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

    def release(self) -> None:
        """Let go of the builder and of the workers, if a build has begun."""
        if not hasattr(self, "build"):
            return
        self.build.runner.remove()
        self.workers.close()

    def on_build_error(self, *, error: Exception) -> None:
        """A failed build leaves no site behind; the server keeps the last good one."""
        self.release()
        if self.site and self.command != "serve":
            shutil.rmtree(self.site, ignore_errors=True)


def source_of(file: File) -> Source:
    """A page as it was typed; a notebook is read by mkdocs-jupyter."""
    return Source(file.src_uri, file.content_string if file.src_uri.endswith(".md") else "")


def _notebooks_first(files: Files) -> None:
    """Let a notebook run while the workers run the pages: as the last of all it would run alone."""
    for file in list(files):
        if not file.src_uri.endswith(".ipynb"):
            files.remove(file)
            files.append(file)


def _token(item: AnchorLink) -> dict[str, Any]:
    """An entry of a page's contents, as Markdown hands it to MkDocs."""
    children = [_token(child) for child in item.children]
    return {"name": item.title, "id": item.id, "level": item.level, "children": children}


def _leave_out(documents: Iterable[File], wanted: Collection[str]) -> None:
    """In a build that MkDocs calls dirty, have it build the wanted pages and no others."""
    for file in documents:
        modified = file.dest_uri in wanted
        file.is_modified = lambda modified=modified: modified  # type: ignore[method-assign, misc]


def _preload() -> None:
    """Load what every page needs once, so that the workers of a live server start with it."""
    import matplotlib.backends.backend_svg
    import matplotlib.figure
    import numpy

    assert matplotlib.figure
    assert numpy


def _check_plugins(config: MkDocsConfig) -> None:
    """A site without its runner would show code that never ran."""
    if "markdown-exec" not in config.plugins:
        raise PluginError("mkdocs.yml does not name the plugin 'markdown-exec': nothing would run")
    jupyter = config.plugins.get("mkdocs-jupyter")
    if jupyter and not (jupyter.config["execute"] and not jupyter.config["allow_errors"]):
        raise PluginError("mkdocs.yml: mkdocs-jupyter needs execute: true and allow_errors: false")


def _keep_notebooks(config: MkDocsConfig, *, drop: bool) -> None:
    """mkdocs-jupyter remembers by the notebook's bytes alone: give each set of versions its own place.

    It also drops what a build did not ask for, which a build of a few pages must not do.
    """
    plugin: Any = config.plugins.get("mkdocs-jupyter")
    if plugin:
        digest = hashlib.sha256(versions().encode()).hexdigest()[:16]
        plugin.config["cache"] = drop and os.environ.get("SOFTLOOKUP_CACHE") != "0"
        plugin.config["cache_dir"] = str(ROOT / ".cache" / "notebooks" / digest)


def _facts() -> Facts:
    """Name, version and date of the release, which do not move with the clock."""
    try:
        return facts(ROOT / "CITATION.cff")
    except ValueError as error:
        raise PluginError(str(error)) from error


def _check_that_all_ran(build: Build) -> None:
    for fence in build.source.fences:
        label = contract.label_of(fence)
        if contract.runs(fence) and label not in build.runner.ran:
            message = f"the block `{label}` did not run: write ```python, and check the indent"
            raise Fault(build.source.file, fence.line, message)


def _notebook(html: str, page: Page, build: Build) -> str:
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
