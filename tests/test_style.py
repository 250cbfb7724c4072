"""The style sheets as they are published: shorter, and the same rules."""

from collections.abc import Iterator
from typing import Any

import pytest
import tinycss2

from conftest import DOCS
from softlookup.site import style


@pytest.mark.parametrize("name", [file.name for file in sorted((DOCS / "assets").glob("*.css"))])
def test_a_published_sheet_has_the_rules_that_were_written(name: str) -> None:
    written = (DOCS / "assets" / name).read_text(encoding="utf-8")
    published = style.without_comments(written)
    assert _tokens(published) == _tokens(written)
    assert len(published) < 0.9 * len(written)


def test_a_string_keeps_its_spaces() -> None:
    rule = 'li::after {\n  content: "  /* ; "; /* "two" */\n  margin: calc(1em + 2px)  auto;\n}\n'
    published = 'li::after{content: "  /* ; ";margin: calc(1em + 2px) auto;}'
    assert style.without_comments(rule) == published


def _tokens(sheet: str) -> list[str]:
    """What a browser reads: every token, and a space where one can mean something."""
    flat = list(_flat(tinycss2.parse_component_value_list(sheet, skip_comments=True)))
    around = zip(["{", *flat], flat, [*flat[1:], "}"], strict=False)
    return [token for before, token, after in around if token != " " or not {before, after} & _FREE]


_FREE = {"{", "}", ";", ",", " "}  # beside these a space means nothing


def _flat(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type == "whitespace":
            yield " "
        elif node.type == "{} block":
            yield from ("{", *_flat(node.content), "}")
        elif node.type in ("function", "() block", "[] block"):
            yield from (node.type, getattr(node, "name", ""), *_flat(_inside(node)), ")")
        else:
            yield node.serialize()


def _inside(node: Any) -> list[Any]:
    return list(node.arguments if node.type == "function" else node.content)
