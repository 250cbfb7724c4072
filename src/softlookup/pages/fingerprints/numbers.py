"""Numbers of the page on bug fingerprints: what tennis is answered."""

from softlookup.pages.fingerprints.bugs import mistakes

_made = mistakes()
right = _made["wrong_axis"].right[0, 0]
wrong_axis = _made["wrong_axis"].answers[0, 0]
not_scaled = _made["not_scaled"].answers[0, 0]
