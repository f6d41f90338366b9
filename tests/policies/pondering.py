"""Pondering: a made-up system whose one task, thinking aloud, is spoken under prompt policies."""

from doxa.models.port import Request, Response
from doxa.policies.prompting import PolicyInputs, instructions_of, lay_out, pieces_of
from doxa.protocols.registry import Protocol
from doxa.records.base import Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Block, Passage, Script
from doxa.system import System
from doxa.tasks.base import FreeText, Task

PASSAGES = (Passage(id="a#1", text="Paths exist.", source="A report"),)


class PonderInputs(PolicyInputs):
    """A policy's inputs, and one of the task's own."""

    mood: str = "calm"


PONDER = Task(
    name="ponder",
    role="speaker",
    Inputs=PonderInputs,
    Reply=FreeText,
    sees=frozenset({"transcript", "policy"}),
    speaks=True,
    lays_out=lay_out,
    stable="You think aloud among {{ names | length }} people.",
    request="Think aloud, in a {{ inputs.mood }} mood.",
)


class PonderingSettings(Settings):
    """How long is pondered."""

    rounds: int = 2


def pondering(spec: RunSpec) -> Script:
    """Let everybody think aloud, round by round, and return nothing."""
    everybody = tuple(one.id for one in spec.participants)
    for number in range(1, PonderingSettings.model_validate(spec.script).rounds + 1):
        inputs = PonderInputs(round=number, query="Should paths be opened?", passages=PASSAGES)
        yield Batch(
            steps=tuple(PONDER.step(f"r{number:02d}/{id}", id, inputs, everybody) for id in everybody),
            note=f"round {number}",
        )
    return {}


def ponder_offline(request: Request, library: object) -> Response:
    """Say which instructions the prompt holds."""
    memory = tuple(Block(tag="said", text=one.text) for one in request.scene.transcript)
    assert isinstance(request.inputs, PonderInputs)
    return Response(text=" ".join(instructions_of(pieces_of(request.inputs, request.scene.actor, memory))) or "nothing")


MADE_UP = System(
    name="made_up",
    protocols={"pondering": Protocol(Settings=PonderingSettings, script=pondering, policies=True)},
    tasks={"ponder": PONDER},
    offline={"ponder": ponder_offline},
)
