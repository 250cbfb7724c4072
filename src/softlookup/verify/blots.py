"""The letters that stand in a text for what needs no computing: letters that no page has."""

COMPARED = "\ufffc"  # a number that was compared
CITED = "\ue003"  # words that link to their source
FORMULA = "\ue000"
CODE = "\ue001"
ALLOWED = "\ue002"  # years, dates, versions: what may be typed freely
