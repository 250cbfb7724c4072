"""The doctor names what was done to a function, and leaves right ones alone."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import doctor as bench
from patients import faulty, mutated, sound
from softlookup import command, lookup, runs
from softlookup.doctor import (
    assert_attention,
    examine,
    examine_source,
    files,
    source_report,
)
from softlookup.doctor.markup import verdict
from softlookup.doctor.mistakes import KNOWN
from softlookup.pages.doctor.cases import CASES, examined

KEYS = {
    "verdict headline law line input expected got mistake sure evidence explained of margin page cure "
    "broken kept read_as notes not_tried html"
}
NUMPY = [each for each in sound.ALL if each.style.startswith(("NumPy", "einsum", "tiles"))]
# Slow ones stand in the stored run; these two are compiled, and have no signature or another type.
COMPILED = [each for each in sound.ALL if each.name.startswith("torch_compiled")]
FAULTY = [each for each in faulty.ALL if not each.name.startswith(("torch", "jax"))]
WRONG = """
import numpy as np
def attention(q, k, v):
    e = np.exp(q @ k.T / np.sqrt(k.shape[1]))
    return e / e.sum(axis=0) @ v
"""


@pytest.mark.parametrize("each", [*NUMPY, *COMPILED], ids=lambda each: each.name)
def test_a_right_function_gets_a_clean_bill_that_says_what_was_not_tried(each):
    report = examine(each.function, **each.options)
    assert report.right, str(report)
    assert report.not_tried
    assert report.kept


@pytest.mark.parametrize("each", FAULTY[::2], ids=lambda each: each.name)
def test_a_faulty_function_is_called_by_the_name_of_its_mistake(each):
    report = examine(each.function, **each.options)
    assert report.finding is not None, str(report)
    assert re.search(each.says, report.finding.says), str(report)
    assert report.breach is not None


SILENT_ONCE = (
    "mask_ignored_under_another_name",
    "keywords_swallowed",
    "causal_flag_ignored",
    "nan_for_nothing",
    "scales_the_callers_queries",
    "computed_in_float16",
    "mask_transposed",
    "masked_late_and_shared_again",
)


@pytest.mark.parametrize("name", SILENT_ONCE)
def test_what_a_smaller_checker_passes_in_silence_is_found(name):
    [each] = [each for each in faulty.ALL if each.name == name]
    report = examine(each.function, **each.options)
    assert not report.right
    assert re.search(each.says, report.finding.says)


def test_mutants_of_a_right_function_are_found_and_equivalent_ones_are_not_blamed():
    sources = bench.mutants(quick=True)["mutant"][::6]
    outcomes = [bench.of_mutant(source)[0] for source in sources]
    assert bench.SILENT not in outcomes
    assert {bench.NAMED, bench.LAW} <= set(outcomes)
    same = mutated.text().replace("np.sqrt(k.shape[-1])", "np.sqrt(q.shape[-1])")
    assert bench.of_mutant(same)[0] == bench.EQUIVALENT
    assert examine(mutated.function(same)).right


def test_the_smallest_input_is_shown_with_both_answers():
    report = examine(sound.shortest)
    assert report.breach is None
    report = source_report(WRONG)
    shapes = {name: np.shape(x) for name, x in report.breach.given.items()}
    assert shapes == {"q": (2, 1), "k": (2, 1), "v": (2, 1)}  # with one query it does not show
    assert np.shape(report.breach.got) == (2, 1)


def test_hiding_is_shown_on_an_input_that_leaves_something_to_read():
    [each] = [each for each in faulty.ALL if each.name == "mask_inverted"]
    breach = examine(each.function).breach
    assert np.shape(breach.given["k"]) == (2, 1)
    assert np.shape(breach.got) == np.shape(breach.expected)


def test_it_says_how_sure_it_is_and_what_comes_second():
    found = source_report(WRONG).finding
    assert found.sure == "certain"
    assert found.explained == found.of
    assert found.margin > 0
    assert found.runner_up != found.says


# --- How a function is called -----------------------------------------------------------------------


def test_a_mistake_is_found_whatever_the_function_returns():
    def in_a_tuple(q, k, v):
        weights = sound.softmax(q @ k.T)
        return weights, weights @ v

    assert "not divided" in examine(in_a_tuple).headline


def test_causal_order_that_is_on_by_default_is_switched_off():
    def ordered(q, k, v, causal=True):
        scores = q @ k.T / np.sqrt(k.shape[1])
        if causal:
            scores = np.where(np.tri(len(q), len(k), dtype=bool), scores, -np.inf)
        return sound.softmax(scores) @ v

    assert examine(ordered).right


def test_what_is_left_out_before_an_argument_without_a_name_keeps_its_default():
    def ordered(q, k, v, mask=None, causal=False, /):
        scores = q @ k.T / np.sqrt(k.shape[1])
        may = np.ones(scores.shape, bool) if mask is None else mask
        if causal:
            may = may & np.tri(len(q), len(k), dtype=bool)
        return sound.softmax(np.where(may, scores, -np.inf)) @ v

    assert examine(ordered).headline.startswith("Right on ordinary input")


def test_laws_that_were_asked_of_one_head_say_so():
    alone = "with one head"
    assert alone in examine(sound.heads_by_parameter).kept_where
    assert alone not in examine(sound.heads_by_parameter, heads=2).kept_where
    assert alone not in examine(sound.shortest).kept_where


def test_a_maximum_down_the_columns_is_no_softmax_down_the_columns():
    def of_columns(q, k, v):
        scores = q @ k.T / np.sqrt(k.shape[1])
        exponentials = np.exp(scores - scores.max(0))
        return exponentials / exponentials.sum(-1, keepdims=True) @ v

    assert "the maximum runs over the wrong axis" in examine(of_columns).headline.lower()


@pytest.mark.parametrize("axes", [3, 4])
def test_a_function_of_a_batch_is_called_with_one(axes):
    def batched(q, k, v):
        assert q.ndim == axes
        return sound.softmax(q @ k.swapaxes(-1, -2)) @ v

    report = examine(batched)
    assert "not divided" in report.headline
    assert any("batch" in line for line in report.read_as)


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda q, k: q, "takes 2 parameters"),
        (lambda q, k, v: 1 / 0, "ZeroDivisionError"),
        (lambda q, k, v: v[:, :0], "its answer has shape"),
        ("attention", "cannot be called"),
    ],
)
def test_a_function_that_gives_no_answer_is_told_why(function, says):
    report = examine(function)
    assert report.verdict == "stopped"
    assert says in report.headline


class Unsteady:
    """Right, but for one call of many."""

    def __init__(self, every):
        self.every, self.calls = every, 0

    def __call__(self, q, k, v):
        self.calls += 1
        return sound.shortest(q, k, v) * (1.5 if self.calls % self.every == 0 else 1)


@pytest.mark.parametrize("every", [2, 7, 13, 17, 37, 50, 80])
def test_a_function_that_is_seldom_wrong_is_said_to_be_unsteady(every):
    report = examine(Unsteady(every))
    assert report.verdict == "wrong"
    assert report.headline.startswith("Two calls with the same input differ"), report.headline
    assert "dropout" in report.finding.cure


@pytest.mark.parametrize("seed", range(20))
def test_dropout_of_a_tenth_is_noticed(seed):
    rng = np.random.default_rng(seed)

    def attention(q, k, v):
        kept = rng.random((len(q), len(k))) > 0.1
        return lookup.attention_weights(q, k) * kept / 0.9 @ v

    assert examine(attention).headline.startswith("Two calls with the same input differ")


def _upside_down(mask, default="=None"):
    """A function that hides what it should read, under any name of its mask."""
    return f"""
