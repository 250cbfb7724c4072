"""What a sentence gives, it gives right: the places and prices of the running example, plain products, years of works.

Small whole numbers may be typed freely, because they count or are given. But what is given stands in a file, and
where a sentence says of what it speaks, the two can be compared.
"""

import re
from collections.abc import Iterator

import pytest

from conftest import ROOT
from softlookup.examples import ANIMALS, KEYS, SCORES, TENNIS, VALUES, WORDS
from softlookup.fences import without_fences
from softlookup.pages.sources.parts import WORKS

_N = r"(−?\d+)(?!\d|[.,]\d| ?[%·])"
_ENTRY = rf"({'|'.join(WORDS)})"
_PLACE = re.compile(rf"\b({'|'.join((*WORDS, 'tennis'))}),? (?:is |at |lies )*\({_N}, {_N}\)", re.I)
_PRICE = re.compile(rf"(?<!with )(?<!the )\b{_ENTRY}(?: costs| is)? {_N}", re.I)
_MATCH = re.compile(rf"\bscores {_N} with racket, {_N} with ball and {_N} with tree", re.I)
_PRICES = re.compile(
    rf"\b(?:values|prices|VALUES`|average|blend|tree cost)(?: are| of)? {_N}, {_N},? and {_N}"
)
_SCORES = re.compile(rf"\b(?:the )?scores(?: are)? {_N}, {_N},?(?: and)? {_N}")
_ANIMALS = re.compile(
    r"\bdog (\d+), cat (\d+), tiger (\d+),? (?:and the number )?(\d+) (?:→|with the value) (\d+)"
)
_PRODUCTS = re.compile(
    r"(−?\d+ · −?\d+(?: \+ −?\d+ · −?\d+)+)(?: =|, which is|, that is) (−?\d+)\b"
)
_SUM = re.compile(rf"\b(?:sums?|adds? up) to {_N}")
_WORK = re.compile(
    r"\b([A-Z][\w’-]+)(?: and others|(?:, [A-Z][\w’-]+)*,? and [A-Z][\w’-]+)?,? \(?((?:19|20)\d\d)\b"
    r"|\| ((?:19|20)\d\d) \| ([A-Z][\w’-]+)"
)


def wrong(text: str) -> Iterator[str]:
    """Everything in a text that is given otherwise than it is."""
    places = dict(zip(WORDS, KEYS.tolist(), strict=True)) | {"tennis": TENNIS.tolist()}
    prices = dict(zip(WORDS, VALUES.tolist(), strict=True))
    asking = [SCORES.tolist(), *(KEYS @ KEYS.T).tolist()]  # by tennis, and by each word of the list
    animals = [ANIMALS["dog"], ANIMALS["cat"], ANIMALS["tiger"], 8, ANIMALS[8]]
    held = [
        *((f[0], _whole(f, 2) == places[f[1].lower()]) for f in _PLACE.finditer(text)),
        *((f[0], _whole(f, 2) == [prices[f[1].lower()]]) for f in _PRICE.finditer(text)),
        *((f[0], _whole(f) in asking) for f in _MATCH.finditer(text)),
        *((f[0], _whole(f) == VALUES.tolist()) for f in _PRICES.finditer(text)),
        *((f[0], _whole(f) in asking) for f in _SCORES.finditer(text)),
        *((f[0], _whole(f) == animals) for f in _ANIMALS.finditer(text)),
        *((f[0], _worked_out(f[1]) == _number(f[2])) for f in _PRODUCTS.finditer(text)),
        *(
            (f[0], _number(f[1]) in (0, 1)) for f in _SUM.finditer(text)
        ),  # shares to 1, changes of them to 0
        *((f[0], _is_work(f[1] or f[4], int(f[2] or f[3]))) for f in _WORK.finditer(text)),
    ]
    yield from (said for said, right in held if not right)


def _number(typed: str) -> int:
    return int(typed.replace("−", "-"))


def _whole(found: "re.Match[str]", first: int = 1) -> list[int]:
    return [_number(typed) for typed in found.groups()[first - 1 :]]


def _worked_out(products: str) -> int:
    pairs = [product.split(" · ") for product in products.split(" + ")]
    return sum(_number(one) * _number(other) for one, other in pairs)


def _is_work(author: str, year: int) -> bool:
    """Whether the author has a work of that year; a name that is no author's says nothing."""
    years = {work.year for work in WORKS.values() if work.author.startswith(author)}
    return not years or year in years


def _plain(markdown: str) -> str:
    """Sentences without links, emphasis and line breaks."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", without_fences(markdown))
    return " ".join(re.sub(r"(?<!\w)[*“”]+|[*“”]+(?!\w)", "", words).split())


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "docs").glob("*.md")))
def test_a_page_gives_everything_as_it_is(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert list(wrong(_plain(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "a racket at (2, 2)",
        "Tennis, at (1, 0), is the query",
        "tree (1, 2)",
        "a ball 6, a young tree 2",
        "a racket costs 11 coins",
        "Tennis scores 3 with racket, 1 with ball and 1 with tree",
        "with prices of 10, 5 and 3",
        "the scores 3, 2, 2 by ten",
        "dog 10, cat 2, tiger 5, 8 → 13",
        "dog 10, cat 2, tiger 5, and the number 9 with the value 12",
        "1 · 2 + 1 · 2, which is 3",
        "[1](=a) · 2 + 1 · 1 = [4](=b)",
        "the weights sum to 2.",
        "Vaswani and others 2018",
        "Demeter, Kimmel and Downey 2021",
        "| 1965 | Nadaraya, On",
    ],
)
def test_what_is_given_wrong_is_found(text: str) -> None:
    assert list(wrong(_plain(text)))


@pytest.mark.parametrize(
    "text",
    [
        "tree (−1, 2)",
        "a *racket* costs 10 coins, a ball 5",
        "the ball gets 24 %, tree 0.09, racket 1,000",
        "when tree asks, the scores are 0, −2 and 5",
        "sums to 0.49",
        "In 1964 Nadaraya and Watson",
        "Vaswani and others 2017",
    ],
)
def test_what_is_given_right_passes(text: str) -> None:
    assert list(wrong(_plain(text))) == []
