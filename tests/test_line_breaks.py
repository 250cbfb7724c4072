"""Where a line may not end: between a formula and its comma, before a per cent sign, inside a point of the plane."""

import re
from pathlib import Path

import pytest
from lxml import html as lxml_html

from softlookup.site import maths, spaces, theme

_INLINE = r'<span class="arithmatex">\(Q\)</span>'


def _fail(tex: str, message: str) -> Exception:
    return AssertionError(f"{tex}: {message}")


@pytest.mark.parametrize("before", ["", "("])
@pytest.mark.parametrize("behind", ["", ",", ".", ":", ")", "),", "-th"])
def test_a_formula_keeps_what_touches_it(before: str, behind: str) -> None:
    text = f"<p>Of {before}{_INLINE}{behind} and more</p>"
    rendered = lxml_html.fromstring(maths.render(text, _fail))
    assert rendered.text_content() == f"Of {before}Q{behind} and more"
    held = [span.text_content() for span in rendered.iter("span")]
    assert held == ([f"{before}Q{behind}"] if before or behind else [])


def test_a_formula_on_its_own_lines_is_not_held() -> None:
    rendered = maths.render(r'<div class="arithmatex">\[Q\]</div>', _fail)
    assert "unbroken" not in rendered


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("gets 62 % of it", "gets 62~% of it"),
        ("62 % and (2, 0)", "62~% and (2,~0)"),
        ("at (−1, 2), then (1, 1, 1, 1)", "at (−1,~2), then (1,~1,~1,~1)"),
        (
            'at (<data value="1">1</data>, <data>−2</data>)',
            'at (<data value="1">1</data>,~<data>−2</data>)',
        ),
        ("at T = 0.01 and n = 4,096", "at T~=~0.01 and n~=~4,096"),
        ("tennis × <data>3</data>, a × b", "tennis ×~<data>3</data>, a × b"),
        ("keeps <data>512</data> MB of 2 TB", "keeps <data>512</data>~MB of 2~TB"),
        ("<data>1</data> · <data>2</data> + 1 · −1", "<data>1</data>~·~<data>2</data> + 1~·~−1"),
        ("about ≈ 2.72", "about ≈~2.72"),
        ("<a>one</a> · <a>two</a>, a · b", "<a>one</a>~· <a>two</a>, a~· b"),
        ("→ <a>Gates</a>", "→~<a>Gates</a>"),
        ("<code>x % y, (2, 0) 5 % 3</code>", "<code>x % y, (2, 0) 5 % 3</code>"),
        ('<p title="62 %">b</p>', '<p title="62 %">b</p>'),
        ("the years (2014, and later)", "the years (2014, and later)"),
    ],
)
def test_a_number_keeps_its_sign_and_a_point_its_numbers(typed: str, kept: str) -> None:
    assert spaces.hardened(typed) == kept.replace("~", "\u00a0")


def test_a_line_of_code_that_may_wrap_says_how_far_it_is_indented() -> None:
    def kept(indent: int, code: str) -> str | None:
        line = f'<p><span id="__span-0-{indent}">{" " * indent}{code}\n</span></p>'
        return lxml_html.fromstring(theme.mend(line))[0].get("data-in")

    assert [kept(indent, "a" * 40) for indent in (0, 4, 8, 13, 40)] == [None, None, "2", "3", "4"]
    assert kept(8, '<b class="kn">a</b>') is None  # too short to wrap, whatever its markup


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("<p><code>axis=-1</code>", True),
        ("<p><code>a / b</code>", True),
        ("<p><code>softmax</code>", False),  # nothing in it at which a line could end
        ("<p><code>np.where(may, scores, -np.inf)</code>", False),  # too long for a phone
        ("<pre><code>a / b</code></pre>", False),
    ],
)
def test_a_few_characters_of_code_stay_together(code: str, kept: bool) -> None:
    assert ('class="unbroken"' in theme.mend(code)) is kept


def test_on_no_page_can_punctuation_leave_its_formula(site: Path) -> None:
    loose = [
        f"{file.relative_to(site)}: {formula.text_content()}{formula.tail[:9]}"
        for file in site.glob("**/index.html")
        for formula in lxml_html.fromstring(file.read_bytes()).iter("math")
        if re.match(r"[^\s]", formula.tail or "")
        and formula.getparent().get("class") not in ("unbroken", "formula")
    ]
    assert loose == []


def test_the_style_sheet_holds_such_a_formula_together(site: Path) -> None:
    rules = "".join(file.read_text("utf-8") for file in site.glob("assets/**/*.css"))
    assert re.search(r"\.unbroken\s*\{\s*white-space:\s*nowrap", rules)
