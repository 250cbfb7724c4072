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
_PRICE = re.compile(rf"(?<!with )(?<!the )\b{_ENTRY}(?: costs| is| alone is worth)? {_N}", re.I)
_OWN_KEY = re.compile(rf"\b{_ENTRY}’s own key, \({_N}, {_N}\)", re.I)
_NOTHING = re.compile(
    rf"\bnothing,?(?: at)? \({_N}, {_N}\)|\({_N}, {_N}\), (?:called|which says) nothing"
)
# A blend ends where the values do, all of them or those that may be read.
_BLEND = re.compile(
    rf"\b(?:price|range|blend|answers)\b[^.:;()]*?\b(?:between|from|below) {_N} (?:and|to|or above) {_N}"
)
_PART = re.compile(rf"\b(?:gate|share|weight)s?\b[^.:;()]*?\bbetween {_N} and {_N}")
_WEIGHT = re.compile(rf"\bweight (?:is|of|above) {_N}(?! [a-z]*(?:%|percent))")
_COSINE = re.compile(rf"\b[Cc]osines? lies? between {_N} and {_N}")
_STANDARD = re.compile(rf"\b[Mm]ean {_N}(?: and|,) variance {_N}")
_EXTRA = re.compile(
    rf"\b(?:the|an|:) extra {_N}(?! (?:key|entr|number|row|column|head|quer)\w*s\b)", re.I
)
_LESS = re.compile(rf"\bsums? to less than {_N}")
_ROOT = re.compile(rf"\bdivided by {_N}, the root of the {_N}")
_SAME = re.compile(
    rf"\brow {_N} (?:of the result )?answers row {_N}"
    rf"|\b{_N} as an integer and {_N} as a float|\bvalues are all {_N} answers {_N}",
    re.I,
)
_SQUARES = re.compile(
    rf"\$x\^2\$ at the places ({_N}(?:(?:, | and ){_N})+) and found ({_N}(?:(?:, | and ){_N})+)"
)
_MATCH = re.compile(rf"\bscores {_N} with racket, {_N} with ball and {_N} with tree", re.I)
_THE_OTHERS = re.compile(rf"\bball gets {_N} and the tree {_N}", re.I)
_WINS = re.compile(rf"\bracket wins(?:</span>)? with {_N}", re.I)
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
    r"|\| ((?:19|20)\d\d)(?: [A-Z][a-z]+)? \| ([A-Z][\w’-]+)"
)
_WORK_OF = re.compile(r"\b[Ii]n ((?:19|20)\d\d) ([A-Z][\w’-]+)")


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
        *((f[0], _whole(f) == asking[0][1:]) for f in _THE_OTHERS.finditer(text)),
        *((f[0], _whole(f) == asking[0][:1]) for f in _WINS.finditer(text)),
        *((f[0], _whole(f) == VALUES.tolist()) for f in _PRICES.finditer(text)),
        *((f[0], _whole(f) in asking) for f in _SCORES.finditer(text)),
        *((f[0], _whole(f) == animals) for f in _ANIMALS.finditer(text)),
        *((f[0], _worked_out(f[1]) == _number(f[2])) for f in _PRODUCTS.finditer(text)),
        *(
            (f[0], _number(f[1]) in (0, 1)) for f in _SUM.finditer(text)
        ),  # shares to 1, changes of them to 0
        *((f[0], _is_work(f[1] or f[4], int(f[2] or f[3]))) for f in _WORK.finditer(text)),
        *((f[0], _is_work(f[2], int(f[1]))) for f in _WORK_OF.finditer(text)),
        *((f[0], _whole(f, 2) == places[f[1].lower()]) for f in _OWN_KEY.finditer(text)),
        *((f[0], _given(f) == [0, 0]) for f in _NOTHING.finditer(text)),
        *((f[0], set(_whole(f)) <= set(prices.values())) for f in _BLEND.finditer(text)),
        *((f[0], _whole(f) == [0, 1]) for f in _PART.finditer(text)),
        *((f[0], _number(f[1]) in (0, 1)) for f in _WEIGHT.finditer(text)),
        *((f[0], _whole(f) == [-1, 1]) for f in _COSINE.finditer(text)),
        *((f[0], _whole(f) == [0, 1]) for f in _STANDARD.finditer(text)),
        *((f[0], _number(f[1]) == 1) for f in (*_EXTRA.finditer(text), *_LESS.finditer(text))),
        *((f[0], _number(f[1]) ** 2 == _number(f[2])) for f in _ROOT.finditer(text)),
        *((f[0], len(set(_given(f))) == 1) for f in _SAME.finditer(text)),
        *((f[0], _are_squares(f[0])) for f in _SQUARES.finditer(text)),
    ]
    yield from (said for said, right in held if not right)


def _number(typed: str) -> int:
    return int(typed.replace("−", "-"))


def _whole(found: "re.Match[str]", first: int = 1) -> list[int]:
    return [_number(typed) for typed in found.groups()[first - 1 :]]


def _given(found: "re.Match[str]") -> list[int]:
    """The numbers of the alternative that was found."""
    return [_number(typed) for typed in found.groups() if typed is not None]


def _are_squares(said: str) -> bool:
    places, _, heights = said.removeprefix("$x^2$").partition("found")
    pairs = zip(re.findall(r"\d+", places), re.findall(r"\d+", heights), strict=True)
    return all(int(place) ** 2 == int(height) for place, height in pairs)


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
        "The ball gets 2 and the tree 2.",
        "and racket wins with 4. No",
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
        "| 2015 Sept | Bahdanau, Cho and Bengio, Neural",
        "In 1965 Nadaraya and Watson",
        "Racket alone is worth 11.",
        "asks with tree’s own key, (−1, 3), which",
        "a question about nothing, at (0, 1), gets",
        "the query (1, 0), which says nothing",
        "it never leaves the range from 3 to 10",
        "no question gets a price below 2 or above 11",
        "A gate is a number between 0 and 2",
        "The tree’s weight is 2 and not small",
        "Cosines lie between 0 and 1",
        "with mean 0 and variance 2",
        "softmax with an extra 2 is",
        "weights that sum to less than 2",
        "divided by 11, the root of the 100",
        "Row 1 of the result answers row 2 of the queries",
        "why 8 as an integer and 9 as a float are one key",
        "the curve $x^2$ at the places 0, 1, 2 and 3 and found 0, 1, 5 and 9",
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
        "In 2017 PyTorch was new",
        "a blend of 10, 5 and 2 lies between 2 and 10",
        "an answer between 5 and 10, without the tree",
        "a weight of 0.5, and a weight of 20 %",
        "an extra 2 entries",
        "the curve $x^2$ at the places 0, 1 and 3 and found 0, 1 and 9",
    ],
)
def test_what_is_given_right_passes(text: str) -> None:
    assert list(wrong(_plain(text))) == []
