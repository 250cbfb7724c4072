"""Whether a line that a reader wrote does what the missing line of a snippet did, and if not, why not.

The same code judges at build, where every known belief must be told apart from the truth and from every
other, and in the reader's browser. It needs nothing but Python and NumPy.
"""

import contextlib
import io
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Outcome:
    """What a probe of a snippet gave, or the error that it ended with."""

    value: Any = None
    error: str = ""

    def told(self) -> str:
        """In one line, for a reader."""
        return self.error or " and ".join(_told(part) for part in self.value)

    def alike(self, other: "Outcome") -> bool:
        """Whether nobody could tell the two apart."""
        if self.error or other.error:
            return self.error == other.error
        pairs = zip(self.value, other.value, strict=False)
        return len(self.value) == len(other.value) and all(_alike(a, b) for a, b in pairs)


def _told(part: Any) -> str:
    if isinstance(part, np.ndarray) and part.dtype != object:
        return np.array2string(part, precision=3, suppress_small=True).replace("\n", "")
    return f"{part:.4g}" if isinstance(part, float) else str(part)


def _alike(one: Any, other: Any) -> bool:
    try:
        if np.shape(one) != np.shape(other):
            return False
        return bool(np.allclose(one, other, rtol=_TOLERANCE, atol=_TOLERANCE, equal_nan=True))
    except (TypeError, ValueError):
        return bool(one == other)


def filled(snippet: str, place: int, written: str) -> str:
    """A snippet with other text in the place of one line, as deep as that line stood."""
    lines = snippet.split("\n")
    gap = lines[place - 1]
    margin = gap[: len(gap) - len(gap.lstrip())]
    lines[place - 1] = textwrap.indent(textwrap.dedent(written).strip("\n"), margin)
    return "\n".join(lines)


def outcome(snippet: str, place: int, written: str, probe: str) -> Outcome:
    """What a probe gives when a line of a snippet is another one.

    The probe is a function as text. Its parameters are names that the snippet defines, and `printed` is what
    it prints. The example at the end of the snippet runs only if the line belongs to it.
    """
    lines = snippet.split("\n")
    in_example = any(line.startswith("if __name__") for line in lines[:place])
    names: dict[str, Any] = {"__name__": "__main__" if in_example else "snippet"}
    printed = io.StringIO()
    try:
        with np.errstate(all="ignore"), contextlib.redirect_stdout(printed):
            whole = filled(snippet, place, written)
            exec(compile(whole, "snippet", "exec", dont_inherit=True), names)
            known = {*names, "printed"}
            names["printed"] = printed.getvalue()
            exec(compile(probe, "probe", "exec", dont_inherit=True), names)
            (asks,) = (found for name, found in names.items() if name not in known)
            given = asks.__code__.co_varnames[: asks.__code__.co_argcount]
            value = asks(*(names[name] for name in given))
    except (Exception, SystemExit) as error:
        return Outcome(error=f"{type(error).__name__}: {error}")
    return Outcome(value if isinstance(value, tuple) else (value,))


def judge(
    snippet: str,
    place: int,
    written: str,
    right: str,
    beliefs: Sequence[tuple[str, str]],
    probe: str,
) -> dict[str, str]:
    """What to answer a reader who wrote a line: `verdict` is right, belief, error or wrong."""
    found, wanted = (outcome(snippet, place, line, probe) for line in (written, right))
    if found.alike(wanted):
        return {"verdict": "right", "found": found.told()}
    told = {"found": found.told(), "wanted": wanted.told()}
    for line, belief in beliefs:
        if found.alike(outcome(snippet, place, line, probe)):
            return {"verdict": "belief", "belief": belief, **told}
    return {"verdict": "error" if found.error else "wrong", **told}


def tell_apart(
    snippet: str, place: int, right: str, beliefs: Sequence[tuple[str, str]], probe: str
) -> list[Outcome]:
    """What the right line and each belief give; a ValueError if two of them cannot be told apart."""
    seen: list[tuple[str, Outcome]] = []
    for line in (right, *(line for line, _ in beliefs)):
        found = outcome(snippet, place, line, probe)
        for other, before in seen:
            if found.alike(before):
                raise ValueError(
                    f"{line!r} and {other!r} both give {found.told()}: probe with other numbers, "
                    "or drop one of the two"
                )
        seen.append((line, found))
    if seen[0][1].error:
        raise ValueError(
            f"{right!r}, which is right, fails with {seen[0][1].error}: mend the probe"
        )
    return [found for _, found in seen]
