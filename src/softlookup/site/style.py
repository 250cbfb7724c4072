"""The theme's style sheets, cut to what the pages use, as fonts are cut to their letters."""

import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import tinycss2

_TAG = re.compile(r"<([a-zA-Z][^\s/>]*)([^>]*)>")
_WORD = re.compile(r"[\w-]+")
_SELECTED = re.compile(
    r"[.#]([\w-]+)|\[([\w-]+)(?:[~|^$*]?=[\"']?([\w-]+))?|(?:^|[\s>+~(,])([a-z][\w-]*)"
)
_ESCAPE = re.compile(r"\\(.)")
_NEGATED = re.compile(r":not\((?:[^()]|\([^()]*\))*\)")
_VALUE = r"(?:\"[^\"]*\"|'[^']*'|\([^()]*(?:\([^()]*\)[^()]*)*\)|[^;{}\"'()])*"
_PROPERTY = re.compile(rf"(?<=[{{;])(--[\w-]+):{_VALUE}(?:;|(?=\}}))")
_EMPTY = re.compile(r"(?<=[{}])[^{}@]+\{\}")
_USED_PROPERTY = re.compile(r"var\(\s*(--[\w-]+)")


# A string stays as it is; around these signs no space means anything, and elsewhere one is enough.
_COMMENT = r"(?>/\*(?s:.*?)\*/)"  # to its first end, whatever follows
_SPACE = rf"(?:\s|{_COMMENT})"
_SHORTER = re.compile(rf"""("[^"]*"|'[^']*')|{_SPACE}*([{{}};,]){_SPACE}*|{_SPACE}+""")


def without_comments(css: str) -> str:
    """The rules alone: comments and indents are for those who edit them."""

    def shorter(found: re.Match[str]) -> str:
        kept: str = found[1] or found[2] or re.sub(_COMMENT, "", found[0])[:1]
        return " " if kept.isspace() else kept

    return _SHORTER.sub(shorter, css)


_REMARK = re.compile(r"^[ \t]*(?://.*|/\*\*(?s:.*?)\*/[ \t]*)\n", re.M)


def without_remarks(script: str) -> str:
    """A script without the lines that are nothing but a comment."""
    return _REMARK.sub("", script)


def names_in(page: str) -> set[str]:
    """Every word that a selector could ask for on a page."""
    found: set[str] = set()
    for tag, attributes in set(_TAG.findall(page)):
        found.add(tag.lower())
        found.update(_WORD.findall(attributes))
    return found


def names_in_script(script: str) -> set[str]:
    """The same of a script, which may put anything on a page that it names."""
    return set(_WORD.findall(script))


def sheets() -> str:
    """What the theme ships: its rules, and those of its palettes."""
    package = find_spec("material")
    assert package, "mkdocs-material is not installed"
    assert package.origin
    folder = Path(package.origin).parent / "templates" / "assets" / "stylesheets"
    parts = [next(folder.glob(f"{name}.*.min.css")) for name in ("main", "palette")]
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def cut(css: str, known: Iterable[str], ours: str = "") -> str:
    """The rules that can apply to something, with the properties that something reads."""
    names = {*known, "html", "body", "root"}
    kept = "".join(_rules(tinycss2.parse_stylesheet(css, True, True), names))
    while (shorter := _without_unread(kept, ours)) != kept:  # one property may read another
        kept = shorter
    return kept


def _without_unread(css: str, ours: str) -> str:
    """Without the properties that nothing reads, such as a hundred icons."""
    read = set(_USED_PROPERTY.findall(css + ours))
    kept = _PROPERTY.sub(lambda found: found[0] if found[1] in read else "", css)
    return _EMPTY.sub("", kept)


def _rules(nodes: Iterable[Any], names: set[str]) -> Iterable[str]:
    for node in nodes:
        if node.type == "qualified-rule":
            selectors = [s for s in _split(tinycss2.serialize(node.prelude)) if applies(s, names)]
            if selectors:
                yield f"{','.join(selectors)}{{{tinycss2.serialize(node.content)}}}"
        elif node.type == "at-rule" and node.content is not None:
            head = f"@{node.at_keyword}{tinycss2.serialize(node.prelude)}"
            if node.lower_at_keyword in ("media", "supports", "layer"):
                inner = tinycss2.parse_rule_list(node.content, True, True)
                body = "".join(_rules(inner, names))
            else:
                body = tinycss2.serialize(node.content)
            if body:
                yield f"{head}{{{body}}}"


def _split(selectors: str) -> list[str]:
    """At the commas that are not in brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(selectors):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            parts.append(selectors[start:place])
            start = place + 1
    return [*parts, selectors[start:]]


def applies(selector: str, names: set[str]) -> bool:
    """Whether everything that a selector asks for is there somewhere."""
    asked = _ESCAPE.sub(r"\1", _NEGATED.sub("", selector.strip()))
    asked = re.sub(r"::?[\w-]+", "", asked)  # states and pseudo-elements may always come
    for a_class, attribute, value, tag in _SELECTED.findall(asked):
        for name in (a_class, attribute, value, tag):
            if name and name not in names:
                return False
    return True
