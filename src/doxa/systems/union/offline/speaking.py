"""Speeches offline, and points of information and questions: sentences of the speaker's material.

``give_speech``: opening, definitions where they are due, answers to the other side, arguments, closing. Each argument
of the plan is followed by the next sentences of its passage. An answer quotes what it answers, so that a reader can
find it. Sentences are added until the speech has its length; where passages and corpus run out, the speech stays too
short. A point or a question is one sentence of the material against an argument.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply, words
from doxa.models.offline.performer import Skill
from doxa.models.offline.saying import looks
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.base import stream
from doxa.systems.union.offline import phrases
from doxa.systems.union.offline.material import AFTER_OWN, Material, lens_named, material_of
from doxa.systems.union.tasks.brief import AnnotatedArgument, SpeakerBrief
from doxa.systems.union.tasks.speaking import (
    LONGEST,
    AskedInputs,
    AskInputs,
    Offer,
    OfferInputs,
    SpeechInputs,
    TakenPointInputs,
)

FULL, ROOM = 0.94, 1.1
"""Shares of the target length: a speech is long enough from the first on, and never exceeds the second."""

FOLLOWING = 2
"""The most sentences that follow an argument before the next argument."""

PER_ANSWER = 130
"""Words of a speech per argument that it answers."""

CLOSE, NEAR = 0.33, 0.2
"""Cosine from which a reason counts as answering the reasoning of an argument, and the argument at all."""

QUOTED = 14
"""The most words of a claim that an answer quotes."""

CHOICE = 3
"""How many of the nearest sentences one is drawn from, so that two points of one speech differ."""

RISES = 0.5
"""Chance that an opponent rises on an argument. Chosen so that about ten points are offered in a debate of six
speeches, as the source observed."""


@dataclass
class _Speech:
    """An unfinished speech: its paragraphs, and which sentences of the material are still free."""

    inputs: SpeechInputs
    material: Material
    library: Library
    motion: str
    random: Random
    free: NDArray[np.bool_]
    leads: Iterator[str]
    """Phrases that introduce one argument after another."""
    reserve: int
    """Words that are kept for the closing."""
    paragraphs: list[list[str]] = field(default_factory=list)

    @property
    def length(self) -> int:
        return self.reserve + sum(len(sentence.split()) for paragraph in self.paragraphs for sentence in paragraph)

    @property
    def is_short(self) -> bool:
        return self.length < FULL * self.inputs.words

    def fits(self, place: int, lead: str = "") -> bool:
        """Return whether a sentence, with words before it, does not make the speech too long."""
        added = len(self.material.sentences[place].split()) + len(lead.split())
        return self.length + added <= ROOM * self.inputs.words

    def use(self, place: int) -> str:
        self.free[place] = False
        return self.material.sentences[place]

    def use_matching(self, cue: re.Pattern[str], most: int) -> list[str]:
        """Return the first sentences that a cue finds, whether they are free or not."""
        places = [place for place, sentence in enumerate(self.material.sentences) if cue.search(sentence)]
        return [self.use(place) for place in places[:most]]


def give_speech(request: Request, library: Library) -> Response:
    """Return the words of one speech."""
    inputs = inputs_of(request, SpeechInputs)
    material = material_of(request, library, inputs.passages, inputs.side)
    free = material.unsaid(normalised(" . ".join(utterance.text for utterance in inputs.turns)))
    if not inputs.defines:
        free &= np.array([phrases.MEANS.search(sentence) is None for sentence in material.sentences])
    random = stream(request.seed, request.step.key, "speech")
    adding = cycle(random.sample(phrases.ADDING, len(phrases.ADDING)))
    leads = chain([random.choice(phrases.FIRST)], adding)
    closing = random.choice(phrases.CLOSING[inputs.side])
    speech = _Speech(
        inputs=inputs,
        material=material,
        library=library,
        motion=request.scene.proposition.text,
        random=random,
        free=free,
        leads=leads,
        reserve=len(closing.split()),
    )
    speech.paragraphs.append(_opening(speech))
    _answers(speech)
    _arguments(speech)
    _more(speech)
    speech.paragraphs.append([closing])
    return words("\n\n".join(" ".join(paragraph) for paragraph in speech.paragraphs if paragraph))


def _opening(speech: _Speech) -> list[str]:
    """Return a greeting, a phrase of the speaker's own, and definitions or the answer to them where they are due."""
    inputs, pick = speech.inputs, speech.random.choice
    sentences = [pick(phrases.GREETING)]
    own = [phrase for phrase in (inputs.profile.signature_phrases if inputs.profile else ()) if phrase[-1:] in ".!?"]
    sentences += [pick(own)] if own else []
    if inputs.defines:
        default = phrases.AS_THEY_STAND.format(motion=speech.motion.rstrip("."))
        sentences += [*(speech.use_matching(phrases.MEANS, 2) or [default]), phrases.NOT_IN_QUESTION]
        return sentences + (speech.use_matching(phrases.TURNS_ON, 1) or [phrases.FRAMING["pro"]])
    if inputs.contests and inputs.definitions:
        terms = inputs.definitions.terms
        accepted = phrases.ACCEPTING.format(term=terms[0].term) if terms else phrases.ACCEPTING_ALL
        framing = speech.use_matching(phrases.TURNS_ON, 1) or [phrases.FRAMING["con"]]
        return [*sentences, accepted, phrases.CONTESTING, *framing]
    return [*sentences, pick(phrases.LAST if inputs.last else phrases.TURNING[inputs.side])]


