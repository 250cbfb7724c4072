"""Numbers of the page on sources."""

from softlookup.pages.sources.parts import WORKS

_compared = [work.compared.split()[0] for work in WORKS.values() if work.compared]
compared = len(_compared)
read = _compared.count("text")
left = len(WORKS) - compared
