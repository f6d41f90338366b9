"""Untrusted text made safe to show: invisible control characters are written as escapes, such as ``\\u202e``.

Some of them reverse the order of a line (U+202A to U+202E, U+2066 to U+2069), control a terminal, or hide words. Line
ends, tabs and the joiners of scripts and emoji are kept. The log stores every text unchanged.
"""

import unicodedata

KEPT = "\n\t\u200c\u200d"

UNSEEN = ("Cc", "Cf")
"""Unicode categories: control and format."""


def visible(text: str) -> str:
    """Return a text with its invisible control characters written as Python escapes."""
    if text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode() if unseen(character) else character for character in text
    )


def unseen(char: str) -> bool:
    """Return whether a character is an invisible control character."""
    return not char.isprintable() and char not in KEPT and unicodedata.category(char) in UNSEEN
