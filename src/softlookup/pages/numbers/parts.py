"""Every number that the pages quote: its name, its value, and where it is typed as what."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from softlookup import choice, runs, walk
from softlookup.walk import DOCS, address, in_order, title
from softlookup.write import MINUS, percent, table

_DIGITS = 7  # significant ones, more than any page types


@dataclass(frozen=True)
class Quote:
    """A number as one page types it."""

    file: str  # softmax.md
    typed: str
    name: str  # softmax.weights[racket]

    @property
    def module(self) -> str:
        """The page that computes it."""
        return self.name.partition(".")[0]


def find() -> str:
    """A box that leaves the numbers with some words, where scripts run."""
    return choice.find(
        "Find a number",
        "tbody tr:has(> td > [id])",
        groups=".md-typeset__scrollwrap:has(td > [id])",
        headings="p:has(> [id^='of-'])",
    )


def quotes() -> list[Quote]:
    """Every quotation of every page, outside of code."""
    found = []
    for path in sorted(DOCS.glob("*.md")):
        page = path.stem.replace("-", "_")
        found += [
            Quote(path.name, typed, walk.full_name(name, page))
            for typed, name in walk.gist(path)["quotes"]
        ]
    for quote in found:
        _resolve(quote)
    return found


def _resolve(quote: Quote) -> None:
    """A name that leads nowhere is the fault of the page that has it, not of the list."""
    try:
        walk.number(quote.name)
    except (KeyError, IndexError, ValueError) as error:
        where = f"docs/{quote.file} has [{quote.typed}](={quote.name})"
        raise ValueError(f"{where}: {error.args[0]}") from None


def shown(value: float) -> str:
    """A computed number with more digits than a page types."""
    countable = value == round(value) and abs(value) < 1e15
    text = f"{value:,.0f}" if countable else f"{value:.{_DIGITS}g}"
    mantissa, _, exponent = text.replace("-", MINUS).partition("e")
    if not exponent:
        return mantissa
    raised = str.maketrans("0123456789" + MINUS, "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    power = str(int(exponent.replace(MINUS, "-"))).replace("-", MINUS)
    return f"{mantissa} × 10{power.translate(raised)}"


def counts() -> str:
    """How many numbers each page computes and quotes; the first column leads to them."""
    every = quotes()
    computed = _modules(every)
    quoting = {quote.file for quote in every} - {address(module) for module in computed}
    rows = []
    for page in in_order([*computed, *(file[:-3].replace("-", "_") for file in quoting)]):
        here = [quote for quote in every if quote.file == address(page)]
        names = {quote.name for quote in every if quote.module == page}
        place = f"#{_anchor(page)}" if names else address(page)
        rows.append([f"[{title(page)}]({place})", len(names), len(here)])
    total = ["all", len({quote.name for quote in every}), len(every)]
    return table(["page", "numbers computed for it", "numbers typed on it"], [*rows, total])


def listing() -> str:
    """A table a page: name, value, and what is typed where."""
    every = quotes()
    return "\n\n".join(_section(module, every) for module in _modules(every))


def _modules(every: Iterable[Quote]) -> list[str]:
    return in_order(sorted({quote.module for quote in every}))


def _anchor(module: str) -> str:
    return f"of-{module.replace('_', '-')}"


def line(name: str) -> str:
    """The address of a number’s line; docs/assets/numbers.js writes it in the same way."""
    return re.sub(r"\W+", "-", name).rstrip("-")


def _section(module: str, every: list[Quote]) -> str:
    home = address(module)
    names: dict[str, list[Quote]] = {}
    for quote in every:
        if quote.module == module:
            names.setdefault(quote.name, []).append(quote)
    rows = [
        [
            f'<span id="{line(name)}"></span>`{name.partition(".")[2]}`',
            shown(walk.number(name)),
            _typed(found, home),
        ]
        for name, found in names.items()
    ]
    heading = f'<span id="{_anchor(module)}"></span>**[{title(module)}]({home})**'
    path = f"`src/softlookup/pages/{module}/numbers.py`"
    return f"{heading}, from {path}\n\n{table(['name', 'computed', 'typed'], rows, 'lrl')}"


def _typed(found: list[Quote], home: str) -> str:
    """What is typed, once each; other pages than the number’s own are named."""
    places = {
        (quote.typed, "" if quote.file == home else f" on [{quote.file[:-3]}]({quote.file})"): None
        for quote in found
    }
    return ", ".join(typed + place for typed, place in places)


# --- How often a mistake is noticed -----------------------------------------------------------------


def mutation_score() -> str:
    """The stored score: how many planted mistakes something stopped, and those that nothing did."""
    if not runs.stored("mutants"):
        return "No score is stored for this version of the site. `make mutants` measures one."
    found = runs.run("mutants")
    total: Counter[str] = Counter()
    for counts in found["kinds"].values():
        total.update(counts)
    head = (
        f"Measured on {found['date']}, with {sum(total.values()):,} of the {found['possible']:,} mistakes "
        "that can be planted, taken in turn from every kind. A mistake is *refuted* when the build stops, "
        "when the walk over the finished page finds it, or when a test that knows better fails. Some are not "
        "refuted but *seen*: a part of a page then says something else than what was last read and "
        "accepted, and a test asks its author whether that was meant. The rest is *missed*. Not "
        f"counted: {total['nothing']:,} that leave the page, or all that an example prints, as it was, "
        f"and {total['late']:,} not decided in time."
    )
    headings = ["mistakes", "planted", "refuted", "seen", "missed", "noticed"]
    groups = [_scored(f"**{name}**", counts) for name, counts in found["groups"].items()]
    kinds = [_scored(kind, counts) for kind, counts in found["kinds"].items()]
    scored = table(headings, [*groups, _scored("**all**", total)])
    each = _fold("The same for each kind of mistake", table(headings, kinds))
    missed = "\n".join(f"- {_plain(where)}" for where in found["survivors"])
    count = len(found["survivors"])
    left = _fold(f"The {count:,} that nobody noticed", missed) if count else ""
    return "\n\n".join(part for part in (head, scored, each, left) if part)


def _scored(kind: str, counts: Mapping[str, int]) -> list[object]:
    refuted = sum(counts.get(outcome, 0) for outcome in ("build", "walk", "test"))
    seen, nobody = counts.get("print", 0), counts.get("nobody", 0)
    counted = refuted + seen + nobody
    share = percent((refuted + seen) / counted) if counted else "–"
    return [kind, counted, refuted, seen, nobody, share]


def _fold(title: str, text: str) -> str:
    """Text behind a line to click."""
    return f'??? deeper "{title}"\n\n{textwrap.indent(text, "    ")}'


def _plain(where: str) -> str:
    """Planted text as code, so that nothing in it is taken for Markdown or for a number of ours."""
    kind, _, place = where.partition(": ")
    return f"{kind}: `{place.replace('`', '’')}`"
