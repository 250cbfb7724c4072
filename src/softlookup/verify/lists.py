"""Long lists of names, written as one would read them."""


def names(text: str) -> list[str]:
    """The words of a text, one name each."""
    return text.split()
