"""Pronouns at the beginning of a claim that stand for the subject of the proposition.

"It", "this" and "this policy" are replaced by the name of the thing or of the act (``topic.py``) where

- nothing of substance comes before them in the message and the proposition offers one name only, or
- the sentence before begins with that name and has no other noun in the singular that they could mean.

Other pronouns stay: an impersonal "it is hard to …", a "this" that refers to the last statement, "they".
"""

import re
from typing import Literal

from doxa.models.embedded.extraction.topic import Topic

Antecedent = Literal["none", "thing", "act", "other"]
"""The possible antecedent in the sentence before: none, the thing or the act as its subject, or something else."""

POLICY = "policy|policies|measure|law|rule|idea|proposal|plan|ban|prohibition|reform|change|approach|system|scheme"
PRACTICE = "practice|institution|technology|custom"

POINTING = re.compile(
    rf"(?:this|that|such an?)\s+(?:new\s+|kind of\s+|type of\s+)?(?:(?P<act>{POLICY})|(?P<thing>{PRACTICE}))\b",
    re.IGNORECASE,
)
BARE = re.compile(
    r"(?:it(?!,)|this(?=['’]|\s+(?:is(?!\s+(?:because|why|how|what|when|where)\b)|was|will|would|can|could|may|might|has|does|should|(?!is\b)\w+s)\b)|that(?=\s+(?:would|"
    r"will|could)\b))\b",
    re.IGNORECASE,
)
THEY = re.compile(r"they\b(?!,)", re.IGNORECASE)
SHORTENED = re.compile(r"['’](?P<verb>s|re|ll|ve|d)\b(?P<after>\s+(?:been|got|become|had))?", re.IGNORECASE)
FULL = {"s": "is", "re": "are", "ll": "will", "ve": "have", "d": "would"}

IMPERSONAL = re.compile(
    r"it(?:['’]s|\s+(?:is|was|would be|will be|may be|might be|can be|should be|has been|is not|isn['’]t|doesn['’]t|"
    r"does not|seems|appears|feels|takes|makes sense|depends))\b(?:\s+[\w'’-]+){0,7}?"
    r"\s+(?:to|that|if|when|whether|how|what|why|because|until)\b|"
    r"it(?:['’]s|\s+is|\s+was)\s+(?:time|up to|about time|worth|no use|the|all|in|not the|our|your|my|their)\b|"
    r"it\s+(?:seems|depends|turns out|takes|took|rain(?:s|ed)|snow(?:s|ed)|pour(?:s|ed)|hail(?:s|ed)|thundered)\b|"
    r"it(?:['’]s|\s+(?:is|was|has\s+been|gets|got|(?:\w+\s+)?(?:started|stopped|began)))\s+(?:\w+\s+)?"
    r"(?:(?:pouring|raining|snowing|freezing|sunny|windy|foggy)\b|"
    r"(?:hot|cold|warm|dark|late|early|noisy|loud)\s+(?:in here|outside|out here|today|tonight|already)\b)|"
    r"this\s+is\s+(?:round|part|item|day|number|speech|my|our)\b",
    re.IGNORECASE,
)
"""An "it" that refers to nothing, or to what follows."""

NAMED_LAST = re.compile(
    r"(?:(?:(?:there\s+are|here\s+are|these\s+are|I\s+(?:see|have)|consider)\s+)?(?:(?!alleged|supposed|claimed|so-called)"
    r"[\w-]+\s+){0,3}?(?:reasons?|arguments?|points?|merits?|benefits?|advantages?|virtues?|problems?|drawbacks?|faults?|"
    r"costs?|dangers?|effects?)\s+(?:for|of|against|with|in\s+favou?r\s+of|to\s+\w+)|"
    r"what\s+(?:speaks|argues)\s+(?:for|against)|(?:here\s+is\s+)?why|(?:the\s+)?case\s+(?:for|against))\s+"
    r"(?:the\s+|an?\s+)?(?P<name>[^,;:]+):",
    re.IGNORECASE,
)
"""The announcement of a list of points about what it names last."""

