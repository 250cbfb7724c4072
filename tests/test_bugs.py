"""Every classic mistake: shown as it is typed, and the shown code gives the shown fingerprint."""

import numpy as np
import pytest

from softlookup import walk
from softlookup.kinds import Bug
from softlookup.site.run import run_alone


def named(bug: Bug) -> str:
    return bug.key


@pytest.mark.parametrize("bug", walk.bugs(), ids=named)
def test_the_code_that_is_shown_prints_the_fingerprint_that_is_shown(bug: Bug) -> None:
    module = bug.make.__module__
    known = [name for name in vars(walk.module(bug.page, "bugs")) if not name.startswith("__")]
    given = f"from {module} import {', '.join(known)}\n"
    with np.errstate(all="ignore"):  # some mistakes are about what NumPy would warn of
        printed = run_alone(given + bug.code, bug.key)
        made = str(bug.make())
    assert printed.rstrip("\n") == made.rstrip("\n")


@pytest.mark.parametrize("bug", walk.bugs(), ids=named)
def test_a_mistake_says_what_gives_it_away_and_how_to_mend_it(bug: Bug) -> None:
    assert len(bug.breaks) > 20
    assert len(bug.cure) > 10
