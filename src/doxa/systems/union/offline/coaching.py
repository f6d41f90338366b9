"""The task ``coach_speaker``: what survived is kept, what fell is left, what nobody answered is answered."""

from collections.abc import Iterable

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.coaching import Inputs, Told

MOST = 4
"""Arguments that each list of a note names."""


def coach_speaker(request: Request, library: Library) -> Response:
    """Write a coaching note from what the judges noted."""
    inputs = inputs_of(request, Inputs)
    worked = _texts(one for one in inputs.own if one.survived > one.demolished)
    fell = [one for one in inputs.own if one.demolished > one.survived]
    told = []
    if worked:
        told.append(f"Lead with this: {worked[0]}")
    for one in fell[:1]:
        told.append(f"Leave this out: {one.text}" + (f" It falls to the answer: {one.answer}" if one.answer else ""))
    told += [f"Answer this, which nobody answered: {one}" for one in inputs.unanswered[:1]]
    return reply(
        CoachingNote(
            worked=worked,
            failed=_texts(fell),
            missed=inputs.unanswered[:MOST],
            advice=" ".join(told) or "Keep to what you did: nothing in the notes speaks against it.",
        )
    )


def _texts(found: Iterable[Told]) -> tuple[str, ...]:
    return tuple(one.text for one in found)[:MOST]
