"""Turn every key by its place and every query by its own: their score then knows the distance."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.3, 2026-11-18. Python 3.11, NumPy 2.0 or newer. Explained at positions/

import numpy as np


def rotate(rows, places, base=10000.0, interleaved=False):
    """Each pair of numbers turned by place × speed; the later the pair, the slower it turns."""
    n, d = rows.shape[-2:]
    if d % 2 or np.shape(places)[-1:] != (n,):
        shapes = f"{rows.shape} and {np.shape(places)}"
        raise ValueError(f"give rows (..., n, d) of even width and n places, not {shapes}")
    speeds = base ** (-np.arange(0, d, 2) / d)  # (d/2,)   from 1 down, in wide rows to near 1/base
    angles = np.asarray(places)[..., np.newaxis] * speeds  # (..., n, d/2)
    cos, sin = np.cos(angles), np.sin(angles)
    kind = np.result_type(rows, np.float16)  # floats stay what they are
    turned = np.empty(np.broadcast_shapes(rows.shape, (*angles.shape[:-1], d)), kind)
    if interleaved:  # the pairs are neighbours: (0, 1), (2, 3), …
        first, second = slice(0, None, 2), slice(1, None, 2)
    else:  # the pairs stand half a row apart: (0, d/2), (1, d/2 + 1), …
        first, second = slice(0, d // 2), slice(d // 2, None)
    turned[..., first] = rows[..., first] * cos - rows[..., second] * sin
    turned[..., second] = rows[..., first] * sin + rows[..., second] * cos
    return turned


if __name__ == "__main__":
    query = np.array([[1.0, 1.0, 0.0, 0.0]])
    key = np.array([[2.0, 1.0, 0.0, 0.0]])
    print("query at  key at  distance  score")
    for query_place, key_place in [(0, 0), (7, 7), (1, 0), (8, 7), (3, 0)]:
        score = rotate(query, [query_place]) @ rotate(key, [key_place]).T
        distance = query_place - key_place
        print(f"{query_place:8}  {key_place:6}  {distance:8}  {score.item():5.2f}")
