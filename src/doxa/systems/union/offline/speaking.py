"""Speeches offline, and points of information and questions: sentences of the speaker's material.

``give_speech``: opening, definitions where they are due, answers to the other side, arguments, closing. Each argument
of the plan is followed by the next sentences of its passage. An answer quotes what it answers, so that a reader can
find it. Sentences are added until the speech has its length; where passages and corpus run out, the speech stays too
short. A point or a question is one sentence of the material against an argument.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, cycle
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply, words
from doxa.models.offline.looks import looks
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.canonical import stream
from doxa.systems.union.offline import phrases
from doxa.systems.union.offline.material import AFTER_OWN, Material, lens_named, material_of
from doxa.systems.union.tasks.brief import AnnotatedArgument, SpeakerBrief
from doxa.systems.union.tasks.points import LONGEST, AskedInputs, AskInputs, Offer, OfferInputs, TakenPointInputs
from doxa.systems.union.tasks.speaking import SpeechInputs

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
    paragraphs: list[list[str]] = field(default_factory=list)

    @property
    def length(self) -> int:
        return sum(len(sentence.split()) for paragraph in self.paragraphs for sentence in paragraph)

    def fits(self, *parts: str) -> bool:
        return self.length + sum(len(part.split()) for part in parts) <= ROOM * self.inputs.words

    def is_short(self, reserve: int = 0) -> bool:
        return self.length + reserve < FULL * self.inputs.words

    def use(self, place: int) -> str:
        self.free[place] = False
        return self.material.sentences[place]


def give_speech(request: Request, library: Library) -> Response:
    """Return the words of one speech."""
    inputs = inputs_of(request, SpeechInputs)
    material = material_of(request, library, inputs.passages, inputs.side)
    transcript = normalised(" . ".join(utterance.text for utterance in inputs.turns))
    speech = _Speech(
        inputs=inputs,
        material=material,
        library=library,
        motion=request.scene.proposition.text,
        random=stream(request.seed, request.step.key, "speech"),
        free=material.unsaid(transcript),
        leads=iter(()),
    )
    adding = cycle(speech.random.sample(phrases.ADDING, len(phrases.ADDING)))
    speech.leads = chain([speech.random.choice(phrases.FIRST)], adding)
    if not inputs.defines:
        speech.free &= np.array([phrases.MEANS.search(sentence) is None for sentence in material.sentences])
    closing = _closing(speech)
    reserve = sum(len(sentence.split()) for sentence in closing)
    speech.paragraphs.append(_opening(speech))
    _answers(speech, reserve)
    _arguments(speech, reserve)
    _more(speech, reserve)
    speech.paragraphs.append(closing)
    return words("\n\n".join(" ".join(paragraph) for paragraph in speech.paragraphs if paragraph))


def _opening(speech: _Speech) -> list[str]:
    inputs, pick = speech.inputs, speech.random.choice
    sentences = [pick(phrases.GREETING), *_signature(speech)]
    if inputs.defines:
        return [*sentences, *_defining(speech)]
    if inputs.contests and inputs.definitions:
        return [*sentences, *_contesting(speech)]
    return [*sentences, pick(phrases.LAST if inputs.last else phrases.TURNING[inputs.side])]


def _signature(speech: _Speech) -> list[str]:
    """Return a short phrase of the speaker's own, where its profile has one that is a sentence."""
    profile = speech.inputs.profile
    phrases_of_speaker = [phrase for phrase in (profile.signature_phrases if profile else ()) if phrase[-1:] in ".!?"]
    return [speech.random.choice(phrases_of_speaker)] if phrases_of_speaker else []


def _defining(speech: _Speech) -> list[str]:
    """Return sentences that define the motion: the speaker's own where there are some, else general ones."""
    defining = [place for place, sentence in enumerate(speech.material.sentences) if phrases.MEANS.search(sentence)]
    meanings = [speech.use(place) for place in defining[:2]]
    framing = [place for place, sentence in enumerate(speech.material.sentences) if phrases.TURNS_ON.search(sentence)]
    frames = [speech.use(place) for place in framing[:1]]
    default = phrases.AS_THEY_STAND.format(motion=speech.motion.rstrip("."))
    return [*(meanings or [default]), phrases.NOT_IN_QUESTION, *(frames or [phrases.FRAMING["pro"]])]


