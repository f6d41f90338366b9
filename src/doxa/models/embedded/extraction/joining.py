"""Sentences that depend on the sentence before and make one claim with it."""

import re

from doxa.models.embedded.extraction.anaphora import points_back
from doxa.models.embedded.extraction.clauses import LONGEST
from doxa.models.embedded.extraction.leads import ORDINAL
from doxa.models.embedded.extraction.points import ClaimDraft
from doxa.models.embedded.extraction.sentences import Sentence
from doxa.models.embedded.extraction.substance import asks, substance
from doxa.models.embedded.extraction.words import WORD, has_verb

MOST_JOINED = 3
"""The most sentences of a claim."""

LEANS = re.compile(
    r"(?:and |but |so )?(?:for (?:example|instance)\b|e\.g\.|in other words\b|that is,|(?:this|that|it)(?:['’]s|"
    r" is) (?:why|because)\b|"
    r"because\b|therefore\b|thus\b|hence\b|consequently\b|as a result\b|otherwise\b|meaning\b|which\b|"
    r"this (?:means|way|in turn)\b|(?:this|that|these|those|such)\s+(?!(?:who|that|with|in|of|and|people|is|"
    r"are)\b)\w+|"
    r"(?:they|he|she|them|his|her|this|these|those)\b(?!\s+(?:who|that|with|in)\b))",
    re.IGNORECASE,
)
"""Beginnings of sentences that explain, illustrate or continue the sentence before."""

ADDS = re.compile(r"(?:\S+\s+){0,5}?(?:also|too|moreover|furthermore|additionally)\b|and (?:it|they)\b", re.IGNORECASE)
"""Beginnings of such sentences that nevertheless make a point of their own."""

GOES_ON = re.compile(r"(?:it|they)\b", re.IGNORECASE)
"""Beginnings of sentences that continue with the same subject, however little they say."""

ASKS_FOR = re.compile(r"(?:(?:so|and|but)\s+)?(?:who|whose|what|which|where|when|how)\b", re.IGNORECASE)
"""Beginnings of questions that a phrase can answer."""

LONGEST_ANSWER = 8
"""The most words of a phrase that answers a question."""
CONTRACTED = re.compile(r"['’](?:s|re|ve|ll|d|m)$")

TURNS = re.compile(
    r"(?:but|yet|however,?|still,?|nevertheless,?)\s+(?:it|they|this|that|these|those|he|she)\b", re.IGNORECASE
)
"""Beginnings of sentences that qualify the sentence before."""


def adds(sentence: Sentence) -> bool:
    """Return whether a sentence announces a further point: "It also …", "Secondly, …"."""
    return ADDS.match(sentence.text) is not None or ORDINAL.match(sentence.text) is not None


def adjoin(text: str, first: Sentence, second: Sentence) -> bool:
    """Return whether one sentence follows another in the same paragraph."""
    return text.count("\n", first.end, second.start) < 2 and not second.listed


def leans(point: ClaimDraft, sentence: Sentence) -> bool:
    """Return whether a sentence continues the point before it instead of making its own."""
    if sentence.listed or adds(sentence):
        return False
    return points_back(point.claim) or (LEANS.match(sentence.text) is not None and _same_words(point, sentence))


def further(sentence: Sentence, topic_words: frozenset[str]) -> ClaimDraft | None:
    """Return the point of a sentence that says too little to be independent, but continues the point before it."""
    if asks(sentence.text) or not (TURNS.match(sentence.text) or GOES_ON.match(sentence.text)):
        return None
    says = TURNS.match(sentence.text) is not None or substance(sentence.text, topic_words) > 0
    return ClaimDraft(sentence.start, sentence.end, sentence.text) if says else None


def answer(text: str, question: Sentence, point: ClaimDraft) -> ClaimDraft | None:
    """Return a question and its answer as one point, where the answer is not a sentence: "Who pays? The poor."."""
    words = WORD.findall(point.claim.lower())
    if not ASKS_FOR.match(question.text):
        return None
    if len(words) > LONGEST_ANSWER or has_verb(point.claim) or any(map(CONTRACTED.search, words)):
        return None
    return ClaimDraft(question.start, point.end, f"{question.text}{text[question.end : point.end]}", 2)


def join_points(text: str, first: ClaimDraft, second: ClaimDraft) -> ClaimDraft | None:
    """Return two points as one; None where it would span too many sentences or characters."""
    if first.joined >= MOST_JOINED or second.end - first.start > LONGEST or second.start < first.end:
        return None
    between = text[first.end : second.start]
    return ClaimDraft(
        first.start, second.end, f"{first.claim}{between}{text[second.start : second.end]}", first.joined + 1
    )


def _same_words(point: ClaimDraft, sentence: Sentence) -> bool:
    """Return whether the pronoun with which a sentence begins is still in its claim."""
    return sentence.text[:4].lower() not in ("this", "that", "it i") or LEANS.match(point.claim) is not None
