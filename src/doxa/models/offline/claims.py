"""The tasks of a listener, in plain code: the claims of a message, their directions, kinds and strengths, and a stance.

Claims are read by the rules and networks of ``hearing.claims``, whoever phrased the message; directions by
``directing``, which leaves a claim unclear where neither is probable enough or a guard holds; strengths by the shipped
model of the task's scale, or the corpus' own rating; kinds of reason by plain cues. A stance follows by arithmetic:

    S' = S + 0.15·(m − S),   m = the mean of polarity·strength over the claims of the messages heard

It replaces a model that is asked for its stance. Claims without a direction do not count, and an agent that heard none
with a direction keeps its stance. The step of 0.15 is doxa's own choice, made for strengths on the percentile scale.

Tasks for several messages are done message by message: only a dry run asks for them, where the offline performer
stands in for a language model.
"""

import math
import re
from collections.abc import Sequence

from doxa.corpora import normalised
from doxa.models.embedded import Embedder, anchored_strength, strength
from doxa.models.embedded.passages import sentences_of
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.guards import is_foreign, takes_no_side
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.directing import ClaimReading, read_claims
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.claims import Scale
from doxa.tasks import classify, extract, score, self_update

ANCHORED = (score.SCORE_ANCHORED.name, classify.CLASSIFY_ANCHORED.name, classify.CLASSIFY_MANY_ANCHORED.name)

STEP = 0.15
DECIMALS = 4

SIGNS = {"for": 1.0, "against": -1.0}

CUES: dict[classify.Tag, re.Pattern[str]] = {
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


def extract_claims(request: Request, library: Library) -> Response:
    """Return the claims of one message."""
    inputs = inputs_of(request, extract.Inputs)
    return reply(extract.Reply(claims=claims_in(inputs.text, inputs.proposition, library.embedder)))


def extract_messages(request: Request, library: Library) -> Response:
    """Return the claims of several messages."""
    inputs = inputs_of(request, extract.RoundMessages)
    entries = [
        {"message": number, "claims": [dict(claim) for claim in claims_in(text, inputs.proposition, library.embedder)]}
        for number, text in enumerate(inputs.messages, 1)
    ]
    return reply(extract.GrantedRoundReply.model_validate({"messages": entries}))


def claims_in(text: str, proposition: str, embedder: Embedder) -> tuple[extract.ExtractedClaim, ...]:
    """Return the claims of a text that its speaker may argue, those that take no side marked.

    Words take no side in another language, hedged, or from a writer who ends undecided: the speaker's side does not
    count for them either.
    """
    claims = claims_of(text, proposition, embedder)
    ends_undecided = bool(claims) and takes_no_side(sentences_of(text)[-1])
    return tuple(
        claim.model_copy(update={"sideless": ends_undecided or is_foreign(claim.claim) or takes_no_side(claim.claim)})
        for claim in claims
    )


def classify_claims(request: Request, library: Library) -> Response:
    """Return a judgement of each claim, alone or in its message: direction, strength and tags."""
    inputs = inputs_of(request, classify.Inputs)
    readings = read_claims(
        inputs.proposition, inputs.claims, library.embedder, message=inputs.message, sure=request.settings.sure
    )
    return reply(judge_claims(request, inputs, readings, library))


def classify_messages(request: Request, library: Library) -> Response:
    """Return a judgement of each claim of several messages."""
    inputs = inputs_of(request, classify.RoundOfClaims)
    readings = read_claims(inputs.proposition, inputs.claims, library.embedder, sure=request.settings.sure)
    judged = judge_claims(request, inputs, readings, library).judgements
    numbered = (classify.NumberedJudgement(claim=number, **dict(entry)) for number, entry in enumerate(judged, 1))
    return reply(classify.RoundJudgements(judgements=tuple(numbered)))


def judge_claims(
    request: Request,
    inputs: classify.Inputs | classify.RoundOfClaims,
    readings: Sequence[ClaimReading],
    library: Library,
) -> classify.Reply:
    """Return the judgements of a request's claims whose directions are read: with strength and tags."""
    strengths = _strengths_asked(request, inputs, library)
    return classify.Reply(
        judgements=tuple(
            classify.Judgement(
                polarity=reading.direction,
                strength=share,
                tags=tuple(tag for tag, cue in CUES.items() if cue.search(claim)),
            )
            for claim, reading, share in zip(inputs.claims, readings, strengths, strict=True)
        )
    )


def score_claims(request: Request, library: Library) -> Response:
    """Return the strength of each claim."""
    return reply(score.Reply(strengths=_strengths_asked(request, inputs_of(request, score.Inputs), library)))


def _strengths_asked(
    request: Request, inputs: classify.Inputs | classify.RoundOfClaims | score.Inputs, library: Library
) -> tuple[float, ...]:
    """Return the strengths of a request's claims on the scale of its task."""
    scale: Scale = "anchored" if request.task.name in ANCHORED else "percentile"
    return strengths_of(inputs.claims, inputs.proposition, request.settings.corpus, library, scale)


def strengths_of(
    claims: tuple[str, ...], proposition: str, corpus: str | None, library: Library, scale: Scale
) -> tuple[float, ...]:
    """Return the strength of each claim in [0, 1], to four decimals; the corpus' own where it rates the text."""
    rated = library.corpus_strengths(corpus, proposition)
    scorer = anchored_strength() if scale == "anchored" else strength()
    estimates = scorer.strengths(proposition, claims, library.embedder)
    return tuple(rated.get(normalised(claim), estimate) for claim, estimate in zip(claims, estimates, strict=True))


def update_stance(request: Request, library: Library) -> Response:
    """Return the previous stance, moved a step towards the claims heard."""
    inputs = inputs_of(request, self_update.Inputs)
    motion, embedder = request.scene.proposition.text, library.embedder
    claims: list[str] = []
    readings: list[ClaimReading] = []
    for message in inputs.heard:
        argued = [claim.claim for claim in claims_of(message, motion, embedder)]
        claims += argued
        readings += read_claims(motion, argued, embedder, message=message)
    strengths = strengths_of(tuple(claims), motion, request.settings.corpus, library, "percentile")
    directed = zip(readings, strengths, strict=True)
    pulls = [SIGNS[reading.direction] * strength for reading, strength in directed if reading.direction in SIGNS]
    return reply(self_update.Reply(stance=move_stance(inputs.previous, pulls)))


def move_stance(previous: float, pulls: list[float]) -> float:
    """Return the stance after pulls in [−1, 1]: a step from the previous stance towards their mean."""
    if not pulls:
        return previous
    mean = math.fsum(pulls) / len(pulls)
    return round(previous + STEP * (mean - previous), DECIMALS)
