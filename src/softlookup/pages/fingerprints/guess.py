"""The guess of the page of fingerprints: which mistake gives itself away."""

from softlookup.examples import VALUES
from softlookup.pages.fingerprints.numbers import not_scaled, right, wrong_axis
from softlookup.practice.beliefs import Choice
from softlookup.practice.guesses import choose_first
from softlookup.write import number


def guess() -> str:
    """An impossible answer is found sooner than a likely one."""

    def possible(answer: float) -> bool:
        return bool(VALUES.min() <= answer <= VALUES.max())

    yours, theirs = (number(float(answer), 2) for answer in (wrong_axis, not_scaled))
    far = abs(wrong_axis - right) > abs(not_scaled - right)
    return choose_first(
        "fingerprints.sooner",
        [
            Choice(
                f"Yours, {yours}",
                "is right: no average leaves the range of its values, so nobody needs to know the answer to see it.",
                bool(far and not possible(wrong_axis) and possible(not_scaled)),
            ),
            Choice(
                f"The colleague’s, {theirs}",
                "looks at how far off it is from the right answer, and whoever debugs does not have that one.",
                not possible(not_scaled),
            ),
            Choice(
                "Both as soon",
                "forgets that one of them could be right for all that its reader knows.",
                possible(wrong_axis) == possible(not_scaled),
            ),
        ],
    )
