"""Untrusted text made safe to show: invisible control characters are written as escapes, such as ``\\u202e``.

Some of them reverse the order of a line (U+202A to U+202E, U+2066 to U+2069), control a terminal, or hide words. Line
ends, tabs and the joiners of scripts and emoji are kept. The log stores every text unchanged.
"""

import unicodedata

KEPT = "\n\t\u200c\u200d"

UNSEEN = ("Cc", "Cf")
"""Unicode categories: control and format."""

WIDTHLESS = ("Cc", "Cf", "Mn", "Me")
"""Unicode categories whose characters show nothing alone: the invisible ones, and marks on a letter."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing: the fillers of Hangul, and the blank Braille pattern."""


def has_words(text: str) -> bool:
    """Return whether a text shows anything: more than white space, controls, and characters without width."""
    return any(not character.isspace() and not is_widthless(character) for character in text)


def is_widthless(character: str) -> bool:
    """Return whether a character shows nothing by itself, such as U+200B, a joiner or a variation selector."""
    return unicodedata.category(character) in WIDTHLESS or character in BLANKS


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
