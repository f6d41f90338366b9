"""Prompts composed of task, policy, stance, evidence and transcript, laid out for prefix caches.

The blocks that never change for an actor come first (the task and the stance scale), then the transcript, which only
grows at its end, and last the blocks that change at every step: retrieved memory, present level, request.
"""

from functools import lru_cache
from typing import Any

from doxa.policies.stance import SampleSpeeches, beliefs, example_for, instruction, scale
from doxa.records.base import Record
from doxa.records.steps import Block, Message, Prompt
from doxa.tasks.base import TEMPLATES, Scene, Task
from doxa.tasks.quoting import in_one_line, quote

OPENING = Block(tag="opening", text="What has been said so far, oldest first:")
MARKS = {"seed": "(own)", "self": "(said)", "peer": "(heard)"}
"""Origin of a record → its mark in the prompt. The task's stable part explains the marks."""


def compose(
    task: Task[Any, Any], inputs: Record, scene: Scene, transcript: tuple[Block, ...], advice: str = ""
) -> Prompt:
    """Return the blocks of one prompt.

    Args:
        transcript: the transcript's blocks, oldest first; ``said_block`` makes each once.
        advice: when the task is asked a second time, what was wrong with the first answer.
    """
    blocks = list(_stable(task, task.wording(inputs) if task.wording else task.stable, scene))
    if task.lays_out:
        blocks += task.lays_out(inputs, scene.actor, transcript)
    elif transcript:
        blocks += [OPENING, *transcript]
    if scene.evidence:
        remembered = (
            f"{'+' if record.claim.polarity > 0 else '-'} {MARKS[record.origin]} {in_one_line(record.claim.text)}"
            for record in scene.evidence
        )
        blocks.append(Block(tag="memory", text="\n".join(["Memory:", *remembered])))
    if "stance" in task.sees and scene.stance is not None and scene.stance.stance is not None:
        blocks.append(Block(tag="stance", text=instruction(scene.stance.stance)))
    if "bands" in task.sees and scene.stance is not None and (bands := beliefs(scene.stance, scene.proposition.text)):
        blocks.append(Block(tag="bands", text=bands))
    if task.material:
        blocks += task.material(inputs)
    request = _template(task.request).render(inputs=inputs, actor=scene.actor, proposition=scene.proposition)
    blocks.append(Block(tag="request", text=request))
    if advice:
        blocks.append(Block(tag="correction", text=advice))
    return tuple(blocks)


def said_block(message: Message, names: dict[str, str]) -> Block:
    """Return the block that shows one message in a transcript, with no line in it that stands as another's."""
    words = quote(message.text, names.values())
    return Block(tag="said", text=f"{names.get(message.speaker, message.speaker)}: {words}")


def shown_from(count: int, recent: int) -> int:
    """Return where a transcript of ``count`` messages begins in the prompt.

    At least ``recent`` messages are shown; the start moves in steps of half of that, so that for several
    prompts in a row the shown transcript only grows at its end.
    """
    if recent == 0:
        return count
    stride = max(1, recent // 2)
    return max(0, (count - recent) // stride * stride)


def _stable(task: Task[Any, Any], template: str, scene: Scene) -> tuple[Block, ...]:
    actor = scene.actor
    kind = scene.stance.kind if scene.stance else ""
    if "policy" in task.sees and (scene.stance is None or scene.stance.stance is None):
        kind = ""  # the persona alone states such an agent's stance
    first = _stable_block(
        template,
        (actor.id, actor.name, actor.side, actor.persona),
        scene.proposition.text,
        tuple(scene.names.items()),
        kind,
    )
    return (
        (first, _scale_block(example_for(scene.proposition.text)))
        if "stance" in task.sees and (kind or "policy" not in task.sees)
        else (first,)
    )


@lru_cache(maxsize=4096)
def _stable_block(
    template: str, who: tuple[str, str, str, str], proposition: str, names: tuple[tuple[str, str], ...], kind: str
) -> Block:
    actor = dict(zip(("id", "name", "side", "persona"), who, strict=True))
    text = _template(template).render(
        actor=actor, proposition={"text": proposition}, names=dict(names), stance_kind=kind
    )
    return Block(tag="task", text=text, part="system")


@lru_cache(maxsize=4)
def _scale_block(example: SampleSpeeches) -> Block:
    return Block(tag="scale", text=scale(example), part="system")


@lru_cache(maxsize=256)
def _template(text: str) -> Any:
    return TEMPLATES.from_string(text)
