"""The check of a reply's words before they count: what of them its speaker said, and whether that is speech.

Each task says which words of its reply are said aloud (``Task.words_in``); they are compared with the prompt that was
sent and with the turns in it. What remains of them takes their place in the reply.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from doxa.models.port import Request
from doxa.models.providers.words import spoken
from doxa.records.base import Record
from doxa.records.steps import rendered
from doxa.tasks.base import ReplyError
from doxa.tasks.speech import CheckedSpeech, EarlierTurn, Fault, SpeechContext, check_speech

ADVICE: dict[Fault, str] = {
    "empty": "Your answer had no words. Answer with the words that you say, and nothing else.",
    "other": "Your answer was somebody else's line. Say only what you yourself say now.",
    "motion": "Your answer only repeated the motion. Say something about it.",
    "report": 'Your answer told from outside what you say. Say it yourself, in the first person ("I").',
    "echo": "Your answer repeated what stands above. Say something new, in your own words.",
    "loop": "Your answer said the same words again and again. Say each thing once, then stop.",
}
"""Fault → what the model is told when it is asked again."""


class UnfitError(ReplyError):
    """Words that are no speech."""

    status = "unfit"


@dataclass(frozen=True, kw_only=True)
class CheckedReply:
    """A reply whose words were checked."""

    reply: Any
    flaw: str = ""
    """What was found in words that are kept as they are."""
    cut: tuple[str, ...] = ()


def check_reply(request: Request, reply: Record) -> CheckedReply:
    """Return a reply with what remains of its words; as it is, with its flaw, where the run only marks.

    Raises:
        UnfitError: some of its words are no speech, and the run's check is strict.
    """
    said = request.task.words_in(reply) if request.check != "off" else ()
    if not said:
        return CheckedReply(reply=reply)
    context = context_of(request)
    checked = {words: check_speech(spoken(words).text, context) for words in said}
    fault: Fault = next((speech.fault for speech in checked.values() if speech.fault), "")
    cut = tuple(part for speech in checked.values() for part in speech.cut)
    if request.check == "mark":
        return CheckedReply(reply=reply, flaw=fault or ("cut" if cut else ""))
    if fault:
        raise UnfitError(fault, ADVICE[fault])
    plain = _replace_words(reply.model_dump(mode="json"), checked)
    return CheckedReply(reply=type(reply).model_validate(plain), cut=cut)


def context_of(request: Request) -> SpeechContext:
    """Return what the words of an answer are compared with: the prompt, and the turns that it shows."""
    scene, task = request.scene, request.task
    apart = {"memory", *(("said",) if scene.transcript else ())}
    return SpeechContext(
        speaker=scene.actor.name,
        others=tuple(name for id, name in scene.names.items() if id != scene.actor.id),
        motion=scene.proposition.text,
        request=rendered(tuple(block for block in request.prompt if block.tag not in apart)),
        own=task.own(request.inputs) if task.own else (),
        earlier=tuple(
            EarlierTurn(speaker=scene.names.get(message.speaker, message.speaker), text=message.text)
            for message in scene.transcript
        ),
        is_line=bool(task.line),
    )


def _replace_words(part: Any, checked: Mapping[str, CheckedSpeech]) -> Any:
    """Return a part of a plain reply with what remains of each text that was checked."""
    if isinstance(part, str):
        return checked[part].text if part in checked else part
    if isinstance(part, list):
        return [_replace_words(entry, checked) for entry in part]
    if isinstance(part, dict):
        return {name: _replace_words(field, checked) for name, field in part.items()}
    return part
