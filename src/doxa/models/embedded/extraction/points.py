"""The points of one sentence: what remains after questions, concessions and lead-ins are removed."""

from collections.abc import Iterator
from dataclasses import dataclass

from doxa.models.embedded.extraction.anaphora import Antecedent, antecedent, points_back, resolve_pronoun
from doxa.models.embedded.extraction.clauses import LONGEST, Clause, clauses
from doxa.models.embedded.extraction.concessions import SentencePart, without_concession
from doxa.models.embedded.extraction.leads import without_lead, without_opening, without_question, without_trail
from doxa.models.embedded.extraction.questions import statement_of as stated_by
from doxa.models.embedded.extraction.sentences import Sentence
from doxa.models.embedded.extraction.substance import says_something
from doxa.models.embedded.extraction.topic import Topic


@dataclass(frozen=True)
class ClaimDraft:
    """A claim before it is finished: the text from ``start`` to ``end``, the claim, and how many sentences it joins."""

    start: int
    end: int
    claim: str
    joined: int = 1


def points_in(
    sentence: Sentence, topic: Topic, before: Antecedent, *, answering: bool = False
) -> tuple[ClaimDraft, ...]:
    """Return the points of a sentence; ``answering``: it follows a question.

    A of "It is true that A, but B" is not a point of its own unless B is one too.
    """
    stated = without_question(sentence.text, topic.known)
    if not stated:
        return _of_question(sentence, topic, before)
    opened = without_opening(stated)
    skipped = len(stated) - len(opened)
    place = Sentence(sentence.start + skipped, sentence.end, opened, sentence.listed)
    parts = without_concession(opened)
    answering = answering or skipped > 0
    points_by_part = [tuple(_of_part(place, part, topic, before, answering=answering)) for part in parts]
    if len(points_by_part) > 1 and points_by_part[0] and not points_by_part[-1]:
        return tuple(_of_part(place, SentencePart(0, len(opened)), topic, before, answering=answering))
    return tuple(point for part_points in points_by_part for point in part_points)


def _of_question(sentence: Sentence, topic: Topic, before: Antecedent) -> tuple[ClaimDraft, ...]:
    """Return the point of a question that states something; its place is the whole question."""
    opened = without_opening(sentence.text)
    statement = stated_by(opened, topic)
    if statement is None:
        return ()
    start = sentence.end - len(opened)
    stated_points = points_in(Sentence(start, start + len(statement), statement), topic, before)
    return tuple(
        ClaimDraft(start, sentence.end, point.claim)
        for point in stated_points
        if len(stated_points) == 1 and not points_back(point.claim)
    )


def _of_part(
    sentence: Sentence, part: SentencePart, topic: Topic, before: Antecedent, *, answering: bool
) -> Iterator[ClaimDraft]:
    """Yield the points of one part of a sentence; each is the antecedent of the next."""
    bare = without_lead(sentence.text[part.start : part.end], topic.known, answering=answering)
    start = sentence.start + part.end - len(bare)
    for clause in clauses(bare, listed=sentence.listed):
        if point := _point(bare, clause, start, topic, before, listed=sentence.listed or clause.marked):
            yield point
            before = antecedent(point.claim, topic, parallel=True)


def _point(
    bare: str, clause: Clause, start: int, topic: Topic, before: Antecedent, *, listed: bool
) -> ClaimDraft | None:
    """Return the point of a clause, without lead-in and trail; None where it claims nothing."""
    words = without_trail(bare[clause.start : clause.end][:LONGEST])
    core = without_lead(words, topic.known)
    start += clause.start + len(words) - len(core)
    claim = (
        f"{resolve_pronoun(clause.before, topic, before)} {core}"
        if clause.before
        else resolve_pronoun(core, topic, before)
    )
    pointing = core.lower().startswith(("this", "that"))
    says = says_something(claim, topic.known, listed=listed, pointing=pointing)
    return ClaimDraft(start, start + len(core), claim) if says else None
