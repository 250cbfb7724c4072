"""Real word vectors: a subset of GloVe 6B (Pennington, Socher and Manning 2014)."""

import base64
import json
import textwrap
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from softlookup.examples import Matrix, Vector

_DATA = Path(__file__).parent / "data"


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((_DATA / "words.json").read_text(encoding="utf-8"))
    return data


def provenance() -> dict[str, str]:
    """Where the vectors come from and under which licence."""
    found: dict[str, str] = _data()["meta"]
    return found


def known() -> list[str]:
    """Every word that has a vector."""
    return list(_data()["words"])


def kinds() -> dict[str, str]:
    """The kind of every word: animal, people, place, ..."""
    return dict(zip(_data()["words"], _data()["category"], strict=True))


@cache
def vector(word: str) -> Vector:
    """The vector of one word, (100,)."""
    if word not in _data()["words"]:
        raise ValueError(
            f"no vector for {word!r}; words.known() lists the {len(known())} there are"
        )
    found: Vector = np.array(_data()["vectors"][_data()["words"].index(word)])
    found.setflags(write=False)
    return found


def vectors(words: Iterable[str]) -> Matrix:
    """One row a word, (n, 100)."""
    return np.stack([vector(word) for word in words])


def packed(words: Iterable[str]) -> str:
    """The vectors as text, for a notebook that runs without this package: thousandths, zlib, base64."""
    thousandths = np.rint(vectors(words) * 1000).astype("<i2")  # (n, 100)
    text = base64.b64encode(zlib.compress(thousandths.tobytes(), 9)).decode("ascii")
    return "\n".join(textwrap.wrap(text, 100))


def exact_bytes() -> bytes:
    """Every vector for a browser: ten-thousandths above the least of all, in two bytes each. Nothing is lost."""
    counted = np.rint(vectors(known()) * 10_000).astype(int)  # (n, 100)
    above = counted - counted.min()
    if above.max() >= 2**16:
        raise ValueError(f"the numbers span {above.max()} ten-thousandths: two bytes hold 65,535")
    held: bytes = above.astype("<u2").tobytes()
    return held


def least() -> float:
    """The least of all numbers of all vectors, from which `exact_bytes` counts."""
    return float(vectors(known()).min())
