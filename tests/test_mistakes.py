"""Natural mistakes of an author who adds a page: each gets a message with place and remedy."""

import json
import re
from pathlib import Path

import pytest

from conftest import PART, Tiny, bare_configuration, copy_of_the_project, run

FOLDER = "src/softlookup/pages/planted"
FIGURE = PART.replace('"on"', '"on" html="on"')
NUMBERS = "import math\n\nshares = [0.5, 0.25]\nweights = {'racket': 0.5}\nlost = math.nan\n"
KIND = "from softlookup.kinds import {0}, Answers\n\n\n"


def page(text: str) -> dict[str, str]:
    return {"docs/planted.md": f"# Planted\n\n{text}", f"{FOLDER}/__init__.py": ""}


# What the author writes, and what the build must say.
MISTAKES = {
    "nothing wrong": (
        page("It is [0.5](=shares[0]).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"^built$",
    ),
    "a part that is not written yet": (
        page(PART.format('table("by_hand")')),
        rf"docs/planted.md:3: {FOLDER}/tables.py does not exist: write it",
    ),
    "an unknown part": (
        page(PART.format('table("by_hnd")'))
        | {f"{FOLDER}/tables.py": 'def by_hand() -> str:\n    return "a"\n'},
        r"docs/planted.md:3: pages/planted/tables.py has no function 'by_hnd'; it has by_hand",
    ),
    "a misspelt figure": (
        page(FIGURE.format('figure("curv")')) | {f"{FOLDER}/figures/curve.py": ""},
        rf"docs/planted.md:3: {FOLDER}/figures/curv.py does not exist: write it, or name one of curve",
    ),
    "a figure without a sentence": (
        page(FIGURE.format('figure("curve")'))
        | {f"{FOLDER}/figures/curve.py": "def draw():\n    pass\n"},
        r"docs/planted.md:3: pages/planted/figures/curve.py has no SAYS: a figure needs both",
    ),
    "a figure that is not returned": (
        page(FIGURE.format('figure("curve")'))
        | {f"{FOLDER}/figures/curve.py": 'SAYS = "It rises."\n\n\ndef draw():\n    pass\n'},
        rf"docs/planted.md:3: {FOLDER}/figures/curve.py:4: draw returned None: .* its figure",
    ),
    "a table that is not returned": (
        page(PART.format('table("by_hand")'))
        | {f"{FOLDER}/tables.py": 'def by_hand() -> str:\n    "a table"\n'},
        rf"docs/planted.md:3: {FOLDER}/tables.py:1: by_hand returned None: end it with `return`",
    ),
    "a bug that returns nothing": (
        page(PART.format('bug("sums")'))
        | {
            f"{FOLDER}/bugs.py": KIND.format("bug")
            + '@bug("Sums", breaks="weights", cure="divide")\ndef sums():\n    1 + 1\n'
        },
        rf"docs/planted.md:3: {FOLDER}/bugs.py:4: sums returned None: .*`return` of what it gives",
    ),
    "a misconception that returns nothing": (
        page(PART.format('misconception("focus")'))
        | {
            f"{FOLDER}/quiz.py": KIND.format("misconception")
            + '@misconception("It is", fact="no", concept="softmax")\ndef focus():\n    1 + 1\n'
        },
        rf"docs/planted.md:3: {FOLDER}/quiz.py:4: focus returned None: end it with `return`",
    ),
    "a question that returns nothing": (
        page(PART.format("questions()"))
        | {
            f"{FOLDER}/quiz.py": KIND.format("question")
            + '@question("Why?", hint="look", concept="softmax")\ndef why():\n    1 + 1\n'
        },
        rf"docs/planted.md:3: {FOLDER}/quiz.py:4: why returned None: end it .* of its answers",
    ),
    "a question with a wrong option that is right": (
        page(PART.format("questions()"))
        | {
            f"{FOLDER}/quiz.py": KIND.format("question")
            + '@question("Why?", hint="look", concept="softmax")\ndef why():\n'
            + '    return Answers("8", "so", {"8": "a", "9": "b"})\n'
        },
        r"docs/planted.md:3: .*the wrong option '8' equals the right one",
    ),
    "a dictionary without a key": (
        page("It is [0.5](=weights).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"docs/planted.md:3: weights is a dict with the keys \['racket'\], .*: add \[key\]",
    ),
    "an unknown key": (
        page("It is [0.5](=weights[rocket]).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"docs/planted.md:3: weights\[rocket\]: no entry 'rocket'; there are \['racket'\]",
    ),
    "a word as an index": (
        page("It is [0.5](=shares[racket]).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"docs/planted.md:3: shares\[racket\]: 'racket' does not lead into list: .*place from 0",
    ),
    "a place beyond the end": (
        page("It is [0.5](=shares[2]).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"docs/planted.md:3: shares\[2\]: '2' does not lead into list: .*place from 0",
    ),
    "NaN": (
        page("It is [0.5](=lost).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"docs/planted.md:3: lost is NaN: mend what computes it",
    ),
    "a number of another page, without its name": (
        page("It is [0.665](=best_two).\n") | {f"{FOLDER}/numbers.py": NUMBERS},
        r"docs/planted.md:3: best_two: .* has no 'best_two'; there is soft_lookup.best_two: name that",
    ),
    "a number before there is a file for it": (
        page("It is [0.665](=best_two).\n"),
        r"docs/planted.md:3: best_two: there is no .*planted/numbers.py; there is soft_lookup.best_two",
    ),
    "a failing assert where numbers are computed": (
        page("It is [0.5](=shares[0]).\n")
        | {f"{FOLDER}/numbers.py": "shares = [0.5]\nassert sum(shares) == 1, 'shares sum to 1'\n"},
        rf"docs/planted.md:3: {FOLDER}/numbers.py:2 fails with AssertionError: shares sum to 1: mend",
    ),
    "a failing assert behind a table": (
        page(PART.format('table("by_hand")'))
        | {
            f"{FOLDER}/numbers.py": "assert 1 == 2, 'sums'\n",
            f"{FOLDER}/tables.py": "from softlookup.pages.planted import numbers\n",
        },
        rf"docs/planted.md:3: {FOLDER}/numbers.py:1 fails with AssertionError: sums: mend it",
    ),
    "a module that is no Python": (
        page(PART.format('table("by_hand")')) | {f"{FOLDER}/tables.py": "x = 1\ndef by_hand(\n"},
        rf"docs/planted.md:3: {FOLDER}/tables.py:2 fails with SyntaxError: .*: mend it",
    ),
    "a part that fails while it runs": (
        page(PART.format('table("by_hand")'))
        | {f"{FOLDER}/tables.py": "def by_hand() -> str:\n    return str(1 / 0)\n"},
        rf"docs/planted.md:3: .*failed with ZeroDivisionError(?s:.*){FOLDER}/tables.py\", line 2",
    ),
    "a quiz that is not written yet": (
        page(PART.format("questions()")),
        r"docs/planted.md:3: pages/planted/quiz.py asks no question",
    ),
    "another page's quiz": (
        page(PART.format('questions("softmax")')),
        r"docs/planted.md:4: a page prints its own questions, .*: write print\(page.questions\(\)\)",
    ),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the build says of each mistake, in a copy of the project and one process."""
    copy = copy_of_the_project(tmp_path_factory.mktemp("mistakes") / "project")
    (copy / "docs" / "index.md").write_text("# Start\n", encoding="utf-8")
    planted = {name: files for name, (files, _) in MISTAKES.items()}
    script = Path(__file__).parent / "build_each.py"
    surroundings = {"PYTHONPATH": str(copy / "src"), "SOFTLOOKUP_CACHE": "0"}
    result = run(script, copy, cwd=copy, given=json.dumps(planted), **surroundings)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_gets_a_message_with_place_and_remedy(said: dict[str, str], mistake: str) -> None:
    assert re.search(MISTAKES[mistake][1], said[mistake]), said[mistake]


# --- Mistakes in mkdocs.yml -------------------------------------------------------------------------

CONFIGURED = {
    "without the runner": (
        re.compile(r"  - markdown-exec:\n.*\n"),
        "",
        "does not name the plugin 'markdown-exec': nothing would run",
    ),
    "with a notebook that is not executed": (
        re.compile(r"  - softlookup.*\n"),
        "  - mkdocs-jupyter: {execute: false}\n  - softlookup\n",
        "mkdocs-jupyter needs execute: true and allow_errors: false",
    ),
    "with a notebook that may fail": (
        re.compile(r"  - softlookup.*\n"),
        "  - mkdocs-jupyter: {execute: true, allow_errors: true}\n  - softlookup\n",
        "mkdocs-jupyter needs execute: true and allow_errors: false",
    ),
    "without the checks": (
        re.compile(r"  - softlookup.*\n"),
        "",
        "name 'page' is not defined",
    ),
}


@pytest.mark.parametrize("mistake", CONFIGURED)
def test_a_site_whose_configuration_would_prove_nothing_is_not_built(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, mistake: str
) -> None:
    pattern, instead, message = CONFIGURED[mistake]
    configuration, count = pattern.subn(instead, bare_configuration())
    assert count == 1
    monkeypatch.setattr("conftest.bare_configuration", lambda: configuration)
    text = "# Title\n\n" + PART.format('table("soft_lookup.by_hand")')
    code, told, _ = tiny({"index.md": text})
    assert code != 0, told
    assert message in told
