"""How well formed an argument looks, by a simple rule, by which the offline speaker chooses among arguments.

    looks = 0.25 + 0.30·(1 − exp(−content words / 10)) + 0.20·reason + 0.15·specific + 0.10·varied

``reason`` is 1 when the text has a connective of cause, condition or consequence; ``specific`` counts figures,
names and cases, saturating; ``varied`` is the share of different words. The coefficients are doxa's own choice and are
not fitted. Listeners judge an argument's strength by the trained model.
"""

import math
import re

from doxa.models.hearing.sentences import content_words

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
