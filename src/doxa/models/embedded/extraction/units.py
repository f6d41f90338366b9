"""Units: in a longer text, the points that make one argument together, as one claim.

    sentence that argues ── its reasons, examples, elaborations, questions, repetitions ─▶ one unit

A text of few sentences keeps every point, together with those that a reader of roles says go on with it. In a longer
one a point begins a unit of its own where enough speaks for it
(a new paragraph, "second, …", "then there is …", an objection to be answered) and too little against it (a pronoun or
"for example" in front, words of the unit before, a year or a name that illustrates). The claim of a unit is that of its
most telling point, and its place goes from the first point to the last. Where a judge of direction is at hand, the
point is one that speaks for the side of the whole unit: a sentence that concedes does not stand for an argument.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from doxa.models.embedded.extraction.joining import join_points
from doxa.models.embedded.extraction.leads import ORDINAL
from doxa.models.embedded.extraction.markup import Plain
from doxa.models.embedded.extraction.points import ClaimDraft
from doxa.models.embedded.extraction.sentences import Sentence, sentences
from doxa.models.embedded.extraction.substance import FIRST_PERSON, asks, names_only
from doxa.models.embedded.extraction.topic import Topic
from doxa.models.embedded.extraction.words import TALK, content_words

FEW = 8
"""Sentences of a text that keeps every point: a turn of a conversation, in which several arguments are put briefly."""

BOUNDARY = 1.0
"""What must speak for a new unit."""

ITEM = 3.0
ITEM_BELOW = 0.5
"""What an item of a list speaks for a new unit, and one below a heading, which parts the text by itself."""

OPENED = 2.0
PARAGRAPH = 2.5
"""What the opening of another argument and a new line speak for it."""

LENGTH = 0.4
"""What each sentence of the unit before speaks for a new one."""

SAME = 0.6
"""The share of a point's words that a unit has already where the point only repeats it."""

MARK = 8
"""Characters of the mark of an item at most."""

BACK = 20
"""Units further up that a point may repeat."""

TITLE = 8
"""Words of a heading at most."""

STEM = 5
"""Letters by which two words count as one."""

NUMBERED = re.compile(r"\(?\b(?:\d{1,2}|[a-h])[.)]\s*\Z")
"""The mark of a numbered item at the end of a text."""

