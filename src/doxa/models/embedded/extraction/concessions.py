"""Concessions: what is granted, and what is claimed against it.

- "It is true that A, but B", "Granted, A, but B": the speaker says A, so A is a claim where it stands alone; so is B.
- "Although A, B": A is background. B is the claim, or the whole sentence where B leans on A ("…, they …").
- "Some say that A, but B": A is reported only to be rejected. B is the claim.
"""

import re
from dataclasses import dataclass

from doxa.models.embedded.extraction.clauses import stands

GRANTED = re.compile(
    r"(?:(?:while|although|though|even though)\s+)?(?:it(?:['’]s|\s+is|\s+may\s+be)\s+(?:certainly\s+|"
    r"of\s+course\s+)?true\s+that\s+|"
    r"granted,?\s+(?:that\s+)?|admittedly,?\s+|"
    r"I\s+(?:(?:do|can|will|would|fully|also|completely|totally|certainly)\s+)*(?:agree|admit|grant|accept|"
    r"concede|acknowledge)\s+that\s+)",
    re.IGNORECASE,
)
ALTHOUGH = re.compile(r"(?:although|though|even though|even if|while(?!\s+(?:\w+ing|waiting)\b))\s+", re.IGNORECASE)
REPORTED = re.compile(
    r"(?:(?:some|many|most|a lot of)\s+(?:people\s+|critics\s+|folks\s+|experts\s+)?|people\s+(?:may\s+|"
    r"might\s+|will\s+|often\s+)?|critics\s+|"
    r"opponents\s+|proponents\s+|supporters\s+|my\s+opponents?\s+|the\s+other\s+side\s+|you\s+(?:may\s+|"
    r"might\s+)?|they\s+)"
    r"(?:may\s+|might\s+|will\s+|often\s+)?(?:says?|argues?|claims?|thinks?|believes?|object|worry|worries|fear)\b|"
    r"it\s+is\s+(?:often|sometimes)?\s*(?:said|argued|claimed)\b",
    re.IGNORECASE,
)
BUT = re.compile(r"(?:,|;)\s+(?:but|yet|however,?)\s+|\s+but\s+(?=(?:that|this|it|they|the|we|in)\b)", re.IGNORECASE)
COMMA = re.compile(r",\s+")
REJECTING = re.compile(
    r"(?:but|however|yet|nonsense|not so|wrong|this is (?:wrong|false|nonsense|a myth)|that(?:['’]s|"
    r" is) (?:wrong|false|nonsense|not|a myth|untrue)|"
    r"(?:it|they|this|that) (?:is|are) (?:wrong|false|mistaken|not)|(?:it|they|this|that) (?:doesn['’]t|"
    r"don['’]t|isn['’]t|aren['’]t|won['’]t))\b",
    re.IGNORECASE,
)
LEANING = re.compile(
    r"(?:it|they|them|he|she|this|that|these|those|its|their)\b(?!\s+(?:is|['’]s)\s+\w+\s+(?:to|"
    r"that)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Part:
    """Part of a sentence, ``sentence[start:end]``."""

    start: int
    end: int


def without_concession(sentence: str) -> tuple[Part, ...]:
    """Return the parts of a sentence that the speaker holds, in order: the whole where nothing is conceded."""
    whole = Part(0, len(sentence))
    if granted := GRANTED.match(sentence):
        return _granted(sentence, granted)
    if REPORTED.match(sentence):
        against = BUT.search(sentence)
        return (Part(against.end(), len(sentence)),) if against and stands(sentence[against.end() :]) else (whole,)
    return (_main(sentence),)


def is_reported(sentence: str) -> bool:
    """Say whether a sentence gives the words of others."""
    return REPORTED.match(sentence) is not None


def is_rejection(sentence: str) -> bool:
    """Say whether a sentence turns against the one before it."""
    return REJECTING.match(sentence) is not None


def _granted(sentence: str, granted: re.Match[str]) -> tuple[Part, ...]:
    border = COMMA if ALTHOUGH.match(sentence) else BUT
    turn = border.search(sentence, granted.end())
    if not turn:
        return (Part(granted.end(), len(sentence)),)
    if not stands(sentence[turn.end() :]):
        return (Part(0, len(sentence)),)
    parts = (Part(granted.end(), turn.start()), Part(turn.end(), len(sentence)))
    kept = [one for one in parts if stands(sentence[one.start : one.end])]
    return tuple(one for one in kept if one is parts[1] or not LEANING.match(sentence, one.start))


def _main(sentence: str) -> Part:
    """Return the main clause of "Although A, B"; the whole sentence where B does not stand alone."""
    although = ALTHOUGH.match(sentence)
    turns = list(COMMA.finditer(sentence, although.end())) if although else []
    if len(turns) != 1 or LEANING.match(sentence, turns[0].end()) or not stands(sentence[turns[0].end() :]):
        return Part(0, len(sentence))
    return Part(turns[0].end(), len(sentence))
