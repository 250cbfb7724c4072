"""Spaces at which no line may end: before a unit, inside a point of the plane, in n = 8, in 1 · 2 and × 3.

A dot between two links ends a line and begins none, and an arrow stays with what it leads to.
"""

import re

_NUMBER = r"(?:<data\b[^>]*>)?[−-]?\d+(?:</data>)?"  # typed, or computed
_KEPT = re.compile(
    r"<(?P<left>pre|code|script|style|svg|math|textarea)\b.*?</(?P=left)>"  # not running text
    r"|(?P<unit>(?:</data>|\d) )(?=(?:%|[kMGT]i?B\b|Gbit/s))"
    rf"|(?P<product>(?:</data>|\d) · )(?={_NUMBER})"
    r"|<[^>]*>"
    rf"|(?P<equal>(?:\b[A-Za-z] =|×|≈) )(?={_NUMBER})"
    r"|(?P<arrow>→ )"
    r"|(?P<dot> · )"
    rf"|(?P<point>\((?:{_NUMBER}, ){{1,3}}{_NUMBER}\))",
    re.S,
)
_HARD = "\u00a0"


def hardened(html: str) -> str:
    """The page with hard spaces in 62 %, in (2, 1), in n = 8, in 1 · 2, and where its lists must not part."""

    def harden(found: re.Match[str]) -> str:
        if found["point"]:
            return re.sub(r"(?<=[\d>]), ", f",{_HARD}", found[0])
        if found["dot"]:
            return f"{_HARD}· "
        hard = found["unit"] or found["product"] or found["equal"] or found["arrow"]
        return found[0].replace(" ", _HARD) if hard else found[0]

    return _KEPT.sub(harden, html)
