"""Spaces at which no line may end: before a per cent sign, inside a point of the plane, in n = 8 and × 3."""

import re

_NUMBER = r"(?:<data\b[^>]*>)?[−-]?\d+(?:</data>)?"  # typed, or computed
_KEPT = re.compile(
    r"<(?P<left>pre|code|script|style|svg|math|textarea)\b.*?</(?P=left)>"  # not running text
    r"|<[^>]*>"
    r"|(?P<share>\d %)"
    rf"|(?P<equal>(?:\b[A-Za-z] =|×) )(?={_NUMBER})"
    rf"|(?P<point>\((?:{_NUMBER}, ){{1,3}}{_NUMBER}\))",
    re.S,
)
_HARD = "\u00a0"


def hardened(html: str) -> str:
    """The page with hard spaces in 62 %, in (2, 1), in n = 8 and in × 3."""

    def harden(found: re.Match[str]) -> str:
        if found["point"]:
            return re.sub(r"(?<=[\d>]), ", f",{_HARD}", found[0])
        hard = found["share"] or found["equal"]
        return found[0].replace(" ", _HARD) if hard else found[0]

    return _KEPT.sub(harden, html)
