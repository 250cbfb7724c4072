"""The guess of the page on temperature: the price when every score is halved."""

from softlookup import lookup
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.practice.beliefs import Guess, Outside
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """A temperature of 2, before it has a name."""

    def at(temperature: float) -> float:
        return float(lookup.soft_lookup(TENNIS, KEYS, VALUES, temperature))

    low, high = float(VALUES.min()), float(VALUES.max())
    return predict_first(
        "temperature.halved",
        Guess(at(2), "half the scores have half the gaps, so the shares are more even."),
        [
            Guess(at(1), "that is no change, as if only the order of the scores counted."),
            Guess(at(0.5), "that is the price when every score is doubled: the other way."),
            Guess(float(VALUES.mean()), "that is the mean; it takes scores that are all equal."),
            Guess(high, "that is the best match alone; halving does not make it win more clearly."),
            Guess(at(1) / 2, "that halves the price; the weights still sum to one."),
        ],
        outside=Outside(
            low, high, f"an average of the prices lies between {low:.0f} and {high:.0f}."
        ),
        label="The price with halved scores",
    )