import numpy as np
def attend(q, k, v, {mask}{default}):
    scores = q @ k.T / q.shape[-1] ** 0.5
    if {mask} is not None:
        scores = np.where({mask}, -np.inf, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v
"""


@pytest.mark.parametrize("name", ["m", "padding", "is_visible"])
def test_a_parameter_whose_name_says_nothing_is_named(name):
    left = source_report(_upside_down(name)).not_tried
    assert any(line.startswith(f"`{name}=`: left as it is by default") for line in left)
    must = source_report(_upside_down(name, default="")).headline
    assert must.endswith(f"does not know what to give for {name}: a mask is best called mask.")
    found = source_report(_upside_down("mask"))
    assert "inverted" in found.headline
    assert not any("left as it is" in line for line in found.not_tried)


@pytest.mark.parametrize("options", [{"heads": 0}, {"scale": 0}, {"mask": "perhaps"}])
def test_a_question_without_an_answer_is_refused(options):
    with pytest.raises(ValueError, match=str(next(iter(options)))):
        examine(sound.shortest, **options)


def test_a_scale_that_is_meant_is_no_mistake_and_another_one_is():
    assert_attention(sound.unscaled_by_intention, scale=1.0)
    with pytest.raises(AssertionError, match="scale"):
        assert_attention(sound.shortest, scale=1.0)


def test_edges_may_be_allowed_in_a_test():
    [each] = [each for each in faulty.ALL if each.name == "nan_for_nothing"]
    assert_attention(each.function, edges=False)
    with pytest.raises(AssertionError, match="NaN"):
        assert_attention(each.function)


# --- Text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        (WRONG, "wrong", "wrong axis"),
        ("def f(q k):\n    pass", "stopped", "not Python yet in line 1"),
        ("x = 1\ny = x / 0\n", "stopped", "in line 2"),
        ("import no_such_library", "stopped", "no_such_library"),
        ("raise SystemExit", "stopped", "stops before"),
        ("def attention(q, k, v):\n    return attention(q, k, v)", "stopped", "without end"),
        ("x = 3", "stopped", "no function"),
        ("", "stopped", "no function"),
        ("\0", "stopped", "not Python"),
    ],
)
def test_whatever_is_pasted_is_answered_in_types_that_json_knows(text, verdict, says):
    found = examine_source(text)
    assert found.keys() == set(next(iter(KEYS)).split())
    assert found["verdict"] == verdict
    assert says in found["headline"]
    json.dumps(found, allow_nan=False)


def test_what_a_function_prints_is_not_in_the_answer(capsys):
    examine_source(WRONG.replace("    e =", "    print('here')\n    e ="))
    assert capsys.readouterr().out == ""


def test_an_error_of_the_function_cannot_become_markup():
    found = examine_source("def attention(q, k, v):\n    raise ValueError('<script>')")
    assert "<script" not in found["html"]
    assert "&lt;script&gt;" in found["html"]


def test_helpers_beside_the_function_are_not_taken_for_it():
    helper = "def helper(a, b, c):\n    return a\n"
    assert "wrong axis" in examine_source(WRONG + helper)["headline"]


def test_it_runs_from_a_few_files_with_numpy_alone(tmp_path):
    for name, text in files().items():
        path = tmp_path / "here" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    numpy = str(ROOT.joinpath(np.__file__).parents[1])
    code = (
        f"import sys; sys.path[:0] = [{str(tmp_path / 'here')!r}]; sys.path.append({numpy!r})\n"
        "import softlookup.doctor as d; assert d.__file__.startswith(sys.path[0])\n"
        f"print(d.examine_source({WRONG!r})['headline'])\n"
        "others = {n.split('.')[0] for n in sys.modules} & {'yaml', 'matplotlib', 'torch', 'mkdocs'}\n"
        "assert not others, others"
    )
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert "wrong axis" in ran.stdout, ran.stderr


# --- The command ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [(WRONG, 1), (WRONG.replace("axis=0", "axis=1, keepdims=True"), 1), ("import nothing_such", 2)],
)
def test_the_command_says_by_its_exit_code_what_it_found(tmp_path, capsys, text, code):
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    assert command.main(["doctor", f"{file}:attention"]) == code
    assert capsys.readouterr()


def test_the_command_passes_a_right_function_and_prints_json(tmp_path, capsys):
    file = tmp_path / "mine.py"
    file.write_text("import numpy as np\n" + mutated.TEXT, encoding="utf-8")
    assert command.main(["doctor", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "right"


def test_the_command_names_what_is_missing(tmp_path, capsys):
    file = tmp_path / "mine.py"
    file.write_text(WRONG, encoding="utf-8")
    assert command.main(["doctor", f"{file}:atention"]) == 2
    assert "it has attention" in capsys.readouterr().err
    assert command.main(["doctor", "nowhere.py:attention"]) == 2
    assert "no file nowhere.py" in capsys.readouterr().err


# --- The page and the stored run -------------------------------------------------------------------------


def test_every_mistake_leads_to_a_place_that_exists(site):
    pages = {mistake.page for mistake in KNOWN}
    pages |= {each.finding.page for each in map(examined, CASES) if each.finding}
    for page in pages:
        path, _, anchor = page.partition("#")
        text = (site / path / "index.html").read_text(encoding="utf-8")
        assert not anchor or f'id="{anchor}"' in text, page


def test_the_cases_of_the_page_are_named_and_one_is_sound():
    told = {case.name: examined(case) for case in CASES}
    assert [name for name, report in told.items() if report.right] == ["sound"]
    assert all(report.finding for name, report in told.items() if name != "sound")
    assert all("data-verdict" in verdict(report) for report in told.values())


def test_the_stored_run_is_of_these_functions_and_reaches_its_aims():
    stored = runs.run("doctor")
    kept = {
        kind: {row["name"] for row in runs.rows("doctor", kind=kind)}
        for kind in ("sound", "faulty")
    }
    here = {
        "faulty": {each.name for each in faulty.ALL},
        "sound": {each.name for each in sound.ALL},
    }
    assert all(here[kind] <= kept[kind] for kind in kept)
    if find_spec("torch") and find_spec("jax"):  # without them, their functions are not here
        assert here == kept
    assert len(kept["sound"]) >= 30
    assert len(kept["faulty"]) >= 60
    assert all(each["met"] for each in stored["expectations"])
