"""Requests made by hand, and small debates, for the tests of the offline performer."""

import asyncio
from functools import cache

from doxa.corpora import Argument, load_corpus, normalised
from doxa.models.embedded import embedder
from doxa.models.offline.performer import OfflinePerformer
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.claims import Readout
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Message, Step
from doxa.tasks.base import Scene
from doxa.tasks.registry import tasks as every_task

MOTION = "We should subsidize journalism"

FEW = """proposition,text,polarity,strength
Cats rule,cats are quiet and clean,pro,0.9
Cats rule,cats scratch the good furniture,con,0.2
Dogs rule,dogs guard the house at night,pro,
"""

PEOPLE = {
    "violet": Participant(id="violet", name="Violet", side="pro"),
    "amber": Participant(id="amber", name="Amber", side="con"),
}


@cache
def performer() -> OfflinePerformer:
    return OfflinePerformer()


def library() -> Library:
    return Library(embedder())


def scene_request(
    task,
    inputs,
    *,
    actor="violet",
    motion=MOTION,
    transcript=(),
    stance=None,
    evidence=(),
    key="k",
    seed=1,
    corpus=None,
    model="offline",
) -> Request:
    scene = Scene(
        actor=PEOPLE[actor],
        proposition=Proposition(text=motion),
        names={one.id: one.name for one in PEOPLE.values()},
        transcript=tuple(transcript),
        stance=None if stance is None else Readout(stance=stance),
        evidence=tuple(evidence),
    )
    return Request(
        step=Step(key=key, actor=actor, task=task, inputs=inputs),
        inputs=every_task()[task].read_inputs(inputs),
        scene=scene,
        task=every_task()[task],
        prompt=(),
        settings=ModelSettings(model=model, corpus=corpus),
        seed=seed,
    )


def perform(task, inputs, **scene) -> Response:
    return asyncio.run(performer().perform(scene_request(task, inputs, **scene)))


def reply(task, inputs, **scene):
    """Perform a structured task and parse its reply as the engine does."""
    return every_task()[task].parse(perform(task, inputs, **scene).text, every_task()[task].read_inputs(inputs))


def debate(violet, amber, rounds, *, seed=1, motion=MOTION, corpus=None) -> list[Message]:
    """Let two people at fixed stances take turns."""
    transcript: list[Message] = []
    for number in range(1, rounds + 1):
        for actor, stance in (("violet", violet), ("amber", amber)):
            key = f"r{number:02}/{actor}"
            scene = {"actor": actor, "stance": stance, "transcript": transcript, "key": key, "seed": seed}
            turn = perform("respond", {"round": number}, motion=motion, corpus=corpus, **scene)
            transcript.append(Message(key=key, speaker=actor, text=turn.text))
    return transcript


def said(text) -> list[Argument]:
    """Return the corpus's arguments that a text holds word for word."""
    inside = f" {normalised(text)} "
    return [one for one in load_corpus("argkp").motion(MOTION) if f" {normalised(one.text)} " in inside]
