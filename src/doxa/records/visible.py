"""Untrusted words as a person may see them: controls that cannot be seen are written out, as ``\\u202e`` is here.

Some of them turn the order of a line around (U+202A to U+202E, U+2066 to U+2069), steer a terminal, or hide words. Line
ends, tabs and the joiners that scripts and emoji are built with stay. The log keeps every text as it came.
"""

import unicodedata

KEPT = "\n\t\u200c\u200d"

UNSEEN = ("Cc", "Cf")
"""Unicode categories: control and format."""


def visible(text: str) -> str:
    """Return a text with its unseen controls written as Python escapes."""
    if text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode() if unseen(character) else character for character in text
    )


def unseen(char: str) -> bool:
    """Say whether a character is a control that cannot be seen."""
    return not char.isprintable() and char not in KEPT and unicodedata.category(char) in UNSEEN