def _answers(speech: _Speech) -> None:
    """Add answers to the other side's unanswered arguments, first to those that look strongest."""
    count = max(1, speech.inputs.words // PER_ANSWER) + (lens_named(speech.inputs.lens) == "rebuttal")
    for argument in _unanswered(speech)[: count + 2 * speech.inputs.last]:
        near = speech.material.near(speech.library.vectors([argument.text])[0])
        usable = speech.free & speech.material.standing
        best = int(np.argmax(np.where(usable, near - AFTER_OWN * speech.material.borrowed, -2.0)))
        if not usable[best]:
            return
        kind = "logic" if near[best] >= CLOSE else "direct" if near[best] >= NEAR else "indirect"
        shape = speech.random.choice(phrases.ANSWERING[kind])
        lead = shape.format(name=argument.speaker, said=quote_start(argument.text))
        if speech.fits(best, lead):
            speech.paragraphs.append([lead, speech.use(best)])


def _unanswered(speech: _Speech) -> list[AnnotatedArgument]:
    own_words = normalised(
        " . ".join(utterance.text for utterance in speech.inputs.turns if utterance.side == speech.inputs.side)
    )
    arguments = [argument for argument in speech.inputs.made if argument.side != speech.inputs.side]
    missed = speech.inputs.coaching.missed if speech.inputs.coaching else ()
    unmentioned = [argument for argument in arguments if normalised(quote_start(argument.text)) not in own_words]
    last_places = {argument.speech: place for place, argument in enumerate(arguments)}
    return sorted(
        unmentioned,
        key=lambda argument: (
            argument.text not in missed,
            -round(looks(argument.text) + 0.02 * last_places[argument.speech], 6),
        ),
    )


def quote_start(text: str) -> str:
    """Return the first words of a claim, as an answer quotes them."""
    return " ".join(text.replace("“", "").replace("”", "").split()[:QUOTED]).rstrip(".,;:!?")


def _arguments(speech: _Speech) -> None:
    """Add the plan's arguments that the own side has not made."""
    place_of = {sentence: place for place, sentence in enumerate(speech.material.sentences)}
    for argument in speech.inputs.plan:
        place = place_of.get(argument) if argument not in speech.inputs.repeated else None
        if place is not None and speech.free[place] and speech.is_short and speech.fits(place):
            _argue(speech, place)


def _more(speech: _Speech) -> None:
    """Add the free sentences nearest to the motion, until the speech has its length or none is left."""
    near = speech.material.near(speech.library.vectors([speech.motion])[0])
    is_own = np.array([passage >= 0 for passage in speech.material.passages])
    for place in map(int, np.argsort(-np.round(near + 1.0 * is_own, 6), kind="stable")):
        if not speech.is_short:
            return
        if speech.free[place] and speech.material.standing[place] and speech.fits(place):
            _argue(speech, place)


def _argue(speech: _Speech, place: int) -> None:
    """Add a sentence as an argument, and the sentences after it in its passage as far as they are free and fit."""
    paragraph = [next(speech.leads), speech.use(place)]
    speech.paragraphs.append(paragraph)
    following = speech.material.follows(place)
    for _ in range(FOLLOWING):
        if following is None or not speech.free[following]:
            return
        after = speech.material.follows(following)
        if speech.is_short and speech.fits(following):
            paragraph.append(speech.use(following))
        following = after


def offer_point(request: Request, library: Library) -> Response:
    """Return an offer of a point of information, or none."""
    inputs = inputs_of(request, OfferInputs)
    random = stream(request.seed, request.step.key, "rise")
    if random.random() >= RISES:
        return reply(Offer(rises=False))
    return reply(Offer(rises=True, point=_say(request, library, inputs, inputs.argument, phrases.RISING, random)))


def _sentence_against(kind: type[SpeakerBrief], field: str, shapes: Sequence[str], label: str) -> Skill:
    """Return a skill that says one sentence against the text in a field of its inputs; against the motion where empty.

    Args:
        kind: the class of the inputs.
        label: of the random stream that it draws from.
    """

    def skill(request: Request, library: Library) -> Response:
        inputs = inputs_of(request, kind)
        against = getattr(inputs, field) or request.scene.proposition.text
        return words(_say(request, library, inputs, against, shapes, stream(request.seed, request.step.key, label)))

    return skill


answer_point = _sentence_against(TakenPointInputs, "point", phrases.REPLYING, "answer")
ask_question = _sentence_against(AskInputs, "argument", phrases.ASKING, "question")
answer_question = _sentence_against(AskedInputs, "question", phrases.REPLYING, "answer")


def _say(
    request: Request, library: Library, inputs: SpeakerBrief, against: str, shapes: Sequence[str], random: Random
) -> str:
    """Return words around a short sentence of the speaker's material that is near to a text and was not said yet."""
    material = material_of(request, library, inputs.passages, inputs.side)
    transcript = normalised(" . ".join(utterance.text for utterance in inputs.turns))
    short = np.array([len(sentence.split()) <= LONGEST - 12 for sentence in material.sentences])
    fit = (
        material.near(library.vectors([against])[0])
        - AFTER_OWN * material.borrowed
        - 2.0 * ~material.unsaid(transcript)
        - 1.0 * ~short
        - 1.0 * ~material.standing
    )
    nearest = [int(place) for place in np.argsort(-np.round(fit, 6), kind="stable")[:CHOICE]]
    reason = material.sentences[random.choice(nearest)]
    return random.choice(shapes).format(reason=reason)
