"""The public messages that each participant has heard, and the scene that a task may see."""

from dataclasses import dataclass, field

from doxa.engine.compose import said_block, shown_from
from doxa.evidence.retrieval import retrieve
from doxa.minds.mind import Mind
from doxa.minds.seeding import ENGINE
from doxa.records.people import Participant
from doxa.records.prompt import Block
from doxa.records.spec import RunSpec
from doxa.records.steps import Message, Step
from doxa.tasks.base import RememberedClaim, Scene
from doxa.tasks.registry import task_named

NOBODY = Participant(id=ENGINE, name=ENGINE, kernel=None)


@dataclass(kw_only=True)
class Hearers:
    """The transcript of every participant with its prompt blocks, each made once."""

    names: dict[str, str]
    messages: dict[str, list[Message]] = field(default_factory=dict)
    blocks: dict[str, list[Block]] = field(default_factory=dict)

    def add(self, message: Message, audience: tuple[str, ...]) -> None:
        block = said_block(message, self.names)
        for hearer in {message.speaker, *audience}:
            self.messages.setdefault(hearer, []).append(message)
            self.blocks.setdefault(hearer, []).append(block)

    def transcript_for(self, participant: Participant) -> tuple[tuple[Message, ...], tuple[Block, ...]]:
        """Return the recent part of a participant's transcript, as long as its policy says."""
        messages = self.messages.get(participant.id, [])
        start = shown_from(len(messages), participant.policy.recent)
        return tuple(messages[start:]), tuple(self.blocks.get(participant.id, [])[start:])


def scene_of(
    spec: RunSpec, step: Step, minds: dict[str, Mind], hearers: Hearers, turn: int = 0
) -> tuple[Scene, tuple[Block, ...]]:
    """Return what a step's task may see, and the transcript blocks of its prompt.

    Args:
        turn: how many lines the actor had to say before.
    """
    actor = next((participant for participant in spec.participants if participant.id == step.actor), NOBODY)
    sees = task_named(step.task).sees
    mind = minds.get(step.actor)
    messages, blocks = hearers.transcript_for(actor) if "transcript" in sees else ((), ())
    scene = Scene(
        actor=actor,
        proposition=spec.proposition,
        names=hearers.names,
        turn=turn,
        transcript=messages,
        stance=mind.readout if mind and sees & {"stance", "bands"} else None,
        evidence=_remembered(mind, actor) if mind and "evidence" in sees else (),
    )
    return scene, blocks


def _remembered(mind: Mind, actor: Participant) -> tuple[RememberedClaim, ...]:
    return tuple(
        RememberedClaim(claim=entry.claim, strength=entry.evidence.strength or 0.0, origin=entry.evidence.origin)
        for entry in retrieve(mind.memory, actor.policy.retrieved)
    )
