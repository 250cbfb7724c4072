"""What the errata page prints: the whole ledger, with its filters."""

from softlookup.ledger import listing

__all__ = ["listing"]
