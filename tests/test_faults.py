"""Each way to break a page, planted: the build stops, says where and what to do, leaves no site."""

import gc
import re
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from conftest import PART, SNIPPET, Tiny, build, run, tiny_configuration

# What is planted on a page, and what the message must say. Line 3 is where each fault starts.
FAULTS = {
    "an unknown figure": (
        PART.format('figure("soft_lookup.nowhere")'),
        r":3: src/softlookup/pages/soft_lookup/figures/nowhere.py does not exist: .*answer_map, flow, hull",
    ),
    "an unknown table": (
        PART.format('table("soft_lookup.by_hnd")'),
        r":3: pages/soft_lookup/tables.py has no function 'by_hnd'; it has .*by_hand",
    ),
    "an unknown bug": (
        PART.format('bug("soft_lookup.nothing")'),
        r":3: there is no 'nothing', bug of pages/soft_lookup/bugs.py; there are \['",
    ),
    "the same part twice": (
        PART.format('table("soft_lookup.by_hand")')
        + "\n"
        + PART.format('table("soft_lookup.by_hand")'),
        r":7: `print\(page.table\(.*\)\)` stands on line 3 already: print it once",
    ),
    "an id, which a fence does not need": (
        PART.format('table("soft_lookup.by_hand")').replace('"on"', '"on" id="x"'),
        r":3: unknown option 'id': a fence takes exec, html,",
    ),
    "a part that is changed": (
        PART.format('table("soft_lookup.by_hand").replace("a", "b")'),
        r":4: a page computes nothing: .*print one part and nothing else",
    ),
    "two parts in a fence": (
        PART.format('table("soft_lookup.by_hand"))\nprint(page.math("soft_lookup.blend")'),
        r":4: a page computes nothing",
    ),
    "an unknown kind of part": (PART.format('chart("a")'), r":4: .*the kinds are bug, figure,"),
    "a misspelt option": (
        SNIPPET.format("softmax.py").replace("exec=", "exce="),
        r":3: .*must run",
    ),
    "an unquoted option": (
        SNIPPET.format("softmax.py").replace('"on"', "on"),
        r":3: .*must be quoted",
    ),
    "an unknown option": (
        SNIPPET.format("softmax.py").replace("source=", "sauce="),
        r":3: unknown opt",
    ),
    "an unknown place": (
        SNIPPET.format("softmax.py").replace("above", "abve"),
        r":3: unknown source",
    ),
    "a session": (
        SNIPPET.format("softmax.py").replace('exec="on"', 'exec="on" session="a"'),
        r":3: unknown option 'session'",
    ),
    "code that is not run": ("```python\nprint(1)\n```\n", r':3: .*write exec="on"'),
    "code in a page": (
        '```python exec="on"\nprint(1)\n```\n',
        r":4: a page computes nothing",
    ),
    "a fence left open": ("```text\nopen\n", r":3: this fence is never closed"),
    "a missing snippet": (SNIPPET.format("nowhere.py"), r":4: snippets/nowhere.py does not exist"),
    "a missing section": (SNIPPET.format("softmax.py:core"), r":4: include whole files"),
    "a dead link": ("See [this](nowhere.md).\n", r":3: the link nowhere.md is dead"),
    "a dead anchor": (
        "See [this](index.md#nowhere).\n",
        r":3: the link #nowhere is dead|:3: .*anchor",
    ),
    "bad TeX": (r"Look: $\frac{a}$ here." "\n", r":3: bad TeX"),
    "a macro called like a function": ("Look: $\\sqrt(d)$ here.\n", r":3: \\sqrt\( takes braces"),
    "a decimal in a formula": ("Look: $x = 0.5$ here.\n", r":3: nothing checks “0.5” in a formula"),
    "a number between backquotes that are no code": (
        "Look: \\` [8.056](=soft_lookup.output) \\` here.\n",
        r":3: \[8.056\].* stands between backquotes, as code does: move it out",
    ),
    "an unchecked number": ("It is 0.665 of all.\n", r":3: nothing checks the decimal “0.665”"),
    "an unchecked percentage": (
        "It is 66 % of all.\n",
        r":3: nothing checks the percentage “66 %”",
    ),
    "a wrong number": (
        "It is [0.666](=soft_lookup.weights[racket]).\n",
        r":3: 0.666 is typed but .*0.665",
    ),
    "an unknown number": ("It is [0.6](=soft_lookup.nothing).\n", r":3: .*has no 'nothing'"),
    "a misspelt number": ("It is [0.6](=two words).\n", r":3: the link =two words is dead"),
    "a number without its key": (
        "It is [0.6](=soft_lookup.weights).\n",
        r":3: soft_lookup.weights is a dict with the keys \['racket', .*: add \[key\]",
    ),
    "an image from elsewhere": (
        '<img src="https://example.org/a.png" alt="">\n',
        r":3: .*would fetch",
    ),
    "a script from elsewhere": (
        '<script src="//example.org/a.js"></script>\n',
        r":3: .*would fetch",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_stops_the_build(tiny: Tiny, fault: str) -> None:
    planted, message = FAULTS[fault]
    code, said, site = tiny({"index.md": f"# Title\n\n{planted}"})
    assert code != 0, said
    assert re.search(rf"docs/index.md{message}", said), said
    assert not site.exists()


# One that our checks find before anything runs, one that a worker finds, one that the last walk finds.
@pytest.mark.parametrize("fault", ["an unchecked number", "an unknown table", "a dead anchor"])
def test_a_quiet_build_stops_too(tiny: Tiny, fault: str) -> None:
    planted, message = FAULTS[fault]
    code, said, site = tiny({"index.md": f"# Title\n\n{planted}"}, "-q")
    assert code != 0, said
    assert re.search(rf"docs/index.md{message}", said), said
    assert not site.exists()


def test_a_page_without_faults_is_built(tiny: Tiny) -> None:
    text = SNIPPET.format("softmax.py") + "\nIt is [0.665](=soft_lookup.weights[racket]), $x^2$.\n"
    code, said, site = tiny({"index.md": f"# Title\n\n{text}"})
    assert code == 0, said
    assert '<data class="checked"' in (site / "index.html").read_text(encoding="utf-8")
    assert gc.isenabled(), "a build looks for no waste, but whoever goes on after it does"


def test_a_process_that_dies_over_the_finished_site_is_said_to_have_died(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("softlookup.site.plugin.verify", die)
    code, said, site = tiny({"index.md": "# Title\n\nWords.\n"})
    assert code != 0
    assert (
        "a process died that cut a font, drew a card or read a finished page: build again" in said
    )
    assert "Traceback" not in said
    assert not site.exists()


BLOCKS = {
    "assert 1 == 2, 'sums'": "AssertionError: sums",
    "import sys; sys.exit(0)": "SystemExit: 0",
    "import numpy as np; np.log(np.zeros(1))": "RuntimeWarning: divide by zero",
    "1 / 0": "ZeroDivisionError",
    "raise KeyError('lion')": "KeyError: 'lion'",
}


@pytest.mark.parametrize("code", BLOCKS)
def test_a_snippet_that_fails_stops_the_build(tiny: Tiny, tmp_path: Path, code: str) -> None:
    said = _build_with_snippet(tiny, tmp_path, f"x = 1\n{code}\n")
    assert f"docs/index.md:3: snippets/planted.py, line 2 failed with {BLOCKS[code]}" in said


def _build_with_snippet(
    tiny: Tiny, tmp_path: Path, code: str, fence: str = SNIPPET.format("planted.py")
) -> str:
    folder = tmp_path / "snippets"
    folder.mkdir()
    (folder / "planted.py").write_text(code, encoding="utf-8")
    status, said, site = tiny({"index.md": f"# Title\n\n{fence}"}, snippets=folder)
    assert status != 0
    assert not site.exists()
    return said


def test_a_link_printed_by_code_is_walked_too(tiny: Tiny, tmp_path: Path) -> None:
    fence = SNIPPET.format("planted.py").replace(' source="above" result="text"', "")
    said = _build_with_snippet(tiny, tmp_path, "print('[lost](nowhere.md)')", fence)
    assert "the link nowhere.md is dead" in said


def test_a_quiet_build_in_a_terminal_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "index.md"
    page.write_text("# Title\n\nSee [this](nowhere.md).\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(tiny_configuration(), encoding="utf-8")
    result = build("-q", root=tmp_path, SOFTLOOKUP_CACHE="0")
    assert result.returncode != 0
    assert "docs/index.md:3: the link nowhere.md is dead" in result.stderr
    assert not (tmp_path / "site").exists()


def test_python_without_asserts_is_refused(tmp_path: Path) -> None:
    result = build("-q", "-d", str(tmp_path / "site"), PYTHONOPTIMIZE="2")
    assert result.returncode != 0
    assert "unset PYTHONOPTIMIZE" in result.stdout + result.stderr
    assert not (tmp_path / "site").exists()


def test_an_assert_in_a_block_holds_even_where_python_drops_asserts() -> None:
    code = "from softlookup.site.run import run_alone; run_alone('assert 1 == 2', 'snippets/x.py')"
    assert "AssertionError" in run("-O", "-c", code).stderr


def test_a_fence_that_markdown_does_not_see_is_reported(tiny: Tiny) -> None:
    other = SNIPPET.format("softmax.py").replace("```python", "```py")
    code, said, _ = tiny({"index.md": f"# Title\n\n{other}"})
    assert code != 0
    assert "docs/index.md:3: the block `snippets/softmax.py` did not run" in said


def test_a_dead_anchor_is_found_behind_a_living_one_of_the_same_name(tiny: Tiny) -> None:
    page = "# Title\n\nSee [this](#axis).\n\n## Here { #axis }\n\nAnd [that](other.md#axis).\n"
    code, said, _ = tiny({"index.md": page, "other.md": "# Other\n"})
    assert code != 0, said
    assert re.search(r"docs/index.md:7: the link \S+#axis is dead", said), said
