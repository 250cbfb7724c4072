"""What Markdown and the theme leave out of a page."""

import re

_MENDED = {
    ' tabindex=""': "",
    # Markdown aligns the cells of a table by inline styles, which a strict policy forbids.
    ' style="text-align: left;"': "",
    ' style="text-align: right;"': ' class="number"',
    ' style="text-align: center;"': ' class="middle"',
}


# A line of code is an element, so that it can wrap below its own beginning; its name is not unique on a page,
# and nobody's.
_LINE = re.compile(r'<span id="__span-\d+-\d+">(?=(?P<indent> *)(?P<code>[^\n]*))')
_NARROW = 36  # characters that fit the line of any phone

# A few characters of code among words: better a short line than `- / np.inf`.
_SHORT = re.compile(r"(?P<block><pre\b[^>]*>\s*)?<code>(?P<code>[^<]{2,16})</code>")


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
    return wrap_tables(_SHORT.sub(_unbroken, _LINE.sub(_line, page)))


def _line(found: re.Match[str]) -> str:
    """The beginning of a line of code; one that may wrap says in steps of four how far it is indented, from two on."""
    steps = min(len(found["indent"]) // 4, 4)
    length = len(found["indent"]) + len(re.sub(r"<[^>]*>", "", found["code"]))
    return f'<span data-in="{steps}">' if steps > 1 and length > _NARROW else "<span>"


def _unbroken(found: re.Match[str]) -> str:
    if found["block"] or not re.search(r"[ \-/?]", found["code"]):
        return found[0]
    return f'<code class="unbroken">{found["code"]}</code>'


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
