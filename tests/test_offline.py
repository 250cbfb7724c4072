"""The site carried away: a folder that opens from a disk, search and all, and a book for readers of books."""

import io
import re
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader, PdfWriter

from softlookup.publish import book, epub, offline, page, zipped
from softlookup.publish.chapters import chapters
from softlookup.publish.page import words


@pytest.fixture(scope="module")
def carried(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return offline.offline(site, tmp_path_factory.mktemp("dist"))


def test_every_page_wakes_from_a_disk_and_search_leads_to_a_file(
    browser: Any, carried: tuple[Path, Path]
) -> None:
    folder, _ = carried
    context = browser.new_context()
    tab = context.new_page()
    complaints: list[str] = []
    tab.on("console", lambda m: m.type == "error" and complaints.append(m.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    for path in ("softmax", "masks", "soft-lookup", "exercises"):
        tab.goto((folder / path / "index.html").as_uri())
        tab.wait_for_function(
            "!!customElements.get('quiz-question') || !document.querySelector('quiz-question')"
        )
    tab.goto((folder / "index.html").as_uri())
    handle = tab.locator('answer-map .handle[data-number="0"]').first
    before = tab.inner_text("answer-map .reply .number")
    handle.focus()
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_function(
        f"document.querySelector('answer-map .reply .number').textContent !== '{before}'"
    )
    tab.keyboard.press("Escape")
    tab.click("button.seek")
    tab.fill("dialog.search input", "kv cache")
    tab.locator("dialog.search li a").first.click()
    tab.wait_for_url("**/streaming/index.html*")
    assert not complaints
    context.close()


def test_every_link_from_a_disk_names_a_file(carried: tuple[Path, Path]) -> None:
    folder, _ = carried
    for file in folder.rglob("*.html"):
        for address in re.findall(r'<a\b[^>]*?\shref="(?!\w+:)([^"#?]+)', file.read_text("utf-8")):
            assert (file.parent / address).is_file(), (file, address)


def test_the_zip_has_the_same_bytes_every_time(carried: tuple[Path, Path], tmp_path: Path) -> None:
    folder, archive = carried
    zipped.write(tmp_path / "again.zip", zipped.folder(folder))
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()
    with zipfile.ZipFile(archive) as opened:
        assert {entry.date_time for entry in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert f"{folder.name}/index.html" in opened.namelist()


# --- The book ---------------------------------------------------------------------------------------


def test_the_epub_holds_every_chapter_as_xml_and_every_link_inside_it_leads_somewhere(
    site: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(epub.epub(site, tmp_path)) as opened:
        names = opened.namelist()
        assert names[0] == "mimetype"
        assert opened.getinfo("mimetype").compress_type == zipfile.ZIP_STORED
        texts = {name: opened.read(name) for name in names if name.endswith(".xhtml")}
    roots = {
        name.removeprefix("book/"): ElementTree.fromstring(text) for name, text in texts.items()
    }
    made = [one.key for one in chapters(site, epub.address, "")]
    assert {f"{key}.xhtml" for key in made} <= set(roots)
    assert len(roots) == len(made) + 1  # and the contents
    ids = {name: {e.get("id") for e in root.iter()} for name, root in roots.items()}
    for name, root in roots.items():
        for link in root.iter("{http://www.w3.org/1999/xhtml}a"):
            file, _, anchor = (link.get("href") or name).partition("#")
            if ":" not in file:
                assert file in roots, (name, file)
                assert not anchor or anchor in ids[file], (name, link.get("href"))


def test_no_ink_of_the_epub_is_a_variable() -> None:
    assert "var(" not in epub.style()
    assert ".fill-query { fill: #bd4a00; }" in epub.style()
    assert ".fill-map-15 { fill: #dd9f24; }" in epub.style()


def test_a_book_has_the_pages_to_be_read_and_no_task_that_needs_a_keyboard(site: Path) -> None:
    made = chapters(site, book.address, "{key}--")
    keys = [one.key for one in made]
    every = [one.key for one in page.read(site)]
    assert keys == [key for key in every if key in set(keys)]  # in the order of reading
    assert {"index", "soft-lookup", "heads", "masks", "notation", "sources"} <= set(keys)
    assert not {"numbers", "errata", "exam", "snippets"} & set(keys)
    text = " ".join(words(one.body) for one in made)
    assert "Go deeper" in text
    assert "Write it yourself" not in text
    assert not [one.key for one in made if one.body.xpath(".//order-lines | .//faded-line")]


def test_a_chapter_keeps_its_ids_apart_and_its_links_inside(site: Path) -> None:
    made = chapters(site, book.address, "{key}--")
    ids = [identity for one in made for identity in one.body.xpath(".//@id")]
    assert len(set(ids)) == len(ids)
    known = {*ids, *(one.key for one in made)}
    links = [link for one in made for link in one.body.xpath(".//a/@href") if link.startswith("#")]
    assert len(links) > 500
    lost = {link for link in links if link[1:] not in known}
    assert len(lost) < 20, sorted(lost)[:20]


def test_the_pdf_is_dated_by_the_release(tmp_path: Path) -> None:
    writer, blank = PdfWriter(), io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.write(blank)
    about = book.facts(book.ROOT / "CITATION.cff")
    for name in ("one.pdf", "other.pdf"):
        book._finish(blank.getvalue(), tmp_path / name, about)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()
    said = PdfReader(tmp_path / "one.pdf").metadata
    assert said
    assert said.title == about.title
