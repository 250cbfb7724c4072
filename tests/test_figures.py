"""Every picture: drawn twice alike, inked by the theme, with something to say."""

import functools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from conftest import ROOT
from softlookup import draw, ink, walk
from softlookup.page import Page

STYLE_SHEET = (ROOT / "docs" / "assets" / "site.css").read_text(encoding="utf-8")
FIGURES = [
    (page, path.stem)
    for page in walk.folders()
    for path in sorted((walk.FOLDERS / page / "figures").glob("[!_]*.py"))
]


@functools.cache
def drawn(page: str, name: str) -> str:
    """A figure, drawn once for all that is asked of it."""
    return Page(page).figure(name)


@pytest.mark.parametrize(("page", "name"), FIGURES)
def test_a_figure_is_the_same_twice_and_says_something(page: str, name: str) -> None:
    module = walk.module(page, f"figures.{name}")
    first = drawn(page, name)
    assert first == Page(page).figure(name)
    assert len(module.SAYS) > 40, "SAYS is what a reader who cannot see the picture gets"
    assert f'aria-labelledby="figure-{name.replace("_", "-")}-says"' in first


@pytest.mark.parametrize(("page", "name"), FIGURES)
def test_a_figure_is_readable_on_a_phone(page: str, name: str) -> None:
    svg = drawn(page, name)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
    assert len(sizes) == svg.count("<text"), "a text has no size of its own"
    smallest = min(sizes, default=draw.SIZE)
    # What a screen leaves for a picture.
    phone = smallest * 382 / width
    laptop = smallest * 620 / width
    assert phone >= 11, f"the smallest text of {name} is {phone:.1f} px high on a phone"
    assert laptop >= 17.9, (
        f"the smallest text of {name} is {laptop:.1f} px high beside text of 18 px"
    )


@pytest.mark.parametrize(("page", "name"), FIGURES)
def test_a_figure_needs_no_inline_style(page: str, name: str) -> None:
    svg = drawn(page, name)
    assert "style" not in re.sub(r">[^<]*<", "><", svg)
    used = set(
        re.findall(r"\b(?:fill|stroke)-[a-z0-9-]+", " ".join(re.findall(r'class="([^"]*)"', svg)))
    )
    assert used - {"drawn"}
    for ink_class in used:
        assert f".drawn .{ink_class} " in STYLE_SHEET, f"site.css has no {ink_class}"


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_inks_can_be_read(scheme: str) -> None:
    inks = _inks(scheme)
    for name in ("ink", "muted", "query", "key", "value", "weight", "output", "other", "link"):
        for ground in ("paper", "card"):
            assert _contrast(inks[name], inks[ground]) >= 4.5, f"{name} on {ground}"
    for name in ("query", "key", "value", "weight", "output"):
        tinted = draw.TINT * inks[name] + (1 - draw.TINT) * inks["paper"]
        assert _contrast(inks["ink"], tinted) >= 4.5, f"text on a cell of {name}"
    for name in ("map-low", "map-mid", "map-high"):
        assert _contrast(inks["ink"], inks[name]) >= 4.5, f"text on {name}"


def _inks(scheme: str) -> dict[str, np.ndarray]:
    block = STYLE_SHEET.partition(f'[data-md-color-scheme="{scheme}"] {{')[2].partition("}")[0]
    found = re.findall(r"--sl-([\w-]+): #(\w{6});", block)
    return {name: np.array(list(bytes.fromhex(colour))) / 255 for name, colour in found}


def _contrast(one: np.ndarray, other: np.ndarray) -> float:
    """As WCAG defines it."""
    lights = []
    for colour in (one, other):
        linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
        lights.append(float(linear @ [0.2126, 0.7152, 0.0722]))
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_the_light_inks_are_those_of_the_style_sheet() -> None:
    light = STYLE_SHEET.partition('[data-md-color-scheme="default"] {')[2].partition("}")[0]
    for stand_in, colour in ink.LIGHT.items():
        name = f"--sl-{ink.NAMES[stand_in]}"
        assert f"{name}: {colour};" in light, f"{name} is {colour} in ink.LIGHT, not in site.css"
    for part, colour in zip(("low", "mid", "high"), ink.LIGHT_MAP, strict=True):
        assert f"--sl-map-{part}: {colour};" in light, (
            f"{colour} of ink.LIGHT_MAP is not in site.css"
        )


