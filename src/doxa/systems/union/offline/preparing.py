"""The task ``prepare_case``: choose the most valuable sentences under a lens, unlike one another.

    value = ½ cos(sentence, motion) + 0.3 looks + 0.3 lens + 0.3 chance + coaching      coaching: +½ worked, −1 failed

The coefficients were chosen by hand and fitted to no data.
"""

import re

import numpy as np
from numpy.typing import NDArray

from doxa.evidence.vectors import cosines
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.looks import looks
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.streams import stream
from doxa.systems.union.offline.material import Material, material_of
from doxa.systems.union.protocol.lenses import LENSES
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.preparing import Inputs, Reply

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
    inputs = inputs_of(request, Inputs)
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
    notes = " ".join(f"Answer what was never answered: {claim}" for claim in missed)
    return reply(Reply(arguments=tuple(_choose_sentences(material, merit)), notes=notes))


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
