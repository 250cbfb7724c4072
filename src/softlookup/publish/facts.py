"""What is true of the whole site: its name, version, date and licences."""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Facts:
    """The site as one cites it."""

    title: str  # Soft Lookup: attention explained as …
    version: str
    released: str  # 2026-11-17

    @property
    def name(self) -> str:
        """The title without what follows its colon."""
        return self.title.partition(":")[0]

    @property
    def file(self) -> str:
        """What a file or folder that holds all of it is called: soft-lookup-2.2.5."""
        return f"{self.name.lower().replace(' ', '-')}-{self.version}"

    @property
    def year(self) -> str:
        """The year of the release."""
        return self.released[:4]


LICENCE = "https://creativecommons.org/licenses/by/4.0/"  # of text and figures: see LICENSE-TEXT
AUTHORS = "Soft Lookup contributors"


def facts(citation: Path) -> Facts:
    """What CITATION.cff says; a ValueError names the line that is missing."""
    text = citation.read_text(encoding="utf-8")
    return Facts(_line(text, "title"), _line(text, "version"), _line(text, "date-released"))


def _line(text: str, name: str) -> str:
    found = re.search(rf"^{name}: *\"?([^\"\n]+)\"?$", text, re.M)
    if not found:
        raise ValueError(f"CITATION.cff has no line that begins with '{name}: '")
    return found[1]
