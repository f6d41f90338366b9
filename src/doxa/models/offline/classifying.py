"""The task ``classify``: direction by the neighbours' vote, strength by the simple scorer, tags by plain cues.

A claim is unclear when the vote is close, when nothing known resembles it, or when the corpus lacks the motion.
"""

import re
from typing import Literal

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.leaning import lean
from doxa.models.offline.scoring import strength_of
from doxa.models.offline.shelf import Library, Shelf
from doxa.models.port import Request, Response
from doxa.tasks.classify import Inputs, Judgement, Reply, Tag

Direction = Literal["for", "against", "unclear"]

MARGIN = 0.1
"""A lean nearer to 0 than this decides nothing."""

CUES: dict[Tag, re.Pattern[str]] = {
    "consequence": re.compile(
        r"\b(?:because|if|then|leads?|lead to|results?|causes?|so that|therefore|will|would|effects?|prevents?|"
        r"allows?|helps?|makes?)\b",
        re.I,
    ),
    "principle": re.compile(
        r"\b(?:rights?|free(?:dom)?|libert(?:y|ies)|justice|fair|unfair|duty|moral(?:ly)?|immoral|ethic(?:s|al)|"
        r"equal(?:ity)?|dignity|deserves?|wrong|should)\b",
        re.I,
    ),
    "example": re.compile(
        r"\b(?:for example|for instance|such as|e\.g|look at|in the case of)\b|\b(?:19|20)\d\d\b", re.I
    ),
    "experience": re.compile(
        r"\b(?:I|we) (?:have|had|saw|was|were|know|lived|grew|worked)\b|\bmy (?:own|family|job)\b"
    ),
    "authority": re.compile(
        r"\b(?:stud(?:y|ies)|research|experts?|scientists?|doctors?|according to|statistics?|constitution|court)\b",
        re.I,
    ),
    "comparison": re.compile(
        r"\b(?:than|compared|unlike|whereas|better|worse|less|more .* than|other countries|just as)\b", re.I
    ),
    "framing": re.compile(r"\b(?:really about|nothing but|simply|the real|so-called|is a form of|amounts to)\b", re.I),
}


def classify(request: Request, library: Library) -> Response:
    """Judge each claim."""
    inputs = inputs_of(request, Inputs)
    shelf = library.shelf(request.settings.corpus, inputs.proposition)
    directions = directions_of(inputs.claims, shelf, library)
    pairs = zip(inputs.claims, directions, strict=True)
    return reply(Reply(judgements=tuple(_judgement(claim, direction, shelf) for claim, direction in pairs)))


def directions_of(claims: tuple[str, ...], shelf: Shelf | None, library: Library) -> tuple[Direction, ...]:
    """Return the direction of each claim; all unclear where the motion is not known."""
    if shelf is None:
        return tuple(direction(None) for _ in claims)
    vectors = library.vectors(claims)
    return tuple(direction(lean(claim, row, shelf)) for claim, row in zip(claims, vectors, strict=True))


def direction(leaning: float | None) -> Direction:
    """Turn a lean into a word."""
    if leaning is None or abs(leaning) < MARGIN:
        return "unclear"
    return "for" if leaning > 0 else "against"


def _judgement(claim: str, polarity: Direction, shelf: Shelf | None) -> Judgement:
    tags = tuple(tag for tag, cue in CUES.items() if cue.search(claim))
    return Judgement(polarity=polarity, strength=strength_of(claim, shelf), tags=tags)
