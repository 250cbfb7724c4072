"""What the finished site also offers: cards, Markdown, feed, lists, citations, receipts, an address."""

import io
import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from lxml import html
from PIL import Image

from conftest import ROOT
from softlookup import command, snippets
from softlookup.publish import card, markdown, page
from softlookup.publish.address import settle
from softlookup.publish.facts import facts
from softlookup.site import cards
from softlookup.site.cache import Cache
from softlookup.site.run import Workers
from softlookup.verify import receipts, verify

CHANGELOG = (snippets.FOLDER / "CHANGELOG.md").read_text(encoding="utf-8")
FACTS = facts(ROOT / "CITATION.cff")
PLACE = "https://example.org/attention/soft/"


@pytest.fixture(scope="module")
def pages(site: Path) -> list[page.Page]:
    return page.read(site)


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(site, tmp_path / "copy"))


def content_of(one: page.Page, name: str) -> str:
    """The content of a meta element."""
    return str(one.root.xpath(f"string(//meta[@name='{name}' or @property='{name}']/@content)"))


def test_the_walk_finds_every_page_once_and_in_order(site: Path, pages: list[page.Page]) -> None:
    written = {path.relative_to(site).as_posix() for path in site.rglob("index.html")}
    assert {one.name for one in pages} == written
    turns = [one.root.xpath("string(//link[@rel='next']/@href)") for one in pages]
    following = [one.name for one in pages[1:]]
    assert [Path(turn).name for turn in turns[:-1]] == [Path(n).parent.name for n in following]


def test_every_page_has_a_card_of_the_common_size(site: Path, pages: list[page.Page]) -> None:
    found = [(site / "assets" / "cards" / f"{one.key}.png").read_bytes() for one in pages]
    assert {Image.open(io.BytesIO(drawn)).size for drawn in found} == {(1200, 630)}
    assert max(map(len, found)) < 40_000
    assert len(set(found)) == len(pages)


def test_a_card_is_the_same_whenever_it_is_drawn() -> None:
    words = ("Softmax: from scores to shares", "It looks at nothing but the gaps.", "Soft Lookup")
    assert card.card(*words) == card.card(*words)
    assert card.card(*words) != card.card("Softmin", *words[1:])


def test_only_new_cards_are_drawn_and_every_page_gets_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def watched(words: cards.Words) -> bytes:
        drawn.append(words[0])
        return " ".join(words).encode()

    monkeypatch.setattr(cards, "_drawn", watched)
    for titles, fresh in (("abc", "abc"), ("xbya", "xy"), ("ba", "")):
        cache = Cache(tmp_path / "answers.sqlite")
        wanted = [(title, "An answer.", "Soft Lookup") for title in titles]
        found = list(cards.Cards(cache, Workers()).draw(wanted))
        cache.close(true=True, whole=False)
        assert found == [" ".join(words).encode() for words in wanted]
        assert "".join(drawn) == fresh
        drawn.clear()


def test_long_words_stay_inside_their_card() -> None:
    drawn = Image.open(io.BytesIO(card.card("word " * 60, "answer " * 200, "Soft Lookup")))
    edge = drawn.convert("RGB").crop((0, 600, 770, 630))
    assert len(edge.getcolors()) == 1, "nothing is drawn below the last line"


def test_a_page_describes_itself_to_machines(pages: list[page.Page]) -> None:
    for one in pages:
        (data,) = one.root.xpath("//script[@type='application/ld+json']/text()")
        about = json.loads(data)
        assert about["@type"] == "LearningResource"
        assert about["name"] == one.title == content_of(one, "og:title")
        assert about["description"] == one.description == content_of(one, "og:description")
        assert len(one.root.xpath("//meta[@name='theme-color'][@media]")) == 2
        assert "url" not in about, "nobody knows yet where the site will lie"


def test_the_paper_of_the_theme_colour_is_the_one_of_the_style(pages: list[page.Page]) -> None:
    style = (ROOT / "docs" / "assets" / "site.css").read_text(encoding="utf-8")
    colours = pages[0].root.xpath("//meta[@name='theme-color']/@content")
    assert colours == re.findall(r"--sl-paper: (#\w+);", style)


