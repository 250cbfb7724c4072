r"""Whether an equation that a page types holds, found out by putting numbers in.

`trouble(r"a_j = \frac{e^{s_j}}{\sum_i e^{s_i}}", [letters])` evaluates both sides with the values that
`letters` gives, for every index that stands free, and says where they differ. A letter is a number or an
array; `s_j` is entry j of the array `s`, counted from one, unless a value is called `s_j` itself.

What holds by choice is left alone: `T = 1` sets a letter, and a condition such as `n \gg 1` is none of ours.
A limit, `g \ge \ln 9`, is held to equality, so its letters stand at the limit.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

Value = Any  # a float, an array, a shape or a function
Letters = Mapping[str, Value]

CLOSE = 1e-9
NEARLY = 1e-6  # for ≈, and for what a difference quotient gives
RUNNING = "ijl"  # letters that number something, when they stand free

_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+|[a-zA-Z]|\S", re.S)
_SPACES = {r"\,", r"\;", r"\!", r"\:", r"\quad", r"\left", r"\right", r"\ ", "&"}
_SPACES |= {rf"\{size}{side}" for size in ("big", "Big") for side in "lrm"} | {r"\big", r"\Big"}
_BETWEEN = re.compile(
    r"\\begin\{aligned\}|\\end\{aligned\}|\\\\|\\qquad|\\text\{(?:so|with|and|as long as)\}"
)
_RELATIONS = {"=": "=", r"\approx": "≈", r"\propto": "∝", r"\to": "→", r"\le": "=", r"\ge": "="}
_CONDITIONS = {r"\gg", r"\ll", "<", ">", r"\ne"}
_OPEN = {"(": ")", "[": "]", "{": "}", "|": "|"}
_GREEK = {r"\sigma": "σ", r"\ell": "ℓ", r"\delta": "δ", r"\beta": "β", r"\varphi": "φ"}


class UnknownError(Exception):
    """A letter without a value, or a sign that is not read."""


class Shape(tuple[int, ...]):
    """Rows and columns, which multiply as matrices do."""

    __slots__ = ()

    def through(self, other: "Shape") -> "Shape":
        """The shape of the product."""
        return Shape((self[0], other[1])) if self[1] == other[0] else Shape((self[0], -1))


def trouble(tex: str, sets: Iterable[Letters]) -> str:
    """Why a formula holds with none of the sets of letters, or nothing; UnknownError where none has them all."""
    told: list[str] = []
    unknown: list[str] = []
    for letters in sets:
        try:
            told.append(_trouble(tex, letters))
        except UnknownError as error:
            unknown.append(str(error))
        except (ValueError, TypeError) as error:  # shapes that do not go together
            told.append(str(error))
    if not told:
        raise UnknownError(" ".join(dict.fromkeys(unknown)))
    return "" if "" in told else told[0]


def _trouble(tex: str, letters: Letters) -> str:
    for tokens in statements(tex):
        sides, signs = _chain(tokens)
        if not signs or _is_chosen(sides):
            continue
        told = _compared(sides, signs, letters)
        if told:
            return told
    return ""


def relations(tex: str) -> bool:
    """Whether a formula states something that can be held against numbers."""
    chains = [_chain(tokens) for tokens in statements(tex)]
    return any(signs and not _is_chosen(sides) for sides, signs in chains)


def statements(tex: str) -> Iterator[list[str]]:
    """The equations of a formula, as signs without spaces."""
    for part in _BETWEEN.split(tex):
        tokens = [token for token in _TOKEN.findall(part) if token not in _SPACES]
        if tokens:
            yield tokens


def _chain(tokens: list[str]) -> tuple[list[list[str]], list[str]]:
    """What stands between the relations of one equation, and the relations."""
    sides: list[list[str]] = [[]]
    signs: list[str] = []
    depth = 0
    for token in tokens:
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if not depth and token in _CONDITIONS:
            return [[]], []
        if not depth and token in _RELATIONS:
            signs.append(_RELATIONS[token])
            sides.append([])
        else:
            sides[-1].append(token)
    return sides, signs


_NAME = r"\\?[a-zA-Z]+(?:_\w)?"
_NUMBER = r"-?\d+|\\sqrt\{?\d+\}?|\\t?frac\{\d+\}\{\d+\}"


def _is_chosen(sides: list[list[str]]) -> bool:
    """A name and a number, or two names: the author's choice, as in `T = 1`; or a number that follows."""
    first, last = "".join(sides[0]), "".join(sides[-1])
    chosen = re.fullmatch(_NAME, first) and re.fullmatch(f"{_NUMBER}|{_NAME}", last)
    return not all(sides) or (len(sides) == 2 and bool(chosen))


