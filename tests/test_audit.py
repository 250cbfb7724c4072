"""What `make audit` measures without Node or Java, held for every page; and what it says when a tool is missing."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from conftest import PAGES, ROOT

sys.path.append(str(ROOT))
from audit import __main__ as audit
from audit import weight
from audit.report import Missing, Row
from audit.served import pages, served

ADDRESSES = ["", *(f"{page.removesuffix('.md')}/" for page in PAGES if page != "index.md")]


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as base:
        yield base


@pytest.mark.parametrize("page", [*ADDRESSES, "notebooks/learning/", "404.html"])
def test_a_first_view_is_light_fits_and_obeys_a_strict_policy(
    browser: Any, address: str, page: str
) -> None:
    row = weight.measured(browser, address, page)
    assert not row.wrong, f"{row.said}: {row.wrong}"


def test_every_page_is_measured(site: Path) -> None:
    assert {*ADDRESSES, "notebooks/learning/", "404.html"} == set(pages(site))


def _tool(rows: list[Row], why: str = "") -> ModuleType:
    made = ModuleType("made")
    made.__doc__ = "A tool.\n"

    def run(site: Path) -> Iterator[Row]:
        yield from rows
        if why:
            raise Missing(why)

    made.audit = run  # type: ignore[attr-defined]
    return made


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        (_tool([Row("softmax/", "fine")]), 0),
        (_tool([Row("softmax/", "heavy", "130 kB, limit 120")]), 1),
        (_tool([Row("softmax/", "fine")], "no java: install one"), 3),
        (_tool([Row("softmax/", "heavy", "130 kB")], "no java: install one"), 1),
    ],
)
def test_the_exit_code_says_how_it_went(
    tool: ModuleType,
    code: int,
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "audit.weight", tool)
    monkeypatch.setattr(audit, "SITE", site)
    assert audit.main(["weight"]) == code
    said = capsys.readouterr().out
    assert "softmax/" in said
    assert ("not measured: no java: install one" in said) == (code == 3 or "java" in said)


def test_an_unknown_tool_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(["lighthosue"]) == 2
    assert "there are weight, axe" in capsys.readouterr().out
