"""Numbers, formulas, tables and figures work wherever a writer may put them."""

from textwrap import indent

import pytest

from conftest import PART, Tiny

FIGURE = PART.replace('"on"', '"on" html="on"')
PARTS = {
    "a number": ("It is [0.665](=soft_lookup.weights[racket]).\n", '<data class="checked"'),
    "a formula": ("It is $x^2$.\n", "<math><msup>"),
    "a displayed formula": ("$$\nx^2\n$$\n", 'class="formula"'),
    "a computed formula": (PART.format('math("soft_lookup.blend")'), "8.056</mn>"),
    "a table": (PART.format('table("soft_lookup.by_hand")'), "<td"),
    "a figure": (FIGURE.format('figure("soft_lookup.hull")'), "<svg "),
}
PLACES = {
    "plain text": "{}",
    "an admonition": '!!! note "Here"\n\n{}',
    "a closed box": '??? note "Here"\n\n{}',
    "a tab": '=== "One"\n\n{}\n=== "Other"\n\n    Text.\n',
    "a list": "1. First\n\n{}\n2. Second\n",
}


@pytest.mark.parametrize("place", PLACES)
def test_every_part_works_in_every_place(tiny: Tiny, place: str) -> None:
    inside = "\n".join(text for text, _ in PARTS.values())
    text = PLACES[place].format(inside if place == "plain text" else indent(inside, "    "))
    code, said, site = tiny({"index.md": f"# Title\n\n{text}\n"})
    assert code == 0, said
    page = (site / "index.html").read_text(encoding="utf-8")
    for part, (_, sign) in PARTS.items():
        assert sign in page, f"{part} in {place}"


def test_numbers_and_formulas_work_in_a_table_cell_and_a_heading(tiny: Tiny) -> None:
    number = PARTS["a number"][0].strip()
    text = f"## {number} {'{'} #here {'}'}\n\n| a | b |\n| --- | --- |\n| {number} | $x^2$ |\n"
    code, said, site = tiny({"index.md": f"# Title\n\n{text}"})
    assert code == 0, said
    page = (site / "index.html").read_text(encoding="utf-8")
    assert page.count('<data class="checked"') == 2
    assert "<td><math>" in page


@pytest.mark.parametrize("place", ["an admonition", "a tab", "a list"])
def test_a_wrong_number_is_found_in_every_place(tiny: Tiny, place: str) -> None:
    wrong = indent("It is [0.666](=soft_lookup.weights[racket]).\n", "    ")
    code, said, _ = tiny({"index.md": "# Title\n\n" + PLACES[place].format(wrong)})
    assert code != 0
    assert "0.666 is typed but" in said