FURTHER = re.compile(
    r"(?:and |but |so |now,? )?(?:then (?:there|consider|think)|there(?:['’]s| is| are) (?:also|another|more)|"
    r"another|also\b|moreover|furthermore|besides|additionally|in addition|on top of|beyond (?:that|this)|"
    r"add to (?:that|this)|what(?:['’]s| is) more|"
    r"as (?:for|to)\b|next|finally|lastly|last(?:,| but)|above all|most important(?:ly)?|consider\b|"
    r"(?:the )?(?:first|second|third|fourth|fifth|other|last|final|biggest|strongest|main)\b(?! (?:time|year|day|week|"
    r"month))|equally|nor (?:is|does|do|are|should|will)\b|turning to|let(?:['’]s| us| me) (?:turn|begin|start|take)|"
    r"think of|what about|how about|on the \w+ side|it(?:['’]s| is) (?:also|not as though|not as if)|"
    r"(?:\S+\s){1,4}(?:also|too|as well)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that adds another argument."""

OBJECTION = re.compile(
    r"(?:and |but |now,? |of course,? |yes,? )?(?:(?:some|many|most|people|others|critics|opponents|supporters|"
    r"s[ck]eptics|defenders|those who|the other side|my opponents?|our opponents?|they|you)\b(?:\s+\S+){0,5}?\s+"
    r"(?:say|says|argue|argues|claim|claims|worry|fear|object|point to|tell|insist|ask|hear|think|believe|told|warn|"
    r"complain)\b|(?:I|we)(?:['’]ve| have)? (?:know|hear|heard|understand|am told|are told)\b|"
    r"it(?:['’]s| is) (?:true|said|often)|"
    r"the (?:objection|usual|common|worry|fear)|granted|admittedly|is it true)",
    re.IGNORECASE,
)
"""How a sentence begins that brings up what others hold."""

CONTINUING = re.compile(
    r"(?:and |but |so )?(?:(?:this|that|these|those|it|they|he|she|his|her|its|their|them|such|which|who|one of|"
    r"some of|most of|half of|none of|both)\b(?! (?:is|are) (?:also|another))|"
    r"for (?:example|instance)|because|therefore|thus|hence|so\b|as a result|in (?:fact|other words|short|return)|"
    r"indeed|instead|otherwise|even\b|only\b|meanwhile|similarly|likewise|the (?:same|result|reason|effect|point|"
    r"rest|two|three)\b|in (?:both|each|all) |what (?:follows|happens|matters)|not (?:one|a|even)\b|"
    r"no \w+ (?:of|has|did)\b|yet\b|still\b|again\b|but\b|and\b)",
    re.IGNORECASE,
)
"""How a sentence begins that goes on with the one before."""

ILLUSTRATING = re.compile(
    r"(?:(?:in(?! (?:conclusion|short|sum))|after|since|by|last|during|when|take|look at|ask|remember)\b|"
    r"I\b|we\b|my\b|our own\b|\d|half\b|"
    r"a (?:friend|study|survey|neighbour|colleague|cousin|third|quarter|recent|single)\b)|.*\b(?:1[5-9]|20)\d\d\b",
    re.IGNORECASE,
)
"""How a sentence begins, or what it holds, that illustrates."""

ARGUING = re.compile(
    r"\b(?:because|so that|means?|therefore|which|would|will|should|must|cannot|can|never|no|if|makes?|gives?|takes?|"
    r"costs?|saves?|hurts?|harms?|helps?|leads?|causes?|raises?|cuts?|more|less|fewer|better|worse|than|while)\b",
    re.IGNORECASE,
)
"""Words of reasons and consequences."""

FIGURE = re.compile(
    r"\b\d[\d,.]*\b|\b(?:yesterday|last (?:year|week|spring|summer|autumn|winter|month))\b", re.IGNORECASE
)
"""Figures and dates: of an example rather than of the argument."""


Leans = Callable[[Sequence[ClaimDraft]], Sequence[float]]
"""(points) → how far each speaks for the proposition, in [−1, 1]."""


@dataclass(frozen=True)
class Unit:
    """Points that make one argument; ``stems`` are those of their words."""

    points: tuple[ClaimDraft, ...]
    stems: frozenset[str]
    length: int
    """Sentences from the first point to the last."""


def join_units(
    view: Plain,
    points: Sequence[ClaimDraft],
    topic: Topic,
    leans: Leans | None = None,
    continued: frozenset[int] = frozenset(),
) -> list[ClaimDraft]:
    """Return the points of a text, those of one argument joined.

    ``continued`` are where points begin that go on with the one before, as a reader of roles says. In a text of few
    sentences these alone are joined, and the claim has the words of all.
    """
    text = view.text
    text_sentences = sentences(text)
    if len(points) < 2:
        return list(points)
    if len(text_sentences) <= FEW:
        return _with_continued(view, points, continued)
    below = any(_is_heading(text, sentence) for sentence in text_sentences)
    units: list[Unit] = []
    for point in points:
        stems = _stems(text[point.start : point.end], topic)
        if any(_repeats(stems, unit) for unit in units[-BACK:-1]):
            continue
        between = _sentences_up_to(text_sentences, units[-1].points[-1].end if units else 0, point)
        joins = units and (
            point.start in continued or _boundary(text, units[-1], between, point, stems, below=below) < BOUNDARY
        )
        if joins and not view.parts(units[-1].points[-1].end, point.start):
            units[-1] = _extended(units[-1], point, stems, len(between))
        else:
            units.append(Unit((point,), stems, point.joined))
    return [_merged(text, unit, points) for unit, points in zip(units, _on_their_sides(units, leans), strict=True)]


def _with_continued(view: Plain, points: Sequence[ClaimDraft], continued: frozenset[int]) -> list[ClaimDraft]:
    joined: list[ClaimDraft] = []
    for point in points:
        goes_on = joined and point.start in continued and not view.parts(joined[-1].end, point.start)
        both = join_points(view.text, joined[-1], point) if goes_on else None
        if both:
            joined[-1] = both
        else:
            joined.append(point)
    return joined


def _sentences_up_to(text_sentences: Sequence[Sentence], start: int, point: ClaimDraft) -> list[Sentence]:
    """Return the sentences behind a place, up to that in which a point begins."""
    first = bisect_right(text_sentences, start, key=lambda sentence: sentence.end)
    last = bisect_right(text_sentences, point.start, key=lambda sentence: sentence.start)
    return list(text_sentences[first:last])


def _boundary(
    text: str, unit: Unit, between: Sequence[Sentence], point: ClaimDraft, stems: frozenset[str], *, below: bool
) -> float:
    """Return how much speaks for a new unit at a point, and against it; ``below``: the text has headings."""
    sentence = between[-1] if between else None
    end = unit.points[-1].end
    if sentence is None or sentence.start < end:
        return 0.0
    opened = any(_is_heading(text, each) for each in between[:-1])
    opened = opened or any(FURTHER.match(each.text) or ORDINAL.match(each.text) for each in between)
    opened = opened or any(OBJECTION.match(each.text) for each in between)
    score = LENGTH * unit.length + OPENED * opened - 0.8 * min(2, len(stems & unit.stems))
    if sentence.listed:
        score += ITEM_BELOW if below and not NUMBERED.search(text[: sentence.start][-MARK:]) else ITEM
    elif "\n" in text[end : point.start]:
        score += PARAGRAPH
    if not opened:
        score -= 2.0 * (CONTINUING.match(sentence.text) is not None)
        score -= 1.0 * (ILLUSTRATING.match(sentence.text) is not None)
    return score


def _is_heading(text: str, sentence: Sentence) -> bool:
    """Return whether a sentence is a line without a stop that names what stands below, and no item of a mere list."""
    if len(sentence.text.split()) > TITLE or sentence.text[-1] in ".!?…,;" or not names_only(sentence.text):
        return False
    before, after = text[: sentence.start], text[sentence.end :].lstrip(" \t")
    is_line = before.rstrip(" \t-*•0123456789.)(")[-1:] in ("", "\n") and after[:1] == "\n"
    return is_line and (after[:2] == "\n\n" or not sentence.listed or NUMBERED.search(before[-MARK:]) is not None)


def _extended(unit: Unit, point: ClaimDraft, stems: frozenset[str], length: int) -> Unit:
    return Unit((*unit.points, point), unit.stems | stems, unit.length + max(1, length))


def _repeats(stems: frozenset[str], unit: Unit) -> bool:
    """Return whether a point says again what a unit further up has said."""
    return len(stems) > 2 and len(stems & unit.stems) >= SAME * len(stems)


def _merged(text: str, unit: Unit, points: Sequence[ClaimDraft]) -> ClaimDraft:
    """Return the most telling of some points of a unit, with the place of the whole unit."""
    best = max(points, key=lambda point: (_telling(text, unit, point), -point.start))
    return replace(best, start=unit.points[0].start, end=unit.points[-1].end)


def _on_their_sides(units: Sequence[Unit], leans: Leans | None) -> list[Sequence[ClaimDraft]]:
    """Return of each unit the points that speak for the side of all its points; all where they have none.

    The points of all units are judged together, so that they share the cores.
    """
    joined = [point for unit in units if len(unit.points) > 1 for point in unit.points]
    if leans is None or not joined:
        return [unit.points for unit in units]
    joined_leans = iter(leans(joined))
    return [
        _on_its_side(unit.points, list(islice(joined_leans, len(unit.points)))) if len(unit.points) > 1 else unit.points
        for unit in units
    ]


def _on_its_side(points: Sequence[ClaimDraft], point_leans: Sequence[float]) -> Sequence[ClaimDraft]:
    whole = math.fsum(point_leans)
    return [point for point, lean in zip(points, point_leans, strict=True) if lean * whole > 0] or points


def _telling(text: str, unit: Unit, point: ClaimDraft) -> float:
    """Return how well a point stands for its unit."""
    claim = text[point.start : point.end]
    words = claim.split()
    score = 0.15 * min(len(content_words(claim)), 14) + 0.5 * min(3, len(ARGUING.findall(claim)))
    score += 0.8 * (point is unit.points[0]) - 1.5 * (CONTINUING.match(claim) is not None)
    score -= 0.6 * (ILLUSTRATING.match(claim) is not None) + 0.4 * min(2, len(FIGURE.findall(claim)))
    score -= 0.6 * (FIRST_PERSON.search(claim) is not None) + 2.0 * asks(claim)
    return score - (1.0 if len(words) < 6 else 0.0)


def _stems(claim: str, topic: Topic) -> frozenset[str]:
    """Return the beginnings of the content words of a point that are not the proposition's."""
    known = {word[:STEM] for word in topic.known}
    words = (word for word in content_words(claim) if word not in TALK and len(word) > 3)
    return frozenset(word[:STEM] for word in words) - known
