"""The marks that only the checks write.

While a page is built a mark carries a secret of this build. What stands in a finished page without it was
typed by hand, and is a fault.
"""

import re
import secrets
from xml.etree.ElementTree import Element

_ANY = re.compile(r"<data\b[^>]*>|<\w+\b[^>]*\bdata-(?:part|stamp)\b[^>]*>", re.I)


class Marks:
    """The marks of one build."""

    def __init__(self) -> None:
        self.secret = secrets.token_hex(8)
        self.stamp = f"data-stamp={self.secret} "

    def number(self, typed: str, name: str, value: float) -> Element:
        """A number that was typed and compared."""
        element = Element(
            "data",
            {
                "data-stamp": self.secret,
                "class": "checked",
                "data-name": name,
                "value": f"{value:.10g}",
            },
        )
        element.text = typed
        return element

    def part(self, name: str, html: str) -> str:
        """What a fence printed."""
        return f'<div data-stamp="{self.secret}" class="part" data-part="{name}">{html}</div>'

    def forged(self, html: str) -> list[str]:
        """Marks in a page that the checks did not write."""
        return [found[0] for found in _ANY.finditer(html) if self.secret not in found[0]]

    def clean(self, html: str) -> str:
        """The page without the secret, as it is published."""
        return html.replace(f'data-stamp="{self.secret}" ', "")
