"""What writes numbers, tables, formulas and answers, held to literals: one wrong factor is wrong everywhere."""

import importlib
import re

import numpy as np
import pytest

from softlookup import interactive, lookup, tex, walk, write
from softlookup.examples import KEYS, VALUES
from softlookup.page import Page, _endless
from softlookup.practice import drills

MAP = importlib.import_module("softlookup.explorables.answer_map")  # the function hides it


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (8.0561, 3, "8.056"),
        (-0.25, 2, "−0.25"),
        (-0.0001, 2, "0.00"),
        (1234567.8, 0, "1,234,568"),
        (-1234.5, 1, "−1,234.5"),
        (0.0, 3, "0.000"),
    ],
)
def test_a_number_is_written(value: float, digits: int, written: str) -> None:
    assert write.number(value, digits) == written


def test_a_share_is_written_in_hundredths() -> None:
    assert write.percent(0.66524) == "66.5 %"
    assert write.percent(0.66524, 0) == "67 %"
    assert write.percent(1) == "100.0 %"
    assert write.number(0.5) == "0.500"


def test_cells_stand_under_their_headings() -> None:
    written = write.table(["entry", "", "weight"], [["racket", 3, 0.66524], ["a|b", 2, "x\ny"]])
    assert written.split("\n") == [
        f"| entry | {write.UNSEEN} | weight |",
        "| :--- | ---: | ---: |",
        "| racket | 3 | 0.665 |",
        "| a\\|b | 2 | x y |",
    ]
    assert write.table(["a", "b"], [], align="rc").split("\n")[1] == "| ---: | :---: |"
    with pytest.raises(ValueError, match="a row has 1 cells under 2 headings"):
        write.table(["a", "b"], [["alone"]])


def test_an_outcome_is_its_number_or_the_name_of_its_error() -> None:
    assert write.outcome({"ball": 5}.__getitem__, "ball") == "5"
    assert write.outcome(float, "2.5") == "2.500"
    assert write.outcome(float, "3") == "3"
    assert write.outcome({"ball": 5}.__getitem__, "tennis") == "`KeyError`"
    assert write.outcome(float, "tennis") == "`ValueError`"
    assert write.outcome(float, None) == "`TypeError`"


def test_a_formula_writes_whole_numbers_bare() -> None:
    assert tex.number(3.0) == "3"
    assert tex.number(0.66524) == "0.665"
    assert tex.number(0.66524, 1) == "0.7"
    assert tex.matrix([1, 2.5]) == r"\begin{bmatrix} 1 & 2.500 \end{bmatrix}"
    assert tex.matrix([[1, 2], [3, 4]]) == r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}"
    lines = tex.aligned(["o", "= 1", "+ 2"], ["", "= 3"])
    assert lines == r"\begin{aligned} o & = 1 + 2 \\  & = 3 \end{aligned}"


def test_what_moves_writes_numbers_alike() -> None:
    assert interactive.short(2.0) == "2"
    assert interactive.short(-0.125) == "−0.12"
    assert interactive.short(0.125, 3) == "0.125"
    plane = interactive.Plane(left=-1, right=3, bottom=0, top=2)
    assert plane.percent((0, 0.5)) == ("25.0000%", "75.0000%")


def test_a_place_on_the_map_is_where_its_pin_is() -> None:
    line = np.array([[MAP.PLANE.left, MAP.PLANE.top], [0.5, 0.7]])
    assert MAP._path(line) == "M0 0l500 500"
    low, high = MAP._shade(0.0), MAP._shade(0.75)
    assert low == "color-mix(in srgb, var(--map-mid) 0.0%, var(--map-low))"
    assert high == "color-mix(in srgb, var(--map-high) 50.0%, var(--map-mid))"
    thread = MAP._thread(("1%", "2%"), ("3%", "4%"), 0.5)
    assert thread == '<line class="thread" x1="1%" y1="2%" x2="3%" y2="4%" stroke-width="6.00"/>'
    assert MAP._LEVELS == [3, 4, 5, 6, 7, 8, 9]


def test_the_map_of_tennis_shows_its_scores_weights_and_answer() -> None:
    printed = MAP.answer_map("A map.")
    rows = re.findall(
        r'class="score">([^<]*)<.*?class="weight">([^<]*)<.*?"value">([^<]*)<', printed
    )
    assert rows == [("3", "0.665", "10"), ("2", "0.245", "5"), ("1", "0.090", "2")]
    assert re.findall(r'class="(?:number|found)"[^>]*>([^<]*)<', printed) == ["8.056", "8.056"]
    assert '<rect width="66.52%"' in printed


def test_every_place_of_the_map_has_the_answer_of_the_definition() -> None:
    x, y, answers = MAP._answers()
    for i, j in ((0, 0), (5, 40), (42, 58), (30, 7)):
        asked = np.array([x[j], y[i]])
        expected = lookup.soft_lookup(asked, KEYS, VALUES)
        np.testing.assert_allclose(answers[i, j], expected, rtol=1e-12)


