"""Requests as the engine would make them, for tests of performers."""

from doxa.engine.compose import compose
from doxa.models.port import Request
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, Participant, Proposition
from doxa.records.steps import Block, Step
from doxa.tasks.base import Scene
from doxa.tasks.registry import task_named

PLAIN = (
    Block(tag="task", text="You judge.", part="system"),
    Block(tag="scale", text="From -1 to 1.", part="system"),
)


def asking(
    task: str = "judge_stance",
    text: str = "I am for it.",
    *,
    composed: bool = False,
    inputs: dict[str, JsonValue] | None = None,
) -> Request:
    """Return a request for a task about a text.

    Args:
        composed: with the prompt that the engine would compose, in place of a few plain words.
        inputs: the task's own, where it is not ``judge_stance``.
    """
    chosen = task_named(task)
    given: dict[str, JsonValue] = inputs or {
        "proposition": "Cities should ban cars.",
        "speaker": "Violet",
        "text": text,
    }
    values = chosen.read_inputs(given)
    scene = Scene(
        actor=Participant(id="violet", name="Violet"),
        proposition=Proposition(text="Cities should ban cars."),
        names={"violet": "Violet"},
    )
    plain = (*PLAIN, Block(tag="request", text=text), Block(tag="correction", text="Try again."))
    return Request(
        step=Step(key=f"r01/{task}", actor="violet", task=task, inputs=given),
        inputs=values,
        scene=scene,
        task=chosen,
        prompt=compose(chosen, values, scene, ()) if composed else plain,
        settings=ModelSettings(),
        seed=1,
    )
