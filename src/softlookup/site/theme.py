"""What Markdown and the theme leave out of a page."""

import re

_MENDED = {
    ' tabindex=""': "",
    # Markdown aligns the cells of a table by inline styles, which a strict policy forbids.
    ' style="text-align: left;"': "",
    ' style="text-align: right;"': ' class="number"',
    ' style="text-align: center;"': ' class="middle"',
}


# A line of code is an element, so that it can wrap; its name is not unique on a page, and nobody's.
_LINE = re.compile(r'<span id="__span-\d+-\d+">')


# Tokens of code that look like the rest of it: an element for each would be most of a page's elements.
_PLAIN = re.compile(
    r'<span class="(n|p|o|w|mi|mf|nb|nc|nf|nn|ne|nd|bp|fm|vm|kc|si)">([^<]*)</span>'
)


def plain_code(content: str) -> str:
    """Code whose tokens are elements only where they look different."""
    return _PLAIN.sub(r"\2", content)


def mend(page: str) -> str:
    """The page with what is missing put in."""
    for theirs, ours in _MENDED.items():
        page = page.replace(theirs, ours)
    return wrap_tables(_LINE.sub("<span>", page))


# What is no running text: here a span would be wrong, or nothing would wrap anyway.
_APART = re.compile(
    r"<(script|style|svg|pre|code|select|textarea|table|data)\b.*?</\1>|<math\b[^>]*display=.*?</math>",
    re.S,
)
_SIGN = re.compile(r"\(?<math\b(?:(?!</math>).)*</math>[,.;:!?)’]+", re.S)
_NUMBER = r"[−+]?\d[\d.]*"
_PAIR = re.compile(rf"\({_NUMBER}(?:, {_NUMBER})+\)|{_NUMBER} %")
_TEXT = re.compile(r"(?:^|>)[^<>]+")
_HELD = r'<span class="whole">\g<0></span>'


def unbroken(content: str) -> str:
    """Signs with the comma after them, tuples and percentages: no line may end in their middle."""
    last, written = 0, []
    for apart in _APART.finditer(content):
        written += [_held(content[last : apart.start()]), apart[0]]
        last = apart.end()
    return "".join([*written, _held(content[last:])])


def _held(text: str) -> str:
    text = _TEXT.sub(lambda run: _PAIR.sub(_HELD, run[0]), text)
    return _SIGN.sub(_HELD, text)


_STYLE = re.compile(r"<style>(.*?)</style>\s*", re.S)


def lift_styles(page: str, address: str) -> tuple[str, str]:
    """The page with its own rules at an address, and the rules: a strict policy forbids them inline."""
    rules = "".join(_STYLE.findall(page))
    if not rules:
        return page, ""
    link = f'<link rel="stylesheet" href="{address}">'
    return _STYLE.sub("", page).replace("</head>", f"{link}</head>", 1), rules


_TABLE = re.compile(r"<table>.*?</table>", re.S)
_BEFORE, _AFTER = (
    '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">',
    "</div></div>",
)


def wrap_tables(page: str) -> str:
    """Each table in a box that scrolls sideways, so that the page never does."""
    return _TABLE.sub(lambda table: f"{_BEFORE}{table[0]}{_AFTER}", page)


_FOLD = re.compile(r'<details class="deeper">\s*<summary>(.*?)</summary>', re.S)


def name_folds(content: str) -> str:
    """Each fold with an address, made of its title, so that a link and the search can lead into it."""
    taken = set(re.findall(r'\bid="([^"]+)"', content))

    def named(fold: re.Match[str]) -> str:
        plain = re.sub(r"<[^>]*>", "", fold[1]).lower()
        name = "-".join(re.findall(r"[a-z0-9]+", plain)) or "deeper"
        while name in taken:
            name += "-deeper"
        taken.add(name)
        return fold[0].replace('class="deeper"', f'class="deeper" id="{name}"', 1)

    return _FOLD.sub(named, content)
