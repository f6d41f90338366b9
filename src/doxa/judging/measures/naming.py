"""Finding the names of speakers in a text, whole or in part, with titles before and letters after them.

A word of a name is replaced wherever it has a capital or is in capitals; in small letters, too, unless it is also an
ordinary word (``will``, ``grace``). Such a word is also replaced at the beginning of a sentence, since a leaked name
would be worse.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

TITLES = (
    "dr", "doctor", "prof", "professor", "mr", "mrs", "ms", "miss", "mx", "sir", "dame", "lord", "lady", "baroness",
    "baron", "rev", "reverend", "rabbi", "imam", "father", "sister", "councillor", "cllr", "senator", "minister",
    "judge", "justice", "ambassador", "general", "colonel", "captain", "hon", "rt hon", "the right honourable",
)  # fmt: skip

LETTERS = ("mp", "mep", "msp", "phd", "obe", "mbe", "cbe", "kc", "qc", "jr", "sr", "frs", "fba")

# fmt: off
PARTICLES = frozenset({
    "de", "da", "di", "do", "du", "del", "della", "der", "den", "van", "von", "zu", "la", "le", "el", "al", "bin",
    "ibn", "of", "the", "and", "y", "e", "i",
})
# fmt: on

# fmt: off
ORDINARY = frozenset({
    "will", "mark", "grace", "rose", "may", "hope", "faith", "frank", "bill", "rich", "art", "dean", "king",
    "young", "page", "price", "stone", "hill", "wood", "green", "brown", "black", "white", "gray", "grey", "long",
    "short", "cook", "baker", "bishop", "bell", "carter", "case", "chance", "june", "april", "august", "joy",
    "penny", "sue", "jack", "guy", "miles", "ray", "dale", "glen", "lane", "rob", "pat", "drew", "gene", "chuck",
    "dick", "van", "christian", "english", "french", "love", "power", "sharp", "small", "wise", "best", "good",
    "law", "church", "day", "north", "south", "east", "west", "field", "banks", "brooks", "woods", "rivers",
    "summer", "winter", "student", "speaker", "member", "first", "second", "third", "one", "two", "three",
})
# fmt: on
"""Words of everyday English that are also names: replaced with a capital only."""

SHORTEST = 2


@dataclass(frozen=True)
class Naming:
    """A function that replaces names by labels."""

    patterns: tuple[tuple[re.Pattern[str], str], ...]
    """Tried in order: whole names first."""

    def __call__(self, text: str) -> str:
        for pattern, label in self.patterns:
            text = pattern.sub(label, text)
        return text


def naming(names: Sequence[tuple[str, str]]) -> Naming:
    """Return the function that replaces each name by its label; a part of several names becomes ``a speaker``."""
    whole = [(_pattern(_words(name)), label) for name, label in sorted(names, key=lambda pair: -len(pair[0]))]
    owners: dict[str, set[str]] = {}
    for name, label in names:
        for part in parts(name):
            owners.setdefault(part, set()).add(label)
    single = [(_part(part), labels) for part, labels in owners.items()]
    return Naming(
        tuple(whole)
        + tuple((pattern, next(iter(labels)) if len(labels) == 1 else "a speaker") for pattern, labels in single)
    )


def parts(name: str) -> list[str]:
    """Return the words of a name that identify a person: no titles, particles, initials or letters after the name."""
    left_out = {*TITLES, *LETTERS, *PARTICLES, "team", "speaker"}  # the last two occur in labels
    split = [piece for word in _words(name) for piece in (word, *word.split("-"))]
    return list(dict.fromkeys(piece for piece in split if len(piece) >= SHORTEST and piece.lower() not in left_out))


def _words(name: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", name) if word]


_TITLED = rf"(?:\b(?:{'|'.join(TITLES)})\b\.?\s+)*"
_INITIALS = r"(?:[A-Z]\.?\s+)*"
_LETTERED = rf"(?:,?\s+(?:{'|'.join(letters.upper() for letters in LETTERS)})\b)*"


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    joined = r"[\s.,-]+(?:[A-Z]\.?\s+)?".join(_either(word) for word in words)
    return re.compile(rf"(?i:{_TITLED}){_INITIALS}\b(?i:{joined})\b{_LETTERED}")


def _part(word: str) -> re.Pattern[str]:
    """Return a pattern of one word of a name, with the titles and initials before the word."""
    bare = _either(word)
    if word.lower() in ORDINARY:
        capital = "|".join({_either(word[:1].upper() + word[1:].lower()), _either(word.upper())})
        return re.compile(rf"(?i:{_TITLED}){_INITIALS}\b(?:{capital})\b{_LETTERED}")
    return re.compile(rf"(?i:{_TITLED}){_INITIALS}\b(?i:{bare})\b{_LETTERED}")


def _either(word: str) -> str:
    """Return a pattern of a word with and without its accents, and with either apostrophe."""
    plain = "".join(
        character for character in unicodedata.normalize("NFKD", word) if not unicodedata.combining(character)
    )
    forms = dict.fromkeys((re.escape(word), re.escape(plain)))
    return "(?:" + "|".join(re.sub("['’]", "['’]", form) for form in forms) + ")"
