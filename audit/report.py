"""What a tool says of a page, and what it says when it cannot be had."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One page, measured by one tool."""

    page: str
    said: str
    wrong: str = ""  # nothing, or what is beyond its limit


class Missing(Exception):
    """A tool that this machine does not have, and how to get it."""
