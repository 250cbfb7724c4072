"""Tables of the page on positions."""

from softlookup.pages.positions import numbers, ways
from softlookup.write import number, table


def elsewhere() -> str:
    """One query and one key at three pairs of places, in every way."""
    rows = [[way, *(_score(way, where) for where in numbers.PLACES)] for way in ways.WAYS]
    headings = [
        f"*it* at {numbers.it_at}, *animal* at {numbers.animal_at}",
        f"both {numbers.LATER} places on",
        f"{numbers.FAR:,} places apart",
    ]
    return table(["place comes in by", *headings], rows)


def _score(way: str, where: str) -> str:
    try:
        return number(numbers.score(way, where), 1)
    except IndexError:
        return "`IndexError`"
