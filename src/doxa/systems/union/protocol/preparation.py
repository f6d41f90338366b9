"""Before the debate: styles are drawn up, passages drawn, and everybody prepares alone.

The pool of a speaker is chosen from its writing by maximal marginal relevance to the motion,

    next = argmax (1 − v)·cos(passage, motion) − v·max cos(passage, those chosen)        v = script.variety

Each run draws some passages of the pool from a random stream of its own, so that runs differ in a speaker's passages.
"""

from collections.abc import Sequence

import numpy as np

from doxa.errors import NoAnswerError
from doxa.records.base import JsonValue, stream
from doxa.records.steps import ENGINE, Batch, Passage, Step
from doxa.records.transcripts import SIDE_NAMES
from doxa.systems.union.protocol.settings import LENSES, lens_of
from doxa.systems.union.protocol.state import DebateState, Steps, Vectors
from doxa.systems.union.tasks.reading import PROFILE_STYLE
from doxa.systems.union.tasks.speaking import PREPARE

SAMPLE = 8
"""The most passages that a style is drawn up from."""


def draw_up_styles(debate: DebateState) -> Steps:
    """Draw up the style of every speaker who has writing and no given style."""
    debate.profiles |= debate.settings.profiles
    writings = _writings(debate)
    speakers = [id for id in debate.settings.writing if id in writings and id not in debate.profiles]
    if speakers:
        floor = yield Batch(steps=tuple(_style_step(debate, speaker) for speaker in speakers), note="styles")
        profiles = zip(speakers, map(PROFILE_STYLE.reply_of, floor.outcomes), strict=True)
        debate.profiles |= {speaker: profile for speaker, profile in profiles if profile}


def draw_passages(debate: DebateState) -> Steps:
    """Draw each speaker's passages for this run.

    Raises:
        NoAnswerError: writing could not be embedded; without vectors the pool would be another one.
    """
    motion = debate.spec.proposition.text
    writings = _writings(debate)
    if not writings:
        return
    yield from debate.vectors.embedded([motion], "passages", "motion")
    for speaker, passages in writings.items():
        texts = [passage.text for passage in passages]
        yield from debate.vectors.embedded(texts, "passages", f"writing/{speaker}", lasting=True)
        if not debate.vectors.has_all([motion, *texts]):
            raise NoAnswerError("the speakers' writing could not be embedded, so that passages cannot be drawn")
        pool = choose_pool(passages, debate.vectors, motion, debate.settings.pool, debate.settings.variety)
        count = min(debate.settings.drawn, len(pool))
        places = stream(debate.spec.stream_seed, speaker, "passages").sample(range(len(pool)), count)
        debate.drawn[speaker] = tuple(pool[place] for place in sorted(places))


def choose_pool(
    passages: Sequence[Passage], vectors: Vectors, motion: str, size: int, variety: float
) -> tuple[Passage, ...]:
    """Return the pool of a speaker: passages near to the motion and unlike one another, in the order chosen."""
    texts = [passage.text for passage in passages]
    nearness = (1 - variety) * vectors.near(motion, texts)
    nearest = np.full(len(texts), -np.inf)
    chosen_places: list[int] = []
    while len(chosen_places) < min(size, len(texts)):
        merit = nearness - (variety * nearest if chosen_places else 0.0)
        merit[chosen_places] = -np.inf
        best = int(np.argmax(np.round(merit, 6)))
        chosen_places.append(best)
        nearest = np.maximum(nearest, vectors.near(texts[best], texts))
    return tuple(passages[place] for place in chosen_places)


def prepare_cases(debate: DebateState) -> Steps:
    """Ask all speakers for their plans in one batch, each without seeing the others."""
    debate.lenses = {speaker.id: lens_of(debate.spec, debate.settings, speaker.id) for speaker in debate.speakers}
    floor = yield Batch(
        steps=tuple(_preparation_step(debate, speaker.id) for speaker in debate.speakers), note="preparation"
    )
    plans = {outcome.actor: PREPARE.reply_of(outcome) for outcome in floor.outcomes}
    debate.plans |= {speaker: case for speaker, case in plans.items() if case}
    arguments = [argument for plan in debate.plans.values() for argument in plan.arguments]
    yield from debate.vectors.embedded(arguments, "preparation", "plans")


def _preparation_step(debate: DebateState, speaker: str) -> Step:
    coaching = debate.settings.coaching.get(speaker)
    others = [
        f"{participant.name} ({SIDE_NAMES[debate.side(participant.id)]})"
        for participant in debate.speakers
        if participant.id != speaker
    ]
    inputs: dict[str, JsonValue] = {
        **debate.brief(speaker),
        "others": list[JsonValue](others),
        "lens": LENSES.get(debate.lenses[speaker], ""),
        "coaching": coaching.model_dump(mode="json") if coaching else None,
    }
    if owed := [turn.place.owes for turn in debate.order if turn.speaker == speaker and turn.place.owes]:
        inputs["owes"] = list[JsonValue](owed)
    return Step(key=f"prepared/{speaker}", actor=speaker, task="prepare_case", inputs=inputs)


def _style_step(debate: DebateState, speaker: str) -> Step:
    writing = debate.settings.writing[speaker]
    count = len(writing.passages)
    sample_places = range(count) if count <= SAMPLE else [place * count // SAMPLE for place in range(SAMPLE)]
    inputs: dict[str, JsonValue] = {
        "name": debate.spec.participant(speaker).name,
        "bio": writing.bio,
        "sample": [writing.passages[place].model_dump(mode="json") for place in sample_places],
    }
    return Step(key=f"style/{speaker}", actor=ENGINE, task="profile_style", inputs=inputs)


def _writings(debate: DebateState) -> dict[str, tuple[Passage, ...]]:
    """Return the passages of each speaker who has some."""
    writing = debate.settings.writing
    return {
        speaker.id: writing[speaker.id].passages
        for speaker in debate.speakers
        if speaker.id in writing and writing[speaker.id].passages
    }
