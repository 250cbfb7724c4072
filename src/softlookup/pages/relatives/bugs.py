"""Mistakes of the page on relatives."""

import numpy as np

from softlookup.kinds import bug
from softlookup.steps.kernel_regression import blend, kernel_regression


@bug(
    "the kernel that lost its square",
    breaks="Move every place and the question by the same distance, and a guess must stay. This "
    "one runs to the outermost measurement: a large place has a large dot product with everything.",
    cure="Keep −place²/2 as a second number of the key, with a 1 in the query. Or give all "
    "keys one length.",
)
def lost_square() -> object:
    places = np.array([0.0, 1.0, 2.0, 3.0])
    heights = places**2
    lines = []
    for shift in (0, 10):
        x = 1.5 + shift
        wrong = blend(x * (places + shift), heights)  # "similar" by dot product alone
        right = kernel_regression(x, places + shift, heights)
        lines.append(f"moved by {shift:2}: {wrong:.3f} instead of {right:.3f}")
    return "\n".join(lines)
