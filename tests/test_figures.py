"""Every picture: drawn twice alike, inked by the theme, with something to say."""

import re

import pytest
from matplotlib.figure import Figure

from conftest import ROOT
from softlookup import draw, ink, walk
from softlookup.page import Page

FIGURES = [
    (page, path.stem)
    for page in walk.folders()
    for path in sorted((walk.FOLDERS / page / "figures").glob("[!_]*.py"))
]


@pytest.mark.parametrize(("page", "name"), FIGURES)
def test_a_figure_is_the_same_twice_and_says_something(page: str, name: str) -> None:
    module = walk.module(page, f"figures.{name}")
    first = Page(page).figure(name)
    assert first == Page(page).figure(name)
    assert len(module.SAYS) > 40, "SAYS is what a reader who cannot see the picture gets"
    assert f'aria-labelledby="figure-{name.replace("_", "-")}-says"' in first


@pytest.mark.parametrize(("page", "name"), FIGURES)
def test_a_figure_is_readable_on_a_phone(page: str, name: str) -> None:
    svg = Page(page).figure(name)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", svg)]
    # 358 px is what a phone of 390 px leaves for the picture.
    smallest = min(sizes, default=10) * min(1, 358 / width)
    assert smallest >= 6.5, f"the smallest text of {name} is {smallest:.1f} px high on a phone"


def test_the_light_inks_are_those_of_the_style_sheet() -> None:
    style_sheet = (ROOT / "docs" / "assets" / "site.css").read_text(encoding="utf-8")
    light = style_sheet.partition('[data-md-color-scheme="default"] {')[2].partition("}")[0]
    for stand_in, colour in ink.LIGHT.items():
        name = ink.VARIABLES[stand_in].removeprefix("var(").removesuffix(")")
        assert f"{name}: {colour};" in light, f"{name} is {colour} in ink.LIGHT, not in site.css"


def test_ink_that_cannot_follow_the_theme_is_refused() -> None:
    def red() -> Figure:
        figure, axes = draw.blank()
        axes.plot([0, 1], color="#ff0000")
        return figure

    with pytest.raises(ValueError, match="uses #ff0000, which cannot follow the theme"):
        draw.render("red", red)


def test_a_bitmap_is_refused() -> None:
    def bitmap() -> Figure:
        figure, axes = draw.blank()
        axes.imshow([[0, 1]])
        return figure

    with pytest.raises(ValueError, match="holds a bitmap"):
        draw.render("bitmap", bitmap)


def test_two_figures_on_one_page_share_no_ids() -> None:
    def line() -> Figure:
        figure, axes = draw.blank()
        axes.plot([0, 1])
        return figure

    ids = [set(re.findall(r'id="([^"]+)"', draw.render(name, line))) for name in ("one", "other")]
    assert ids[0]
    assert not ids[0] & ids[1]
