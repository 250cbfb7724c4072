"""The smaller explorables in a real browser: they begin as printed, and say what Python says."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

from element_pages import (
    LAPTOP,
    PAINTED,
    PHONE,
    SHIFT,
    Cached,
    Open,
    faults,
    lay_out,
    until,
)
from served import served
from softlookup import explorables, interactive, lookup, sentence, words
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.explorables.head_split import HEADS, ROWS
from softlookup.explorables.shape_tape import QUERIES, written
from softlookup.explorables.softmax_bars import ADDED, FACTORS
from softlookup.explorables.width_weights import WIDTHS, scores_by_width
from softlookup.write import number, percent

NAMES = (
    "width-weights",
    "softmax-bars",
    "mask-grid",
    "streaming-feed",
    "sentence-reader",
    "real-words",
    "similarity-plane",
    "one-hot-lookup",
    "head-split",
    "gate-dial",
    "shape-tape",
)
UNFETCHED = "What computes this could not be fetched, so the numbers stay as printed."


def every_explorable() -> str:
    """All of them, as Python prints them."""
    printed = [
        explorables.width_weights("Eight weights at a width of your choice."),
        explorables.softmax_bars("Add a constant, or multiply."),
        explorables.mask_grid("Rows ask, columns answer; press a cell."),
        explorables.streaming_feed("Three numbers are kept, whatever the order."),
        explorables.sentence_reader("What it reads.", "What will street read?"),
        explorables.real_words("Any word asks any other."),
        explorables.similarity_plane("Shadows on tennis."),
        explorables.one_hot_lookup("Two products."),
        explorables.head_split("Right and wrong."),
        explorables.gate_dial("One factor in two places."),
        explorables.shape_tape("One cell at a time."),
    ]
    return "".join(printed)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorables")
    arrow = explorables.answer_map("The arrow shows the steepest rise.", arrow=True)
    lay_out(folder, {"all": every_explorable(), "arrow": arrow})
    # The same page as it is before any script.
    page = (folder / "all.html").read_text(encoding="utf-8")
    bare = re.sub(r'<script type="module".*?</script>', "", page)
    (folder / "bare.html").write_text(bare, encoding="utf-8")
    with served(folder, Cached) as where:
        yield where


def _awake(page: Any) -> None:
    """Until all of them are."""
    until(page, f"{[*NAMES]}.every((name) => document.querySelector(`${{name}}.awake`))")


def _rest(page: Any) -> None:
    """So long after the last move that an explorable speaks, and is written into the address."""
    page.clock.fast_forward(600)


TOUCH = """() => Promise.all([...document.querySelectorAll(".explorable")].map((one) => {
  one.dispatchEvent(new Event("pointerenter"));
  return one.loading;
}))"""


@pytest.fixture
def open_touched(open_page: Open) -> Open:
    """Open a page on which a hand has come near each of them, and what computes is there."""

    def start(path: str, *given: Any, **options: Any) -> Any:
        page = open_page(path, *given, **options)
        _awake(page)
        page.evaluate(TOUCH)
        return page

    return start


def _texts(page: Any, selector: str) -> list[str]:
    found: list[str] = page.locator(selector).all_text_contents()
    return found


def test_awake_and_touched_they_say_what_is_printed(open_page: Open, open_touched: Open) -> None:
    awake = open_page("all.html")
    _awake(awake)
    touched = open_touched("all.html")
    asleep = open_page("all.html", java_script_enabled=False)
    for selector in (
        ".side",
        "softmax-bars table",
        "mask-grid td",
        "streaming-feed table",
        "sentence-reader :is(.word, .weight)",
        "real-words :is(.score, .weight, .measure)",
        "similarity-plane :is(text, td)",
        "one-hot-lookup :is(text, .told)",
        "head-split .band",
        "gate-dial .side",
        "shape-tape :is(td, .made)",
        ".weights text",
    ):
        shown = [page.locator(selector).all_text_contents() for page in (awake, touched, asleep)]
        assert shown[0] == shown[1] == shown[2]
    sizes = "all => all.flatMap((e) => ['y', 'height', 'width'].map((n) => parseFloat(e.getAttribute(n))))"
    bars = [
        page.locator("svg:is(.bar, .weights) rect").evaluate_all(sizes)
        for page in (touched, open_page("bare.html"))
    ]
    assert len(bars[0]) == 3 * (2 * 8 + 3 + 2 * 12 + 4 + 2 * 3)
    assert bars[0] == pytest.approx(bars[1], abs=0.006, nan_ok=True)
    assert asleep.locator("button, input").count() == 0


@pytest.mark.parametrize("size", [LAPTOP, PHONE, (320, 640)])
def test_nothing_jumps_and_everything_fits(open_page: Open, size: Any) -> None:
    page = open_page("all.html", size, init=SHIFT)
    _awake(page)
    page.evaluate(PAINTED)
    assert page.evaluate("window.shift") < 0.001
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("path", ["all.html", "arrow.html"])
def test_they_are_accessible(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.wait_for_selector(".awake")
    page.wait_for_load_state("networkidle")
    for scheme in ("default", "slate"):
        assert not faults(page, scheme), scheme


@pytest.mark.parametrize("stop", [0, 2, 10])
def test_the_weights_at_a_width_are_those_of_python(open_touched: Open, stop: int) -> None:
    page = open_touched("all.html")
    page.focus("width-weights input")
    page.locator("width-weights input").fill(str(stop))
    scores, width = scores_by_width()[stop], WIDTHS[stop]
    for side, temperature in ((".raw", 1.0), (".rooted", np.sqrt(width))):
        weights = lookup.softmax(scores, temperature)
        assert _texts(page, f"{side} text") == [f"{weight:.2f}" for weight in weights]
        assert page.inner_text(f"{side} .largest") == f"{weights.max():.2f}"
    assert page.get_attribute("width-weights input", "aria-valuetext") == f"d = {width}"


@pytest.mark.parametrize(
    ("added", "factor"), [(0, 0), (1000, 1), (-1000, 1), (700, 1), (0, 300), (10, 5)]
)
def test_softmax_stands_what_the_form_in_books_does_not(
    open_touched: Open, added: int, factor: float
) -> None:
    page = open_touched("all.html")
    sliders = page.locator("softmax-bars input")
    sliders.nth(0).fill(str(ADDED.index(added)))
    sliders.nth(1).fill(str(FACTORS.index(factor)))
    scores = KEYS @ TENNIS * factor + added
    weights = lookup.softmax(scores)
    assert _texts(page, "softmax-bars .weight") == [f"{weight:.3f}" for weight in weights]
    with np.errstate(all="ignore"):
        naive = np.exp(scores) / np.exp(scores).sum()
    assert _texts(page, "softmax-bars .naive") == [
        "nan" if np.isnan(one) else f"{one:.3f}" for one in naive
    ]
    broken = page.locator("softmax-bars .naive.broken").count()
    assert (broken > 0) == (not np.allclose(naive, weights))


def _mask_cells(page: Any) -> list[str]:
    return _texts(page, "mask-grid tbody tr:not(.silent) td")


def _python_cells(mask: Any) -> list[str]:
    """Weights, and the answer at the end of each row."""
    weights = lookup.attention_weights([TENNIS] * len(mask), KEYS, mask=mask, scale=1)
    rows = [[*(f"{weight:.2f}" for weight in row), f"{row @ VALUES:.3f}"] for row in weights]
    return [cell for row in rows for cell in row]


def test_a_mask_is_pressed_cell_by_cell(open_touched: Open) -> None:
    page = open_touched("all.html")
    mask = lookup.causal_mask(3, 3)
    assert _mask_cells(page) == _python_cells(mask)
    page.focus("mask-grid tbody tr:nth-child(2) td:nth-of-type(3) button")
    page.keyboard.press("Space")
    mask[1, 2] = True
    assert _mask_cells(page) == _python_cells(mask)
    for preset, lays in {
        "window": lookup.window_mask(3, 3, 1),
        "padding": np.tile([True, True, False], (3, 1)),
        "everything": np.ones((3, 3), bool),
        "causal": lookup.causal_mask(3, 3),
    }.items():
        button = page.locator(f"mask-grid .presets button:text-is('{preset}')")
        assert button.get_attribute("aria-pressed") == "false"
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        assert _mask_cells(page) == _python_cells(lays)
    page.click("mask-grid label:has-text('hidden')")
    assert _mask_cells(page) == _python_cells(~lookup.causal_mask(3, 3))


def test_an_empty_row_is_answered_in_three_ways(open_touched: Open) -> None:
    page = open_touched("all.html")
    page.click("mask-grid tbody td button >> nth=0")
    mean = f"{VALUES.mean():.3f}"
    for convention, shown, answer in (
        ("zeros", "0.00", "0.000"),
        ("nan", "nan", "nan"),
        ("even", "0.33", mean),
    ):
        page.check(f"mask-grid input[value={convention}]", force=True)
        assert _mask_cells(page)[:4] == [shown] * 3 + [answer]
    assert page.get_attribute("mask-grid tbody button >> nth=0", "aria-pressed") == "false"
    assert page.get_attribute("mask-grid tbody button >> nth=0", "aria-label") == (
        "query 1 reads racket: 0.33"
    )


def test_the_corner_of_a_causal_mask_has_two_places(open_touched: Open) -> None:
    page = open_touched("all.html")
    for alignment in ("lower right", "upper left"):
        page.click(f"mask-grid .presets button:text-is('{alignment}')")
        assert _mask_cells(page) == _python_cells(lookup.causal_mask(2, 3, alignment))
        assert page.locator("mask-grid tbody tr:visible").count() == 2


@pytest.mark.parametrize("order", [("tree", "ball", "racket"), ("ball", "racket", "tree")])
def test_entries_may_come_in_any_order(open_touched: Open, order: tuple[str, ...]) -> None:
    page = open_touched("all.html")
    for fed, word in enumerate(order):
        page.click(f"streaming-feed button:text-is('{word}')")
        assert page.locator("streaming-feed tbody tr").count() == fed + 1  # the first begins again
    places = [("racket", "ball", "tree").index(word) for word in order]
    so_far = [lookup.soft_lookup(TENNIS, KEYS[places[:n]], VALUES[places[:n]]) for n in (1, 2, 3)]
    assert _texts(page, "streaming-feed .out") == [f"{answer:.3f}" for answer in so_far]
    assert page.inner_text("streaming-feed .said").startswith("All fed: 8.056")
    assert page.locator("streaming-feed .presets button:enabled").count() == 3
    page.keyboard.press("Enter")  # the focus stayed with what can be pressed
    assert page.locator("streaming-feed tbody tr").count() == 1


def test_taken_out_and_put_back_they_are_as_printed(open_touched: Open) -> None:
    page = open_touched("all.html")
    before = [page.locator(name).inner_text() for name in NAMES]
    page.locator("width-weights input").fill("3")
    page.locator("softmax-bars input").first.fill("3")
    page.click("mask-grid tbody button >> nth=0")
    page.click("streaming-feed button:text-is('ball')")
    page.check("sentence-reader input >> nth=3", force=True)
    page.check("head-split input >> nth=0", force=True)
    page.check("shape-tape input[value=O10]", force=True)
    page.check("one-hot-lookup input[value=flat]", force=True)
    page.evaluate(
        """() => {
          history.replaceState(null, "", location.pathname); // what came to rest stands in the address by now
          for (const one of document.querySelectorAll(".explorable")) {
            const [place, next] = [one.parentNode, one.nextSibling];
            one.remove();
            place.insertBefore(one, next);
          }
        }"""
    )
    assert [page.locator(name).inner_text() for name in NAMES] == before


@pytest.mark.parametrize("state", ["q=0.5,-0.5", "q=-1,1.5;t=0.25", "q=1,1;t=4"])
def test_the_arrow_is_the_gradient(open_page: Open, state: str) -> None:
    page = open_page("arrow.html#map-of-answers:" + state)
    page.wait_for_selector("answer-map.touched.painted")
    page.evaluate(PAINTED)
    parts = dict(part.split("=") for part in state.split(";"))
    query = [float(x) for x in parts["q"].split(",")]
    temperature = float(parts.get("t", 1))
    right, up = lookup.soft_lookup_gradients(query, KEYS, VALUES, temperature).queries
    assert page.inner_text(".steepness span") == f"{np.hypot(right, up):.3f}"
    turn = page.get_attribute(".slope g", "transform")
    assert float(turn[len("rotate(") : -1]) == pytest.approx(np.degrees(np.arctan2(-up, right)))


def test_the_hard_map_is_flat(open_page: Open) -> None:
    page = open_page("arrow.html#map-of-answers:t=0")
    page.wait_for_selector("answer-map.touched.painted")
    page.evaluate(PAINTED)
    assert page.inner_text(".steepness span") == "0.000"
    assert not page.locator(".slope line").is_visible()


# --- The sentence -----------------------------------------------------------------------------------


def test_every_word_reads_what_python_says(open_page: Open) -> None:
    page = open_page("all.html")
    page.focus("sentence-reader input:checked")
    for step in range(1, len(sentence.WORDS) + 1):
        page.keyboard.press("ArrowDown")
        asking = (sentence.IT + step) % len(sentence.WORDS)
        for side, weights in (("raw", sentence.raw()), ("learned", sentence.projected())):
            shown = _texts(page, f"sentence-reader .{side} .weight")
            assert shown == [percent(weight, 0) for weight in weights[asking]]
        assert page.inner_text("sentence-reader .asking .word") == sentence.WORDS[asking]


# --- Real words -------------------------------------------------------------------------------------


def _asked(page: Any, query: str, keys: list[str], measure: str, temperature: float) -> None:
    """Compare what the element shows with what Python computes from the stored vectors."""
    compare = {"dot": lookup.dot, "cosine": lookup.cosine}[measure]
    scores = [compare(words.vector(query), words.vector(key)) for key in keys]
    weights = lookup.softmax(scores, temperature)
    expect(page.locator("real-words .score").last).to_have_text(number(scores[-1], 2))
    assert _texts(page, "real-words .score") == [number(score, 2) for score in scores]
    assert _texts(page, "real-words .weight") == [f"{weight:.3f}" for weight in weights]


def test_any_word_asks_any_other(open_page: Open) -> None:
    page = open_page("all.html")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    page.wait_for_selector("real-words.awake")
    assert "words.bin" not in fetched  # the vectors come when they are asked for
    page.focus("real-words input")
    expect(page.locator("real-words datalist option")).to_have_count(len(words.known()))
    page.fill("real-words input >> nth=0", "Apple ")
    page.fill("real-words input >> nth=2", "fruit")
    page.keyboard.press("Tab")
    _asked(page, "apple", ["golf", "fruit", "ball", "tree"], "cosine", 1)
    page.check("real-words input[value=dot]", force=True)
    page.locator("real-words input[type=range]").fill("8")
    _asked(page, "apple", ["golf", "fruit", "ball", "tree"], "dot", 10)
    page.click("real-words button:has-text('nearest')")
    by_score = {
        word: lookup.dot(words.vector("apple"), words.vector(word)) for word in words.known()
    }
    nearest = sorted(by_score, key=lambda word: -by_score[word])
    _asked(page, "apple", [w for w in nearest if w != "apple"][:4], "dot", 10)
    assert fetched.count("words.bin") == 1


def test_a_word_without_a_vector_stays_where_it_was_typed(open_page: Open) -> None:
    page = open_page("all.html")
    page.fill("real-words input >> nth=0", "xyzzy")
    page.keyboard.press("Tab")
    assert page.inner_text("real-words .said") == "There is no vector here for “xyzzy”."
    page.fill("real-words input >> nth=1", "soccer")
    page.keyboard.press("Tab")
    assert page.input_value("real-words input >> nth=0") == "xyzzy"
    page.keyboard.press("Escape")
    assert page.input_value("real-words input >> nth=0") == "tennis"
    assert not page.locator("real-words [aria-invalid]").count()


def test_vectors_are_sent_without_loss(open_page: Open) -> None:
    found = open_page("all.html").evaluate(
        """async ([count, least]) => {
          const { unpack } = await import("/assets/js/models/real-words.js");
          return unpack(await (await fetch("/assets/words.bin")).arrayBuffer(), count, least);
        }""",
        [len(words.known()), words.least()],
    )
    assert np.array_equal(found, words.vectors(words.known()))


def test_without_the_vectors_the_page_stays_as_printed(open_page: Open) -> None:
    page = open_page("all.html", route=("**/words.bin", lambda route: route.abort()))
    page.complaints.clear()
    page.fill("real-words input >> nth=0", "hot")
    expect(page.locator("real-words > [role=status]")).to_have_text(UNFETCHED)
    assert _texts(page, "real-words .score")[0] == "0.76"
    assert page.input_value("real-words input >> nth=0") == "hot"
    page.complaints.clear()


# --- The plane --------------------------------------------------------------------------------------

PLACES = ".handle[data-number='{}']"


def _shadows(page: Any, query: Any, keys: Any) -> None:
    for j, key in enumerate(keys):
        score = lookup.dot(query, key)
        cosine = lookup.cosine(query, key)
        row = page.locator("similarity-plane tbody tr").nth(j).locator("td").all_text_contents()
        assert row == [
            interactive.short(score),
            number(score / np.hypot(*query), 2),
            number(cosine, 2),
            f"{np.degrees(np.arccos(cosine)):.0f}°",
        ]


def test_the_keyboard_moves_the_query_and_the_keys(open_touched: Open) -> None:
    page = open_touched("all.html")
    page.focus("similarity-plane " + PLACES.format(0))
    page.locator("similarity-plane").evaluate("e => e.loading")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowDown")
    _shadows(page, [0.5, 0.9], KEYS)
    page.keyboard.press("Tab")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    _shadows(page, [0.5, 0.9], [[4, 1], *KEYS[1:]])
    assert page.get_attribute("similarity-plane " + PLACES.format(1), "aria-valuetext") == (
        "sport 4, outdoors 1"
    )


def test_a_mouse_and_a_finger_drag_them(open_page: Open) -> None:
    page = open_page("all.html", has_touch=True)
    handle = page.locator("similarity-plane " + PLACES.format(0))
    handle.hover()
    page.locator("similarity-plane").evaluate("e => e.loading")
    plane = page.locator("similarity-plane .plane").bounding_box()
    box = handle.bounding_box()
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    # Two units to the left, and nearly level: a round place catches.
    page.mouse.move(box["x"] + 22 - plane["width"] * 2 / 6.8, box["y"] + 24, steps=3)
    page.mouse.up()
    _shadows(page, [-1.0, 1.0], KEYS)
    touch = page.context.new_cdp_session(page)
    box = page.locator("similarity-plane " + PLACES.format(1)).bounding_box()
    x, y = box["x"] + 22, box["y"] + 22
    before = page.evaluate("scrollY")
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x - 20, "y": y - 30}]),
        ("touchMove", [{"x": x, "y": y - plane["height"] / 4.1}]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(30)
    assert page.evaluate("scrollY") == before
    _shadows(page, [-1.0, 1.0], [[2, 2], *KEYS[1:]])


def test_a_query_of_length_zero_has_no_direction(open_page: Open) -> None:
    page = open_page("all.html#shadows:q=0,0")
    page.wait_for_selector("#shadows.moved")
    page.locator("#shadows").evaluate("e => e.loading")
    assert _texts(page, "#shadows td") == ["0", "—", "—", "—"] * 3


# --- Products, heads, gates and shapes ----------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (1, 2, 0)])
def test_two_products_with_and_without_the_transpose(open_touched: Open, order: Any) -> None:
    page = open_touched("all.html")
    page.check(f"one-hot-lookup input[value='{''.join(map(str, order))}']", force=True)
    keys, values = np.eye(3)[list(order)], VALUES[list(order)]
    for turned, matrix in (("upright", keys.T), ("flat", keys)):
        page.check(f"one-hot-lookup input[value={turned}]", force=True)
        for query in ([0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0]):
            for box, one in zip(
                page.locator("one-hot-lookup [type=checkbox]").all(), query, strict=True
            ):
                box.set_checked(bool(one), force=True)
            weights = np.array(query) @ matrix
            assert _texts(page, "one-hot-lookup .weights .cell") == [f"{w:.0f}" for w in weights]
            assert page.inner_text("one-hot-lookup .products-say") == f"{weights @ values:.0f}"
            exact = f"{VALUES[query.index(1)]:.0f}" if sum(query) == 1 else "KeyError"
            assert page.inner_text("one-hot-lookup .dictionary-says") == exact
    assert _texts(page, "one-hot-lookup .prices .cell") == [f"{value:.0f}" for value in values]


@pytest.mark.parametrize("heads", HEADS)
def test_heads_are_cut_as_numpy_cuts_them(open_touched: Open, heads: int) -> None:
    page = open_touched("all.html")
    page.check(f"head-split input[value='{heads}']", force=True)
    shape = (heads, 2, 6 // heads)
    right = np.stack(np.split(ROWS, heads, axis=1))
    for band, cut in ((".right", right), (".wrong", ROWS.reshape(shape))):
        assert _texts(page, f"head-split {band} .cell") == [str(x) for x in cut.ravel()]
        assert page.locator(f"head-split {band} .of-B").all_text_contents() == [
            str(x) for x in cut.ravel() if x >= 6
        ]
    assert page.inner_text("head-split .wrong code") == f"rows.reshape{shape}"


@pytest.mark.parametrize("factor", [0.0, 0.1, 1.0])
def test_a_gate_is_no_temperature(open_touched: Open, factor: float) -> None:
    page = open_touched("all.html")
    page.locator("gate-dial input").fill(str(round(factor * 10)))
    scores = KEYS @ TENNIS
    for side, weights in (
        ("output", factor * lookup.softmax(scores)),
        ("scores", lookup.softmax(factor * scores)),
    ):
        assert _texts(page, f"gate-dial .at-{side} .weight") == [f"{w:.3f}" for w in weights]
        assert page.inner_text(f"gate-dial .at-{side} .out") == f"{weights @ VALUES:.2f}"


def test_a_cell_says_what_it_is_made_of_and_an_impossible_answer_gives_the_axis_away(
    open_touched: Open,
) -> None:
    page = open_touched("all.html")
    page.focus("shape-tape input:checked")
    assert page.inner_text("shape-tape .made") == "tennis, racket: 1 · 2 + 1 · 1 = 3"
    page.keyboard.press("ArrowRight")
    assert page.inner_text("shape-tape .made") == "tennis, ball: 1 · 2 + 1 · 0 = 2"
    assert page.locator("shape-tape td.source").all_text_contents() == ["1", "1", "2", "0"]
    page.check("shape-tape input[value=A00]", force=True)
    assert page.inner_text("shape-tape .made") == "tennis, racket: e³ / (e³ + e² + e¹) = 0.67"
    page.check("shape-tape input[value=O00]", force=True)
    assert page.inner_text("shape-tape .made").endswith("= 8.06")
    assert not page.locator("shape-tape .impossible").count()
    page.check("shape-tape input[value=columns]", force=True)
    scores = QUERIES @ KEYS.T
    answers = np.stack([lookup.softmax(column) for column in scores.T], axis=1) @ VALUES
    assert _texts(page, "shape-tape .O tbody td") == [written(float(x)) for x in answers]
    outside = (answers < VALUES.min()) | (answers > VALUES.max())
    assert outside.any()
    assert page.locator("shape-tape .impossible").count() == outside.sum()
    page.check(f"shape-tape input[value=O{outside.argmax()}0]", force=True)
    assert page.inner_text("shape-tape .made").endswith("no average of the values can be that")


# --- What all of them do ------------------------------------------------------------------------------

# For each, an address that moves it and a control that the keyboard finds.
MOVED = {
    "weights-by-width": "d=2",
    "softmax-by-hand": "add=10;times=2",
    "who-may-read": "m=100110;true=hidden;empty=nan",
    "entries-arrive": "fed=20",
    "what-it-reads": "word=6",
    "ask-real-words": "q=hot;k=cold,water,big,coffee;by=dot;t=10",
    "shadows": "q=-1,1.5;k2=0,0",
    "one-hot-cells": "q=110;order=120;keys=flat",
    "cut-into-heads": "h=2",
    "gate-or-temperature": "g=0.1",
    "cell-by-cell": "cell=O20;axis=columns",
}
HOSTILE = (
    "",
    "d",
    "d=3",
    "add=1e9",
    "add=10;times=__proto__",
    "m=222222222",
    "m=1",
    "m=" + "1" * 400,
    "true=<img src=x onerror=alert(1)>",
    "fed=",
    "fed=00",
    "fed=7",
    "word=12",
    "word=-1",
    "word=06",
    "word=6;word=6",
    "__proto__=1",
    "constructor=1",
    "word=6;evil=1",
    "q=xyzzy",
    "q=hot;k=cold,water",
    "k=<b>,a,b,c",
    "t=3",
    "q=9,9",
    "q=1,1,1",
    "k7=1,1",
    "q=222",
    "order=000",
    "h=4",
    "g=2",
    "cell=Q00",
    "cell=S99",
    "axis=both",
    "word=%E0%A4%A",
)


# The addresses that move something.
OBEYED = """async (addresses) => {
  const moving = [];
  for (const address of addresses) {
    location.hash = address;
    await new Promise((done) => setTimeout(done));
    const moved = document.querySelectorAll(".moved");
    if (moved.length > 0) moving.push(address);
    moved.forEach((one) => one.back.click());
  }
  return moving;
}"""


def _seen(one: Any) -> str:
    """What an element shows, without what it says to a screen reader."""
    found: str = one.evaluate(
        "e => [...e.children].filter((c) => c.role !== 'status').map((c) => c.innerText).join()"
    )
    return found


@pytest.mark.parametrize(("identity", "state"), MOVED.items())
def test_the_address_keeps_a_state_and_escape_brings_back_the_printed_one(
    open_page: Open, identity: str, state: str
) -> None:
    page = open_page("all.html", clock=True)
    one = page.locator(f"#{identity}")
    printed = _seen(one)
    page.evaluate("(hash) => { location.hash = hash }", f"#{identity}:{state}")
    page.wait_for_selector(f"#{identity}.moved")
    one.evaluate("e => e.loading")  # what comes at the first touch
    moved = _seen(one)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert _seen(one) == printed
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert _seen(one) == moved != printed
    kept = page.url
    page.goto("about:blank")
    page.goto(kept)  # opened anew, as by somebody else
    page.wait_for_selector(f"#{identity}.moved")
    one.evaluate("e => e.loading")
    assert _seen(one) == moved
    _rest(page)
    expect(one.locator("> [role=status]")).not_to_be_empty()
    assert page.evaluate("location.hash") == f"#{identity}:{state}"
    one.locator(":is(input, button):enabled:visible").first.focus()
    page.keyboard.press("Escape")
    assert not page.locator(f"#{identity}.moved").count()
    _rest(page)
    until(page, "location.hash === ''")


# --- For everyone -----------------------------------------------------------------------------------

USE = """async (states) => {
  for (const [id, state] of Object.entries(states)) {
    const one = document.getElementById(id);
    one.set(Object.fromEntries(state.split(";").map((part) => part.split("="))));
    await one.loading;
  }
}"""
# What sticks out to the right, though nothing around it scrolls.
TOO_WIDE = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .filter((one) => !one.closest(".scroll, .overlay, svg.products"))
  .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(("size", "scale"), [((320, 640), 1), ((640, 450), 2)])
def test_used_and_enlarged_everything_fits(open_page: Open, size: Any, scale: int) -> None:
    page = open_page("all.html", size, device_scale_factor=scale)
    _awake(page)
    page.evaluate(USE, MOVED)
    assert page.locator(".explorable.moved").count() == len(MOVED)
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    # The table with the most columns shows its last one without scrolling.
    table = page.locator("streaming-feed .scroll")
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth")


def _style(page: Any, selector: str, name: str) -> str:
    found: str = page.locator(selector).first.evaluate(
        "(one, name) => getComputedStyle(one).getPropertyValue(name)", name
    )
    return found


def test_forced_colours_hide_nothing(open_page: Open) -> None:
    page = open_page("all.html", forced_colors="active")
    _awake(page)
    paper = _style(page, "body", "background-color")
    for drawn, ink in (
        ("similarity-plane .pin.asking > path", "fill"),
        ("similarity-plane .pin:not(.asking) > :is(rect, circle, path)", "fill"),
        ("similarity-plane .arrow.asking", "stroke"),
        ("similarity-plane .shadow", "stroke"),
        ("similarity-plane .landing", "stroke"),
        ("width-weights svg.weights rect", "fill"),
        ("softmax-bars .bar rect", "fill"),
        ("sentence-reader .bar rect", "fill"),
        ("one-hot-lookup .products rect", "stroke"),
        ("softmax-bars .bar", "border-top-color"),
    ):
        assert _style(page, drawn, ink) not in (paper, "none"), drawn
    # What is chosen, read or shut differs by more than a colour that is taken away.
    for chosen, other in (
        ("mask-grid tbody td.shut", "mask-grid tbody td:not(.shut)"),
        (".options :checked + span", ".options :not(:checked) + span"),
        ("shape-tape td.pressed", "shape-tape tbody td:not(.pressed, .source)"),
        ("shape-tape td.source", "shape-tape tbody td:not(.pressed, .source)"),
        ("sentence-reader tbody .asking .word", "sentence-reader tbody tr:not(.asking) .word"),
    ):
        lines = [_style(page, which, "outline") for which in (chosen, other)]
        assert lines[0] != lines[1], chosen
        assert _style(page, chosen, "outline-style") != "none", chosen
    assert _style(page, "one-hot-lookup .lit rect", "stroke-width") == "4px"
    page.focus("similarity-plane .handle")
    page.keyboard.press("ArrowUp")
    assert _style(page, "similarity-plane .handle:focus-visible", "outline-style") == "solid"


def test_forced_colours_leave_the_map(open_page: Open) -> None:
    page = open_page("arrow.html", forced_colors="active")
    page.wait_for_selector("answer-map.awake")
    paper = _style(page, "body", "background-color")
    for drawn, ink in (
        (".pin.asking > path", "fill"),
        (".pin:not(.asking) > :is(rect, circle, path)", "fill"),
        (".thread", "stroke"),
        (".contour", "stroke"),
        (".slope line", "stroke"),
        (".bar rect", "fill"),
        (".scale .marker path", "fill"),
    ):
        assert _style(page, f"answer-map {drawn}", ink) not in (paper, "none"), drawn
    assert _style(page, "answer-map .pulse", "fill") == "none"  # it would cover the star
    pressed, other = (
        _style(page, f"answer-map .presets button[aria-pressed={which}]", "outline-style")
        for which in ("true", "false")
    )
    assert (pressed, other) == ("solid", "none")


@pytest.mark.parametrize(("identity", "state"), MOVED.items())
def test_back_and_forward_bring_the_states_of_their_addresses(
    open_page: Open, identity: str, state: str
) -> None:
    page = open_page("all.html")
    one = page.locator(f"#{identity}")
    printed = _seen(one)
    page.evaluate("(hash) => { location.hash = hash }", f"#{identity}:{state}")
    page.wait_for_selector(f"#{identity}.moved")
    one.evaluate("e => e.loading")
    moved = _seen(one)
    page.goto(page.url.split("all.html")[0] + "bare.html")
    page.go_back()
    page.wait_for_selector(f"#{identity}.moved")
    one.evaluate("e => e.loading")
    assert _seen(one) == moved
    page.go_back()  # to the address without a state
    expect(page.locator(f"#{identity}:not(.moved)")).to_have_count(1)
    assert _seen(one) == printed
    page.go_forward()
    page.wait_for_selector(f"#{identity}.moved")
    assert _seen(one) == moved


def test_back_and_forward_move_the_map(open_page: Open) -> None:
    page = open_page("arrow.html")
    page.wait_for_selector("answer-map.awake")
    answer = page.locator("answer-map .reply .number")
    page.evaluate("() => { location.hash = '#map-of-answers:q=2,0;t=0' }")
    expect(answer).to_have_text("7.500")
    page.go_back()
    expect(answer).to_have_text("8.056")
    page.go_forward()
    expect(answer).to_have_text("7.500")


def test_what_computes_is_fetched_at_the_first_touch(open_page: Open) -> None:
    waiting: list[Any] = []
    page = open_page("all.html", route=("**/lookup.js", lambda route: waiting.append(route)))
    _awake(page)
    page.wait_for_load_state("networkidle")
    assert not waiting
    printed = _texts(page, ".raw text")
    page.locator("width-weights input").fill("1")
    expect(page.locator("width-weights output")).to_have_text("d = 2")
    assert _texts(page, ".raw text") == printed
    waiting.pop().continue_()  # it comes late, and finds what the reader did meanwhile
    page.locator("width-weights").evaluate("e => e.loading")
    weights = lookup.softmax(scores_by_width()[1])
    assert _texts(page, ".raw text") == [f"{weight:.2f}" for weight in weights] != printed


COMPUTED = [
    identity for identity in MOVED if identity != "what-it-reads"
]  # whose weights are printed


def test_without_what_computes_they_say_so_and_stay_as_printed(open_page: Open) -> None:
    page = open_page("all.html", clock=True, route=("**/lookup.js", lambda route: route.abort()))
    for identity in COMPUTED:
        one = page.locator(f"#{identity}")
        kept = _seen(one)
        one.scroll_into_view_if_needed()
        page.evaluate("(hash) => { location.hash = hash }", f"#{identity}:{MOVED[identity]}")
        expect(one.locator("> [role=status]")).to_have_text(UNFETCHED)
        expect(one.locator("> [role=status]")).to_have_class("said")  # not only heard, but seen
        if identity != "ask-real-words":  # where the words stay that the reader typed
            assert not page.locator(f"#{identity}.moved").count()
            assert _seen(one) == kept
        _rest(page)  # a link that was opened offline can be opened again
        assert page.evaluate("location.hash") == f"#{identity}:{MOVED[identity]}"
    page.complaints.clear()


def test_without_what_draws_a_map_stays_as_printed(open_page: Open) -> None:
    page = open_page("arrow.html", route=("**/map-drawing.js", lambda route: route.abort()))
    page.wait_for_selector("answer-map.awake")
    printed = page.inner_text("answer-map")
    page.focus("answer-map .handle")
    page.keyboard.press("ArrowLeft")
    note = "What draws this could not be fetched, so the map stays as printed."
    expect(page.locator("answer-map [role=status]")).to_have_text(note)
    # The focus may have failed to fetch it before the key does: then the handle moves, and comes back.
    as_printed = printed.split()
    until(page, lambda: page.inner_text("answer-map").replace(note, "").split() == as_printed)
    assert page.get_attribute("answer-map .handle", "aria-valuetext") == "sport 1, outdoors 1"
    page.complaints.clear()


def test_a_hostile_address_changes_nothing(open_page: Open) -> None:
    page = open_page("all.html")
    _awake(page)
    addresses = [f"#{identity}:{hostile}" for identity in MOVED for hostile in HOSTILE]
    assert page.evaluate(OBEYED, addresses) == []
    friendly = [f"#{identity}:{state}" for identity, state in MOVED.items()]
    assert page.evaluate(OBEYED, friendly) == friendly
