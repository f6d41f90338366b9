"""What makes a sentence say something: words of substance, beyond the proposition's own and talk about talk."""

import re

from doxa.models.embedded.extraction.words import FUNCTION_WORDS, TALK, content_words, is_finite

LEAST = 2
LEAST_ON_TOPIC = 1
LEAST_FIRST_PERSON = 4
"""Words of substance that a sentence must have: one where it says something of a thing that the proposition names,
more in the first person, where talk about oneself is likely."""

STEM = 6
"""Letters by which a word counts as a form of a word of the proposition."""

FIRST_PERSON = re.compile(r"\b(?:[Ii](?!\.\w)|[Ii]['’]\w+|[Mm]e|[Mm]y)\b")

OFFER = re.compile(
    r"(?:I['’]ll|I(?: can| could| will|['’]d| would)(?: be happy to| like to| love to| also)?|let me|happy to)\s+"
    r"(?:share|tailor|explain|send|start|begin|suggest|elaborate|clarify|outline|help|walk|show|tell|give you|"
    r"know)\b",
    re.IGNORECASE,
)
"""How somebody announces what they might say next."""

HOLDING = re.compile(
    r"I\s+(?:[\w'’]+\s+){0,3}?(?:think|believe|feel|doubt|say|argue|agree|see|know|"
    r"understand)\s+(?:that\s+)?(?=\w+\s+\w+)",
    re.IGNORECASE,
)
"""How somebody says that they hold what follows, or do not; what follows is then weighed by itself."""

ASKED = re.compile(
    r"(?:and |but |so )?(?:(?:how|why|where)\s+(?:can|could|do|does|did|would|should|will|is|are|many|much|about)\b|"
    r"(?:what|who)\s+(?:do|does|did|would|should)\s+(?:you|we|they|I)\b|"
    r"(?:do|does|did|would|could|can|should|is|are)\s+(?:you|we|they|it|there)\b)",
    re.IGNORECASE,
)
"""How a question begins when its mark is forgotten."""

ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "n", "en", "r", "er", "ies", "ied", "able", "ment", "ful")
"""Endings of the forms in which a word of talk may stand."""

NEARLY = re.compile(r"[\"'”’)\]\s]+$")


def asks(sentence: str) -> bool:
    """Say whether a sentence ends, or at least begins, as a question."""
    return NEARLY.sub("", sentence[-8:]).endswith("?") or ASKED.match(sentence) is not None


def says_something(sentence: str, known: frozenset[str], *, listed: bool = False) -> bool:
    """Say whether a sentence holds a claim; ``known`` are the words of the proposition, ``listed`` an item's."""
    if asks(sentence) or OFFER.match(sentence):
        return False
    if held := HOLDING.match(sentence):
        return says_something(sentence[held.end() :], known)
    least = LEAST_ON_TOPIC if listed or _speaks_of(sentence, known) else LEAST
    return substance(sentence, known) >= (LEAST_FIRST_PERSON if FIRST_PERSON.search(sentence) else least)


def substance(text: str, known: frozenset[str]) -> int:
    """Count the different content words that are neither of the proposition nor talk about talk."""
    stems = _stems(known)
    words = set(content_words(text)) - known
    return sum(1 for word in words if word[:STEM] not in stems and not _is_talk(word) and not word.isdigit())


def _speaks_of(sentence: str, known: frozenset[str]) -> bool:
    """Say whether a sentence with a finite verb has a content word of the proposition."""
    stems, words = _stems(known), set(sentence.lower().split()[:60])
    named = any(word in known or word[:STEM] in stems for word in content_words(sentence))
    return named and any(is_finite(word) for word in words)


def _stems(known: frozenset[str]) -> set[str]:
    return {word[:STEM] for word in known if len(word) >= STEM and word not in FUNCTION_WORDS}


def _is_talk(word: str) -> bool:
    """Say whether a word is of ``TALK``, in this form or a regular one of it."""
    if word in TALK:
        return True
    stems = (word[: -len(ending)] for ending in ENDINGS if word.endswith(ending) and len(word) >= len(ending) + 3)
    return any(form in TALK for stem in stems for form in (stem, f"{stem}e", f"{stem}y", stem[:-1]))
