"""One planted mistake: a stretch of a file, and what stands there instead."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A mistake that a hurried author might make."""

    kind: str
    file: str  # from the top of the project
    start: int
    end: int
    new: str

    def plant(self, text: str) -> str:
        """The file with the mistake in it."""
        return text[: self.start] + self.new + text[self.end :]

    def line(self, text: str) -> int:
        """Where it stands, counted from one."""
        return text.count("\n", 0, self.start) + 1

    def describe(self, text: str) -> str:
        """File, line, what stood there and what stands there now."""
        old = " ".join(text[self.start : self.end].split())
        new = " ".join(self.new.split())
        return f"{self.file}:{self.line(text)}: {_short(old)} → {_short(new)}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
