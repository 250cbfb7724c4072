"""Numbers of the page on translating between libraries."""

from softlookup.pages.translate.programs import PAIRS

pairs = len(PAIRS)
whole = sum(bool(have.api and want.api) for have, want in PAIRS)  # both sides are run
half = sum(bool(want.api and not have.api) for have, want in PAIRS)
