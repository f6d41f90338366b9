"""A text in plain small letters, with the place of each letter: what is written so that a reader would see the same.

Invisible characters are left out; letters of other alphabets that look like Latin ones, and forms such as "ｊｕｄｇｅ",
become Latin; letters set apart ("i g n o r e") are joined. Who hides an order from a search hides it in such ways.
"""

import re
import unicodedata
from dataclasses import dataclass

_CYRILLIC = "аеорсухікѕјԁԛԝвмнтгАВЕКМНОРСТУХІЅЈ", "aeopcyxiksjdqwbmhtrABEKMHOPCTYXISJ"
_GREEK = "αεορυνικτχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopuviktxnABEZHIKMNOPTYX"
_OTHER = "ıɡᴀ", "iga"
_ALIKE = {
    ord(letter): latin
    for letters, latins in (_CYRILLIC, _GREEK, _OTHER)
    for letter, latin in zip(letters, latins, strict=True)
}
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
_SET_APART = re.compile(r"(?<!\w)(?:\w[ .·_*-]){3,}\w(?!\w)")
_DIGITS = str.maketrans("013457@$", "oieastas")
_MIXED = re.compile(r"(?<!\w)(?=\w*[a-z])(?=\w*[013457])[a-z013457]{4,}(?!\w)")


@dataclass(frozen=True)
class PlainText:
    """A text in plain small letters."""

    text: str
    places: tuple[int, ...]
    """The place in the original of each character, and the original's length at the end."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that a span of the plain text stands for."""
        return self.places[start], self.places[end - 1] + 1 if end > start else self.places[start]


def plain_letters(text: str) -> PlainText:
    """Return a text in plain small letters."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in _plain(character):
            letters.append(letter)
            places.append(place)
    joined, kept = _join(letters, places)
    return PlainText("".join(joined), (*kept, len(text)))


def _plain(character: str) -> str:
    """Return what a character looks like in plain small letters; nothing where it is invisible."""
    if unicodedata.category(character) in ("Cf", "Mn", "Cc") and character not in "\n\t":
        return ""
    decomposed = unicodedata.normalize("NFKD", character.translate(_QUOTES).translate(_ALIKE))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).lower()


def _join(letters: list[str], places: list[int]) -> tuple[list[str], list[int]]:
    """Return the letters without what sets them apart, and digits as letters within words that mix both."""
    text = "".join(letters)
    dropped: set[int] = set()
    for match in _SET_APART.finditer(text):
        dropped |= {place for place in range(match.start(), match.end()) if (place - match.start()) % 2}
    for match in _MIXED.finditer(text):
        letters[match.start() : match.end()] = match[0].translate(_DIGITS)
    kept = [place for place in range(len(text)) if place not in dropped and text[place - 1 : place + 1] != "  "]
    return [letters[place] for place in kept], [places[place] for place in kept]
