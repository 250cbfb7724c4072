"""A function under one reading: asked, compared, and held against the definition."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from softlookup.doctor.calling import Convention
from softlookup.doctor.questions import Question

_GENTLE = 1e-3  # a coarser type cannot bear large scores


@dataclass
class Patient:
    """The function, how it is called, and what its answers should be."""

    called: Convention
    heads: int = 1
    scale: float | None = None

    @property
    def tolerance(self) -> float:
        """How far an answer of the size of 1 may be off."""
        return self.called.tolerance

    @property
    def gentle(self) -> bool:
        """Whether its numbers are too coarse for large scores."""
        return self.tolerance > _GENTLE

    def ask(self, q: Any, k: Any, v: Any, mask: Any = None, *, causal: bool = False) -> Any:
        """The answers, in the form in which the laws are stated."""
        return self.called.ask(q, k, v, mask, heads=self.heads, causal=causal)

    def answer(self, q: Any, k: Any, v: Any, mask: Any = None, heads: int = 1) -> Any:
        """The answers to a question that says how many heads it has."""
        return self.called.ask(q, k, v, mask, heads=heads)

    def right(self, question: Question) -> Any:
        """The answer by definition, to the numbers as the function receives them."""
        kind = self.called.kind
        given = {name: kind.rounded(getattr(question, name)) for name in "qkv"}
        return replace(question, **given).right(self.scale)

    def same(self, a: Any, b: Any, times: float = 1) -> bool:
        """Whether two answers agree as far as their type lets them."""
        if isinstance(a, Exception) or isinstance(b, Exception):
            return False
        a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
        if a.ndim == b.ndim and a.shape != b.shape:
            return False
        size = max(1.0, float(np.abs(b[np.isfinite(b)]).max(initial=0.0)))
        try:
            return bool(
                np.allclose(a, b, rtol=0, atol=times * self.tolerance * size, equal_nan=True)
            )
        except ValueError:  # shapes that do not fit together
            return False
