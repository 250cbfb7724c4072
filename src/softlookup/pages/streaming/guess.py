"""The guess of the page on streaming: a clear lead among a thousand."""

from softlookup import lookup
from softlookup.pages.streaming.numbers import shares
from softlookup.practice.beliefs import SHARE, Guess
from softlookup.practice.guesses import predict_first

LEAD, FEW, MANY = 5.0, 3, 1000


def guess() -> str:
    """What is left of a clear lead among a thousand entries."""
    left = float(lookup.softmax([LEAD, *[0.0] * (MANY - 1)])[0])
    assert abs(left - shares[MANY]) < 1e-12
    return predict_first(
        "streaming.thousand",
        Guess(left, "each rival takes little, and there are very many of them."),
        [
            Guess(round(shares[FEW], 2), "that is no change; but every entry more takes a share."),
            Guess(1 / MANY, "that is an even split, as if the lead did not count at all."),
            Guess(shares[FEW] * FEW / MANY, "that lets the share shrink as the number grows."),
            Guess(0.0, "that forgets the lead: e⁵ is as much as a hundred and fifty rivals."),
            Guess(1 / 2, "that is half, which takes a lead of about seven."),
        ],
        outside=SHARE,
        label="The share among a thousand",
    )
