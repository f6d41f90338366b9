"""Finding the names of speakers in a text, whole, short or in part, with titles before and letters after them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from doxa.judging.blind.bearers import can_end_name, is_called, is_fellow, is_name
from doxa.judging.blind.spans import Span, replace_spans
from doxa.judging.blind.words import BEFORE_NAMES, LETTERS, OFFICES, TITLES, short_forms

# fmt: off
PARTICLES = frozenset({
    "de", "da", "di", "do", "du", "del", "della", "der", "den", "van", "von", "zu", "la", "le", "el", "al", "bin",
    "ibn", "of", "the", "and", "y", "e", "i",
})
# fmt: on

SHORTEST = 2

_TITLED = rf"(?:\b(?:{'|'.join(BEFORE_NAMES)})\b\.?\s+)*"
_INITIALS = r"(?:(?<!\w)[A-ZÀ-Þ]\.?\s+)*"
_LETTERED = rf"(?:,?\s+(?:{'|'.join(letters.upper() for letters in sorted(LETTERS))})\b)*"


@dataclass(frozen=True)
class Naming:
    """A function that replaces names by labels."""

    whole: tuple[tuple[re.Pattern[str], str], ...]
    """Names of two words or more, the longest first."""
    single: tuple[tuple[str, re.Pattern[str], str], ...]
    """Words of names, each with its pattern and its owner's label."""
    people: tuple[tuple[str, re.Pattern[str], str], ...] = ()
    """First names, each with the pattern of a word and the bearer's last name, and the bearer's label."""
    short: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Short forms of first names, each with the label."""
    initials: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Words of names that have others before them, each with the first letters of these."""
    words: frozenset[str] = frozenset()
    """All words of all names in small letters, with titles, and with and without accents."""

    def __call__(self, text: str) -> str:
        return replace_spans(text, (self.find_whole, self.find_short, self.find_parts))

    def find_whole(self, text: str) -> Iterator[Span]:
        """Yield the spans of whole names."""
        for pattern, label in self.whole:
            for match in pattern.finditer(text):
                if can_end_name(match[0]):
                    yield Span(match.start(), match.end(), label)

    def find_short(self, text: str) -> Iterator[Span]:
        """Yield the spans of names with a short first name ("Sam Nnadi"), and of short names that stand alone."""
        for first, pattern, label in self.people:
            for match in pattern.finditer(text):
                if is_called(text, match, first):
                    yield Span(match.start(), match.end(), label)
        for pattern, label in self.short:
            for match in pattern.finditer(text):
                if is_fellow(text, match, self.words):
                    yield Span(match.start(), match.end(), label)

    def find_parts(self, text: str) -> Iterator[Span]:
        """Yield the spans of single words of names."""
        for part, pattern, label in self.single:
            for match in pattern.finditer(text):
                if is_name(text, match, part, self.words) and self._has_own_initials(match, part):
                    yield Span(match.start(), match.end(), label)

    def _has_own_initials(self, match: re.Match[str], part: str) -> bool:
        """Return whether the initials before a word are a speaker's: "P. Raman", and not "C. V. Raman"."""
        found = _plain(match["initials"])
        letters = re.findall(r"[A-Z]", found)
        known = self.initials.get(part)
        if not letters or known is None or ("." not in found and len(letters) == 1):
            return True  # a single letter without a point ends the words before: "Plan B Raman told us of"
        return letters[0] in known


