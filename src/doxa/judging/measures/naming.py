"""Finding the names of speakers in a text, whole or in part, with titles before and letters after them.

A word of a name is replaced wherever it has a capital or is in capitals; in small letters, too, unless it is also an
ordinary word (``will``, ``grace``). Such a word needs a capital inside a sentence, or a verb of saying after it at the
beginning of one. A word that stands beside other capitals is part of somebody else's name: "Bruce Lee", "Lee Valley".
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from doxa.judging.measures.common_names import FUNCTION_WORDS, ORDINARY, PLACES
from doxa.judging.measures.reference import says_something
from doxa.judging.measures.spans import Span, begins_sentence, replace_spans, sentence_around

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

SHORTEST = 2

_TITLED = rf"(?:\b(?:{'|'.join(TITLES)})\b\.?\s+)*"
_INITIALS = r"(?:(?<!\w)[A-Z]\.?\s+)*"
_LETTERED = rf"(?:,?\s+(?:{'|'.join(letters.upper() for letters in LETTERS)})\b)*"

_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w’']*)(?P<gap>[ \t]+(?:[A-Z]\.?[ \t]+)*|-)$")
_AFTER = re.compile(r"(?:[ \t]+|-)(?P<word>[^\W\d_][\w’']*)")
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "every", "no", "some", "each", "any"})
_MONTHS = frozenset({"may", "june", "april", "august", "march"})
_DATED = re.compile(r"\s+\d")
_DATING = re.compile(
    r"\b(?:in|last|next|since|until|by|before|after|early|late|of|every|during|from|\d+)\s+$", re.IGNORECASE
)
_INSIDE = re.compile(
    r"\b(?:in|near|across|throughout|around|outside|inside|into|at|to|through|leave|left|visit(?:ed)?)\s+$",
    re.IGNORECASE,
)


_POSSESSIVE = re.compile(r"['’]s$")
_NAMES_LIKE_ADVERBS = frozenset(
    {"beverly", "kimberly", "shelly", "connelly", "donnelly", "connolly", "reilly", "italy"}
)
_RANKS = frozenset({"general", "colonel", "captain", "justice", "ambassador"})
_OF_A_THING = re.compile(
    r"\b(?:(?:books?|gospel|rivers?|republic|kingdom|city|university|battle|treaty|bank|saint|st\.?|mount|lake|cape|port|"
    r"fort)(?:\s+of)?|(?<!such )an?)\s+$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Naming:
    """A function that replaces names by labels."""

    whole: tuple[tuple[re.Pattern[str], str], ...]
    """Names of two words or more, the longest first."""
    single: tuple[tuple[str, re.Pattern[str], str], ...]
    """Words of names, each with its pattern and its owner's label."""
    words: frozenset[str] = frozenset()
    """All words of all names in small letters, with titles, and with and without accents."""

    def __call__(self, text: str) -> str:
        return replace_spans(text, (self.find_whole, self.find_parts))

    def find_whole(self, text: str) -> Iterator[Span]:
        """Yield the spans of whole names."""
        for pattern, label in self.whole:
            for match in pattern.finditer(text):
                yield Span(match.start(), match.end(), label)

    def find_parts(self, text: str) -> Iterator[Span]:
        """Yield the spans of single words of names."""
        for part, pattern, label in self.single:
            for match in pattern.finditer(text):
                if _is_name(text, match, part, self.words):
                    yield Span(match.start(), match.end(), label)


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
    return Naming(tuple(whole), tuple(sorted(single, key=lambda entry: -len(entry[0]))), words)


def parts(name: str) -> list[str]:
    """Return the words of a name that identify a person: no titles, particles, initials, letters or places after it."""
    left_out = {*TITLES, *LETTERS, *PARTICLES, "team", "speaker"}  # the last two occur in labels
    person = re.split(r"\s+of\s+", name)[0]
    split = [piece for word in _words(person) for piece in (word, *word.split("-"))]
    return list(
        dict.fromkeys(
            piece for piece in split if len(piece) >= SHORTEST and not piece.isdigit() and piece.lower() not in left_out
        )
    )


