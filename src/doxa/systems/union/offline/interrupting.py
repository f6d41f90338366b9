"""Points of information and questions: one sentence of the speaker's material against an argument."""

from random import Random

import numpy as np

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply, words
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.streams import stream
from doxa.systems.union.offline import phrases
from doxa.systems.union.offline.material import AFTER_OWN, material_of
from doxa.systems.union.tasks.brief import SpeakerBrief
from doxa.systems.union.tasks.points import LONGEST, Offer, OfferInputs, TakenPointInputs
from doxa.systems.union.tasks.questions import AskedInputs, AskInputs

CHOICE = 3
"""How many of the nearest sentences one is drawn from, so that two points of one speech differ."""

RISES = 0.5
"""Chance that an opponent rises on an argument. Chosen so that about ten points are offered in a debate of six
speeches, as the source observed."""


def offer_point(request: Request, library: Library) -> Response:
    """Return an offer of a point of information, or none."""
    inputs = inputs_of(request, OfferInputs)
    random = stream(request.seed, request.step.key, "rise")
    if random.random() >= RISES:
        return reply(Offer(rises=False))
    reason = _reason(request, library, inputs, inputs.argument, random)
    return reply(Offer(rises=True, point=random.choice(phrases.RISING).format(reason=reason)))


def answer_point(request: Request, library: Library) -> Response:
    """Return the answer to a point of information."""
    inputs = inputs_of(request, TakenPointInputs)
    random = stream(request.seed, request.step.key, "answer")
    reason = _reason(request, library, inputs, inputs.point, random)
    return words(random.choice(phrases.REPLYING).format(reason=reason))


def ask_question(request: Request, library: Library) -> Response:
    """Return a question of a cross-examination."""
    inputs = inputs_of(request, AskInputs)
    random = stream(request.seed, request.step.key, "question")
    reason = _reason(request, library, inputs, inputs.argument or request.scene.proposition.text, random)
    return words(random.choice(phrases.ASKING).format(reason=reason))


def answer_question(request: Request, library: Library) -> Response:
    """Return the answer to a question of a cross-examination."""
    inputs = inputs_of(request, AskedInputs)
    random = stream(request.seed, request.step.key, "answer")
    reason = _reason(request, library, inputs, inputs.question, random)
    return words(random.choice(phrases.REPLYING).format(reason=reason))


def _reason(request: Request, library: Library, inputs: SpeakerBrief, against: str, random: Random) -> str:
    """Return a short sentence of the speaker's material that is near to a text and has not been said yet."""
    material = material_of(request, library, inputs.passages, inputs.side)
    transcript = normalised(" . ".join(utterance.text for utterance in inputs.turns))
    short = np.array([len(sentence.split()) <= LONGEST - 12 for sentence in material.sentences])
    near = material.near(library.vectors([against])[0])
    fit = (
        near
        - AFTER_OWN * material.borrowed
        - 2.0 * ~material.unsaid(transcript)
        - 1.0 * ~short
        - 1.0 * ~material.standing
    )
    nearest = [int(place) for place in np.argsort(-np.round(fit, 6), kind="stable")[:CHOICE]]
    return material.sentences[random.choice(nearest)]