def naming(names: Sequence[tuple[str, str]]) -> Naming:
    """Return the function that replaces each name by its label; a part of several names becomes ``a speaker``."""
    several = [(_person(name), label) for name, label in names if len(_person(name)) > 1]
    whole = [(_pattern(words), label) for words, label in sorted(several, key=lambda pair: -len(" ".join(pair[0])))]
    owners: dict[str, set[str]] = {}
    for name, label in names:
        for part in parts(name):
            owners.setdefault(part, set()).add(label)
    single = [
        (part, _part(part), next(iter(labels)) if len(labels) == 1 else "a speaker") for part, labels in owners.items()
    ]
    words = frozenset(
        form.lower().replace("’", "'")
        for name, _ in names
        for word in _words(name)
        for piece in (word, *word.split("-"))
        for form in (piece, _plain(piece))
    )
    return Naming(
        whole=tuple(whole),
        single=tuple(sorted(single, key=lambda entry: -len(entry[0]))),
        people=tuple((words[0], _called(words[-1]), label) for words, label in several),
        short=_short_names(several, frozenset(owners)),
        initials=_initials(name for name, _ in names),
        words=words,
    )


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


def _short_names(
    people: Iterable[tuple[list[str], str]], parts: Iterable[str]
) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of the speakers' short names, but of none that two speakers have or that is a name listed."""
    owners: dict[str, set[str]] = {}
    for words, label in people:
        for short in short_forms(words[0]):
            owners.setdefault(short, set()).add(label)
    listed = {part.lower() for part in parts}
    return tuple(
        (re.compile(rf"(?<!\w){short.capitalize()}(?!\w)"), next(iter(labels)))
        for short, labels in sorted(owners.items())
        if len(labels) == 1 and short not in listed
    )


def parts(name: str) -> list[str]:
    """Return the words of a name that identify a person: no titles, particles, initials, letters or places after it."""
    left_out = {*TITLES, *LETTERS, *PARTICLES, "team", "speaker"}  # the last two occur in labels
    person = re.split(r"\s+of\s+", name)[0]
    words = _person(person)
    # a title after a first name is a surname: Mike Judge
    surname = words[-1] if len(words) > 1 and words[0].lower() not in left_out else ""
    split = [piece for word in _words(person) for piece in (word, *word.split("-"))]
    return list(
        dict.fromkeys(
            piece
            for piece in split
            if len(piece) >= SHORTEST
            and not piece.isdigit()
            and (piece.lower() not in left_out or (piece == surname and piece.lower() in TITLES))
        )
    )


def _words(name: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", name) if word]


def _person(name: str) -> list[str]:
    """Return the words of a name without the titles before them and the letters after them."""
    words = _words(name)
    while words and (words[0].lower() in TITLES or (len(words) > 2 and words[0].lower() in OFFICES)):
        words = words[1:]
    while words and words[-1].lower() in LETTERS:
        words = words[:-1]
    return words


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    joined = r"[\s.,-]+(?:[A-Z]\.?\s+)?".join(_either(word) for word in words)
    return re.compile(rf"(?i:{_TITLED}){_INITIALS}(?<!\w)(?i:{joined})(?!\w){_LETTERED}")


def _part(word: str) -> re.Pattern[str]:
    """Return a pattern of one word of a name, with the titles and initials before the word."""
    return re.compile(
        rf"(?P<titles>(?i:{_TITLED}))(?P<initials>{_INITIALS})(?<!\w)(?P<word>(?i:{_either(word)}))(?!\w){_LETTERED}"
    )


def _called(surname: str) -> re.Pattern[str]:
    """Return a pattern of a first name in front of a surname."""
    return re.compile(
        rf"(?i:{_TITLED})(?<!\w)(?P<first>[^\W\d_][\w’'-]*)[ \t]+(?:[A-Z]\.?[ \t]+)?"
        rf"(?P<last>(?i:{_either(surname)}))(?!\w)"
        rf"{_LETTERED}"
    )


def _plain(word: str) -> str:
    """Return a word without its accents."""
    return "".join(
        character for character in unicodedata.normalize("NFKD", word) if not unicodedata.combining(character)
    )


def _either(word: str) -> str:
    """Return a pattern of a word with and without its accents, and with either apostrophe."""
    forms = dict.fromkeys((re.escape(word), re.escape(_plain(word))))
    return "(?:" + "|".join(re.sub("['’]", "['’]", form) for form in forms) + ")"
