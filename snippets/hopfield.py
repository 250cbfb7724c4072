"""A soft lookup that stores its keys as values repairs a damaged picture: a Hopfield memory."""
# MIT licence, Soft Lookup

import numpy as np


def recall(state, patterns, sharpness=1.0):
    """One step: read the stored patterns by their likeness to the state."""
    scores = sharpness * (patterns @ state)  # (n_k,)
    grown = np.exp(scores - scores.max())
    weights = grown / grown.sum()  # (n_k,)
    return weights @ patterns  # (d,)  keys and values are the same rows


def cosine(a, b):
    """How alike two pictures are, from -1 to 1."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)  # (d,), neither all 0
    return a @ b / np.sqrt((a @ a) * (b @ b))


letters = {
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "L": "#.... #.... #.... #.... #####",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
}
patterns = np.array(
    [[1.0 if dot == "#" else -1.0 for dot in text.replace(" ", "")] for text in letters.values()]
)  # (3, 25)

damaged = patterns[0].copy()
damaged[:5] *= -1  # the roof of the T, inverted
sharp, blurred = recall(damaged, patterns, 1.0), recall(damaged, patterns, 0.02)

for row in range(5):
    dots = slice(5 * row, 5 * row + 5)
    pictures = ["".join(np.where(p[dots] > 0, "#", ".")) for p in (damaged, sharp, blurred)]
    print("   ".join(pictures))
for name, picture in [("damaged", damaged), ("sharpness 1", sharp), ("sharpness 0.02", blurred)]:
    print(f"{name}: {cosine(picture, patterns[0]):.3f} like the T")
