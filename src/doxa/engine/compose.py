"""Prompts composed of setting, transcript, memory and request, laid out for prefix caches.

First stands what everybody is told alike, then the transcript, which only grows at its end, and last what differs from
step to step: memory, who one is, one's position in words, and what to do now.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import TemplateError

from doxa.errors import DoxaError
from doxa.policies.stance import beliefs, position
from doxa.records.base import Record
from doxa.records.model_kinds import is_person
from doxa.records.spec import ModelSettings
from doxa.records.steps import Block, Message, Prompt
from doxa.tasks.base import RememberedClaim, Scene, Task, template_of
from doxa.tasks.quoting import REMEMBERED, in_one_line, quote
from doxa.tasks.wordings import BEGIN

_JSON = re.compile(r'JSON|\{"')

OPENING = Block(tag="opening", text="What has been said so far, oldest first:")


def compose(
    task: Task[Any, Any], inputs: Record, scene: Scene, transcript: tuple[Block, ...], advice: str = ""
) -> Prompt:
    """Return the blocks of one prompt.

    Args:
        transcript: the transcript's blocks, oldest first; ``said_block`` makes each once.
        advice: when the task is asked a second time, what was wrong with the first answer.

    Raises:
        DoxaError: a user's wording names a field that does not exist.
    """
    try:
        shared = _stable_block(task.wording(inputs) if task.wording else task.stable, scene)
        request = Block(tag="request", text=_request_text(task, inputs, scene))
    except TemplateError as error:
        fault = f"the wording of the prompt of {task.name!r} cannot be filled in: {error}"
        raise DoxaError(fault, hint=BEGIN) from None
    blocks = [shared]
    if task.lays_out:
        blocks += task.lays_out(inputs, scene.actor, transcript)
    elif transcript:
        blocks += [OPENING, *transcript]
    if task.material:
        blocks += task.material(inputs)
    if scene.evidence:
        blocks.append(Block(tag="memory", text="\n".join(_memory_lines(scene.evidence))))
    blocks.append(request)
    if advice:
        blocks.append(Block(tag="correction", text=advice))
    return tuple(blocks)


def compose_for_person(
    task: Task[Any, Any], inputs: Record, scene: Scene, transcript: tuple[Block, ...], advice: str = ""
) -> Prompt:
    """Return the blocks that a person is shown: those of a model in its place, without what a rule says it believes.

    Lines of its wording about JSON are left out, since a form stands in their place; what anybody said stays whole.
    """
    wording = task.wording
    told = replace(
        task,
        stable=_without_json(task.stable),
        request=_without_json(task.to_person or task.request),
        wording=(lambda inputs: _without_json(wording(inputs))) if wording else None,
    )
    return compose(told, inputs, replace(scene, stance=None, evidence=()), transcript, advice)


def _without_json(template: str) -> str:
    return "\n".join(line for line in template.split("\n") if not _JSON.search(line)).strip()


def composer_for(settings: ModelSettings) -> Callable[..., Prompt]:
    """Return what composes the prompt of whoever does a role: a model or a person."""
    return compose_for_person if is_person(settings.model) else compose


def said_block(message: Message, names: dict[str, str]) -> Block:
    """Return the block that shows one message in a transcript, with no line in it that stands as another's."""
    words = quote(message.text, names.values())
    return Block(tag="said", text=f"{names.get(message.speaker, message.speaker)}: {words}")


def shown_from(count: int, recent: int) -> int:
    """Return where a transcript of ``count`` messages begins in the prompt.

    At least ``recent`` messages are shown, and up to twice as many: the start moves in steps of ``recent``, so that
    between two of them the shown transcript only grows at its end.
    """
    return max(0, (count - recent) // recent * recent) if recent else count


def _memory_lines(records: tuple[RememberedClaim, ...]) -> Iterator[str]:
    for (origin, polarity), head in REMEMBERED.items():
        texts = [one.claim.text for one in records if (one.origin, one.claim.polarity) == (origin, polarity)]
        if texts:
            yield f"{head}: {' '.join(map(_as_sentence, texts))}"


def _as_sentence(text: str) -> str:
    """Return a claim in one line that ends like a sentence: as lists are answered with lists, memory is none."""
    line = in_one_line(text)
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _request_text(task: Task[Any, Any], inputs: Record, scene: Scene) -> str:
    actor = scene.actor
    others = (message.speaker for message in reversed(scene.transcript) if message.speaker != actor.id)
    return template_of(task.request).render(
        inputs=inputs,
        actor=actor,
        proposition=scene.proposition,
        names=scene.names,
        position=_position_of(task, scene),
        last=next((scene.names.get(speaker, speaker) for speaker in others), ""),
    )


def _position_of(task: Task[Any, Any], scene: Scene) -> str:
    """Return in words where the actor stands; '' for a task that does not see it, and for an actor without a stance."""
    if scene.stance is None:
        return ""
    if "bands" in task.sees:
        return beliefs(scene.stance, scene.proposition.text)
    if "stance" not in task.sees or scene.stance.stance is None:
        return ""
    return position(scene.stance.stance, scene.proposition.text, sample=scene.actor.policy.samples)


def _stable_block(template: str, scene: Scene) -> Block:
    actor = scene.actor
    who = (actor.id, actor.name, actor.side, actor.persona)
    variables = tuple(actor.variables.items())
    return _render_stable(template, who, variables, scene.proposition.text, tuple(scene.names.items()))


@lru_cache(maxsize=4096)
def _render_stable(
    template: str,
    who: tuple[str, str, str, str],
    variables: tuple[tuple[str, str], ...],
    proposition: str,
    names: tuple[tuple[str, str], ...],
) -> Block:
    actor = {**dict(zip(("id", "name", "side", "persona"), who, strict=True)), "variables": dict(variables)}
    text = template_of(template).render(actor=actor, proposition={"text": proposition}, names=dict(names))
    return Block(tag="task", text=text, part="system")
