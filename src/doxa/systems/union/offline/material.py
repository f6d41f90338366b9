"""What an offline debater can say, and the case that it prepares from it.

Its material is whole sentences of its passages, and the corpus's arguments of its side. ``prepare_case`` chooses the
most valuable sentences under a lens, unlike one another.

    value = ½ cos(sentence, motion) + 0.3 looks + 0.3 lens + 0.3 chance + coaching      coaching: +½ worked, −1 failed

The coefficients were chosen by hand and fitted to no data.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import normalised
from doxa.evidence.vectors import cosines
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.saying import looks, tidied, unknown_motion
from doxa.models.offline.shelf import Library
from doxa.models.offline.vectors_cache import as_integers, cached_rows
from doxa.models.port import Request, Response
from doxa.records.base import stream
from doxa.records.steps import Passage
from doxa.records.transcripts import Side
from doxa.systems.union.protocol.settings import LENSES
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.speaking import CasePlan, PrepareInputs

SHORTEST, LONGEST = 6, 45
"""The fewest and the most words of a sentence that is used."""

LEANS = re.compile(
    r"(?:and|but|so|or|yet|it|its|they|their|he|she|his|her|this|that|these|those|then|there|such|which|both|neither"
    r"|in (?:\d+|one|two|three|most|all) of them|again|instead|still|even|when (?:it|they|he|she)|if (?:it|they))\b",
    re.IGNORECASE,
)
"""Beginnings of sentences that depend on the sentence before them."""

ASKED = re.compile(r"[A-Z][a-z]+: ")
"""How somebody else's words begin in an interview."""

FIRST_PERSON = re.compile(r"\b(?:i(?!\.\w)|i['’]\w+|im|ive|me|my)\b", re.IGNORECASE)

FROM_CORPUS = -1
"""The passage number of sentences from the corpus."""

AFTER_OWN = 0.6
"""How much larger the cosine of a corpus sentence must be than that of the speaker's own sentence to be preferred."""


