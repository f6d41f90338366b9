"""Dialogue: agents take turns on one proposition, or one agent meets an opponent who plays fixed lines.

Belief Engine section 4.1. In a round every participant speaks once. ``alternate``: one after the other, and
beliefs move after every turn. ``simultaneous``: all at once, and beliefs move after the round. An agent that moderates
takes no turns: after each round it lets the discussion go on, ends it, or puts a question to an agent, who answers.
"""

from collections.abc import Generator, Sequence
from typing import Literal

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Batch, Floor, Script, Step
from doxa.systems.dialogue.moderating import MODERATE, MODERATOR, MOST_QUESTIONS, ModerateInputs


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
    silent, held, ids = 0, 0, tuple(participant.id for participant in spec.participants)
    speakers = [participant for participant in spec.participants if participant.role != MODERATOR]
    for number in range(1, settings.rounds + 1):
        # a turn names everybody who hears it: one is made when it is due, since all together grow with the square
        turns = (_turn(spec, speaker, number, tuple(id for id in ids if id != speaker.id)) for speaker in speakers)
        for batch in [tuple(turns)] if settings.turns == "simultaneous" else ((turn,) for turn in turns):
            floor = yield Batch(steps=batch, note=f"round {number}")
            silent += sum(not outcome.ok for outcome in floor.outcomes)
        held = number
        if len(speakers) < len(ids) and number < settings.rounds and (yield from _moderate(spec, speakers, number)):
            break
    return DialogueResult(rounds=held, silent_turns=silent)


def _moderate(spec: RunSpec, speakers: Sequence[Participant], number: int) -> Generator[Batch, Floor, bool]:
    """Let the moderator act after a round, and return whether it ends the discussion."""
    moderator = next(participant.id for participant in spec.participants if participant.role == MODERATOR)
    for count in range(1, MOST_QUESTIONS + 1):
        key, note = f"m{number:02d}.{count}", f"round {number}, the moderator"
        asked = ModerateInputs(agents=tuple(speaker.id for speaker in speakers), left=MOST_QUESTIONS - count)
        floor = yield Batch(steps=(MODERATE.step(f"{key}/{moderator}", moderator, asked),), note=note)
        decided = MODERATE.reply_of(floor.outcomes[0])
        if decided is None or decided.decision != "ask":
            return decided is not None and decided.decision == "end"
        everybody = tuple(participant.id for participant in spec.participants)
        heard = tuple(id for id in everybody if id != moderator)
        put = Step(
            key=f"{key}/question", actor=moderator, task="recite", audience=heard, inputs={"text": decided.question}
        )
        yield Batch(steps=(put,), note=note)
        heard = tuple(id for id in everybody if id != decided.agent)
        answer = Step(
            key=f"{key}/{decided.agent}",
            actor=decided.agent or "",
            task="respond",
            audience=heard,
            inputs={"round": number},
        )
        yield Batch(steps=(answer,), note=note)
    return False


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
    moderated=True,
    messages_heard=lambda spec: len(spec.participants) - 1,
)
