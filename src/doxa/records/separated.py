"""Tables from outside doxa, in which programs separate fields by commas, semicolons or tabs."""

SEPARATORS = ",;\t"


def separator_of(text: str) -> str:
    """Return the character that separates the fields of a table: of these the one that its first line has most of."""
    header = text.lstrip("\r\n").split("\n", 1)[0]
    return max(SEPARATORS, key=header.count)