def test_the_markdown_of_a_page_says_every_number_and_output(
    site: Path, pages: list[page.Page]
) -> None:
    seen = receipts.read(site)
    for one in pages:
        text = (site / one.address / "index.md").read_text(encoding="utf-8")
        squeezed = re.sub(r"\W", "", re.sub(r"\]\([^)]*\)", "", text))
        for number in seen[one.address].numbers:
            assert re.sub(r"\W", "", number.typed) in squeezed, (one.name, number)
        for block in one.article.iter("pre"):
            assert "".join(block.itertext()).strip("\n") in text, one.name
        for figure in one.article.iter("figcaption"):
            assert re.sub(r"\W", "", page.words(figure)) in squeezed, one.name
        for cell in one.article.iter("td"):
            plain = re.sub(r"\W", "", page.words(cell)) if not list(cell.iter("math")) else ""
            assert plain in squeezed, (one.name, page.words(cell))


def test_formulas_are_tex_in_markdown_and_carry_no_source_on_the_page(site: Path) -> None:
    text = (site / "soft-lookup" / "index.md").read_text(encoding="utf-8")
    assert r"a_j = \frac{e^{s_j}}{\sum_i e^{s_i}}" in text
    for path in site.rglob("*.html"):
        assert markdown.TEX not in path.read_text(encoding="utf-8"), path


def test_every_link_of_the_lists_leads_somewhere(site: Path, pages: list[page.Page]) -> None:
    listed = re.findall(r"\]\(([^)]+)\)", (site / "llms.txt").read_text(encoding="utf-8"))
    assert all((site / address).is_file() for address in listed)
    assert len(listed) == len(pages) + 1
    for one in pages:
        text = (site / one.address / "index.md").read_text(encoding="utf-8")
        for address in re.findall(r"\]\(((?!\w+:)[^)#]+/index\.md)", text):
            assert (site / one.address / address).is_file(), (one.name, address)


def test_the_feed_has_an_entry_for_every_version(site: Path) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.parse(site / "changes.xml").getroot()
    entries = feed.findall(f"{atom}entry")
    assert [entry.findtext(f"{atom}title") for entry in entries] == [
        f"Version {version}" for version in re.findall(r"^## (\S+),", CHANGELOG, re.M)
    ]
    dates = re.findall(r"^## \S+, (\S+)$", CHANGELOG, re.M)
    assert [entry.findtext(f"{atom}updated") for entry in entries] == [
        f"{date}T00:00:00Z" for date in dates
    ]
    assert feed.findtext(f"{atom}updated") == f"{max(dates)}T00:00:00Z"
    assert len({node.text for node in feed.iter(f"{atom}id")}) == len(entries) + 1
    points = html.fromstring(entries[0].findtext(f"{atom}content") or "").findall(".//li")
    assert len(points) == len(re.findall(r"^- ", CHANGELOG.split("\n## ")[1], re.M))


def test_a_page_says_how_to_cite_it(pages: list[page.Page]) -> None:
    for one in pages:
        (cited,) = one.root.xpath("//details[@class='cite']")
        assert one.title in page.words(cited)
        assert f"@misc{{softlookup-{one.key}," in cited.text_content()
        assert FACTS.version in page.words(cited)


def test_figures_exercises_and_claims_have_an_address_of_their_own(
    pages: list[page.Page],
) -> None:
    for one in pages:
        for figure in one.article.iter("figure"):
            if "drawn" in (figure.get("class") or ""):
                assert figure.xpath(".//a[@class='headerlink']/@href") == [f"#{figure.get('id')}"]
        for claim in one.article.xpath(".//div[@class='claim']"):
            assert f"#{claim.get('id')}" in claim.xpath(".//a/@href")
        for task in one.article.xpath(".//p[starts-with(., 'Exercise ')]"):
            assert "#" in task.xpath("string(.//a[@class='headerlink']/@href)"), one.name


# --- An address -----------------------------------------------------------------------------------


