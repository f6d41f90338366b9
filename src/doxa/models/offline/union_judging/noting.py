"""The tasks ``note_claims`` and ``note_rebuttals`` in plain code. SIMULATED.

Claims are found by the rules that hear messages. A sentence answers the nearest thing of the other side if the two are
near and the sentence has a word of answering or names who said it, or if they are close; it undermines where it is the
more convincing one.
"""

import re

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.offline.union_judging.cues import (
    ANSWERS,
    NAMED,
    NEAR,
    REASONS,
    SAME,
    base_of,
    likeness,
    points_of,
    said,
    strong,
)
from doxa.models.port import Request, Response
from doxa.scoring.union.anonymity import introduces
from doxa.tasks.union_judging.noting import Answering, Claims, NotedClaim, NotedRebuttal, Rebuttals, Speech, Target

MOST = 12
"""Claims noted of one speech: the most convincing ones."""

CLOSE = 0.6
"""Cosine from which an answer engages its target itself."""


def note_claims(request: Request, library: Library) -> Response:
    """Note the claims of one speech."""
    inputs = inputs_of(request, Speech)
    found = points_of([inputs.speech], inputs.motion)
    strengths = strong(found, library)
    kept = sorted(sorted(range(len(found)), key=lambda place: -strengths[place])[:MOST])
    claims = [found[place] for place in kept]
    known = likeness(claims, points_of(inputs.before, inputs.motion), library).max(axis=1, initial=0.0)
    noted = [
        NotedClaim(text=one, base=base_of(one), specific=NAMED.search(one) is not None, new=bool(near < SAME))
        for one, near in zip(claims, known, strict=True)
    ]
    return reply(Claims(claims=tuple(noted)))


def note_rebuttals(request: Request, library: Library) -> Response:
    """Note what one turn answers."""
    inputs = inputs_of(request, Answering)
    spoken = [one for one in said([inputs.turn]) if not introduces(one)]
    near = likeness(spoken, [one.text for one in inputs.targets], library)
    found: dict[str, NotedRebuttal] = {}
    for place, sentence in enumerate(spoken):
        best = int(near[place].argmax())
        target, close = inputs.targets[best], float(near[place, best])
        if _answers(sentence, target, close) and target.id not in found:
            found[target.id] = _noted(sentence, target, close, library)
    return reply(Rebuttals(rebuttals=tuple(found.values())))


def _answers(sentence: str, target: Target, close: float) -> bool:
    cued = ANSWERS.search(sentence) is not None or _names(sentence, target)
    return close >= (NEAR if cued else CLOSE)


def _names(sentence: str, target: Target) -> bool:
    return any(re.search(rf"\b{re.escape(word)}\b", sentence) for word in target.by.split() if len(word) > 2)


def _noted(sentence: str, target: Target, close: float, library: Library) -> NotedRebuttal:
    mine, theirs = strong([sentence, target.text], library)
    return NotedRebuttal(
        target=target.id,
        text=sentence,
        addresses_logic=REASONS.search(sentence) is not None,
        undermines=mine > theirs,
        new_information=NAMED.search(sentence) is not None,
        direct=close >= CLOSE or _names(sentence, target),
    )
