"""Words by which the simulated judge decides what a claim rests on, what is an answer, and what says the opposite.

Deterministic and shallow on purpose: it shows how judging works, and is no judge of debates.
"""

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from doxa.evidence.vectors import DECIMALS
from doxa.judging.ballots.annotation import Base
from doxa.judging.blind.instructions import WITHHELD
from doxa.judging.blind.roles import introduces
from doxa.models.embedded import strength
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.shelf import Library
from doxa.records.transcripts import ShownTurn

_NOT = re.compile(r"\b(?:not|no|never|nobody|nothing|cannot|without)\b|n['’]t\b", re.IGNORECASE)

_VERBS = "is|are|was|were|will|would|can|could|should|must|do|does|did|has|have|had|may|might"

_NEGATED_VERB = re.compile(rf"\b({_VERBS})(?:\s+not\b|n['’]t\b)", re.IGNORECASE)

_JOINED = re.compile(r"\b(?:(cannot|can['’]t)|won['’]t)(?!\w)", re.IGNORECASE)

_PLAIN_VERB = re.compile(rf"\b({_VERBS})\b(?!\s+not\b)(?!['’])", re.IGNORECASE)


def is_negated(sentence: str) -> bool:
    """Return whether a sentence has an odd number of words that negate."""
    return len(_NOT.findall(sentence)) % 2 == 1


def negate(sentence: str) -> str | None:
    """Return a sentence with its first auxiliary verb negated, or no longer negated; None where it has none."""
    for form, opposite in ((_NEGATED_VERB, r"\1"), (_JOINED, _part), (_PLAIN_VERB, r"\1 not")):
        negated, count = form.subn(opposite, sentence, count=1)
        if count:
            return negated
    return None


def _part(joined: re.Match[str]) -> str:
    return "can" if joined[1] else "will"


NEAR = 0.45
"""Cosine from which two texts count as being about the same subject."""

SAME = 0.8
"""Cosine from which two claims count as the same claim."""

EVIDENCE = re.compile(
    r"\d|\b(?:stud(?:y|ies)|report(?:s|ed)?|survey|trial|review|figures|statistics|census|according to|found that|"
    r"published|researchers?|evidence|showed|shows)\b",
    re.IGNORECASE,
)
PRINCIPLE = re.compile(
    r"\b(?:because|therefore|since|should|ought|must|rights?|just(?:ice)?|fair(?:ness)?|duty|dut(?:y|ies)|freedom|"
    r"principle|consent|owe|deserve|if|follows?)\b",
    re.IGNORECASE,
)
ANSWERS = re.compile(
    r"\b(?:but|however|yet|wrong|mistaken|not true|disagree|ignores?|forgets?|overlooks?|fails?|misses|instead|"
    r"the other side|does not follow|told us|says?|said|claims|wants|has not shown|have not shown|nobody says|"
    r"we (?:are|were|have been) told)\b",
    re.IGNORECASE,
)
REASONS = re.compile(r"\b(?:because|since|therefore|so|if|follows?|assumes?|means|implies|unless|why)\b", re.IGNORECASE)
NAMED = re.compile(r"\d|(?<=[a-z,] )[A-Z][a-z]+")
LABELS = re.compile(r"\bTeam [A-H](?: Speaker \d+)?\b")


def has_evidence(text: str) -> bool:
    """Return whether a sentence has a figure, a source or a name."""
    return EVIDENCE.search(text) is not None or NAMED.search(text) is not None


@cache
def base_of(text: str) -> Base:
    """Return what a claim rests on, by its words."""
    if EVIDENCE.search(text):
        return "evidence-backed"
    return "principled" if PRINCIPLE.search(text) else "assertion"


def sentences_of(turns: Sequence[ShownTurn]) -> list[str]:
    """Return the sentences of turns, without the labels of teams, which would make them unlike."""
    return [LABELS.sub("they", sentence.text) for turn in turns for sentence in sentences(_heard(turn))]


def points_of(turns: Sequence[ShownTurn], motion: str) -> list[str]:
    """Return the claims that turns make."""
    claims = [extraction.claim for turn in turns for extraction in claims_of(LABELS.sub("they", _heard(turn)), motion)]
    return [claim for claim in claims if not introduces(claim)]


def _heard(turn: ShownTurn) -> str:
    """Return the words of a turn without the marks of what was withheld."""
    return turn.text.replace(WITHHELD, "").strip()


def likeness(texts: Sequence[str], others: Sequence[str], library: Library) -> np.ndarray:
    """Return the cosine of each text with each other one, to six decimals, shape (texts, others)."""
    rows = library.vectors([*texts, *others])
    if not texts or not others:
        return np.zeros((len(texts), len(others)))
    near, far = np.stack(rows[: len(texts)]), np.stack(rows[len(texts) :])
    # sums of integers are exact, so that one product of matrices gives the bits of many products of rows
    norms = np.sqrt((near * near).sum(axis=1)[:, None] * (far * far).sum(axis=1))
    return np.asarray(np.round(near @ far.T / norms, DECIMALS))


def strengths_of(texts: Sequence[str], motion: str, library: Library) -> list[float]:
    """Return how convincing each text is on a motion, in [0, 1]."""
    return strength().strengths(motion, list(texts), library.embedder)


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 without values."""
    return float(sum(values) / len(values)) if values else 0.0


def scale(share: float) -> float:
    """Return a share in [0, 1] as points from 1 to 10, to two decimals."""
    return round(1.0 + 9.0 * min(1.0, max(0.0, share)), 2)
