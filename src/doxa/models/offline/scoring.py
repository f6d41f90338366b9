"""The tasks ``score`` and ``score_anchored``: how strong a claim is, by the shipped model of the task's scale.

A text that the corpus rates has the corpus' rating.
"""

from doxa.corpora import normalised
from doxa.models.embedded import anchored_strength, strength
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.claims import Scale
from doxa.tasks.classify import CLASSIFY_ANCHORED, CLASSIFY_MANY_ANCHORED
from doxa.tasks.score import SCORE_ANCHORED, Inputs, Reply

ANCHORED = (SCORE_ANCHORED.name, CLASSIFY_ANCHORED.name, CLASSIFY_MANY_ANCHORED.name)


def score(request: Request, library: Library) -> Response:
    """Return the strength of each claim."""
    inputs = inputs_of(request, Inputs)
    corpus, scale = request.settings.corpus, scale_of(request)
    return reply(Reply(strengths=strengths_of(inputs.claims, inputs.proposition, corpus, library, scale)))


def scale_of(request: Request) -> Scale:
    """Return the scale on which a request asks for strengths."""
    return "anchored" if request.task.name in ANCHORED else "percentile"


def strengths_of(
    claims: tuple[str, ...], proposition: str, corpus: str | None, library: Library, scale: Scale
) -> tuple[float, ...]:
    """Return the strength of each claim in [0, 1], to four decimals."""
    rated = library.corpus_strengths(corpus, proposition)
    scorer = anchored_strength() if scale == "anchored" else strength()
    estimates = scorer.strengths(proposition, claims, library.embedder)
    return tuple(rated.get(normalised(claim), estimate) for claim, estimate in zip(claims, estimates, strict=True))
