"""What each participant knows as it speaks: the messages that it heard, how many lines it had to say, its scene."""

from dataclasses import dataclass, field

from doxa.engine.compose import said_block, shown_from
from doxa.evidence.memory import retrieve
from doxa.minds.mind import Mind
from doxa.minds.seeding import ENGINE
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Batch, Block, Message, Step
from doxa.tasks.base import RememberedClaim, Scene
from doxa.tasks.registry import task_named


class TurnNumbers:
    """Counts the turns of a run, batch by batch; the counts follow from the script alone."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        """(actor, kind of line) → number of turns so far."""
        self._of_batch: dict[str, int] = {}

    def begin(self, batch: Batch) -> None:
        """Number the steps of a batch, in its order."""
        self._of_batch = {step.key: self._count(step) for step in batch.steps}

    def of(self, step: Step) -> int:
        """Return how many lines the actor of a step had to say before; 0 for a step without words."""
        return self._of_batch.get(step.key, 0)

    def _count(self, step: Step) -> int:
        task = task_named(step.task)
        if not task.line:
            return 0
        key = (step.actor, task.line)
        count = self._counts.get(key, 0)
        if task.says_again is not None and task.says_again(task.read_inputs(step.inputs)):
            return max(0, count - 1)
        self._counts[key] = count + 1
        return count


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
    entries = retrieve(mind.memory, actor.policy.retrieved) if mind and "evidence" in sees else ()
    scene = Scene(
        actor=actor,
        proposition=spec.proposition,
        names=hearers.names,
        turn=turn,
        transcript=messages,
        stance=mind.readout if mind and sees & {"stance", "bands"} else None,
        evidence=tuple(
            RememberedClaim(claim=entry.claim, strength=entry.evidence.strength or 0.0, origin=entry.evidence.origin)
            for entry in entries
        ),
    )
    return scene, blocks
