"""The task ``self_update``: a stance that follows what was heard, by one line of arithmetic.

    S' = S + 0.15·(m − S),   m = the mean of polarity·strength over the claims of the messages heard

It replaces a model that is asked for its stance. Claims without a direction do not count, and an agent that heard none
with a direction keeps its stance. The step of 0.15 is doxa's own choice, made for strengths on the percentile scale.
"""

import math

from doxa.models.hearing.claims import claims_of
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.classifying import directions_of
from doxa.models.offline.scoring import strengths_of
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.tasks.self_update import Inputs, Reply

STEP = 0.15
DECIMALS = 4

SIGNS = {"for": 1.0, "against": -1.0}


def self_update(request: Request, library: Library) -> Response:
    """Return the previous stance, moved a step towards the claims heard."""
    inputs = inputs_of(request, Inputs)
    motion = request.scene.proposition.text
    heard = [
        (message, tuple(claim.claim for claim in claims_of(message, motion, library.embedder)))
        for message in inputs.heard
    ]
    claims = tuple(claim for _, said in heard for claim in said)
    directions = [way for message, said in heard for way in directions_of(said, motion, library, message=message)]
    strengths = strengths_of(claims, motion, request.settings.corpus, library, "percentile")
    directed = zip(directions, strengths, strict=True)
    pulls = [SIGNS[word] * strength for word, strength in directed if word in SIGNS]
    return reply(Reply(stance=move_stance(inputs.previous, pulls)))


def move_stance(previous: float, pulls: list[float]) -> float:
    """Return the stance after pulls in [−1, 1]: a step from the previous stance towards their mean."""
    if not pulls:
        return previous
    mean = math.fsum(pulls) / len(pulls)
    return round(previous + STEP * (mean - previous), DECIMALS)