def _places(path: str) -> np.ndarray:
    """The corners of a printed outline, as places of the plane."""
    numbers = [int(number) for number in re.findall(r"-?\d+", path)]
    corners = np.cumsum(np.reshape(numbers, (-1, 2)), axis=0)
    inside = corners[((corners > 0) & (corners < 1000)).all(axis=1)]
    plane = MAP.PLANE
    across = plane.left + inside[:, 0] / 1000 * (plane.right - plane.left)
    return np.column_stack([across, plane.top - inside[:, 1] / 1000 * (plane.top - plane.bottom)])


def test_every_colour_of_the_map_begins_where_its_answer_does() -> None:
    printed = MAP._bands()
    areas = re.findall(r'<path fill="([^"]*)" d="([^"]*)"/>', printed)
    bands = MAP._BANDS
    assert len(areas) >= bands - 2  # the plane ends before the dearest answers
    for step, (shade, path) in enumerate(areas, start=1):
        level = 2 + (10 - 2) * step / bands  # prices go from 2 to 10
        assert shade == MAP._shade((step + 0.5) / bands)
        places = np.vstack([_places(outline) for outline in path.removesuffix("Z").split("Z")])
        assert len(places) > 1  # a colour that only follows the border begins nowhere
        answers = [lookup.soft_lookup(place, KEYS, VALUES) for place in places]
        np.testing.assert_allclose(answers, level, atol=0.05)


def test_a_line_of_the_map_is_drawn_in_thousandths_from_the_upper_left() -> None:
    plane = MAP.PLANE
    corners = [[plane.left, plane.bottom], [plane.right, plane.bottom], [plane.right, plane.top]]
    assert MAP._path(np.array(corners)) == "M0 1000l1000 0 0-1000"
    small = interactive.Plane(left=0, right=4, bottom=-1, top=1)
    assert small.percent((1, 0.5)) == ("25.0000%", "25.0000%")


def test_a_part_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="it has running, skipped, dilution, four_ways"):
        Page("streaming").table("rnning")


def test_a_page_without_endless_exercises_has_none() -> None:
    having = {page: _endless(page) for page in walk.folders()}
    assert {page for page, count in having.items() if count} == set(drills.pages()) & set(having)


def test_the_scale_of_the_map_runs_from_the_least_to_the_largest_value() -> None:
    printed = MAP._scale("s", MAP._entries(), 8.0)
    stops = re.findall(r'<stop offset="(\d+)%" stop-color="var\(--map-(\w+)\)"', printed)
    assert stops == [("0", "low"), ("50", "mid"), ("100", "high")]
    marks = re.findall(r'class="mark" x="([^"]*)".*?<text y="22">(\d+)<', printed)
    assert marks == [("100.0000%", "10"), ("37.5000%", "5"), ("0.0000%", "2")]


def test_the_arrow_points_up_the_slope_and_grows_with_it() -> None:
    up = MAP._arrow(("1%", "2%"), np.array([0.0, 2.0]))
    assert "rotate(-90.00)" in up
    assert f'<line x2="{2 * MAP._PIXELS_PER_SLOPE:.1f}"/>' in up
    assert "rotate(0.00)" in MAP._arrow(("1%", "2%"), np.array([1.0, -0.0]))


def test_the_axes_of_the_map_cross_at_nought() -> None:
    printed = MAP.answer_map("A map.")
    across, down = MAP.PLANE.percent((0.0, 0.0))
    assert f'<line class="axis" x1="0" x2="100%" y1="{down}" y2="{down}"/>' in printed
    assert f'<line class="axis" x1="{across}" x2="{across}" y1="0" y2="100%"/>' in printed


def test_the_value_of_a_line_stands_where_nothing_else_does() -> None:
    plane = MAP.PLANE
    edges = [plane.left, plane.right]
    line = np.array([[edges[0], 0.0], [0.0, 0.0], [1.0, 1.0], [edges[1], 1.0]])
    assert MAP._roomiest(line, []).tolist() == [1.0, 1.0]
    assert MAP._roomiest(line, [np.array([1.0, 1.1])]).tolist() == [0.0, 0.0]
    top = np.array([[0.0, plane.top], [0.0, plane.bottom], [-1.0, 1.0]])
    assert MAP._roomiest(top, []).tolist() == [-1.0, 1.0]


def test_a_pin_takes_the_place_of_its_word_too() -> None:
    """A word is 56 pixels wide and stands 20 above its pin, and 340 pixels show 5.8 of the plane."""
    taken = MAP._pin_and_word(np.array([1.0, 2.0]))
    expected = [[1, 2], [0.522, 2.341], [1, 2.341], [1.478, 2.341]]
    np.testing.assert_allclose(taken, expected, atol=0.001)


def test_the_right_option_is_the_one_that_was_computed() -> None:
    printed = interactive.question("k", "Which?", {"1": "No.", "2": "Right."}, "2", "Think.")
    assert 'data-right="true" markdown="1"><summary markdown="span">**B** 2</summary>' in printed
    with pytest.raises(ValueError, match="the right option '3' is none of"):
        interactive.question("k", "Which?", {"1": "No."}, "3", "Think.")