def _words(name: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", name) if word]


def _person(name: str) -> list[str]:
    """Return the words of a name without the titles before them and the letters after them."""
    words = _words(name)
    while words and words[0].lower() in TITLES:
        words = words[1:]
    while words and words[-1].lower() in LETTERS:
        words = words[:-1]
    return words


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    joined = r"[\s.,-]+(?:[A-Z]\.?\s+)?".join(_either(word) for word in words)
    return re.compile(rf"(?i:{_TITLED}){_INITIALS}(?<!\w)(?i:{joined})(?!\w){_LETTERED}")


def _part(word: str) -> re.Pattern[str]:
    """Return a pattern of one word of a name, with the titles and initials before the word."""
    return re.compile(rf"(?P<titles>(?i:{_TITLED})){_INITIALS}(?<!\w)(?P<word>(?i:{_either(word)}))(?!\w){_LETTERED}")


def _plain(word: str) -> str:
    """Return a word without its accents."""
    return "".join(
        character for character in unicodedata.normalize("NFKD", word) if not unicodedata.combining(character)
    )


def _either(word: str) -> str:
    """Return a pattern of a word with and without its accents, and with either apostrophe."""
    forms = dict.fromkeys((re.escape(word), re.escape(_plain(word))))
    return "(?:" + "|".join(re.sub("['’]", "['’]", form) for form in forms) + ")"


def _is_name(text: str, match: re.Match[str], part: str, own: frozenset[str]) -> bool:
    """Return whether a word of a name stands for the speaker here."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    titled = bool(match["titles"].strip())
    if word.islower():
        return part.lower() not in ORDINARY
    if not titled and (_follows_a_name(text, start, word, own) or _precedes_a_name(text, end, word, own)):
        return False
    if _OF_A_THING.search(text[:start]) or _is_strange_rank(match, own):
        return False
    if part.lower() in PLACES and _INSIDE.search(text[:start]) and not says_something(text, end):
        return False
    if part.lower() not in ORDINARY or titled:
        return True
    return _is_capital_by_choice(text, match, part)


def _is_capital_by_choice(text: str, match: re.Match[str], part: str) -> bool:
    """Return whether an ordinary word has its capital because it is a name, and not for another reason."""
    word, start, end = match["word"], match.start("word"), match.end("word")
    is_shouted = (
        word.isupper()
        and len(sentence_around(text, start, end).split()) > 1
        and sentence_around(text, start, end).isupper()
    )
    if part.lower() in _MONTHS and (_DATED.match(text[end:]) or _DATING.search(text[:start])):
        return False
    if begins_sentence(text, start) or is_shouted:
        return _is_spoken_of(text, end)
    before = _BEFORE.search(text[:start])
    return not (before and before["word"].lower() in _ARTICLES)


def _is_spoken_of(text: str, end: int) -> bool:
    """Return whether the words after a place are those that follow a name: a verb of saying, or an apostrophe."""
    rest = text[end:]
    if re.match(r"['’]s\s+[A-Z]", rest):
        return False  # "King's College"
    if re.match(
        r"['’]s\b|['’](?!\w)|,\s+(?:you|your|i|let|may|please|sit|stand|tell|answer|thank|can|could|would|do|did|have|are|what|why|how)\b|\s+and\s+[A-Z]|\s*$|\s*[;.!?)]",
        rest,
    ):
        return True
    if re.match(r"\s+(?:you|i|we|they|he|she|it|my|the|not|be|this|that|what|which|how)\b", rest, re.IGNORECASE):
        return False  # "Will you answer", "Mark my words"
    return says_something(text, end)


def _follows_a_name(text: str, start: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word before is a name, too, but of nobody who speaks here."""
    before = _BEFORE.search(text[:start])
    if before is None or not before["word"][0].isupper():
        return False
    name = _POSSESSIVE.sub("", before["word"].lower().replace("’", "'"))
    if (
        name in own
        or name.strip(".") in {*TITLES, *LETTERS, "i", "i'm"}
        or (word.isupper() and before["word"].isupper())
    ):
        return False
    if begins_sentence(text, before.start()):
        return not (name in FUNCTION_WORDS or _is_adverb(name)) and name == before["word"].lower().replace("’", "'")
    return name == before["word"].lower().replace("’", "'")


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and len(word) > 5 and word not in _NAMES_LIKE_ADVERBS


def _is_strange_rank(match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether a word of a name follows a rank that no speaker has: General Lee is no debater."""
    titles = {title.strip(".").lower() for title in match["titles"].split()}
    return bool(titles & _RANKS) and not titles & own


def _precedes_a_name(text: str, end: int, word: str, own: frozenset[str]) -> bool:
    """Return whether the word after continues a name of somebody or something else."""
    after = _AFTER.match(text[end:])
    if after is None or not after["word"][0].isupper():
        return False
    following = _POSSESSIVE.sub("", after["word"].replace("’", "'"))
    if word.isupper() and len(word) > 1 and following.isupper():
        return False
    return following.lower() not in {*own, *TITLES} and following not in (
        "I",
        "I'm",
        "I’m",
        "I've",
        "I’ve",
        "I'd",
        "I’d",
        "I'll",
        "I’ll",
    )
