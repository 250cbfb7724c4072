"""Powers of ten on the axes of the page's figures, written with raised digits."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(exponent: int) -> str:
    """A power of ten as a page writes it."""
    return f"10{str(exponent).translate(_RAISED)}"


def ticks(exponents: range) -> tuple[list[float], list[str]]:
    """Where the powers stand, and what they are called."""
    return [10.0**exponent for exponent in exponents], [raised(exponent) for exponent in exponents]
