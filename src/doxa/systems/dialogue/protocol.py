"""Dialogue: agents take turns on one proposition, or one agent meets an opponent who plays fixed lines.

Belief Engine section 4.1. In a round every participant speaks once. ``alternate``: one after the other, and
beliefs move after every turn. ``simultaneous``: all at once, and beliefs move after the round.
"""

from typing import Literal

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Batch, Script, Step


class DialogueSettings(Settings):
    """How the discussion runs."""

    rounds: int = Field(default=15, ge=1, le=10_000)
    """In a round every participant speaks once."""
    turns: Literal["alternate", "simultaneous"] = "alternate"
    """Whether participants speak one after the other or all at once."""


class DialogueResult(Record):
    """The result of a dialogue."""

    rounds: int
    """How many rounds were held."""
    silent_turns: int
    """How many turns produced no words."""


def script(spec: RunSpec) -> Script:
    """Run the rounds and return a DialogueResult."""
    settings = DialogueSettings.model_validate(spec.script)
    silent, ids = 0, tuple(participant.id for participant in spec.participants)
    for number in range(1, settings.rounds + 1):
        # a turn names everybody who hears it: one is made when it is due, since all together grow with the square
        turns = (
            _turn(spec, speaker, number, ids[:place] + ids[place + 1 :])
            for place, speaker in enumerate(spec.participants)
        )
        for batch in [tuple(turns)] if settings.turns == "simultaneous" else ((turn,) for turn in turns):
            floor = yield Batch(steps=batch, note=f"round {number}")
            silent += sum(not outcome.ok for outcome in floor.outcomes)
    return DialogueResult(rounds=settings.rounds, silent_turns=silent)


def _turn(spec: RunSpec, speaker: Participant, number: int, audience: tuple[str, ...]) -> Step:
    key = f"r{number:02d}/{speaker.id}"
    if speaker.role == "reciter":
        line = spec.counters[(number - 1) % len(spec.counters)]
        return Step(key=key, actor=speaker.id, task="recite", audience=audience, inputs={"text": line})
    return Step(key=key, actor=speaker.id, task="respond", audience=audience, inputs={"round": number})


DIALOGUE = Protocol(
    Settings=DialogueSettings,
    Result=DialogueResult,
    script=script,
    messages_heard=lambda spec: len(spec.participants) - 1,
)
