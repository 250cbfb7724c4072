"""Numbers of the page on bug fingerprints: what tennis is answered, and who sees a wrong scale."""

from softlookup import laws
from softlookup.pages.fingerprints.bugs import mistakes
from softlookup.pages.fingerprints.parts import LAWS, broken, keeps

_made = mistakes()
right = _made["wrong_axis"].right[0, 0]
wrong_axis = _made["wrong_axis"].answers[0, 0]
not_scaled = _made["not_scaled"].answers[0, 0]

# A wrong scale breaks no law but that of the known answer. Two widths see some of them.
_only_known = [laws.KNOWN_ANSWER.otherwise]
assert _only_known[0] in LAWS
WRONG_SCALES = [name for name, shown in broken().items() if shown == _only_known]
wrong_scales = len(WRONG_SCALES)
SEEN_BY_WIDTH = [name for name in WRONG_SCALES if not keeps(_made[name], laws.TWO_WIDTHS)]
seen_by_width = len(SEEN_BY_WIDTH)
