"""The parts of the errata page."""

from softlookup import ledger

summary = ledger.summary
independent = ledger.independent


def find() -> str:
    """A box that leaves the statements with some words, where scripts run."""
    return (
        '<div class="filter" role="search" aria-label="Statements"><label>Find a statement '
        '<input type="search" data-filter=".claim" autocomplete="off"></label> '
        '<output aria-live="polite"></output></div>'
    )


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