def _compared(sides: list[list[str]], signs: list[str], letters: Letters) -> str:
    free = sorted(_free(sides) - set(letters))
    ranges = [range(1, int(letters.get("range", 1)) + 1)] * len(free)
    nearly = any(r"\dots" in side for side in sides) or bool(letters.get("nearly"))
    ratios: dict[tuple[int, ...], list[float]] = {}
    for numbers in product(*ranges):
        here = dict(letters) | dict(zip(free, numbers, strict=True))
        values = [Reader(side, here).whole() for side in sides]
        for place, sign in enumerate(signs):
            left, right = values[place], values[place + 1]
            if sign == "∝":
                ratios.setdefault(numbers[:-1], []).append(float(left / right))
            elif not _agree(left, right, NEARLY if nearly or sign == "≈" else CLOSE):
                return f"{''.join(sides[place])} is {left}, {''.join(sides[place + 1])} is {right}"
    if any(np.ptp(found) > CLOSE * abs(found[0]) for found in ratios.values()):
        return "the two sides are not in proportion"
    return ""


def _agree(left: Value, right: Value, within: float) -> bool:
    if isinstance(left, Shape) or isinstance(right, Shape):
        return bool(left == right)
    left, right = np.asarray(left), np.asarray(right)
    return left.shape == right.shape and np.allclose(left, right, rtol=within, atol=within)


def _free(sides: list[list[str]]) -> set[str]:
    """The indices that no sum of the equation runs over."""
    found: set[str] = set()
    for side in sides:
        bound = {
            side[at + 2 + (side[at + 2] == "{")]
            for at, token in enumerate(side[:-2])
            if token == r"\sum"
        }
        found |= {token for token in side if token in RUNNING} - bound
    return found


