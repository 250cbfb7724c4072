"""What a page shows, rendered alone: the real pipeline of the site, up to the frame of the theme."""

import logging
import os
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import html as parser
from mkdocs.config import load_config
from mkdocs.structure.files import get_files
from mkdocs.structure.pages import Page

from accepted import text_of
from mutants.fresh import forget
from softlookup import verify
from softlookup.site import run, theme
from softlookup.site.plugin import SoftLookup, source_of
from softlookup.verify.links import Map, Target, ids, is_astray, subject, targets, trouble, typed

_FRAME = '<!DOCTYPE html><html lang="en"><head><meta name="softlookup" content="checked"><title>{0}</title>'
_FRAME += '</head><body><main><article class="md-content__inner">{1}</article></main></body></html>'


@dataclass
class Shown:
    """A page as it would be published, or why it was not."""

    stopped: str = ""  # what the build said
    html: str = ""
    texts: dict[str, str] = field(default_factory=dict)  # part -> what it says
    findings: list[str] = field(default_factory=list)  # what the walk over the page says
    anchors: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    typed: list[tuple[str, str]] = field(default_factory=list)  # address and words
    subject: frozenset[str] = frozenset()


class _Here:
    """Stands for the site's worker processes: this process is forked for one mistake already."""

    count = 1

    def __init__(self, spoilt: str) -> None:
        self.spoilt = spoilt

    def submit(self, job: run.Job) -> "Future[run.Done]":
        """Run a page's code now, with what the mistake can reach read afresh."""
        done: Future[run.Done] = Future()
        forget(self.spoilt)
        done.set_result(run.perform(job, {}))
        return done

    def close(self) -> None:
        """Nothing was started."""


class Look:
    """The pages of a checkout, one at a time."""

    def __init__(self, root: Path) -> None:
        os.chdir(root)
        logging.getLogger("mkdocs").setLevel(logging.ERROR)
        self.config = load_config(str(root / "mkdocs.yml"))
        self.config.plugins.on_startup(command="build", dirty=False)
        self.config = self.config.plugins.on_config(self.config)
        self.plugin: SoftLookup = self.config.plugins["softlookup"]  # type: ignore[assignment]
        self.files = get_files(self.config)
        self.files.add_files_from_theme(self.config.theme.get_env(), self.config)
        self.plugin.on_pre_build(config=self.config)
        self.files = self.plugin.on_files(self.files, config=self.config)
        self.plugin.build.runner.remove()
        self.map = Map(set(), {}, {}, "/")
        self.spoilt = ""  # the file with the mistake

    def pages(self) -> list[str]:
        """Every Markdown page."""
        found = [file.src_uri for file in self.files.documentation_pages()]
        return [name for name in found if name.endswith(".md")]

    def know(self, shown: dict[str, Shown]) -> None:
        """Remember which addresses there are, from pages without a mistake."""
        address = {n: self.files.get_file_from_path(n).dest_uri for n in shown}  # type: ignore[union-attr]
        anchors = {address[name]: set(page.anchors) for name, page in shown.items()}
        subjects = {address[name]: page.subject for name, page in shown.items()}
        self.map = Map({file.dest_uri for file in self.files}, anchors, subjects, "/")
        for name, page in shown.items():
            page.findings += self._wrong(page, address[name])

    def _wrong(self, page: Shown, address: str) -> list[str]:
        """What can be said about links only by one who knows the other pages."""
        dead = [link for link in page.links if trouble(link, address, self.map)]
        links = [Target(*link) for link in page.typed]
        astray = [link.address for link in links if is_astray(link, address, self.map)]
        return [f"link: {link} is dead" for link in dead] + [f"link: {a} is astray" for a in astray]

    def show(self, name: str, *, keep: bool = False) -> Shown:
        """Render one page; `keep` stores what its code printed, for pages without a mistake."""
        try:
            return self._show(name, keep)
        except Exception as error:  # whatever stops a build stops the mistake
            return Shown(stopped=f"{type(error).__name__}: {error}".split("\n")[0])

    def _show(self, name: str, keep: bool) -> Shown:
        self.plugin.on_pre_build(config=self.config)
        build: Any = self.plugin.build
        build.workers = _Here(self.spoilt)
        file = self.files.get_file_from_path(name)
        assert file
        file.content_string = Path(str(file.abs_src_path)).read_text(encoding="utf-8")
        page = Page(None, file, self.config)
        build.read({file.dest_uri: source_of(file)}, "one page alone")
        build.start([file.dest_uri])
        build.source = build.sources[file.dest_uri]
        build.source.content = None
        page.read_source(self.config)
        around = {"page": page, "config": self.config, "files": self.files}
        page.markdown = self.config.plugins.on_page_markdown(page.markdown or "", **around)
        page.render(self.config, self.files)
        content = self.config.plugins.on_page_content(page.content or "", **around)
        if keep:
            build.cache.close(true=True, whole=False)  # what the other pages printed stays
        build.runner.remove()
        return self._read(file.dest_uri, theme.mend(content), build.receipt)

    def _read(self, address: str, content: str, receipt: verify.Receipts) -> Shown:
        whole = _FRAME.format(address, content)
        page = verify.parse(address, whole.encode())
        found = [f"{f.rule}: {f.what}" for f in verify.findings(page, receipt)]
        links = [target.address for target in targets(page)]
        root = parser.fragment_fromstring(content, create_parent="div")
        texts = {str(p.get("data-part")): text_of(p) for p in root.xpath(".//*[@data-part]")}
        words = [(link.address, link.words) for link in typed(page)]
        shown = Shown("", content, texts, found, ids(page), links, words, subject(page))
        if self.map.files:
            found += self._wrong(shown, address)
        return shown
