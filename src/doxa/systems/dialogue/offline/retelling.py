"""A claim told again in other words, as somebody does who is about to answer it.

The motion's own name becomes "it", frames such as "I think that" fall away, words are replaced by others of the same
meaning, and the telling ends with the first clause that stands alone. A claim in the first person, or one that would
come out as it was, is not told again: ``retell`` then returns ''.
"""

import re

from doxa.corpora import normalised
from doxa.models.embedded.extraction import content_words

FEWEST, MOST = 4, 18
"""The fewest and the most words of a telling."""

_FRAME = re.compile(
    r"^(?:i (?:think|believe|feel)(?: that)?|we should(?: not|n't)? [\w ]{3,60}? (?:because|since|as)|"
    r"it is (?:true|clear) that|the (?:truth|fact) is(?: that)?|because|also|and|but)\s+",
    re.I,
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|me|my|mine|you|your|this|these|those|that's|here)\b", re.I)
_BORDER = re.compile(
    r"(?:[,;]\s+(?:so|and|because|which|as|but|since|this|it|they|even)\b|[;.!?]\s|\s+because\s+|\s+since\s+|\s-\s)"
)
_SUBJECT = re.compile(r"^we should (?:not )?(?:\w+ly )?\w+ (?P<name>(?:the |a )?[\w' -]{3,40})$", re.I)
_ARTICLE = re.compile(r"\b(?:a|an) (?=(?P<next>[a-gi-tv-z]))", re.I)
"""An article before a word whose first letter, unlike h and u, tells which article it takes."""
VOWELS = "aeio"

STEM = 6
"""Letters by which a word counts as a form of a word of the motion."""

OTHER_WORDS = {
    "beneficial": "useful", "children": "girls and boys", "citizens": "people", "companies": "firms",
    "country": "nation", "damaging": "harmful", "dangerous": "risky", "difficult": "hard", "eliminate": "end",
    "encourage": "prompt", "encourages": "prompts", "essential": "needed", "everybody": "every person",
    "everyone": "every person", "expensive": "costly", "harm": "hurt", "harmful": "damaging", "harms": "hurts",
    "increase": "raise", "increases": "raises", "kids": "children", "money": "funds", "necessary": "needed",
    "obtain": "get", "parents": "mothers and fathers", "participate": "take part", "people": "men and women",
    "politicians": "those in office", "prevent": "stop", "prevents": "stops", "protect": "guard",
    "protects": "guards", "reduce": "lower", "reduces": "lowers", "require": "call for", "requires": "calls for",
    "violates": "breaks", "workers": "those who work",
}  # fmt: skip
"""Word → another of the same meaning that fits in its place."""


def retell(claim: str, motion: str) -> str:
    """Return a claim in other words, to follow "that", without a full stop; '' where it cannot be told again."""
    words = " ".join(claim.split()).rstrip(".!?… ")
    for _ in range(3):
        words = _FRAME.sub("", words)
    words = _without_name(words, motion)
    border = next((match for match in _BORDER.finditer(words) if words[: match.start()].count(" ") + 1 >= FEWEST), None)
    if border:
        words = words[: border.start()].rstrip(", ")
    if _FIRST_PERSON.search(words) or "?" in words or '"' in words:
        return ""
    told = re.sub(r"[\w-]+", lambda match: OTHER_WORDS.get(match[0].lower(), match[0]), words)
    if not FEWEST <= told.count(" ") + 1 <= MOST:
        return ""
    if f" {normalised(told)} " in f" {normalised(claim)} " or not says_more(told, motion):
        return ""
    told = _ARTICLE.sub(lambda match: "an " if match["next"].lower() in VOWELS else "a ", told)
    keeps_capital = told[1:2].isupper() or told.split()[0].lower() in ("it's",)
    return told if keeps_capital else told[0].lower() + told[1:]


def says_more(text: str, motion: str) -> bool:
    """Return whether a text says anything that the motion does not say itself."""
    stems = tuple(word[:STEM] for word in normalised(motion).split() if len(word) >= STEM)
    return any(not word.startswith(stems) for word in content_words(text))


def _without_name(words: str, motion: str) -> str:
    """Return a claim in which the thing that the motion is about is "it"."""
    match = _SUBJECT.match(motion.rstrip(". "))
    if match is None:
        return words
    name = re.escape(match["name"])
    return re.sub(rf"\b(?:the |a )?(?:idea of |system of |use of )?{name}\b", "it", words, count=1, flags=re.I)
