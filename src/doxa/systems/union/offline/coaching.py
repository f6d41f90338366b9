"""The task ``coach_speaker``: keep arguments that survived, drop those that fell, answer those nobody answered."""

from collections.abc import Iterable

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.coaching import ArgumentTally, Inputs

MOST = 4
"""The most arguments in each list of a note."""


def coach_speaker(request: Request, library: Library) -> Response:
    """Return a coaching note from what the judges noted."""
    inputs = inputs_of(request, Inputs)
    worked = _texts(argument for argument in inputs.own if argument.survived > argument.demolished)
    demolished = [argument for argument in inputs.own if argument.demolished > argument.survived]
    sentences = []
    if worked:
        sentences.append(f"Lead with this: {worked[0]}")
    for argument in demolished[:1]:
        sentences.append(
            f"Leave this out: {argument.text}"
            + (f" It falls to the answer: {argument.answer}" if argument.answer else "")
        )
    sentences += [f"Answer this, which nobody answered: {claim}" for claim in inputs.unanswered[:1]]
    return reply(
        CoachingNote(
            worked=worked,
            failed=_texts(demolished),
            missed=inputs.unanswered[:MOST],
            advice=" ".join(sentences) or "Keep to what you did: nothing in the notes speaks against it.",
        )
    )


def _texts(arguments: Iterable[ArgumentTally]) -> tuple[str, ...]:
    return tuple(argument.text for argument in arguments)[:MOST]