def _contesting(speech: _Speech) -> list[str]:
    definitions = speech.inputs.definitions
    assert definitions is not None
    term = definitions.terms[0].term if definitions.terms else ""
    accepted = phrases.ACCEPTING.format(term=term) if term else phrases.ACCEPTING_ALL
    framing = [place for place, sentence in enumerate(speech.material.sentences) if phrases.TURNS_ON.search(sentence)]
    frames = [speech.use(place) for place in framing[:1]] or [phrases.FRAMING["con"]]
    return [accepted, phrases.CONTESTING, *frames]


def _answers(speech: _Speech, reserve: int) -> None:
    """Add answers to the other side's unanswered arguments, first to those that look strongest."""
    unanswered = _unanswered(speech)
    count = max(1, speech.inputs.words // PER_ANSWER) + (lens_named(speech.inputs.lens) == "rebuttal")
    for argument in unanswered[: count + 2 * speech.inputs.last]:
        row = speech.library.vectors([argument.text])[0]
        near = speech.material.near(row)
        usable = speech.free & speech.material.standing
        best = int(np.argmax(np.where(usable, near - AFTER_OWN * speech.material.borrowed, -2.0)))
        if not usable[best]:
            return
        lead = _lead(speech, argument, float(near[best]))
        if speech.fits(lead, speech.material.sentences[best], "word " * reserve):
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


def _lead(speech: _Speech, argument: AnnotatedArgument, near: float) -> str:
    kind = "logic" if near >= CLOSE else "direct" if near >= NEAR else "indirect"
    return speech.random.choice(phrases.ANSWERING[kind]).format(name=argument.speaker, said=quote_start(argument.text))


def quote_start(text: str) -> str:
    """Return the first words of a claim, as an answer quotes them."""
    plain = text.replace("“", "").replace("”", "").split()
    return " ".join(plain[:QUOTED]).rstrip(".,;:!?")


def _arguments(speech: _Speech, reserve: int) -> None:
    for place in _find_planned(speech):
        text = speech.material.sentences[place]
        if not speech.free[place] or not speech.is_short(reserve) or not speech.fits(text, "word " * reserve):
            continue
        paragraph = [next(speech.leads), speech.use(place)]
        speech.paragraphs.append(paragraph)
        for next_place in _follow_on(speech, place):
            if speech.is_short(reserve) and speech.fits(speech.material.sentences[next_place], "word " * reserve):
                paragraph.append(speech.use(next_place))


def _find_planned(speech: _Speech) -> Iterator[int]:
    """Yield the places of the plan's arguments that the own side has not made."""
    place_of = {sentence: place for place, sentence in enumerate(speech.material.sentences)}
    unmade = [argument for argument in speech.inputs.plan if argument not in speech.inputs.repeated]
    return (place_of[argument] for argument in unmade if argument in place_of)


def _follow_on(speech: _Speech, place: int) -> Iterator[int]:
    next_place = speech.material.follows(place)
    for _ in range(FOLLOWING):
        if next_place is None or not speech.free[next_place]:
            return
        yield next_place
        next_place = speech.material.follows(next_place)


def _more(speech: _Speech, reserve: int) -> None:
    """Add the free sentences nearest to the motion, until the speech has its length or none is left."""
    near = speech.material.near(speech.library.vectors([speech.motion])[0])
    is_own = np.array([passage >= 0 for passage in speech.material.passages])
    places = np.argsort(-np.round(near + 1.0 * is_own, 6), kind="stable")
    for place in map(int, places):
        if not speech.is_short(reserve):
            return
        text = speech.material.sentences[place]
        if not (speech.free[place] and speech.material.standing[place] and speech.fits(text, "word " * reserve)):
            continue
        paragraph = [next(speech.leads), speech.use(place)]
        speech.paragraphs.append(paragraph)
        for next_place in _follow_on(speech, place):
            if speech.is_short(reserve) and speech.fits(speech.material.sentences[next_place], "word " * reserve):
                paragraph.append(speech.use(next_place))


def _closing(speech: _Speech) -> list[str]:
    return [speech.random.choice(phrases.CLOSING[speech.inputs.side])]


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
