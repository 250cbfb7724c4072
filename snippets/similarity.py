"""Replace "is it equal?" by "how well does it match?": the dot product."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at similarity/

import numpy as np


def dot(a, b):
    """How far two vectors point the same way, counting their lengths."""
    # As floats: small integers would wrap around.
    return np.asarray(a, dtype=float) @ np.asarray(b, dtype=float)  # (d,) @ (d,) -> ()


def cosine(a, b):
    """How far two vectors point the same way, from -1 to 1, whatever their lengths."""
    a = np.asarray(a, dtype=float)
    b = np.asarray(b, dtype=float)
    if a.ndim != 1 or b.ndim != 1:
        raise ValueError(f"give two vectors, not the shapes {a.shape} and {b.shape}")
    if not a.any() or not b.any():
        raise ValueError(f"a vector of length 0 has no direction: {a}, {b}")
    a = a / abs(a).max()  # so that no square leaves the range of floats
    b = b / abs(b).max()
    found = dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))
    return np.clip(found, -1, 1)  # rounding may leave it a little beyond


if __name__ == "__main__":
    tennis = np.array([1.0, 1.0])  # (sport, outdoors)
    words = {"racket": [2.0, 1.0], "ball": [2.0, 0.0], "tree": [-1.0, 2.0]}

    print("tennis and     dot  cosine")
    for word, vector in words.items():
        print(f"{word:>10}  {dot(tennis, vector):5.1f}  {cosine(tennis, vector):6.3f}")

    # Twice as long: the direction is the same, the score is double.
    longer = 2 * np.array(words["racket"])
    print(f"2 x racket  {dot(tennis, longer):5.1f}  {cosine(tennis, longer):6.3f}")
