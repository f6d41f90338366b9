"""Common parts of offline speakers: sides, cleaned corpus text, how an argument looks, the error for unknown motions.

    looks = 0.25 + 0.30·(1 − exp(−content words / 10)) + 0.20·reason + 0.15·specific + 0.10·varied

``reason`` is 1 when the text has a connective of cause, condition or consequence; ``specific`` counts figures,
names and cases, saturating; ``varied`` is the share of different words. The coefficients are doxa's own choice and are
not fitted. By looks a speaker chooses among arguments; listeners judge an argument's strength by the trained model.
"""

import math
import re

from doxa.errors import ModelSetupError
from doxa.models.hearing.sentences import content_words
from doxa.models.offline.shelf import Library
from doxa.models.port import Request

SIDES = {"pro": 0.5, "con": -0.5, "neutral": 0.0}

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


def tidied(text: str) -> str:
    """Return crowd text, lightly cleaned: white space, stray marks in front, a capital first, "I", a full stop last."""
    text = " ".join(text.split()).lstrip("`'*-–—,.;: ")
    text = " ".join("I" if word == "i" else word for word in text.split(" ")).rstrip(" ,;:-")
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…" else f"{text}."


def unknown_motion(request: Request, library: Library, motion: str) -> ModelSetupError:
    """Return the error of a performer that has no arguments on a motion."""
    corpus = library.corpus(request.settings.corpus)
    near = "; ".join(corpus.nearest(motion) or tuple(corpus.motions)[:5])
    return ModelSetupError(
        f"the offline speaker has no arguments on {motion!r} in the corpus {corpus.name!r}",
        hint=f'Motions it knows: {near}. For another motion: doxa init "MOTION" writes a scenario with a file for your '
        "arguments, which runs at once. Or let a model speak: --model PROVIDER:MODEL",
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
