"""The harness that plants mistakes: it kills an obvious one, lets an obvious one live, and counts right."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from conftest import ROOT
from mutants import code, prose, sample, score, worker
from mutants.code import Source
from mutants.journal import Journal
from mutants.mutant import Mutant
from mutants.score import Result
from softlookup import runs
from softlookup.pages.numbers import parts

PAGE = """---
description: Five words.
---

# A

Racket gets [67 %](=weights[racket]) and ball [24 %](=weights[ball]) of two, in 3 [steps](softmax.md#definition).

```python
two = 3
```

$$
a + b_1
$$
"""
PROSE = list(prose.in_page("docs/a.md", PAGE, ["a", "softmax"]))


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("digit of a checked number", "[77 %](=weights[racket])"),
        ("number without a name", "gets 77 % and"),
        ("two names swapped", "[67 %](=weights[ball]) and ball [24 %](=weights[racket])"),
        ("number word in prose", "of three, in"),
        ("whole number in prose", "in 4 [steps]"),
        ("link to another page", "(a.md#definition)"),
        ("link to no page", "(softmaxs.md#definition)"),
        ("anchor", "(softmax.md#definitions)"),
        ("formula typed in prose", "a - b_1"),
    ],
)
def test_a_mistake_is_planted_in_prose(kind: str, wanted: str) -> None:
    planted = [mutant.plant(PAGE) for mutant in PROSE if mutant.kind == kind]
    assert any(wanted in text for text in planted), planted


def test_nothing_is_planted_in_a_fence_or_before_the_page() -> None:
    for mutant in PROSE:
        spoilt = mutant.plant(PAGE)
        assert "two = 3" in spoilt
        assert "Five words." in spoilt


MODULE = '''"""Ä module."""

SAYS = "Three rows, most above."


def draw():
    """Two axes."""
    assert 1 < 2
    axes.plot(x + 1, color=INK)
    return table(["word", "score"], [[word, number(score, 2)] for word in words])


Answers(right="1", why="w", wrong={"2": "b", "3": "c"})
settle(as_given=a > b)
# (n_q, n_k)
'''
SOURCE = Source("m.py", MODULE)


@pytest.mark.parametrize(
    ("plant", "wanted"),
    [
        (code.of_tables, 'table(["score", "word"]'),
        (code.of_tables, "[[number(score, 2), word] for"),
        (code.of_returns, "_ = table("),
        (code.of_captions, "rows, least above"),
        (code.of_ink, 'color="black"'),
        (code.of_ink, "color=INK, alpha=0"),
        (code.of_answers, 'right="2", why="w", wrong={"1": "b"'),
        (code.of_answers, 'wrong={ "3": "c"}'),
        (code.of_verdicts, "as_given=not (a > b)"),
        (code.of_shapes, "# (n_k, n_q)"),
        (lambda source: code.of_computing(source, "m"), "plot(x - 1,"),
        (lambda source: code.of_computing(source, "m"), "plot(x + 2,"),
        (lambda source: code.of_computing(source, "m"), "as_given=a <= b"),
    ],
)
def test_a_mistake_is_planted_in_code(plant: code.Plant, wanted: str) -> None:
    planted = [mutant.plant(MODULE) for mutant in plant(SOURCE)]
    assert any(wanted in text for text in planted), planted


def test_asserts_and_the_number_of_digits_are_left_alone() -> None:
    for mutant in code.of_computing(SOURCE, "m"):
        spoilt = mutant.plant(MODULE)
        assert "assert 1 < 2" in spoilt
        assert "number(score, 2)" in spoilt


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("np.where(total == 0, 1, total)", ["0 → 1"]),  # 0 / 2 is 0 as well
        ("np.where(total == 0, 1, other)", ["0 → 1", "1 → 2"]),
        ("np.where(top == -np.inf, 0, top)", []),  # −∞ − 1 is −∞ as well
        ("client.wait(3, timeout=60)", ["3 → 4"]),
        ("rows.reshape(2, -1)", ["2 → 3"]),  # −2 is the rest as well
    ],
)
def test_a_constant_is_left_alone_where_another_is_as_right(line: str, wanted: list[str]) -> None:
    source = Source("m.py", line)
    planted = [m for m in code.of_computing(source, "m") if m.kind == "constant in m"]
    assert [m.describe(line).rpartition(": ")[2] for m in planted] == wanted


EXAMPLE = """FIRST = 3
if __name__ == "__main__":
    print(max(2, 7), FIRST)
"""


@pytest.mark.parametrize(
    ("old", "new", "same"), [("2", "3", True), ("7", "8", False), ("3\n", "4\n", False)]
)
def test_an_example_that_prints_the_same_has_no_mistake(old: str, new: str, same: bool) -> None:
    from mutants.judge import example_prints_the_same

    start = EXAMPLE.index(old)
    mutant = Mutant("constant", "snippets/a.py", start, start + len(old), new)
    assert example_prints_the_same(EXAMPLE, mutant) == same


def test_a_sample_is_the_same_twice_and_has_every_kind() -> None:
    every = list(sample.planted(ROOT))
    kinds = sample.by_kind(every)
    chosen = sample.drawn(every, 2 * len(kinds))
    assert chosen == sample.drawn(every, 2 * len(kinds))
    assert Counter(mutant.kind for mutant in chosen) == dict.fromkeys(kinds, 2)


@pytest.mark.parametrize(
    ("kind", "group"),
    [
        ("constant in a question", "numbers and code"),
        ("word of a question", "labels, captions and answers"),
        ("verdict of a claim", "labels, captions and answers"),
        ("cells under swapped headings", "labels, captions and answers"),
        ("digit of a checked number", "numbers and code"),
        ("black ink", "numbers and code"),
        ("link to no page", "sentences, links and formulas"),
        ("number word in prose", "sentences, links and formulas"),
    ],
)
def test_a_kind_is_held_to_what_is_asked_of_its_group(kind: str, group: str) -> None:
    assert score.group(kind) == group


def test_a_run_goes_on_where_it_was_until_a_file_changes(tmp_path: Path) -> None:
    for name in worker.FILES:
        (tmp_path / name).write_text("", encoding="utf-8")
    mutant, result = PROSE[0], Result(PROSE[0].kind, "docs/a.md:7: 6 → 7", "build", "told", 0.5)
    Journal(tmp_path).note(mutant, result)
    assert Journal(tmp_path).known == {mutant: result}
    (tmp_path / worker.FILES[0]).write_text("changed", encoding="utf-8")
    assert Journal(tmp_path).known == {}


FOUND = [
    Result("digit", "docs/a.md:1: 1 → 2", "build"),
    Result("digit", "docs/a.md:2: 1 → 2", "walk"),
    Result("word", "docs/a.md:3: two → three", "nobody"),
    Result("word", "m.py:1: 1 → 2", "nothing"),
    Result("word", "m.py:2: 1 → 2", "test"),
]


def test_the_score_counts_what_was_noticed_and_names_the_rest() -> None:
    told = score.report(FOUND)
    assert told.endswith("Nobody noticed:\n  word: docs/a.md:3: two → three")
    told = re.sub(r" +", " ", told)
    assert "\nall 75.0 % " in told
    assert "\nword 50.0 % " in told
    assert "\nsentences, links and formulas 75.0 % " in told


def test_a_stored_score_is_printed_and_an_edited_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "benchmarks" / "results").mkdir(parents=True)
    score.store(tmp_path, FOUND, planted=900)
    monkeypatch.setattr(runs, "RESULTS", tmp_path / "benchmarks" / "results")
    runs.run.cache_clear()
    printed = parts.mutation_score()
    assert "| word | 2 | 1 | 0 | 1 | 50.0 % |" in printed
    assert "| **all** | 4 | 3 | 0 | 1 | 75.0 % |" in printed
    assert "The 1 that nobody noticed" in printed
    assert "two → three" in printed
    stored = tmp_path / score.FILE
    stored.write_text(stored.read_text("utf-8").replace('"nobody": 1', '"nobody": 0'), "utf-8")
    runs.run.cache_clear()
    with pytest.raises(ValueError, match="its digest does not fit"):
        parts.mutation_score()
    runs.run.cache_clear()


JUDGED = """
import sys
from pathlib import Path
from mutants.look import Look
from mutants.judge import Judge, failures
from mutants.mutant import Mutant
from mutants.worker import apart

root = Path(sys.argv[1])
look = Look(root)
known = {"soft-lookup.md": apart(lambda: look.show("soft-lookup.md", keep=True))}
judge = Judge(root, look, known)
path = root / "docs" / "soft-lookup.md"
text = path.read_text(encoding="utf-8")
for old, new in [("[67 %](=weights", "[68 %](=weights"), ("You have met each", "You have seen each")]:
    start = text.index(old)
    mutant = Mutant("test", "docs/soft-lookup.md", start, start + len(old), new)
    path.write_text(mutant.plant(text), encoding="utf-8")
    print(apart(lambda: judge.judge(mutant)))
    path.write_text(text, encoding="utf-8")

write = root / "src" / "softlookup" / "write.py"
text = write.read_text(encoding="utf-8")
start = text.index("100 * share")
mutant = Mutant("test", "src/softlookup/write.py", start, start + 3, "1000")
write.write_text(mutant.plant(text), encoding="utf-8")
print(apart(lambda: judge.judge(mutant)))
print(len(apart(lambda: failures(root, ("tests/test_numerals.py",)))))
"""


def test_an_obvious_mistake_is_noticed_and_a_harmless_word_is_not(tmp_path: Path) -> None:
    from mutants.worker import copy_of

    copy = copy_of(ROOT, tmp_path / "copy")
    command = [sys.executable, "-c", JUDGED, str(copy)]
    paths = f"{copy / 'src'}:{copy / 'tests'}:{copy}"
    environment = {"PYTHONPATH": paths, "PATH": "", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    first, second, third, fourth = done.stdout.strip().split("\n")[-4:]
    assert "outcome='build'" in first
    assert "68 % is typed but soft_lookup.weights[racket] is 67 %" in first
    assert "outcome='nobody'" in second
    assert "outcome='test'" in third, "percent() off by ten"
    assert fourth == "0", "tests that cannot see a mistake stay green"


@pytest.mark.parametrize(
    ("kind", "file", "looked_at"),
    [
        ("operator", "snippets/attention.py", "test_dropin_contract.py?promise[attention-"),
        ("operator", "snippets/attention.py", "written_in_the_same_words"),
        ("number without a name", "docs/masks.md", "test_numbers_page.py?for_nobody"),
        (
            "cells",
            "src/softlookup/pages/numbers/parts.py",
            "test_numbers_page.py?not test_no_number",
        ),
        ("operator", "src/softlookup/pages/streaming/numbers.py", "test_parts.py"),
        ("shape in a comment", "snippets/rotary.py", "test_steps.py?that_its_comment"),
    ],
)
def test_a_mistake_is_shown_to_the_tests_that_can_see_it(
    kind: str, file: str, looked_at: str
) -> None:
    from mutants.judge import Judge

    chosen = Judge(ROOT, None, {}).selection(Mutant(kind, file, 0, 1, ""))  # type: ignore[arg-type]
    assert any(looked_at in tests for tests in chosen), chosen


def test_no_mistake_is_shown_to_tests_in_a_browser() -> None:
    from mutants.judge import Judge

    mutant = Mutant("operator", "src/softlookup/pages/soft_lookup/numbers.py", 0, 1, "")
    chosen = Judge(ROOT, None, {}).selection(mutant)  # type: ignore[arg-type]
    assert not any("test_elements" in tests for tests in chosen), chosen


def test_a_mutant_says_where_it_stands() -> None:
    mutant = Mutant("digit", "docs/a.md", PAGE.index("67"), PAGE.index("67") + 1, "7")
    assert mutant.describe(PAGE) == "docs/a.md:7: 6 → 7"
