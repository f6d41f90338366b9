"""From a message to its claims: the steps of the extraction in order, sentence by sentence."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from doxa.corpora import normalised
from doxa.models.embedded.extraction.anaphora import Antecedent, antecedent, antecedent_of_items
from doxa.models.embedded.extraction.clauses import LONGEST
from doxa.models.embedded.extraction.concessions import MOST_REPORTED, is_anothers
from doxa.models.embedded.extraction.doing import SentenceRole, going_on, is_granted_by_role, keep_argued
from doxa.models.embedded.extraction.granting import is_granted
from doxa.models.embedded.extraction.heads import complete_with_head, head_of
from doxa.models.embedded.extraction.joining import adds, adjoin, answer, further, join_points, leans
from doxa.models.embedded.extraction.leads import without_opening
from doxa.models.embedded.extraction.markup import plain
from doxa.models.embedded.extraction.points import ClaimDraft, points_in
from doxa.models.embedded.extraction.questions import is_denied
from doxa.models.embedded.extraction.sentences import Sentence, break_sentence, is_heading, sentences
from doxa.models.embedded.extraction.substance import asks, is_lone_title, is_title, substance
from doxa.models.embedded.extraction.topic import Topic, topic_of
from doxa.models.embedded.extraction.units import join_units
from doxa.records.canonical import clean
from doxa.tasks.extract import ExtractedClaim

LOOSE = re.compile(r" +([.,;!?](?: |$))")
"""Punctuation with white space in front of it."""

CLOSE = 2
"""The most line breaks between a list and the sentence that it belongs to; a heading that was cut out leaves more."""

ANNOUNCED = re.compile(r"(?:[\w'’]+\s+){0,4}?(?:reasons|points|arguments|things|problems|benefits|advantages):$", re.I)
"""The announcement of a list of points about the proposition."""


def claims_of(
    text: str,
    proposition: str,
    leans: Callable[[Sequence[str]], Sequence[float]] | None = None,
    roles: Sequence[SentenceRole] = (),
) -> tuple[ExtractedClaim, ...]:
    """Return the claims of a text in order; every snippet is a literal part of the text, and no claim occurs twice.

    ``text`` may contain anything and have any length. ``proposition`` gives the words that say nothing new and the
    name that a pronoun may refer to. A claim has no marks of Markdown; its snippet has those between its words.
    ``leans`` says how far claims speak for the proposition, in [−1, 1]: by it the claim of a joined argument is one of
    the argument's side. ``roles`` say what each of the text's ``sentences`` does (``embedded.roles``); without them the
    rules alone decide what is a claim.
    """
    text = clean(text)
    view = plain(text)
    text_sentences = sentences(view.text)
    claims: dict[str, ExtractedClaim] = {}
    topic = topic_of(proposition)
    weigh = (lambda drafts: leans([standing_alone(draft.claim) for draft in drafts])) if leans else None
    drafts = keep_argued(points(view.text, topic), text_sentences, roles)
    continued = going_on(view.text, drafts, text_sentences, roles)
    for point in join_units(view, drafts, topic, weigh, continued):
        start, end = view.place(point.start, point.end)
        key = normalised(view.text[point.start : point.end])
        granted = is_granted(text_sentences, point.start, point.end)
        granted = granted or is_granted_by_role(text_sentences, roles, point.start, point.end)
        claim = ExtractedClaim(claim=standing_alone(point.claim), snippet=text[start:end], conceded=granted)
        claims.setdefault(key, claim)
    return tuple(claims.values())


def points(text: str, topic: Topic) -> list[ClaimDraft]:
    """Return the points of a text; sentences that depend on the sentence before are joined to its point."""
    parts = [part for whole in sentences(text) for part in break_sentence(whole, LONGEST)]
    gathered = TextPoints(text, topic)
    for place, sentence in enumerate(parts):
        gathered.hear(sentence, parts[place - 1] if place else None, parts[place + 1 : place + 2 + MOST_REPORTED])
    return gathered.found


def standing_alone(claim: str) -> str:
    """Return a claim on one line, with a capital letter and a full stop."""
    bare = LOOSE.sub(r"\1", " ".join(claim.split())).rstrip(",;:—–- ") or claim
    bare = bare[0].upper() + bare[1:]
    return bare if bare[-1] in ".!?…\"'”’)。！？」』”）।॥؟۔" else f"{bare}."


@dataclass
class TextPoints:
    """The points of the sentences read so far, and what the next sentence can refer to."""

    text: str
    topic: Topic
    found: list[ClaimDraft] = field(default_factory=list)
    last: Sentence | None = None
    """The sentence before, where the last point ends in it."""
    said: str | None = None
    """The claim that a pronoun can refer to: empty after a sentence without a claim, None before the first sentence."""
    head: str | None = None
    """The beginning of a sentence that each item of the list below it completes."""
    lead: str = ""
    """The sentence above a list, whose items can refer to its subject; empty below a heading."""
    in_item: bool = False
    """Whether the sentence before belongs to an item of a list."""

    def hear(self, sentence: Sentence, previous: Sentence | None, following: list[Sentence]) -> None:
        """Add the next sentence, given the sentence before and those after it."""
        is_alone = previous is None and not following and is_lone_title(sentence.text)
        if is_alone or (
            is_heading(self.text, sentence, following[0] if following else None) and is_title(sentence.text)
        ):
            self.last, self.lead, self.in_item = None, "", False
            return
        self._follow_lists(sentence, previous)
        is_own = self._is_own(sentence, following)
        drawn = self._draw_points(sentence, previous) if is_own else []
        if not sentence.listed:
            self.head = None if is_own else head_of(sentence, self.topic, self._before(sentence))
        elif self.head:
            drawn = complete_with_head(self.head, sentence, drawn)
        merged = self._merge_with_last(sentence, drawn) if is_own else None
        if merged:
            self.found[-1] = merged
            drawn = drawn[1:]
        self.found += drawn
        self.last = sentence if drawn or merged else None
        if self.last or (substance(sentence.text, self.topic.known) and not ANNOUNCED.match(sentence.text)):
            self.said = self.found[-1].claim if self.last else ""

    def _is_own(self, sentence: Sentence, following: list[Sentence]) -> bool:
        """Return whether a sentence may be a claim: no announcement, no words of others, and not denied."""
        if sentence.text.endswith(":") and following:
            return False
        opened, after = without_opening(sentence.text), [later.text for later in following]
        return not is_anothers(opened, after) and not (after and is_denied(opened, after[0]))

    def _draw_points(self, sentence: Sentence, previous: Sentence | None) -> list[ClaimDraft]:
        """Return the points of a sentence; a phrase that answers a question is one point with the question."""
        before = self._before(sentence)
        if previous is None or not asks(previous.text) or not adjoin(self.text, previous, sentence):
            return list(points_in(sentence, self.topic, before))
        drawn = list(points_in(sentence, self.topic, before, answering=True))
        if not self.last and len(drawn) == 1 and drawn[0].start == sentence.start:
            drawn = [answer(self.text, previous, drawn[0]) or drawn[0]]
        return drawn

    def _before(self, sentence: Sentence) -> Antecedent:
        """Return what a sentence's first pronoun can refer to."""
        if self.said is None:
            return "none"
        before = antecedent(self.said, self.topic, parallel=adds(sentence))
        return antecedent_of_items(self.lead, self.topic) if sentence.listed and before == "other" else before

    def _follow_lists(self, sentence: Sentence, previous: Sentence | None) -> None:
        """Note whether a sentence belongs to an item, and which sentence stands above the list."""
        if sentence.listed and not self.in_item and previous and self._gap(previous, sentence) > CLOSE:
            self.lead = ""
        self.in_item = sentence.listed or (self.in_item and previous is not None and self._goes_on(previous, sentence))
        if not self.in_item:
            self.lead = sentence.text

    def _gap(self, first: Sentence, second: Sentence) -> int:
        """Return the number of line breaks between two sentences."""
        return self.text.count("\n", first.end, second.start)

    def _goes_on(self, first: Sentence, second: Sentence) -> bool:
        """Return whether a sentence stands on the same line as the one before, or on an indented one below."""
        gap = self._gap(first, second)
        return gap == 0 or (gap == 1 and self.text[first.end : second.start].endswith("  "))

    def _merge_with_last(self, sentence: Sentence, drawn: list[ClaimDraft]) -> ClaimDraft | None:
        """Return the last point extended by a sentence; None where the sentence makes a point of its own."""
        if not self.last or not adjoin(self.text, self.last, sentence):
            return None
        second = drawn[0] if drawn else further(sentence, self.topic.known)
        if second is None or (drawn and not leans(second, sentence)):
            return None
        return join_points(self.text, self.found[-1], second)