SINGULAR = re.compile(
    r"\b(?:a|an|the|this|that|its|his|her|my|our|your|their|each|every|another|one)\s+(?!(?:poor|rich|young|old|"
    r"elderly|public)\b)(?:[\w'’-]+\s+){0,2}?"
    r"(?P<noun>[\w'’-]*[^\Ws](?:ss|us|is)?)(?=[\s,.;:!?)]|$)",
    re.IGNORECASE,
)
"""A noun phrase in the singular, as far as a determiner and a missing -s show."""

PLURAL = re.compile(
    r"\b(?:\w+[^\Wsui]s|people|children|women|men|others)\b(?!\s+(?:the|a|an|our|their|its|on|in|to)\b)"
)
"""A noun in the plural, as far as an -s without an object shows."""


def resolve_pronoun(claim: str, topic: Topic, before: Antecedent) -> str:
    """Return a claim with its first pronoun replaced where that is safe; otherwise the claim unchanged."""
    if pointing := POINTING.match(claim):
        if before == "other":
            return claim
        name = topic.act if pointing["act"] else topic.thing
        return name + claim[pointing.end() :] if name and not topic.plural else claim
    many = topic.plural and (before != "act" or topic.plain)
    pronoun = THEY.match(claim) if many else BARE.match(claim)
    if not pronoun or IMPERSONAL.match(claim):
        return claim
    name = _name(topic, before, bare_this=not claim.lower().startswith(("it", "they")))
    return _join_predicate(name, claim[pronoun.end() :]) if name else claim


def points_back(claim: str) -> bool:
    """Return whether a claim begins with a pronoun that still needs an antecedent."""
    return (BARE.match(claim) or THEY.match(claim)) is not None and not IMPERSONAL.match(claim)


def antecedent(claim: str, topic: Topic, *, parallel: bool = False) -> Antecedent:
    """Return what the first pronoun of the next claim can refer to in this claim.

    ``parallel``: the next claim is of the same sentence ("…, and it also …") or adds to it ("It also …", "Secondly,
    it …"), so that "it" refers to the same subject.
    """
    kinds: tuple[tuple[Antecedent, str], ...] = (("act", topic.act), ("thing", topic.thing))
    for kind, name in kinds:
        name_match = re.match(rf"(?:the |an? )?{re.escape(name)}\b", claim, re.IGNORECASE) if name else None
        if name_match:
            other = PLURAL if topic.plural and (kind == "thing" or topic.plain) else SINGULAR
            return kind if parallel or not other.search(claim, name_match.end()) else "other"
    return "other"


def antecedent_of_items(lead: str, topic: Topic) -> Antecedent:
    """Return what the first pronoun of each item of a list can refer to in the sentence above the list.

    Items say parallel things of one subject. An announcement ("Reasons to teach chess:") names it at its end.
    """
    announced = NAMED_LAST.fullmatch(lead)
    if not announced:
        return antecedent(lead, topic, parallel=True)
    kinds: tuple[tuple[Antecedent, str], ...] = (("act", topic.act), ("thing", topic.thing if topic.plain else ""))
    return next((kind for kind, name in kinds if name and announced["name"].lower() == name.lower()), "other")


def _name(topic: Topic, before: Antecedent, *, bare_this: bool) -> str:
    if before == "none":
        return topic.thing if topic.plain and not topic.plural else ""
    if bare_this or before == "other":
        return ""
    return topic.thing if before == "thing" else topic.act


def _join_predicate(name: str, predicate: str) -> str:
    """Return a name joined with its predicate; "'s" becomes "is" or, before "been", "has"."""
    short = SHORTENED.match(predicate)
    if not short:
        return name + predicate
    verb = "has" if short["verb"].lower() == "s" and short["after"] else FULL[short["verb"].lower()]
    return f"{name} {verb}{short['after'] or ''}{predicate[short.end() :]}"
