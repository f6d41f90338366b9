"""Granting: whether a speaker concedes a point, or gives it as somebody else's, rather than arguing it.

Told by how its sentence begins ("Granted, …", "It is true that …", "You say that …", "Some people think …"), by where
it stands in it (before the "but"; in the clause of an "although"), and by quotation marks around it. Where no cue
stands the point is argued.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from doxa.models.embedded.extraction.concessions import (
    ACKNOWLEDGED,
    ALTHOUGH,
    BUT,
    COMMA,
    GRANTED,
    OPPOSED,
    REPORTED,
    TURNING,
)
from doxa.models.embedded.extraction.sentences import Sentence

OPENING = re.compile(r"(?:(?:and|but|so|now|look|well|oh|okay|ok|still|also|then)\b,?\s+)+", re.IGNORECASE)

GRANTING = re.compile(
    r"(?:yes|sure|fine|granted|admittedly|true|fair enough|of course|no doubt|to be fair|in fairness|obviously|"
    r"naturally|I suppose|okay|agreed|certainly)\b(?:,|\s[—–-]|\.\s|:)|"
    r"(?:I(?:['’](?:ll|d|m))?|we|nobody|no one|none of us)\s+"
    r"(?:(?:can|will|would|do|am|fully|happily|freely|gladly|readily|certainly|also|even|"
    r"not|won['’]t|don['’]t|can['’]t|cannot|seriously|doubts?)\s+)*"
    r"(?:grant|concede|admit|accept|allow|deny|denies|dispute|disputes|pretend|agree|give (?:you|them|him|her) that|"
    r"doubts?|share (?:your|that|the))\b|"
    r"(?:that|this|it)(?:['’]s|\s+is|\s+may\s+(?:well\s+)?be)\s+(?:all\s+)?(?:true|fair|right|real|so)\b|"
    r"it(?:['’]s|\s+is)\s+an?\s+(?:fair|valid|good|reasonable|real|legitimate|serious)\s+(?:point|concern|"
    r"worry)\s+that\b|"
    r"(?:no ?one|nobody|none of us)\s+(?:denies|disputes|doubts)\b|"
    r"(?:this much I|one (?:thing|reason|point) (?:on the other side|against my own)|the other side has)\b|"
    r"(?:you(?:['’]re|\s+are)|(?:my\s+opponent|the\s+other\s+side|he|she)\s+is|(?:they|critics|opponents)\s+are)\s+"
    r"(?:\w+\s+)?right\s+(?:that|about|to)\b|"
    r"it\s+may\s+(?:well\s+)?be\s+that\b|I\s+(?:have\s+to|must|should)\s+(?:admit|concede|grant)\b|"
    r"you(?:['’]re|\s+are)\s+(?:quite\s+|absolutely\s+)?right\b|"
    r"there\s+(?:is|are|will be|may be)\s+(?:a\s+|some\s+|real\s+)+(?:cost|costs|case|price|loss|losses|merit|"
    r"truth)\b",
    re.IGNORECASE,
)
"""How a sentence begins that gives something away."""

GRANTED_LAST = re.compile(
    r",\s+(?:I(?:['’]ll| will)? (?:give|grant) (?:you|them|him|her)(?: that)?|I (?:grant|admit|concede|accept)|"
    r"admittedly|granted|"
    r"to be fair|fair enough|fine|no doubt about (?:it|that)|that much is true)[.!…]*$",
    re.IGNORECASE,
)
"""How a sentence ends that gives something away."""

ALLOWED = re.compile(r"\b(?:no doubt|undoubtedly|admittedly|of course)\b", re.IGNORECASE)
THOUGH = re.compile(r",\s+(?:though|however)[,.]", re.IGNORECASE)
"""A turn from what was said before, inside its sentence."""

BEFORE_TURN = re.compile(
    r"(?:of course|sure|certainly|obviously|naturally|clearly|yes|there(?:['’]s| is) nothing (?:like|wrong)|"
    r"I (?:love|like|enjoy|have nothing against)|nothing against)\b",
    re.IGNORECASE,
)
"""How a sentence begins that gives something away where the next one turns from it."""

QUOTING = re.compile(
    r"^\W*[\"“«]|(?:say|says|said|tell|tells|told|ask|asks|asked|hear|heard|argue|argues)\b[^.]{0,40}[:,]?\s*[\"“«]"
)

NOT_GRANTING = re.compile(r"(?:not|n['’]t)\s+(?:agree|accept|grant|concede|share)\b", re.IGNORECASE)


def is_granted(text_sentences: Sequence[Sentence], start: int, end: int) -> bool:
    """Say whether the words of a text from ``start`` up to ``end`` are granted or quoted, given its sentences."""
    first = bisect_right(text_sentences, start, key=lambda one: one.end)
    after = bisect_left(text_sentences, end, key=lambda one: one.start)
    if first >= after:
        return False
    sentence, following = text_sentences[first], text_sentences[after : after + 1]
    words = sentence.text
    opening = OPENING.match(words)
    begun = opening.end() if opening else 0
    inner = max(0, start - sentence.start), min(len(words), end - sentence.start)
    turn = BUT.search(words, begun)
    if turn and inner[0] >= turn.start():
        return False
    if although := ALTHOUGH.match(words, begun):
        border = COMMA.search(words, although.end())
        return border is not None and inner[1] <= border.end()
    if NOT_GRANTING.search(words):
        return False
    cues = (GRANTED, ACKNOWLEDGED, GRANTING, REPORTED, OPPOSED)
    whole = turn is not None and inner[1] > turn.end()
    turned = any(TURNING.match(later.text) or THOUGH.search(later.text) for later in following)
    if turned and (BEFORE_TURN.match(words, begun) or ALLOWED.search(words)):
        return True
    is_cued = any(cue.match(words, begun) for cue in cues) or GRANTED_LAST.search(words) or QUOTING.match(words)
    return not whole and bool(is_cued)
