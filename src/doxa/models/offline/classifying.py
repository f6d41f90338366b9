"""The task ``classify``: direction and strength by the shipped models, tags by plain cues.

A claim is unclear when neither direction is probable enough, or where a guard holds (``directing``).
"""

import re
from collections.abc import Sequence

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.directing import Direction, read_directions
from doxa.models.offline.scoring import scale_of, strengths_of
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.classify import Inputs, Judgement, Reply, Tag

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
    """Return a judgement of each claim: direction, strength and tags."""
    inputs = inputs_of(request, Inputs)
    sure = request.settings.sure
    directions = directions_of(inputs.claims, inputs.proposition, library, message=inputs.message, sure=sure)
    return reply(judge_claims(request, directions, library))


def judge_claims(request: Request, directions: Sequence[Direction], library: Library) -> Reply:
    """Return the judgements of a request's claims whose directions are known: with strength and tags."""
    inputs = inputs_of(request, Inputs)
    corpus, scale = request.settings.corpus, scale_of(request)
    strengths = strengths_of(inputs.claims, inputs.proposition, corpus, library, scale)
    judged = zip(inputs.claims, directions, strengths, strict=True)
    return Reply(judgements=tuple(Judgement(polarity=way, strength=s, tags=tags_of(claim)) for claim, way, s in judged))


def directions_of(
    claims: tuple[str, ...], proposition: str, library: Library, *, message: str = "", sure: float | None = None
) -> tuple[Direction, ...]:
    """Return the direction of each claim: alone, or in the message in which it was said."""
    return read_directions(proposition, claims, library.embedder, message=message, sure=sure)


def tags_of(claim: str) -> tuple[Tag, ...]:
    """Return the kinds of reason whose cues occur in a claim."""
    return tuple(tag for tag, cue in CUES.items() if cue.search(claim))
