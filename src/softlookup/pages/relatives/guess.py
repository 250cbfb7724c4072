"""The guess of the page on relatives: the height between the measurements."""

from softlookup.pages.relatives.numbers import curve, kernel_regression, place
from softlookup.practice.beliefs import Guess, Outside
from softlookup.practice.guesses import predict_first


def guess() -> str:
    """The blend of four heights, the near ones counting most."""
    places, heights = kernel_regression.places, kernel_regression.heights
    blended = float(kernel_regression.kernel_regression(place, places, heights))
    assert blended > curve["place"]
    beside = [float(h) for p, h in zip(places, heights, strict=True) if abs(p - place) < 1]
    low, high = float(heights.min()), float(heights.max())
    return predict_first(
        "relatives.between",
        Guess(
            blended,
            "it lies above the curve: left and right count alike, and the curve bends upwards.",
        ),
        [
            Guess(curve["place"], "that is the true height; the blend does not know the curve."),
            Guess(
                sum(beside) / 2, "that is halfway between the two neighbours, the others left out."
            ),
            Guess(float(heights.mean()), "that is the plain mean of all four heights."),
            Guess(min(beside), "that is the left neighbour alone."),
            Guess(max(beside), "that is the right neighbour alone."),
        ],
        decimals=2,
        outside=Outside(low, high, f"an average lies between {low:.0f} and {high:.0f}."),
        label="The height",
    )
