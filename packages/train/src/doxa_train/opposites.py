"""Statements of the opposite meaning, by rule: negated propositions and claims.

A model that has seen propositions in one direction only can guess from the claim alone; negated propositions make it
read both. The rules are crude ("It is not true that …" where nothing better fits): good enough for training, but not
for display.
"""

import re
from random import Random

from doxa.corpora.antonyms import ANTONYMS, QUALITIES

DENIAL = re.compile(r"\b(not|never|no longer)\s+", re.IGNORECASE)
AUXILIARY = re.compile(
    r"\b(should|must|can|could|will|would|may|might|ought|shall|is|are|was|were|do|does|did|has|have|had|am|needs|need)\b",
    re.IGNORECASE,
)
WE_SHOULD = re.compile(r"we should (\w+)(.*)", re.IGNORECASE)
COMMAND = re.compile(
    r"(ban|abolish|legali[sz]e|introduce|create|stop|allow|increase|reduce|remove|end|make|use|raise|lower)\b",
    re.IGNORECASE,
)
REJECTIONS = ("It is not true that", "It is wrong that", "We should reject the view that")

TANGLED = re.compile(
    r"\b(not|never|no|cannot|without|nor|neither|nothing|none|nobody|hardly|unless|if|but|although|however)\b|n't",
    re.IGNORECASE,
)
PLAIN_DENIAL = re.compile(
    r"\b(should|would|could|does|do|did|is|are|was|were|will|can|must|has|have) not\b", re.IGNORECASE
)
STILL_TANGLED = re.compile(r"n't|\b(never|no|but|although|however|unless|if)\b", re.IGNORECASE)
DENIABLE = re.compile(r"\b(should|must|can|could|will|would|may|might|is|are|was|were)\b")


def negations(proposition: str) -> tuple[str, ...]:
    """Return statements with the opposite meaning of a canonical proposition: at least one, without repeats."""
    affirmed = DENIAL.sub("", proposition, count=1)
    if affirmed != proposition:
        return (affirmed,)
    lowered = proposition[:1].lower() + proposition[1:]
    opposites = [*_undone(proposition), *_other_quality(proposition)]
    auxiliary = AUXILIARY.search(proposition)
    if auxiliary:
        opposites.append(f"{proposition[: auxiliary.end()]} not{proposition[auxiliary.end() :]}")
    elif COMMAND.match(proposition):
        opposites.append(f"Do not {lowered}")
    else:
        opposites += [f"{opening} {lowered}" for opening in REJECTIONS]
    return tuple(dict.fromkeys(opposites))


def draw_negation(proposition: str, random: Random) -> str:
    """Return one of ``negations``, drawn at random."""
    return random.choice(negations(proposition))


def deny_claim(claim: str) -> str | None:
    """Return a claim with its first auxiliary negated, or its one negation removed; None where neither is safe."""
    if TANGLED.search(claim):
        affirmed = PLAIN_DENIAL.sub(r"\1", claim, count=1)
        return None if affirmed == claim or STILL_TANGLED.search(affirmed) else affirmed
    auxiliary = DENIABLE.search(claim)
    return f"{claim[: auxiliary.end()]} not{claim[auxiliary.end() :]}" if auxiliary else None


def _undone(proposition: str) -> list[str]:
    match = WE_SHOULD.match(proposition)
    if match is None or match[1].lower() not in ANTONYMS:
        return []
    return [f"We should {ANTONYMS[match[1].lower()]}{match[2]}"]


def _other_quality(proposition: str) -> list[str]:
    for word, other in QUALITIES.items():
        if re.search(rf"\b{word}\b", proposition):
            return [re.sub(rf"\b{word}\b", other, proposition, count=1)]
    return []
