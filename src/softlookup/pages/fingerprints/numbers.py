"""Numbers of the page on bug fingerprints: what tennis is answered, and who sees a wrong scale."""

from softlookup import laws
from softlookup.pages.fingerprints.bugs import mistakes
from softlookup.pages.fingerprints.parts import broken, keeps

_made = mistakes()
right = _made["wrong_axis"].right[0, 0]
wrong_axis = _made["wrong_axis"].answers[0, 0]
not_scaled = _made["not_scaled"].answers[0, 0]

# A wrong scale breaks no law but that of the known answer. Two widths see some of them.
_known_answer = [laws.KNOWN_ANSWER.otherwise]
_wrong_scales = [_made[name] for name, shown in broken().items() if shown == _known_answer]
wrong_scales = len(_wrong_scales)
seen_by_width = sum(not keeps(made, laws.TWO_WIDTHS) for made in _wrong_scales)
