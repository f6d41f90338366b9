"""Lets a person do an agent's steps: asks by the run's mailbox, and waits as long as the person or a limit takes."""

import time
from pathlib import Path

from doxa.errors import ModelSetupError, NoWordsError, UsageError
from doxa.log.rundir import is_finished
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.person.mailbox import Mailbox
from doxa.models.person.turns import PersonsAnswer, PersonTurn, turn_of
from doxa.models.port import Request, Response, Usage
from doxa.records.spec import ModelSettings

TICK = 0.1
"""Seconds between two looks into the mailbox."""

FREE = Usage(input_tokens=0, output_tokens=0, cached_tokens=0)

WHY = {"timeout": "gave no answer within the time limit", "left": "has left"}


@Declaration(kind="instrument", speaks=True, hears=False, priced=False)
def make(settings: ModelSettings, conditions: Conditions) -> "PersonPerformer":
    """Return what lets a person answer; the model of such a role is ``person``, and names nobody.

    Raises:
        ModelSetupError: the model has a name after the colon.
    """
    if settings.model != "person":
        raise ModelSetupError(
            f"{settings.model} names somebody", hint='Write "person": who it is stays out of the log.'
        )
    return PersonPerformer()


class PersonPerformer:
    """Asks by the mailbox of a run, in its directory."""

    def __init__(self) -> None:
        self._run: Path | None = None

    async def perform(self, request: Request) -> Response:
        """Return what the person gave.

        Raises:
            NoWordsError: the person left or gave no answer within the limit; the run goes on.
            StoppedError: the run stops; resumed, it asks the same again, and the draft is kept.
        """
        assert request.directory is not None
        self._run, turn = request.directory, turn_of(request)
        box = Mailbox(self._run)
        if box.has_left(turn.agent):
            raise NoWordsError(f"the person for {turn.name} has left", status="left")
        box.ask(turn)
        while (given := box.given(turn.id)) is None:
            _look_at_clock(box, turn)
            await request.rest(TICK)
        if given.outcome != "answered":
            raise NoWordsError(f"the person for {turn.name} {WHY[given.outcome]}", status=given.outcome)
        return Response(text=given.text, usage=FREE, cost=0.0)

    async def close(self) -> None:
        """Remove the mailbox of a run that has ended; that of any other has answers which no journal may have yet."""
        if self._run and is_finished(self._run):
            Mailbox(self._run).clear()


def _look_at_clock(box: Mailbox, turn: PersonTurn) -> None:
    """End a turn whose time is over; an answer that came at the same moment counts."""
    shown = box.shown(turn.id)
    if turn.limit_s is not None and shown is not None and time.time() >= shown + turn.limit_s:
        try:
            box.give(turn.id, PersonsAnswer(outcome="timeout"))
        except UsageError:
            return
