"""The task ``score``: how strong an argument looks, by a simple rule that a trained scorer is to replace.

    strength = 0.25 + 0.30·(1 − exp(−content words / 10)) + 0.20·reason + 0.15·specific + 0.10·varied

``reason`` is 1 when a connective of cause, condition or consequence stands in it; ``specific`` counts figures,
names and cases, saturating; ``varied`` is the share of different words. The coefficients are our own choice:
they give crowd arguments a mean near 0.6 and a spread of about 0.1, and are fitted to nothing. A text that the
corpus rates itself keeps the corpus's number.
"""

import math
import re

from doxa.corpora import normalised
from doxa.models.embedded.extraction import content_words
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library, Shelf
from doxa.models.port import Request, Response
from doxa.tasks.score import Inputs, Reply

DECIMALS = 4

REASON = re.compile(
    r"\b(?:because|since|therefore|thus|hence|so that|in order to|due to|leads? to|results? in|causes?|if|unless"
    r"|would|means? that|allows?|helps?|prevents?|which makes|as a result|otherwise)\b",
    re.IGNORECASE,
)
SPECIFIC = re.compile(
    r"\d|%|\b(?:for example|for instance|such as|studies|research|according to|countr(?:y|ies)|percent|court|law)\b"
    r"|(?<=[a-z,] )[A-Z][a-z]+",
)


def score(request: Request, library: Library) -> Response:
    """Rate each claim."""
    inputs = inputs_of(request, Inputs)
    shelf = library.shelf(request.settings.corpus, inputs.proposition)
    return reply(Reply(strengths=tuple(strength_of(claim, shelf) for claim in inputs.claims)))


def strength_of(claim: str, shelf: Shelf | None) -> float:
    """Return the strength of a claim in [0, 1], to four decimals."""
    rated = shelf.strengths.get(normalised(claim)) if shelf else None
    return rated if rated is not None else looks(claim)


def looks(text: str) -> float:
    """Return how strong a text looks by itself, in [0, 1]."""
    content = content_words(text)
    if not content:
        return 0.0
    length = 1 - math.exp(-len(content) / 10)
    reason = 1.0 if REASON.search(text) else 0.0
    specific = 1 - math.exp(-sum(1 for _ in SPECIFIC.finditer(text)) / 2)
    varied = len(set(content)) / len(content)
    return round(0.25 + 0.30 * length + 0.20 * reason + 0.15 * specific + 0.10 * varied, DECIMALS)
