"""The inks of every picture, and how SVG from matplotlib is made ready for a page.

Pictures are drawn with stand-ins. In the page each becomes a class of the style sheet, so that one picture
is right in the light and in the dark, and under a policy that allows no inline style. Any other ink is an
error.
"""

import html
import math
import re

INK, MUTED, GRID, PAPER = "#010101", "#020202", "#030303", "#040404"
# The grammar of colour, the same in figures, formulas and text. Colour-blind readers can tell these five
# apart, and hue is never the only difference between two things.
KEY, QUERY, VALUE, WEIGHT, OUTPUT = "#050505", "#060606", "#070707", "#080808", "#090909"
OTHER = "#0a0a0a"  # what is none of the five
# The map of answers: bands from the lowest answer to the highest.
MAP = tuple(f"#0b0b{band:02x}" for band in range(16))

NAMES = {
    INK: "ink",
    MUTED: "muted",
    GRID: "line",
    PAPER: "paper",
    KEY: "key",
    QUERY: "query",
    VALUE: "value",
    WEIGHT: "weight",
    OUTPUT: "output",
    OTHER: "other",
    **{colour: f"map-{band}" for band, colour in enumerate(MAP)},
}
# The same inks in the light scheme, for pictures drawn outside this package; site.css has both schemes.
LIGHT = {
    INK: "#1b1e24",
    MUTED: "#575d68",
    GRID: "#d9d6cd",
    PAPER: "#fdfcf9",
    KEY: "#174a94",
    QUERY: "#bd4a00",
    VALUE: "#0d7a63",
    WEIGHT: "#8d4fc4",
    OUTPUT: "#5e4700",
    OTHER: "#336a86",
}

# The map of answers there: its lowest, its middle and its highest answer.
LIGHT_MAP = ("#e6eef5", "#ecdcb4", "#dd9f24")

_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")
_FONT = re.compile(r"(?:(italic|oblique) )?(?:(bold|[1-9]00) )?([\d.]+)px\b")
# Properties that SVG takes as attributes of the same name.
_ATTRIBUTES = {
    "clip-rule",
    "fill-opacity",
    "fill-rule",
    "font-size",
    "font-style",
    "font-weight",
    "opacity",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
}


# matplotlib's ground of a picture or of its axes: without a colour it is a shape that nobody sees.
_EMPTY_GROUND = re.compile(
    r'(<g id="(?:figure|axes)_\d+">\s*)<g id="patch_\d+">\s*<path [^>]*style="fill: none"/>\s*</g>'
)
# A line, or anything as a whole, or an area without an edge; a marker may be an edge and nothing else.
_NO_EDGE = r'<(?![^>]*(?:\bclass="[^"]*\bstroke-|\bstroke="))'
_UNSEEN = re.compile(
    r'\s(?:stroke-)?opacity="0(?:\.0*)?"'
    rf'|{_NO_EDGE}[^>]*\sfill-opacity="0(?:\.0*)?"'
    rf'|{_NO_EDGE}path[^>]*\sfill="none"'
)


def themed(name: str, svg: str) -> str:
    """SVG as matplotlib writes it, made ready for the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.S)  # see _sized
    if "<image" in svg:
        raise ValueError(f"figure {name!r} holds a bitmap: draw rectangles instead of imshow")
    svg = _EMPTY_GROUND.sub(r"\1", svg)
    svg = re.sub(r' style="([^"]*)"', lambda found: _unstyled(name, found[1]), svg)
    if _UNSEEN.search(svg):
        raise ValueError(
            f"figure {name!r} draws with alpha 0, which nobody sees: show it, or drop it"
        )
    strangers = sorted(set(_HEX.findall(svg)))
    if strangers:
        raise ValueError(
            f"figure {name!r} uses {', '.join(strangers)}, which cannot follow the theme: "
            "take a colour from softlookup.ink"
        )
    svg = svg.replace("xlink:href=", "href=")
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\1{name}-", svg)
    svg = re.sub(r' d="([^"]*)"', lambda found: f' d="{_short(found[1])}"', svg)
    svg = re.sub(r"\s*\n\s*", "\n", _placed(svg))
    return _sized(_light(svg))


def _unstyled(name: str, style: str) -> str:
    """The declarations of an inline style as attributes, its inks as classes."""
    classes: list[str] = []
    attributes: dict[str, str] = {}
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        what, _, value = (part.strip() for part in declaration.partition(":"))
        value = value.removesuffix("px")
        if what in ("fill", "stroke") and value.lower() in NAMES:
            classes.append(f"{what}-{NAMES[value.lower()]}")
        elif what in ("fill", "stroke") or what in _ATTRIBUTES:
            attributes[what] = value
        elif what == "font":
            attributes |= _font(name, declaration)
        elif what != "font-family":  # the page decides on the face
            raise ValueError(
                f"figure {name!r} is styled by {declaration!r}: no attribute does that"
            )
    if classes:
        attributes["class"] = " ".join(classes)
    return "".join(f' {what}="{value}"' for what, value in attributes.items())


def _font(name: str, declaration: str) -> dict[str, str]:
    found = _FONT.search(declaration)
    if not found:
        raise ValueError(f"figure {name!r} sets text in {declaration!r}, which names no size in px")
    parts = {"font-style": found[1], "font-weight": found[2], "font-size": found[3]}
    return {what: value for what, value in parts.items() if value}


def _short(path: str) -> str:
    """A path in as few characters as a screen can tell from all of them: tenths of a point, bends only.

    What must be round is written to the hundredth. A line after a line is implied.
    """
    if {"C", "Q"} & set(path.split()):
        return re.sub(_NUMBER, lambda found: _written(float(found[0]), 2), " ".join(path.split()))
    return " ".join(_straight(piece) for piece in re.findall(r"M[^M]*", path))


_NUMBER = r"-?\d+\.?\d*(?:e[-+]?\d+)?"
_CLOSE = 0.05  # points: nobody sees whether a line passes a place at this distance


def _written(number: float, digits: int = 1) -> str:
    """Without zeros that say nothing; `digits` is at least 1."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


