"""The guess of the page on scaling: the best weight of eight, at a large width."""

from softlookup.pages.scaling.numbers import ENTRIES, divided, raw_top, widest
from softlookup.practice.beliefs import SHARE, Guess
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """Wider vectors, wider scores."""
    narrow = min(raw_top)
    return predict_first(
        "scaling.top",
        Guess(
            raw_top[widest],
            "it rises, because wider vectors have larger gaps between their scores.",
        ),
        [
            Guess(
                round(raw_top[narrow], 1),
                "that is no change; but with the width the scores spread.",
            ),
            Guess(
                1 / ENTRIES, "that is an even split, as if more numbers averaged the match away."
            ),
            Guess(
                divided[widest]["top"],
                "that is the best weight if each score is divided by the root of the width.",
            ),
            Guess(0.0, "that leaves nothing for the best of eight; it has an eighth at least."),
        ],
        decimals=2,
        outside=SHARE,
        label=f"The best weight at width {widest:,}",
    )
