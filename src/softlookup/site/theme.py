"""What the theme leaves out of its pages, and what its search need not read."""

import re

_MENDED = {
    'class="md-search" data-md-component="search" role="dialog"': (
        'class="md-search" data-md-component="search" role="dialog" aria-label="Search"'
    ),
    ' tabindex=""': "",
    # Markdown aligns the cells of a table by inline styles, which a strict policy forbids.
    ' style="text-align: left;"': "",
    ' style="text-align: right;"': ' class="number"',
    ' style="text-align: center;"': ' class="middle"',
    'type="checkbox" id="__drawer" autocomplete="off"': 'type="checkbox" id="__drawer"',
    'type="checkbox" id="__search" autocomplete="off"': 'type="checkbox" id="__search"',
}


# A line of code is an element, so that it can wrap; its name is not unique on a page, and nobody's.
_LINE = re.compile(r'<span id="__span-\d+-\d+">')


def mend(page: str) -> str:
    """The page with what is missing put in."""
    for theirs, ours in _MENDED.items():
        page = page.replace(theirs, ours)
    return _LINE.sub("<span>", page)


_STYLE = re.compile(r"<style>(.*?)</style>\s*", re.S)


def lift_styles(page: str, address: str) -> tuple[str, str]:
    """The page with its own rules at an address, and the rules: a strict policy forbids them inline."""
    rules = "".join(_STYLE.findall(page))
    if not rules:
        return page, ""
    link = f'<link rel="stylesheet" href="{address}">'
    return _STYLE.sub("", page).replace("</head>", f"{link}</head>", 1), rules


_HEAVY = re.compile(r"<svg\b.*?</svg>|<math\b.*?</math>|<pre\b.*?</pre>", re.S)
_HELD = re.compile(r'<pre data-held="(\d+)">[^<]*</pre>')


def hold_back(page: str, held: list[str]) -> str:
    """The page as the search reads it: no pictures, no formulas, code without its colours."""

    def keep(found: re.Match[str]) -> str:
        held.append(found[0])
        words = re.sub(r"<[^>]*>", "", found[0]) if found[0].startswith("<pre") else ""
        return f'<pre data-held="{len(held) - 1}">{words}</pre>'

    return _HEAVY.sub(keep, page)


def put_back(page: str, held: list[str]) -> str:
    """The page as the reader gets it."""
    return _HELD.sub(lambda mark: held[int(mark[1])], page)
