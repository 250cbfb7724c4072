"""Every classic mistake: shown as it is typed, and the shown code gives the shown fingerprint."""

import importlib

import numpy as np
import pytest

from softlookup import bugs
from softlookup.site.execute import run_quietly

MISTAKES = bugs.bugs()


@pytest.mark.parametrize("key", MISTAKES)
def test_the_code_that_is_shown_prints_the_fingerprint_that_is_shown(key: str) -> None:
    found = MISTAKES[key]
    module = importlib.import_module(found.make.__module__)
    names = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    given = "\n".join(f"{name} = given['{name}']" for name in names)
    holder = f"import softlookup.bugs.{found.page} as module\ngiven = vars(module)\n{given}\n"
    with np.errstate(all="ignore"):  # some mistakes are about what NumPy would warn of
        printed = run_quietly(holder + found.code, key)
    assert printed.rstrip("\n") == str(found.make()).rstrip("\n")


@pytest.mark.parametrize("key", MISTAKES)
def test_a_mistake_says_what_gives_it_away_and_how_to_mend_it(key: str) -> None:
    found = MISTAKES[key]
    assert len(found.breaks) > 20
    assert len(found.cure) > 10