def test_a_site_is_told_where_it_lies_and_can_be_moved_again(site: Path, copy: Path) -> None:
    for place in ("https://elsewhere.example/", PLACE):
        settle(copy, FACTS, CHANGELOG, place)
    assert not verify(copy), "it is as whole as before"
    for one in page.read(copy):
        whole = f"{PLACE}{one.address}"
        assert one.root.xpath("//link[@rel='canonical']/@href") == [whole]
        assert content_of(one, "og:url") == whole
        picture = content_of(one, "og:image").removeprefix(PLACE)
        assert (copy / picture).is_file()
        assert whole in one.root.xpath("//details[@class='cite']")[0].text_content()
    mapped = re.findall(r"<loc>([^<]*)", (copy / "sitemap.xml").read_text(encoding="utf-8"))
    assert mapped == [f"{PLACE}{one.address}" for one in page.read(copy)]
    assert f"Sitemap: {PLACE}sitemap.xml" in (copy / "robots.txt").read_text(encoding="utf-8")
    lost = html.parse(str(copy / "404.html"))
    addresses = [*lost.xpath("//@href"), *lost.xpath("//@src"), *lost.xpath("//@action")]
    inside = [address for address in addresses if not address.startswith("#")]
    assert all(address.startswith("/attention/soft/") for address in inside), inside
    for path in copy.rglob("*"):
        if path.suffix in (".html", ".xml", ".txt"):
            assert "elsewhere.example" not in path.read_text(encoding="utf-8"), path
    settle(copy, FACTS, CHANGELOG, "")
    for path in site.rglob("*"):
        if path.is_file():
            assert (copy / path.relative_to(site)).read_bytes() == path.read_bytes(), path


@pytest.mark.parametrize("place", ["example.org", "ftp://example.org/", "https://e.org/?a=1"])
def test_what_is_no_address_is_refused(site: Path, place: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(place))):
        settle(site, FACTS, CHANGELOG, place)


# --- Receipts -------------------------------------------------------------------------------------


def test_a_receipt_names_the_line_where_its_number_stands(site: Path) -> None:
    for one in receipts.read(site).values():
        for number in one.numbers:
            lines = (ROOT / number.origin.file).read_text(encoding="utf-8").split("\n")
            assert number.origin.line
            assert f"[{number.typed}](=" in lines[number.origin.line - 1]
            assert re.fullmatch(r"[0-9a-f]{64}", number.origin.computed_by)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_copy_that_is_whole_verifies(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["verify", str(site), "--against", str(site)]) == 0
    assert receipts.digest(site) in said(capsys)
    for one in page.read(site):
        printed = one.root.xpath("string(//footer//p[@class='made']/code)")
        assert receipts.digest(site).startswith(printed)
        assert len(printed) == 16


PLANTED = {
    "a number in a sentence": ("soft-lookup/index.html", ">8.06</data>", ">8.07</data>", "8.07"),
    "a digit that nobody computes": ("soft-lookup/index.html", "racket (2,\u00a01), ", "racket (3,\u00a01), ", "text"),
    "a cell of a table": ("softmax/index.html", ">0.665</span></td>", ">0.666</span></td>", "'table softmax"),
    "a value in the receipts": ("receipts.json", '"8.056113059"', '"8.156113059"', "digest"),
}  # fmt: skip


@pytest.mark.parametrize("what", PLANTED)
def test_one_changed_digit_is_found(
    what: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, true, false, named = PLANTED[what]
    text = (copy / name).read_text(encoding="utf-8")
    assert true in text
    (copy / name).write_text(text.replace(true, false, 1), encoding="utf-8")
    assert command.main(["verify", str(copy)]) == 1
    assert named in said(capsys)


def test_a_forged_copy_with_forged_receipts_differs_from_ours(
    site: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads((copy / "receipts.json").read_text(encoding="utf-8"))
    number = found["pages"]["soft-lookup/"]["numbers"][0]
    number["value"] = "0.7"
    found["digest"] = receipts.digest_of(found["pages"])
    (copy / "receipts.json").write_text(json.dumps(found), encoding="utf-8")
    assert command.main(["verify", str(copy), "--against", str(site)]) == 1
    line = f"{number['name']} ({number['file']}:{number['line']}): {number['typed']} (0.7) there"
    assert line in said(capsys)


def test_differences_are_counted_as_they_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    receipts.write(tmp_path, {"": receipts.Receipts()})  # and no page: both comparisons miss it
    assert command.main(["verify", str(tmp_path), "--against", str(tmp_path)]) == 1
    *lines, outcome = said(capsys).splitlines()
    assert outcome.startswith(f"{tmp_path}: {len(lines)} differences;")


def test_a_place_without_a_site_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["verify", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
