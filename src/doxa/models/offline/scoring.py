"""The task ``score``: how convincing a claim is, by the shipped model.

A text that the corpus rates has the corpus' rating.
"""

from doxa.corpora import normalised
from doxa.models.embedded import strength
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.score import Inputs, Reply


def score(request: Request, library: Library) -> Response:
    """Return the strength of each claim."""
    inputs = inputs_of(request, Inputs)
    return reply(Reply(strengths=strengths_of(inputs.claims, inputs.proposition, request.settings.corpus, library)))


def strengths_of(claims: tuple[str, ...], proposition: str, corpus: str | None, library: Library) -> tuple[float, ...]:
    """Return the strength of each claim in [0, 1], to four decimals."""
    rated = library.corpus_strengths(corpus, proposition)
    estimates = strength().strengths(proposition, claims, library.embedder)
    return tuple(rated.get(normalised(claim), estimate) for claim, estimate in zip(claims, estimates, strict=True))
