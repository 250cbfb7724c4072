"""What a fence runs: caught as it is printed, and without a trace in what runs after it."""

import os
import sys
import warnings

import numpy as np
import pytest

from softlookup import catalogue, laws
from softlookup.site import run
from softlookup.site.run import part_name, run_alone

# A program that changes a setting of the process, and one that shows it.
SETTINGS = {
    "how arrays are printed": (
        "import numpy as np; np.set_printoptions(precision=1)",
        "import numpy as np; print(np.array([1 / 3]))",
        "[0.33333333]\n",
    ),
    "what NumPy warns of": (
        "import numpy as np; np.seterr(all='ignore')",
        "import numpy as np; print(np.geterr()['divide'])",
        "warn\n",
    ),
    "a variable of the environment": (
        "import os; os.environ['PLANTED'] = '1'",
        "import os; print(os.environ.get('PLANTED'))",
        "None\n",
    ),
    "a variable that is taken away": (
        "import os; os.environ.clear()",
        "import os; print('PATH' in os.environ)",
        "True\n",
    ),
    "which warnings are errors": (
        "import warnings; warnings.simplefilter('ignore')",
        "import warnings; print(warnings.filters[0][0])",
        "error\n",
    ),
    "the arguments of the command": (
        "import sys; sys.argv.append('planted')",
        "import sys; print(len(sys.argv))",
        "1\n",
    ),
    "a name": ("planted = 1", "print('planted' in globals())", "False\n"),
    "where text is printed": (
        "import io, sys; sys.stdout = io.StringIO()",
        "print('here')",
        "here\n",
    ),
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_setting_does_not_leak_into_the_next_block(setting: str) -> None:
    change, show, untouched = SETTINGS[setting]
    assert run_alone(change, "snippets/first.py") == ""
    assert run_alone(show, "snippets/second.py") == untouched


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_setting_does_not_leak_from_a_block_that_fails(setting: str) -> None:
    change, show, untouched = SETTINGS[setting]
    with pytest.raises(ZeroDivisionError):
        run_alone(f"{change}\n1 / 0", "snippets/first.py")
    assert run_alone(show, "snippets/second.py") == untouched


def test_the_builder_is_left_as_it_was() -> None:
    before = dict(os.environ), list(sys.argv), np.get_printoptions(), list(warnings.filters)
    for change, _, _ in SETTINGS.values():
        run_alone(change, "snippets/planted.py")
    after = dict(os.environ), list(sys.argv), np.get_printoptions(), list(warnings.filters)
    assert after == before


def test_a_warning_is_an_error() -> None:
    with pytest.raises(RuntimeWarning, match="divide by zero"):
        run_alone("import numpy as np; np.log(np.zeros(1))", "snippets/planted.py")


def test_a_part_has_its_page_at_hand_and_a_snippet_has_not() -> None:
    assert run_alone("print(page.name)", "print(page.name)", "softmax") == "softmax\n"
    with pytest.raises(NameError, match="page"):
        run_alone("print(page.name)", "snippets/planted.py", "softmax")


def test_a_block_runs_as_a_program() -> None:
    assert run_alone("print(__name__)", "snippets/planted.py") == "__main__\n"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ('print(page.table("by_hand"))', "table soft_lookup.by_hand"),
        ('print(page.table("softmax.shares"))', "table softmax.shares"),
        ('print(page.figure("hull"))', "figure soft_lookup.hull"),
        ("print(page.questions())", "questions soft_lookup"),
        ("snippets/soft_lookup.py", "snippet soft_lookup"),
    ],
)
def test_a_part_is_named_after_its_kind_its_page_and_itself(label: str, name: str) -> None:
    assert part_name(label, "soft_lookup") == name


def test_what_was_remembered_of_the_tests_is_forgotten_when_something_is_edited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run, "_loaded_at", {"a_page": "yesterday"})
    catalogue.listing()
    laws.holds(laws.SINGLE, lambda q, k, v: v, laws.random(0, n_k=1))
    files, lines = (found.cache_info().currsize for found in (catalogue._tests, laws._compiled))
    assert files
    assert lines
    run._forget_what_changed({"a_page": "yesterday"})
    assert catalogue._tests.cache_info().currsize == files
    run._forget_what_changed({"a_page": "today"})
    assert catalogue._tests.cache_info().currsize == 0
    assert laws._compiled.cache_info().currsize == lines, "laws are what all pages share"
