"""Requests as the engine would make them, for tests of performers."""

from doxa.models.port import Request
from doxa.records.base import JsonValue
from doxa.records.people import Participant, Proposition
from doxa.records.prompt import Block
from doxa.records.spec import ModelSettings
from doxa.records.steps import Step
from doxa.tasks.base import Scene
from doxa.tasks.registry import task_named


def asking(task: str = "judge_stance", text: str = "I am for it.", **inputs: JsonValue) -> Request:
    """Return a request for a task about a text; ``inputs`` are its own where it is not ``judge_stance``."""
    chosen = task_named(task)
    given = inputs or {"proposition": "Cities should ban cars.", "speaker": "Violet", "text": text}
    return Request(
        step=Step(key=f"r01/{task}", actor="violet", task=task, inputs=given),
        inputs=chosen.read_inputs(given),
        scene=Scene(
            actor=Participant(id="violet", name="Violet"),
            proposition=Proposition(text="Cities should ban cars."),
            names={"violet": "Violet"},
        ),
        task=chosen,
        prompt=(
            Block(tag="task", text="You judge.", part="system"),
            Block(tag="scale", text="From -1 to 1.", part="system"),
            Block(tag="request", text=text),
            Block(tag="correction", text="Try again."),
        ),
        settings=ModelSettings(),
        seed=1,
    )
