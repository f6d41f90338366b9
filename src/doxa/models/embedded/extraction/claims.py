"""From a message to its claims: the steps, in order, and the joining of sentences that lean on one another."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from doxa.corpora import normalised
from doxa.models.embedded.extraction.anaphora import Antecedent, antecedent, points_back, resolved
from doxa.models.embedded.extraction.clauses import LONGEST, Clause, clauses
from doxa.models.embedded.extraction.concessions import is_rejection, is_reported, without_concession
from doxa.models.embedded.extraction.leads import without_lead, without_opening, without_question, without_trail
from doxa.models.embedded.extraction.sentences import Sentence, sentences
from doxa.models.embedded.extraction.substance import says_something, substance
from doxa.models.embedded.extraction.topic import Topic, topic_of
from doxa.records.canonical import clean
from doxa.tasks.extract import ExtractedClaim

MOST_JOINED = 3
"""Sentences that one claim may span."""

LEANS = re.compile(
    r"(?:and |but |so )?(?:for (?:example|instance)\b|e\.g\.|in other words\b|that is,|(?:this|that|it)(?:['’]s|"
    r" is) (?:why|because)\b|"
    r"because\b|therefore\b|thus\b|hence\b|consequently\b|as a result\b|otherwise\b|meaning\b|which\b|"
    r"this (?:means|way|in turn)\b|(?:this|that|these|those|such)\s+(?!(?:who|that|with|in|of|and|people|is|"
    r"are)\b)\w+|"
    r"(?:they|he|she|them|his|her|this|these|those)\b(?!\s+(?:who|that|with|in)\b))",
    re.IGNORECASE,
)
"""How a sentence begins that explains, illustrates or goes on with the one before it."""

ADDS = re.compile(r"(?:\S+\s+){0,5}?(?:also|too|moreover|furthermore|additionally)\b", re.IGNORECASE)
"""How it begins when it makes a point of its own all the same."""


@dataclass(frozen=True)
class Point:
    """One claim in the making: the text from ``start`` to ``end``, its sentence of claim, and how many it joins."""

    start: int
    end: int
    claim: str
    joined: int = 1


def claims_of(text: str, proposition: str) -> tuple[ExtractedClaim, ...]:
    """Return the claims of a text in order; every snippet stands in it, letter for letter, and none twice.

    ``text`` may hold anything and be of any length; ``proposition`` gives the words that say nothing new and the
    name that a pronoun may stand for.
    """
    text = clean(text)
    found: dict[str, ExtractedClaim] = {}
    for point in points(text, topic_of(proposition)):
        snippet = text[point.start : point.end]
        found.setdefault(normalised(snippet), ExtractedClaim(claim=standing_alone(point.claim), snippet=snippet))
    return tuple(found.values())


def points(text: str, topic: Topic) -> list[Point]:
    """Return the points of a text, with sentences joined to the one on which they lean."""
    found: list[Point] = []
    before: Antecedent = "none"
    last: Sentence | None = None
    parts = sentences(text)
    for place, sentence in enumerate(parts):
        drawn = list(_points_in(sentence, topic, before))
        if drawn and _is_refuted(sentence, parts[place + 1 : place + 2]):
            drawn = []
        joins = last is not None and _adjoin(text, last, sentence)
        if drawn and found and joins and _leans(drawn[0], sentence) and (whole := _joined(text, found[-1], drawn[0])):
            found[-1] = whole
            drawn = drawn[1:]
        found += drawn
        last = sentence if drawn or (found and found[-1].end > sentence.start) else None
        if substance(sentence.text, topic.known):
            before = antecedent(found[-1].claim, topic) if last else "other"
    return found


def standing_alone(claim: str) -> str:
    """Return a claim on one line, with a capital letter and a full stop."""
    bare = " ".join(claim.split()).rstrip(",;:—–- ") or claim
    bare = bare[0].upper() + bare[1:]
    return bare if bare[-1] in ".!?…\"'”’)" else f"{bare}."


def _points_in(sentence: Sentence, topic: Topic, before: Antecedent) -> Iterator[Point]:
    """Yield the points of one sentence; one that ends in a colon only announces the next."""
    if sentence.text.endswith(":"):
        return
    stated = without_question(sentence.text, topic.known)
    opened = without_opening(stated)
    skipped = len(stated) - len(opened)
    for part in without_concession(opened):
        bare = without_lead(opened[part.start : part.end], topic.known)
        start = sentence.start + skipped + part.end - len(bare)
        for clause in clauses(bare):
            if point := _point(bare, clause, start, topic, before, listed=sentence.listed):
                yield point
                before = antecedent(point.claim, topic, parallel=True)


def _point(bare: str, clause: Clause, start: int, topic: Topic, before: Antecedent, *, listed: bool) -> Point | None:
    """Return the point that a clause makes, without what surrounds it; None where it says nothing."""
    words = without_trail(bare[clause.start : clause.end][:LONGEST])
    held = without_lead(words, topic.known)
    start += clause.start + len(words) - len(held)
    claim = f"{resolved(clause.before, topic, before)} {held}" if clause.before else resolved(held, topic, before)
    says = says_something(claim, topic.known, listed=listed)
    return Point(start, start + len(held), claim) if says else None


def _leans(point: Point, sentence: Sentence) -> bool:
    """Say whether a sentence goes on with the point before it, instead of making one of its own."""
    if sentence.listed or ADDS.match(sentence.text):
        return False
    return points_back(point.claim) or (LEANS.match(sentence.text) is not None and _same_words(point, sentence))


def _same_words(point: Point, sentence: Sentence) -> bool:
    """Say whether the pronoun with which a sentence begins is still in its claim."""
    return sentence.text[:4].lower() not in ("this", "that", "it i") or LEANS.match(point.claim) is not None


def _joined(text: str, first: Point, second: Point) -> Point | None:
    """Return two points as one, unless that is more than anybody says in one go."""
    if first.joined >= MOST_JOINED or second.end - first.start > LONGEST or second.start < first.end:
        return None
    between = text[first.end : second.start]
    return Point(first.start, second.end, f"{first.claim}{between}{text[second.start : second.end]}", first.joined + 1)


def _adjoin(text: str, first: Sentence, second: Sentence) -> bool:
    """Say whether one sentence follows another in the same paragraph."""
    return text.count("\n", first.end, second.start) < 2 and not second.listed


def _is_refuted(sentence: Sentence, following: tuple[Sentence, ...]) -> bool:
    """Say whether a sentence gives the words of others that the next one rejects."""
    return is_reported(without_opening(sentence.text)) and any(is_rejection(one.text) for one in following)
