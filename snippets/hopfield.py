"""A soft lookup that stores its keys as values repairs a damaged picture: a Hopfield memory."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, NumPy 2.0 or newer. Explained at relatives/

import numpy as np


def recall(state, patterns, sharpness=1.0):
    """One step: read the stored patterns by their likeness to the state."""
    scores = sharpness * (patterns @ state)  # (n_k,)
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()  # (n_k,)
    return weights @ patterns  # (d,)  keys and values are the same rows


def cosine(a, b):
    """How alike two pictures are, from -1 to 1."""
    lengths = np.linalg.norm(a) * np.linalg.norm(b)  # neither is all 0
    return np.clip(np.dot(a, b) / lengths, -1, 1)  # rounding may leave it a little beyond


if __name__ == "__main__":
    letters = {
        "T": "##### ..#.. ..#.. ..#.. ..#..",
        "L": "#.... #.... #.... #.... #####",
        "X": "#...# .#.#. ..#.. .#.#. #...#",
    }
    dots = np.array([list(text.replace(" ", "")) for text in letters.values()])
    patterns = np.where(dots == "#", 1.0, -1.0)  # (3, 25)

    damaged = patterns[0].copy()
    damaged[:5] *= -1  # the roof of the T, inverted
    pictures = {
        "damaged": damaged,
        "sharpness 1": recall(damaged, patterns, 1.0),
        "sharpness 0.02": recall(damaged, patterns, 0.02),
    }
    for row in range(5):
        lines = [picture.reshape(5, 5)[row] for picture in pictures.values()]
        drawn = ["".join(np.where(line > 0, "#", ".")) for line in lines]
        print("   ".join(drawn))
    for name, picture in pictures.items():
        print(f"{name}: {cosine(picture, patterns[0]):.3f} like the T")