@dataclass(frozen=True)
class Material:
    """Sentences in order, each with the number of its passage, and their vectors."""

    sentences: tuple[str, ...]
    passages: tuple[int, ...]
    rows: NDArray[np.float64]
    """Integer rows, shape (n, dimensions)."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The sentences, normalised."""
        return tuple(normalised(sentence) for sentence in self.sentences)

    @cached_property
    def standing(self) -> NDArray[np.bool_]:
        """Whether each sentence can be understood alone, shape (n,)."""
        return np.array([LEANS.match(sentence) is None for sentence in self.sentences], dtype=bool)

    @cached_property
    def borrowed(self) -> NDArray[np.bool_]:
        """Whether each sentence comes from the corpus, shape (n,)."""
        return np.array([passage == FROM_CORPUS for passage in self.passages], dtype=bool)

    def near(self, row: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the cosine of a vector with every sentence."""
        return cosines(row, self.rows)

    def unsaid(self, speech: str) -> NDArray[np.bool_]:
        """Return for each sentence whether a normalised text lacks it, shape (n,)."""
        inside = f" {speech} "
        return np.array([f" {sentence} " not in inside for sentence in self.words], dtype=bool)

    def follows(self, place: int) -> int | None:
        """Return the place of the next sentence of the same passage; None where there is none."""
        after = place + 1
        passage = self.passages[place]
        return (
            after if passage != FROM_CORPUS and after < len(self.passages) and self.passages[after] == passage else None
        )


def material_of(request: Request, library: Library, passages: Sequence[Passage], side: Side) -> Material:
    """Return the sentences that a debater can say.

    Raises:
        ModelSetupError: there are no passages, and the corpus does not contain the motion.
    """
    sayable: list[str] = []
    places: list[int] = []
    blobs: list[bytes] = []
    for number, passage in enumerate(passages):
        if passage.id.startswith("bio/"):
            continue
        new_sentences = [sentence for sentence in whole_sentences(passage.text) if sentence not in sayable]
        sayable += new_sentences
        places += [number] * len(new_sentences)
        blobs += cached_rows(new_sentences, library.embedder) if new_sentences else ()
    rows = [as_integers(blobs, library.embedder.dimensions)]
    shelf = library.shelf(request.settings.corpus, request.scene.proposition.text)
    if shelf is not None:
        polarity = 1 if side == "pro" else -1
        argument_places = [
            place
            for place, argument in enumerate(shelf.arguments)
            # a crowd-written argument must not begin with "I agree"
            if argument.polarity == polarity and _fits(argument.text) and not FIRST_PERSON.search(argument.text)
        ]
        sayable += [tidied(shelf.arguments[place].text) for place in argument_places]
        places += [FROM_CORPUS] * len(argument_places)
        rows.append(shelf.rows[argument_places])
    if not sayable:
        raise unknown_motion(request, library, request.scene.proposition.text)
    return Material(tuple(sayable), tuple(places), np.concatenate(rows))


def whole_sentences(text: str) -> list[str]:
    """Return a passage's whole sentences, without a first one in lower case and a last one that does not end."""
    parts = [sentence.text for sentence in sentences(text)]
    if parts and not parts[0][:1].isupper():
        parts = parts[1:]
    if parts and parts[-1][-1] not in '.!?…”"':
        parts = parts[:-1]
    return [part for part in parts if _fits(part) and not part.endswith("?") and not ASKED.match(part)]


def _fits(text: str) -> bool:
    return SHORTEST <= len(text.split()) <= LONGEST


COUNT = 5
"""The most arguments of a plan."""

ALIKE = 0.6
"""Cosine from which two sentences count as one argument."""

SAME = 0.75
"""Cosine from which a sentence counts as an argument that the coach names."""

CUES: dict[str, re.Pattern[str]] = {
    "evidence": re.compile(r"\d|\b(?:stud(?:y|ies)|audit|survey|report|inquiry|found|measured|records?)\b", re.I),
    "principle": re.compile(r"\b(?:rights?|ought|duty|justice|free(?:dom)?|power|consent|answerable|owe)\b", re.I),
    "people": re.compile(r"\b(?:woman|man|child(?:ren)?|mother|father|girl|boy|nurse|teacher|pupil|family)\b", re.I),
    "mechanism": re.compile(r"\b(?:would|requires?|step|works?|enforce|licen[cs]e|process|procedure|rules?)\b", re.I),
    "stakes": re.compile(r"\b(?:lose|lost|cost|harm|danger|damage|never|risk|irrevers\w*)\b", re.I),
    "common_ground": re.compile(r"\b(?:both|agree|nobody|everyone|all of us|share|already)\b", re.I),
    "rebuttal": re.compile(r"\b(?:not|but|however|objection|say that|told that|claim)\b", re.I),
}
"""Words by which a lens prefers a sentence; ``unexpected`` prefers what is far from the motion."""


def prepare_case(request: Request, library: Library) -> Response:
    """Return the arguments to make, the most valuable first."""
    inputs = inputs_of(request, PrepareInputs)
    material = material_of(request, library, inputs.passages, inputs.side)
    motion = library.vectors([request.scene.proposition.text])[0]
    random = stream(request.seed, request.step.key, "prepare")
    near = material.near(motion)
    merit = 0.5 * near + 0.3 * np.array([looks(sentence) for sentence in material.sentences])
    merit += 0.3 * _seen_through(inputs.lens, material, near)
    merit += 0.3 * np.array([random.random() for _ in material.sentences])
    merit -= 1.0 * ~material.standing + 2.0 * material.borrowed
    merit += _weigh_coaching(inputs.coaching, material, library)
    missed = inputs.coaching.missed[:2] if inputs.coaching else ()
    return reply(
        CasePlan(
            arguments=tuple(_choose_sentences(material, merit)),
            notes=" ".join(f"Answer what was never answered: {claim}" for claim in missed),
        )
    )


def lens_named(text: str) -> str:
    """Return the name of a lens by its words; empty for none."""
    return next((name for name, words in LENSES.items() if words == text), "")


def _seen_through(lens: str, material: Material, near: NDArray[np.float64]) -> NDArray[np.float64]:
    name = lens_named(lens)
    if name == "unexpected":
        return np.asarray(-2.0 * near)
    cue = CUES.get(name)
    return np.array([1.0 if cue and cue.search(sentence) else 0.0 for sentence in material.sentences])


def _weigh_coaching(coaching: CoachingNote | None, material: Material, library: Library) -> NDArray[np.float64]:
    change = np.zeros(len(material.sentences))
    for arguments, weight in ((coaching.worked, 0.5), (coaching.failed, -1.0)) if coaching else ():
        for row in library.vectors(list(arguments)) if arguments else ():
            change += weight * (material.near(row) >= SAME)
    return change


def _choose_sentences(material: Material, merit: NDArray[np.float64]) -> list[str]:
    chosen_places: list[int] = []
    for place in np.argsort(-np.round(merit, 6), kind="stable"):
        if len(chosen_places) == COUNT:
            break
        if not chosen_places or cosines(material.rows[place], material.rows[chosen_places]).max() < ALIKE:
            chosen_places.append(int(place))
    return [material.sentences[place] for place in chosen_places]
