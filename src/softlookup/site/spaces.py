"""Spaces at which no line may end: before a per cent sign, and inside a point of the plane."""

import re

_KEPT = re.compile(
    r"<(?P<left>pre|code|script|style|svg|math|textarea)\b.*?</(?P=left)>"  # not running text
    r"|<[^>]*>"
    r"|(?P<share>\d %)"
    r"|(?P<point>\((?:[−-]?\d+, ){1,3}[−-]?\d+\))",
    re.S,
)
_HARD = "\u00a0"


def hardened(html: str) -> str:
    """The page with hard spaces in 62 % and in (2, 1)."""

    def harden(found: re.Match[str]) -> str:
        is_text = found["share"] or found["point"]
        return found[0].replace(" ", _HARD) if is_text else found[0]

    return _KEPT.sub(harden, html)