def _straight(piece: str) -> str:
    """One stroke of the pen."""
    numbers = [float(number) for number in re.findall(_NUMBER, piece)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    places = " ".join(f"{_written(x)} {_written(y)}" for x, y in _bends(points))
    return f"M {places} z" if piece.rstrip().endswith("z") else f"M {places}"


def _bends(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points without those that a straight line passes anyway: both ends, and whatever is far from it."""
    if len(points) < 3:
        return points
    away = [_distance(point, points[0], points[-1]) for point in points[1:-1]]
    farthest = max(away)
    if farthest <= _CLOSE:
        return [points[0], points[-1]]
    bend = away.index(farthest) + 1
    return _bends(points[: bend + 1])[:-1] + _bends(points[bend:])


def _distance(
    point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """From a point to the line between two others, which may be the same place."""
    (x, y), (x0, y0), (x1, y1) = point, start, end
    along, up = x1 - x0, y1 - y0
    length = along**2 + up**2
    share = max(0.0, min(1.0, ((x - x0) * along + (y - y0) * up) / length)) if length else 0.0
    return math.hypot(x - x0 - share * along, y - y0 - share * up)


_PLACE = re.compile(rf' (x|y|width|height|font-size)="({_NUMBER})"')
_UNTURNED = re.compile(r' transform="rotate\(-?0 [^)]*\)"')


def _placed(svg: str) -> str:
    """Places to the tenth of a point, sizes of text to the hundredth, and no turn by nothing."""
    svg = _UNTURNED.sub("", svg)

    def rounded(found: re.Match[str]) -> str:
        digits = 2 if found[1] == "font-size" else 1
        return f' {found[1]}="{_written(float(found[2]), digits)}"'

    return _PLACE.sub(rounded, svg)


_IDENTITY = re.compile(r' id="([^"]*)"')
_GROUP = re.compile(r"<(/?)g( [^>]*)?>\n?")


def _light(svg: str) -> str:
    """Without names that nothing refers to, and without groups that group nothing."""
    wanted = set(re.findall(r'(?:href="|url\()#([^")]*)', svg))
    svg = _IDENTITY.sub(lambda found: found[0] if found[1] in wanted else "", svg)
    kept: list[bool] = []  # for each group that is open

    def judge(tag: re.Match[str]) -> str:
        if tag[1]:
            return tag[0] if kept.pop() else ""
        kept.append(bool(tag[2]))
        return tag[0] if tag[2] else ""

    return _GROUP.sub(judge, svg)


def _sized(svg: str) -> str:
    """Width by the page, not by the file."""
    opening, rest = svg.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', opening)
    if not box:
        raise ValueError("matplotlib wrote an SVG without a viewBox")
    # matplotlib's joins and ends of lines, which it would set in a style sheet of its own
    lines = 'stroke-linejoin="round" stroke-linecap="butt"'
    return f'<svg {box[0]} {lines} role="img"{_LABEL}>{rest}'


_LABEL = ' aria-labelledby="@says"'


def permalink(address: str) -> str:
    """A link to the place that it stands at, shown when it is pointed at, as headings have it."""
    return f'<a class="headerlink" href="{address}" title="Permanent link">¶</a>'


def framed(name: str, svg: str, says: str) -> str:
    """The picture with its sentence, which is also its accessible name."""
    identity = f"figure-{name.replace('_', '-')}"
    svg = svg.replace("@says", f"{identity}-says").strip()
    words = f'<span id="{identity}-says">{html.escape(says, quote=False)}</span>'
    caption = f"<figcaption>{words}{permalink(f'#{identity}')}</figcaption>"
    return f'<figure class="drawn" id="{identity}">\n<div class="canvas">{svg}</div>\n{caption}\n</figure>'
