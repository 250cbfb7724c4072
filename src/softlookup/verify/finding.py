"""What is wrong with a finished page, where it stands, and what to do about it."""

from dataclasses import asdict, dataclass, replace


@dataclass(frozen=True)
class Finding:
    """One fault of a finished page."""

    page: str  # the file in the site, such as soft-lookup/index.html
    rule: str  # the kind of fault, in one word
    what: str
    remedy: str
    heading: str = ""  # the nearest heading above it
    excerpt: str = ""  # the text around it
    block: str = ""  # the whole text of the paragraph, label or title that holds it
    needle: str = ""  # what was typed: the number, the address, the mark
    source: str = ""  # the Markdown it was made from, where the page says so

    def __str__(self) -> str:
        place = self.source or self.page
        under = f", under “{self.heading}”" if self.heading else ""
        around = f" in “{self.excerpt}”" if self.excerpt else ""
        return f"{place}{under}: {self.what}{around}: {self.remedy}"

    def on(self, page: str, source: str) -> "Finding":
        """The same fault, with the page it stands on."""
        return replace(self, page=page, source=source)

    def as_dict(self) -> dict[str, str]:
        """What `--json` prints."""
        return asdict(self)


def around(text: str, start: int, end: int, room: int = 40) -> str:
    """Some text with a little of what stands before and after it, cut at spaces."""
    left = text.rfind(" ", 0, max(0, start - room)) + 1 if start > room else 0
    right = text.find(" ", min(len(text), end + room))
    right = len(text) if right < 0 else right
    before = "…" if left > 0 else ""
    after = "…" if right < len(text) else ""
    return f"{before}{text[left:right].strip()}{after}"