def test_ink_that_cannot_follow_the_theme_is_refused() -> None:
    def red() -> Figure:
        figure, axes = draw.blank()
        axes.plot([0, 1], color="#ff0000")
        return figure

    with pytest.raises(ValueError, match="uses #ff0000, which cannot follow the theme"):
        draw.render("red", red)


@pytest.mark.parametrize(
    "ink",
    [
        lambda axes: axes.plot([0, 1], alpha=0),
        lambda axes: axes.bar([0, 1], [1, 2], color=draw.INK, alpha=0),
        lambda axes: axes.scatter([0, 1], [1, 2], color=draw.INK, linewidths=0, alpha=0),
        lambda axes: axes.quiver([0, 1], [0, 1], [1, 1], [0, 1], color=draw.INK, alpha=0),
    ],
    ids=["a line", "an area", "markers", "arrows"],
)
def test_what_nobody_sees_is_refused(ink: Callable[[Any], Any]) -> None:
    def unseen() -> Figure:
        figure, axes = draw.blank()
        ink(axes)
        return figure

    with pytest.raises(ValueError, match="figure 'unseen' draws with alpha 0"):
        draw.render("unseen", unseen)


def test_a_cell_may_stand_for_nothing() -> None:
    def empty() -> Figure:
        figure, axes = draw.blank()
        draw.cell(axes, (0, 0), shade=0)
        return figure

    assert draw.render("empty", empty)


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


@pytest.mark.parametrize(
    ("path", "shortened"),
    [
        ("M 1 9 L 4 9 L 4 7 L 4 6 L 4 2", "M 1 9 4 9 4 2"),  # down the right edge, from a corner
        ("M 0 0 L 1 0 L 2 0 L 3 0 L 3 1 z", "M 0 0 3 0 3 1 z"),
        ("M 0 0 L 0 5 L 0 2", "M 0 0 0 5 0 2"),  # there and back: the tip stays
        ("M 0 0 L 1 0 L 2 0 z M 5 5 L 6 6", "M 0 0 2 0 z M 5 5 6 6"),
    ],
)
def test_a_shortened_path_keeps_its_corners(path: str, shortened: str) -> None:
    assert ink._short(path) == shortened


def test_a_filled_region_keeps_its_corners() -> None:
    edge = "M 187 210.3 L 191.4 210.4 L 191.4 207.7 L 191.4 204.3 L 191.4 187.7 L 187 187.7 z"
    assert ink._short(edge) == "M 187 210.3 191.4 210.4 191.4 187.7 187 187.7 z"


def test_a_path_is_written_with_its_bends_alone() -> None:
    places = np.linspace(0, 40, 200)
    bent = np.stack([places, np.where(places < 20, places / 3, 40 / 3 - places / 3)], axis=-1)
    path = " L ".join(f"{x:.6f} {y:.6f}" for x, y in bent)
    numbers = np.array([float(part) for part in ink._short(f"M {path}").split()[1:]])
    kept = numbers.reshape(-1, 2)
    assert len(kept) <= 4
    assert np.abs(np.interp(bent[:, 0], kept[:, 0], kept[:, 1]) - bent[:, 1]).max() < 0.15


def test_no_text_is_turned_by_nothing_and_no_place_has_more_than_a_tenth() -> None:
    svg = ink._placed('<text x="50.214748" y="4" transform="rotate(-0 50.214748 4)">a</text>')
    assert svg == '<text x="50.2" y="4">a</text>'
    turned = '<text x="1.2" y="4" transform="rotate(-90 1.2 4)">a</text>'
    assert ink._placed(turned) == turned
