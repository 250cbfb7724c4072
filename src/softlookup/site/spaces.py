"""Spaces at which no line may end: before a per cent sign, and inside a point of the plane."""

import re

_NUMBER = r"(?:<data\b[^>]*>)?[−-]?\d+(?:</data>)?"  # typed, or computed
_KEPT = re.compile(
    r"<(?P<left>pre|code|script|style|svg|math|textarea)\b.*?</(?P=left)>"  # not running text
    r"|<[^>]*>"
    r"|(?P<share>\d %)"
    rf"|(?P<point>\((?:{_NUMBER}, ){{1,3}}{_NUMBER}\))",
    re.S,
)
_HARD = "\u00a0"


def hardened(html: str) -> str:
    """The page with hard spaces in 62 % and in (2, 1)."""

    def harden(found: re.Match[str]) -> str:
        if found["point"]:
            return re.sub(r"(?<=[\d>]), ", f",{_HARD}", found[0])
        return found[0].replace(" ", _HARD) if found["share"] else found[0]

    return _KEPT.sub(harden, html)
