"""The inks of every picture, and how SVG from matplotlib is made ready for a page.

Pictures are drawn with stand-ins. In the page each becomes a CSS variable, so that one picture is right
in the light and in the dark. Any other ink is an error.
"""

import html
import re

INK, MUTED, GRID, PAPER = "#010101", "#020202", "#030303", "#040404"
# Six hues that colour-blind readers can tell apart; never the only difference between two things.
BLUE, ORANGE, GREEN, PURPLE, GOLD, SKY = (
    "#050505",
    "#060606",
    "#070707",
    "#080808",
    "#090909",
    "#0a0a0a",
)
SERIES = (BLUE, ORANGE, GREEN, PURPLE, GOLD, SKY)
VARIABLES = {
    INK: "var(--fig-ink)",
    MUTED: "var(--fig-muted)",
    GRID: "var(--fig-grid)",
    PAPER: "var(--fig-paper)",
    **{colour: f"var(--fig-{number})" for number, colour in enumerate(SERIES, start=1)},
}
# The same inks in the light scheme, for pictures drawn outside this package; site.css has both schemes.
LIGHT = {
    INK: "#1c2430",
    MUTED: "#566170",
    GRID: "#d5dbe3",
    PAPER: "#ffffff",
    BLUE: "#1a6bb5",
    ORANGE: "#c2500a",
    GREEN: "#0b7a5c",
    PURPLE: "#8e4a9e",
    GOLD: "#856200",
    SKY: "#2f7fb3",
}

_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


def themed(name: str, svg: str) -> str:
    """SVG as matplotlib writes it, made ready for the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.S)
    if "<image" in svg:
        raise ValueError(f"figure {name!r} holds a bitmap: draw rectangles instead of imshow")
    svg = _HEX.sub(lambda colour: VARIABLES.get(colour[0].lower(), colour[0]), svg)
    strangers = sorted(set(_HEX.findall(svg)))
    if strangers:
        raise ValueError(
            f"figure {name!r} uses {', '.join(strangers)}, which cannot follow the theme: "
            "take a colour from figures.style"
        )
    svg = re.sub(r"\bfont: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
    svg = re.sub(r"\bfont-family: [^;\"]*;? ?", "", svg)
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\1{name}-", svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    return _sized(svg)


def _sized(svg: str) -> str:
    """Width by the page, not by the file."""
    opening, rest = svg.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', opening)
    if not box:
        raise ValueError("matplotlib wrote an SVG without a viewBox")
    return f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" {box[0]} role="img"{_LABEL}>{rest}'


_LABEL = ' aria-labelledby="@says"'


def framed(name: str, svg: str, says: str) -> str:
    """The picture with its sentence, which is also its accessible name."""
    identity = f"figure-{name.replace('_', '-')}"
    svg = svg.replace("@says", f"{identity}-says").strip()
    caption = f'<figcaption id="{identity}-says">{html.escape(says, quote=False)}</figcaption>'
    return f'<figure class="drawn" id="{identity}">\n<div class="canvas">{svg}</div>\n{caption}\n</figure>'
