"""The marks of the checks: only they can write them, and nobody can copy them from a page."""

import re
from pathlib import Path
from xml.etree.ElementTree import tostring

import pytest

from conftest import PART, Tiny
from softlookup.site.marks import Marks

NUMBER = "It is [0.665](=soft_lookup.weights[racket]).\n"
FORGED = {
    "a number": 'It is <data class="checked" value="7">7</data>, they say.\n',
    "a number with more to it": 'It is <data id="x" class="checked">7</data>, they say.\n',
    "a number in other quotes": "It is <data class='checked'>7</data>, they say.\n",
    "a number without quotes": "It is <data class=checked>7</data>, they say.\n",
    "a number in capitals": 'It is <DATA CLASS="checked">7</DATA>, they say.\n',
    "a number of two classes": 'It is <data class="so checked">7</data>, they say.\n',
    "a part": '<div data-part="table soft_lookup.by_hand">8 of 9</div>\n',
    "a part with an old stamp": '<div data-stamp="0123456789abcdef" data-part="table x">8</div>\n',
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_mark_that_is_typed_stops_the_build(tiny: Tiny, forgery: str) -> None:
    code, said, site = tiny({"index.md": f"# Title\n\n{NUMBER}\n{FORGED[forgery]}"})
    assert code != 0, said
    assert "docs/index.md:5: " in said
    assert "is a mark of the checks: only they may write it" in said
    assert not site.exists()


def test_the_marks_reach_the_page_and_their_secret_does_not(tiny: Tiny) -> None:
    table = PART.format('table("soft_lookup.by_hand")')
    code, said, site = tiny({"index.md": f"# Title\n\n{NUMBER}\n{table}"})
    assert code == 0, said
    page = (site / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<data class="checked"[^>]*>([^<]*)</data>', page) == ["0.665"]
    assert 'data-part="table soft_lookup.by_hand"' in page
    for path in site.rglob("*"):
        if path.suffix in {".html", ".json", ".xml", ".js"}:
            assert "data-stamp" not in path.read_text(encoding="utf-8"), path


def test_no_secret_is_left_in_the_whole_site(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert "data-stamp" not in path.read_text(encoding="utf-8"), path
    search = (site / "assets" / "search-index.js").read_text(encoding="utf-8")
    assert "data-stamp" not in search


def test_every_build_has_a_secret_of_its_own() -> None:
    ours, others = Marks(), Marks()
    mark = tostring(ours.number("0.665", "soft_lookup.output", 0.66524), encoding="unicode")
    part = ours.part("table soft_lookup.by_hand", "<table></table>")
    for written in (mark, part):
        assert ours.forged(written) == []
        assert others.forged(written) == [written[: written.index(">") + 1]]
        assert ours.secret in written
        assert ours.secret not in ours.clean(written)
