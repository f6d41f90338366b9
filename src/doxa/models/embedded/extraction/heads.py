"""The beginning of a sentence that a list completes: "A ban would:" above "raise prices" and "help smugglers"."""

import re
from dataclasses import replace

from doxa.models.embedded.extraction.anaphora import Antecedent, points_back, resolve_pronoun
from doxa.models.embedded.extraction.leads import without_opening
from doxa.models.embedded.extraction.points import ClaimDraft
from doxa.models.embedded.extraction.sentences import Sentence
from doxa.models.embedded.extraction.topic import Topic

HEAD = re.compile(
    r"(?!.*\b(?:what|how|why|who|which|whether|if|when|here)\b)"
    r"((?:[\w'’-]+ ){1,9}(?:would|will|could|can|may|might|should|must|does|do|did)(?: not|n['’]t)?"
    r"(?: (?:also|only|often))?):",
    re.IGNORECASE,
)
"""A subject and an auxiliary whose verb follows; questions and conditions do not match."""

OWN_SUBJECT = re.compile(
    r"(?:the|an?|this|that|these|those|it|they|we|he|she|I|you|there|no|every|each|our|their|its|more|less|fewer|many|"
    r"most|some|because|if|by|for|in|on|with|as)\b",
    re.IGNORECASE,
)
"""Beginnings of items that do not begin with a verb."""


def head_of(sentence: Sentence, topic: Topic, before: Antecedent) -> str | None:
    """Return the open beginning of a sentence, its pronoun resolved; None where that is not safe."""
    head_match = HEAD.fullmatch(without_opening(sentence.text))
    if not head_match:
        return None
    head = resolve_pronoun(head_match[1], topic, before)
    return None if points_back(head) else head


def complete_with_head(head: str, sentence: Sentence, drawn: list[ClaimDraft]) -> list[ClaimDraft]:
    """Return the points of an item; the first begins with the head where the item begins with a verb."""
    if not drawn or drawn[0].start != sentence.start or OWN_SUBJECT.match(sentence.text):
        return drawn
    first = drawn[0]
    return [replace(first, claim=f"{head} {first.claim[0].lower()}{first.claim[1:]}"), *drawn[1:]]
