"""Lines of similarity.py to write, and lines to put in order."""

from typing import Any

import numpy as np

from softlookup.kinds import faded, ordered


@faded(
    "similarity",
    "return np.asarray(a, dtype=float) @ np.asarray(b, dtype=float)",
    asks="Multiply two vectors place by place and add up, as floats.",
    beliefs={
        "return a @ b": (
            "the type of the numbers does not matter. Small integers wrap around, and a good "
            "match becomes a bad one"
        ),
        "return np.asarray(a, dtype=float) * np.asarray(b, dtype=float)": "the products are the score. They have to be added up first",
        "return np.linalg.norm(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))": "similar means near. A distance is small for a good match, and a score is large",
    },
)
def adding_up(dot: Any) -> object:
    small = np.array([100, 100], dtype=np.int8)
    return dot(np.array([1, 1]), np.array([2, 1])), dot(small, small)


@faded(
    "similarity",
    "a = a / abs(a).max()",
    asks=(
        "Shrink a vector, however long or short, so that its squares stay within the "
        "range of floats, and its direction stays as it is."
    ),
    beliefs={
        "a = a": "squares of floats are floats. From a size of about 1e154 on they are infinite",
        "a = a / a.max()": (
            "the largest number is the largest in size. Where all are negative, this turns "
            "the vector round"
        ),
        "a = a - a.max()": (
            "a common shift changes nothing, as in softmax. It changes the direction of a vector"
        ),
    },
)
def shrinking(cosine: Any) -> object:
    return cosine([1e200, 2e200], [1, 0]), cosine([-1, -2], [1, 1]), cosine([1, 2], [2, 1])


@faded(
    "similarity",
    "found = dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))",
    asks="Take both lengths out of the dot product.",
    beliefs={
        "found = dot(a, b)": "the dot product is the cosine already. It grows with both lengths",
        "found = dot(a, b) / np.linalg.norm(a) * np.linalg.norm(b)": (
            "Python reads this as one fraction. It divides by one length and multiplies by "
            "the other"
        ),
        "found = dot(a, b) / (np.linalg.norm(a) + np.linalg.norm(b))": (
            "the lengths are added. They multiply the score, so they must be divided out as a"
            " product"
        ),
        "found = dot(a, b) / len(a)": "the length of a vector is how many numbers it has",
    },
)
def turning(cosine: Any) -> object:
    return cosine([2, 1], [1, 1]), cosine([4, 2, 1], [1, -3, 4])


@ordered(
    "similarity",
    first="tennis =",
    last='print(f"{word:>10}',
    asks="These lines compare tennis with three words.",
)
def comparing() -> str:
    return (
        "The heading is printed once, so it stands before the loop; the two names only "
        "have to be there before they are used."
    )
