"""Finding the names of speakers in a text, whole, short or in part, with titles before and letters after them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from doxa.judging.blind.bearers import can_end_name, is_called, is_fellow, is_name
from doxa.judging.blind.spans import BEFORE_NAMES, LETTERS, OFFICES, TITLES, Span, replace_spans, short_forms

# fmt: off
PARTICLES = frozenset({
    "de", "da", "di", "do", "du", "del", "della", "der", "den", "van", "von", "zu", "la", "le", "el", "al", "bin",
    "ibn", "of", "the", "and", "y", "e", "i",
})
# fmt: on

SHORTEST = 2
MOST = 6
"""The most titles, and the most initials, that are read as part of a name."""
LONGEST = 60
"""The most letters of a first name."""

_TITLED = rf"(?:\b(?:{'|'.join(BEFORE_NAMES)})\b\.?\s+){{0,{MOST}}}"
_INITIALS = rf"(?:(?<!\w)[A-ZÀ-Þ]\.?\s+){{0,{MOST}}}"
_LETTERED = rf"(?:,?\s+(?:{'|'.join(letters.upper() for letters in sorted(LETTERS))})\b)*"


class Naming:
    """A function that replaces each name by its label; a part of several names becomes ``a speaker``."""

    def __init__(self, names: Sequence[tuple[str, str]]) -> None:
        several = [(words, label) for name, label in names if len(words := _person(name)) > 1]
        longest_first = sorted(several, key=lambda pair: -len(" ".join(pair[0])))
        self._whole = [(_whole_pattern(words), label) for words, label in longest_first]
        owners = _group_labels((part, label) for name, label in names for part in parts(name))
        self._parts = [
            (part, _part_pattern(part), min(labels) if len(labels) == 1 else "a speaker")
            for part, labels in sorted(owners.items(), key=lambda owned: -len(owned[0]))
        ]
        self._people = [(words[0], _called_pattern(words[-1]), label) for words, label in several]
        # no short name that two speakers have, or that is itself on the list of speakers
        nicknames = _group_labels((short, label) for words, label in several for short in short_forms(words[0]))
        listed = {part.lower() for part in owners}
        self._short = [
            (re.compile(rf"(?<!\w){short.capitalize()}(?!\w)"), min(labels))
            for short, labels in sorted(nicknames.items())
            if len(labels) == 1 and short not in listed
        ]
        self._initials = _initials(name for name, _ in names)
        self._words = frozenset(
            form.lower().replace("’", "'")
            for name, _ in names
            for word in _words(name)
            for piece in (word, *word.split("-"))
            for form in (piece, _plain(piece))
        )

    def __call__(self, text: str) -> str:
        return replace_spans(text, (self.find_whole, self.find_short, self.find_parts))

    def find_whole(self, text: str) -> Iterator[Span]:
        """Yield the spans of whole names."""
        for pattern, label in self._whole:
            for match in pattern.finditer(text):
                if can_end_name(match[0]):
                    yield Span(match.start(), match.end(), label)

    def find_short(self, text: str) -> Iterator[Span]:
        """Yield the spans of names with a short first name ("Sam Nnadi"), and of short names that stand alone."""
        for first, pattern, label in self._people:
            for match in pattern.finditer(text):
                if is_called(text, match, first):
                    yield Span(match.start(), match.end(), label)
        for pattern, label in self._short:
            for match in pattern.finditer(text):
                if is_fellow(text, match, self._words):
                    yield Span(match.start(), match.end(), label)

    def find_parts(self, text: str) -> Iterator[Span]:
        """Yield the spans of single words of names."""
        for part, pattern, label in self._parts:
            for match in pattern.finditer(text):
                if is_name(text, match, part, self._words) and self._has_own_initials(match, part):
                    yield Span(match.start(), match.end(), label)

    def _has_own_initials(self, match: re.Match[str], part: str) -> bool:
        """Return whether the initials before a word are a speaker's: "P. Raman", and not "C. V. Raman"."""
        initials, own = _plain(match["initials"]), self._initials.get(part)
        letters = re.findall(r"[A-Z]", initials)
        if not letters or own is None or ("." not in initials and len(letters) == 1):
            return True  # a single letter without a point ends the words before: "Plan B Raman told us of"
        return letters[0] in own


def _group_labels(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return each word with the labels of all whose name has it."""
    owners: dict[str, set[str]] = {}
    for word, label in pairs:
        owners.setdefault(word, set()).add(label)
    return owners


def _initials(names: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return the words of names that have others before them, each with the first letters of these."""
    before: dict[str, set[str]] = {}
    for name in names:
        letters: set[str] = set()
        for word in _person(name):
            if letters:
                for piece in (word, *word.split("-")):
                    before.setdefault(piece, set()).update(letters)
            letters.add(_plain(word[0]).upper())
    return {word: frozenset(letters) for word, letters in before.items()}


def parts(name: str) -> list[str]:
    """Return the words of a name that identify a person: no titles, particles, initials, letters or places after it."""
    left_out = TITLES | LETTERS | PARTICLES | {"team", "speaker"}  # the last two occur in labels
    person = re.split(r"\sof\s", name)[0]
    words = _person(person)
    # a title after a first name is a surname: Mike Judge
    surname = words[-1] if len(words) > 1 and words[0].lower() not in left_out else ""
    pieces = (piece for word in _words(person) for piece in (word, *word.split("-")))
    return [
        piece
        for piece in dict.fromkeys(pieces)
        if len(piece) >= SHORTEST
        and not piece.isdigit()
        and (piece.lower() not in left_out or (piece == surname and piece.lower() in TITLES))
    ]


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", name)


def _person(name: str) -> list[str]:
    """Return the words of a name without the titles before them and the letters after them."""
    words = _words(name)
    while words and (words[0].lower() in TITLES or (len(words) > 2 and words[0].lower() in OFFICES)):
        words = words[1:]
    while words and words[-1].lower() in LETTERS:
        words = words[:-1]
    return words


def _whole_pattern(words: Iterable[str]) -> re.Pattern[str]:
    joined = r"[\s.,-]+(?:[A-Z]\.?\s+)?".join(_either(word) for word in words)
    return re.compile(rf"(?i:{_TITLED}){_INITIALS}(?<!\w)(?i:{joined})(?!\w){_LETTERED}")


def _part_pattern(word: str) -> re.Pattern[str]:
    """Return a pattern of one word of a name, with the titles and initials before the word."""
    return re.compile(
        rf"(?P<titles>(?i:{_TITLED}))(?P<initials>{_INITIALS})(?<!\w)(?P<word>(?i:{_either(word)}))(?!\w){_LETTERED}"
    )


def _called_pattern(surname: str) -> re.Pattern[str]:
    """Return a pattern of a first name in front of a surname."""
    return re.compile(
        rf"(?i:{_TITLED})(?<!\w)(?P<first>[^\W\d_][\w’'-]{{0,{LONGEST}}})[ \t]+(?:[A-Z]\.?[ \t]+)?"
        rf"(?P<last>(?i:{_either(surname)}))(?!\w)"
        rf"{_LETTERED}"
    )


def _plain(word: str) -> str:
    """Return a word without its accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))


def _either(word: str) -> str:
    """Return a pattern of a word with and without its accents, and with either apostrophe."""
    forms = dict.fromkeys((re.escape(word), re.escape(_plain(word))))
    return "(?:" + "|".join(re.sub("['’]", "['’]", form) for form in forms) + ")"
