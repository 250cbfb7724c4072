"""The parts of the errata page."""

from softlookup import choice, ledger

summary = ledger.summary
independent = ledger.independent


def find() -> str:
    """A box that leaves the statements with some words, where scripts run."""
    return choice.find("Find a statement", ".claim", groups="details.verdict")


def first() -> str:
    """The statements of “Soft” Dictionary Keys."""
    return ledger.section("S0")


def second() -> str:
    """The statements of Attention as Soft Dictionary Lookup."""
    return ledger.section("S1")


def third() -> str:
    """The statements of An Intuition for Attention."""
    return ledger.section("S2")


def fourth() -> str:
    """The statements of Differentiable key-value lookup view."""
    return ledger.section("S3")


def between() -> str:
    """What the sources say against each other."""
    return ledger.section("X")
