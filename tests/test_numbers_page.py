"""The list of all numbers: complete, true, and without a number that nobody reads."""

import ast
import re
from pathlib import Path

import pytest

from conftest import ROOT
from softlookup import walk
from softlookup.fences import QUOTED, without_fences
from softlookup.pages.numbers import parts as numbers_list
from softlookup.verify import numerals

QUOTES = numbers_list.quotes()


def test_the_list_holds_what_the_build_checks() -> None:
    checked = [
        (path.name, typed, walk.full_name(name, path.stem.replace("-", "_")))
        for path in sorted((ROOT / "docs").glob("*.md"))
        for typed, name in QUOTED.findall(
            re.sub(r"`[^`\n]+`", "", without_fences(path.read_text(encoding="utf-8")))
        )
    ]
    assert [(quote.file, quote.typed, quote.name) for quote in QUOTES] == checked
    assert len(QUOTES) > 200


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: f"{quote.file} {quote.name}")
def test_what_is_typed_is_what_is_computed(quote: numbers_list.Quote) -> None:
    assert numerals.agrees(quote.typed, walk.number(quote.name))


def test_the_columns_hold_what_their_headings_say() -> None:
    heading, _, *rows = numbers_list.counts().split("\n")
    assert heading == "| page | numbers computed for it | numbers typed on it |"
    computed = {quote.name for quote in QUOTES if quote.module == "soft_lookup"}
    typed = [quote for quote in QUOTES if quote.file == "soft-lookup.md"]
    assert len(computed) != len(typed)
    here = next(row for row in rows if "(#of-soft-lookup)" in row)
    assert here.endswith(f"| {len(computed)} | {len(typed)} |")
    assert "| name | computed | typed |" in numbers_list.listing()
    one = next(quote for quote in QUOTES if quote.name == "soft_lookup.output")
    row = re.search(r'"soft_lookup-output".*', numbers_list.listing())
    assert row
    assert numbers_list.shown(walk.number(one.name)) in row[0].split("|")[1]
    assert one.typed in row[0].split("|")[2]


def test_code_on_a_page_quotes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quoted = "[8.056](=soft_lookup.output)"
    fence = f"````md\n```text\n{quoted}\n```\n{quoted}\n````\n"
    (tmp_path / "a.md").write_text(f"# A\n\n{fence}\n`{quoted}` and {quoted}.\n", encoding="utf-8")
    monkeypatch.setattr(numbers_list, "DOCS", tmp_path)
    assert numbers_list.quotes() == [numbers_list.Quote("a.md", "8.056", "soft_lookup.output")]


@pytest.mark.parametrize(
    "name", ["softmax.raized[racket]", "softmax.raised[rocket]", "sofmax.raised[racket]"]
)
def test_a_name_that_leads_nowhere_is_blamed_on_its_page(name, tmp_path, monkeypatch) -> None:
    (tmp_path / "a.md").write_text(f"# A\n\n[0.5](={name})\n", encoding="utf-8")
    monkeypatch.setattr(numbers_list, "DOCS", tmp_path)
    says = re.escape(f"docs/a.md has [0.5](={name}): ") + ".*(there are|there is|it has)"
    with pytest.raises(ValueError, match=says):
        numbers_list.quotes()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (10.0, "10"),
        (4096.0, "4,096"),
        (8.05611306, "8.056113"),
        (-0.21806, "−0.21806"),
        (4.31e-10, "4.31 × 10⁻¹⁰"),
        (-1.5e-7, "−1.5 × 10⁻⁷"),
    ],
)
def test_a_number_is_shown_as_a_page_would_type_it(value: float, shown: str) -> None:
    assert numbers_list.shown(value) == shown
    assert numerals.agrees(shown, value)


def test_every_number_is_listed_once_and_the_counts_add_up() -> None:
    names = {quote.name for quote in QUOTES}
    rows = [line for line in numbers_list.listing().split("\n") if line.startswith("| <span id=")]
    assert len(rows) == len(names)
    assert len(set(re.findall(r'<span id="([^"]+)">', "".join(rows)))) == len(names)
    counted = [line.split("|")[2:-1] for line in numbers_list.counts().split("\n")[2:]]
    *each, total = [[int(cell) for cell in row] for row in counted]
    assert [sum(column) for column in zip(*each, strict=True)] == total == [len(names), len(QUOTES)]


# --- No number for nobody -------------------------------------------------------------------------


def assigned(page: str) -> set[str]:
    """The names that a page's numbers.py assigns for others."""
    tree = ast.parse((walk.FOLDERS / page / "numbers.py").read_text(encoding="utf-8"))
    numbers = [n for n in tree.body if isinstance(n, ast.Assign) and not is_snippet(n.value)]
    targets = [t for n in numbers for t in n.targets]
    targets += [n.target for n in tree.body if isinstance(n, ast.AnnAssign)]
    names = [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return {name for name in stored if not name.startswith("_")}


def is_snippet(value: ast.expr) -> bool:
    """Whether it is a snippet with its example, from which numbers are taken."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "snippets.example"


def read_by_code(page: str) -> set[str]:
    """The names that the parts of the same page take from its numbers.py, or give to what they print."""
    found: set[str] = set()
    for path in (walk.FOLDERS / page).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).endswith(f"{page}.numbers"):
                found |= {alias.name for alias in node.names}
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found |= {node.attr} if node.value.id == "numbers" else set()
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= _names_given(node.value, page)
    return found


def _names_given(text: str, page: str) -> set[str]:
    """What a cell or a formula that follows a hand says it shows: "sum_so_far", "gradients.mean_key["."""
    return {text} if text.isidentifier() else set(re.findall(rf"\b{page}\.(\w+)", text))


@pytest.mark.parametrize("page", [page for page in walk.folders() if walk.has(page, "numbers")])
def test_no_number_is_computed_for_nobody(page: str) -> None:
    quoted = {
        quote.name.partition(".")[2].partition("[")[0] for quote in QUOTES if quote.module == page
    }
    idle = assigned(page) - quoted - read_by_code(page)
    assert not idle, (
        f"pages/{page}/numbers.py computes {sorted(idle)}, which no page quotes and no part reads: "
        "quote them, delete them, or begin their names with an underscore"
    )


def typed_keys(page: str) -> set[str]:
    """The entries of the dictionaries that a page's numbers.py types out for others, as name[key]."""
    tree = ast.parse((walk.FOLDERS / page / "numbers.py").read_text(encoding="utf-8"))
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            keys = [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
            found |= {f"{ast.unparse(node.targets[0])}[{key}]" for key in keys}
    return {name for name in found if not name.startswith("_")}


@pytest.mark.parametrize("page", [page for page in walk.folders() if walk.has(page, "numbers")])
def test_no_entry_is_computed_for_nobody(page: str) -> None:
    """A dictionary that no part reads is there to be quoted, and so is all that was typed into it."""
    quoted = {quote.name.partition(".")[2] for quote in QUOTES if quote.module == page}
    read = read_by_code(page)
    idle = {
        name
        for name in typed_keys(page)
        if name.partition("[")[0] not in read
        and not any(quote.startswith(name) for quote in quoted)
    }
    assert not idle, f"pages/{page}/numbers.py computes {sorted(idle)}, which no page quotes"