class Reader:
    """Reads one side of an equation and works it out on the way."""

    def __init__(self, tokens: list[str], letters: Letters) -> None:
        self.tokens, self.at, self.letters = tokens, 0, letters

    def whole(self) -> Value:
        """The value of everything."""
        value = self.total("")
        if self.at < len(self.tokens):
            raise UnknownError(self.tokens[self.at])
        return value

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self, wanted: str = "") -> str:
        token = self._next()
        if not token or (wanted and token != wanted):
            raise UnknownError(f"{wanted or 'a sign'} instead of {token or 'the end'}")
        self.at += 1
        return token

    def total(self, end: str) -> Value:
        """Terms, added and taken away."""
        value: Value = None
        while self._next() not in ("", "=", end):
            sign = self._take() if self._next() in "+-" else "+"
            if self._next() == r"\dots" and sign == "+":  # the letters end where it begins
                self._take()
                continue
            term = self.term(end)
            term = -term if sign == "-" else term
            value = term if value is None else value + term
        if value is None:
            raise UnknownError("nothing")
        return value

    def term(self, end: str) -> Value:
        """Factors side by side, with or without a sign between them."""
        value: Value = None
        while self._next() not in ("", "+", "-", ",", "=", end):
            token = self._next()
            if token == "/":
                self._take()
                value = value / self.divisor()
            elif token == r"\times":
                self._take()
                value = Shape((int(value), int(self.total(end))))
            else:
                if token == r"\cdot":
                    self._take()
                factor = self.running_sum(end) if self._next() == r"\sum" else self.factor()
                value = factor if value is None else _times(value, factor)
        if value is None:
            raise UnknownError(self._next() or "nothing")
        return value

    def divisor(self) -> Value:
        """What follows a slash: in 1/2h^2 the number belongs to the letter."""
        number = self._next().isdigit()
        value = self.factor()
        return value * self.factor() if number and self._next().isalpha() else value

    def running_sum(self, end: str) -> Value:
        r"""`\sum_j` takes all factors that follow it."""
        self._take()
        self._take("_")
        index = self.group()
        letter = index[0]
        last = int(self.letters.get("range", 1))
        if self._next() == "^":
            self._take()
            last = int(Reader(self.group(), self.letters).whole())
        start, total = self.at, None
        for number in range(1, last + 1):
            inner = Reader(self.tokens, {**self.letters, letter: number})
            inner.at = start
            value = inner.term(end)
            total = value if total is None else total + value
            self.at = inner.at
        return total

    def group(self) -> list[str]:
        """What stands in braces, or one sign."""
        if self._next() != "{":
            return [self._take()]
        self._take()
        depth, start = 1, self.at
        while depth:
            token = self._take()
            depth += (token == "{") - (token == "}")
        return self.tokens[start : self.at - 1]

    def value_of_group(self) -> Value:
        return Reader(self.group(), self.letters).whole()

    def factor(self) -> Value:
        """A letter, a number, a fraction, a root, a function or something in brackets, with its power."""
        token = self._take()
        if token.isdigit():
            return self.raised(float(token))
        if token in (r"\frac", r"\tfrac", r"\dfrac"):
            return self.raised(self.fraction())
        if token == r"\sqrt":
            degree = self.bracketed("[") if self._next() == "[" else 2.0
            return self.value_of_group() ** (1 / degree)
        if token == r"\ln":
            return np.log(self.running_sum("") if self._next() == r"\sum" else self.factor())
        if token in _OPEN:
            self.at -= 1
            return self.raised(self.bracketed(token))
        if token == "e" and "e" not in self.letters:
            return self.raised(math.e)
        return self.named(self.name(token))

    def fraction(self) -> Value:
        above, below = self.group(), self.group()
        if above[0] in (r"\partial", "d") and below[0] == above[0]:  # a derivative has a name
            index = Reader(below[3:], self.letters).group() if len(below) > 2 else []
            return self.found(f"d{''.join(above[1:])}/d{below[1]}", index)
        return Reader(above, self.letters).whole() / Reader(below, self.letters).whole()

    def bracketed(self, token: str) -> Value:
        self._take(token)
        if token == "{":
            self.at -= 1
            return self.value_of_group()
        value = self.total(_OPEN[token])
        if self._next() == "=":  # [q = k_j] is one where it is true
            self._take()
            value = float(np.array_equal(value, self.total(_OPEN[token])))
        self._take(_OPEN[token])
        return np.linalg.norm(value) if token == "|" else value

    def name(self, token: str) -> str:
        if token in (r"\operatorname", r"\text", r"\mathsf", r"\mathrm"):
            return "".join(self.group())
        if token in (r"\max", r"\cos"):
            return token[1:]
        return _GREEK.get(token, token)

    def named(self, name: str) -> Value:
        """A letter with its index and power, or a function with what it is applied to."""
        below: list[str] = []
        while self._next() == "'":
            name += self._take()
        if self._next() == "_":
            self._take()
            below = self.group()
        if self._next() == "^" and self.tokens[self.at + 1 : self.at + 3] == ["{", "("]:
            self._take()  # W^{(i)}: the number of a head
            below = below + self.group()
        value = self.found(name, below)
        if callable(value):
            return self.raised(value(*self.arguments()))
        return self.raised(value)

    def arguments(self) -> Iterator[Value]:
        closing = _OPEN[self._take("(")]
        yield self.total_until(closing)
        while self._next() == ",":
            self._take()
            yield self.total_until(closing)
        self._take(closing)

    def total_until(self, closing: str) -> Value:
        """One argument: it ends at a comma or at the bracket."""
        depth, start = 0, self.at
        while depth or self._next() not in (",", closing):
            token = self._take()
            depth += (token in ("(", "{")) - (token in (")", "}"))
        return Reader(self.tokens[start : self.at], self.letters).whole()

    def found(self, name: str, below: list[str]) -> Value:
        """The value called so: `d_k` by its whole name, `s_j` as an entry of s."""
        typed = "".join(below).replace(r"\text", "").replace("{", "").replace("}", "")
        whole = f"{name}_{typed}" if below else name
        if whole in self.letters:
            return self.letters[whole]
        # W_Q^{(i)}, o_{-j}: a name first, then what numbers it.
        for at in reversed(range(len(below))):
            kept = "".join(below[:at]).replace("-", "−")
            label = f"{name}_{kept}"
            label = name if not at and label not in self.letters else label
            if label in self.letters:
                return self.entry(self.letters[label], below[at:])
        raise UnknownError(whole)

    def entry(self, value: Value, below: list[str]) -> Value:
        """One entry of an array; every index is counted from one."""
        if callable(value):
            return value(round(float(Reader(below, self.letters).whole())))
        array = np.asarray(value)
        each = all(isinstance(self.letters.get(token), int) for token in below)  # s_{ij}
        places = [[token] for token in below] if each else [below]
        for place in places:
            number = round(float(Reader(place, self.letters).whole()))
            if not array.ndim or not 1 <= number <= len(array):
                raise UnknownError(f"entry {number}")
            array = array[number - 1]
        return array

    def raised(self, value: Value) -> Value:
        """With the power that follows, or turned over."""
        if self._next() != "^":
            return value
        self._take()
        if self._next() == r"\mathsf":
            self.at += 2
            return np.transpose(value)
        power = self.group()
        if power[0] == r"\mathsf":
            return np.transpose(value)
        exponent = Reader(power, self.letters).whole()
        if isinstance(value, float) and value == math.e:
            return np.exp(exponent)
        return value**exponent


def _times(left: Value, right: Value) -> Value:
    if isinstance(left, Shape) and isinstance(right, Shape):
        return left.through(right)
    if np.ndim(left) and np.ndim(right):
        return np.asarray(left) @ np.asarray(right)
    return left * right
