"""Listening: real people's messages are heard as the messages of a run are, each under its own proposition.

    extract ─▶ classify + embed + score ─▶ claims

The very steps of ``doxa.minds.hearing``, many messages to a batch. Beside that, where asked, a message is judged whole
as one claim: a second extractor to hold the first against. A message that a step gave no answer for is lost, with
the reason; it is never read as a message without claims.
"""

from collections.abc import Generator, Iterable
from typing import Any

from pydantic import Field

from doxa.minds.hearing import Hearings, hear
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.events import HeardBody
from doxa.records.people import Proposition
from doxa.records.spec import Hearing, RunSpec
from doxa.records.steps import Batch, Floor, Message, Outcome, Script, Step

CHUNK = 32
"""Messages to a batch: how many are under way at once, and how often a log is synced."""

WHOLE = "/whole"


class Words(Record):
    """One message, and the proposition that it is heard under."""

    key: str
    proposition: str
    text: str


class ListeningSettings(Settings):
    """What is heard."""

    words: tuple[Words, ...] = Field(default=())
    """The messages."""
    whole: bool = True
    """Whether each message is also judged whole, as one claim."""


Hearers = dict[str, tuple[Hearings, tuple[Step, ...]]]


def script(spec: RunSpec) -> Script:
    """Hear every message and return its claims by key; ``KEY/whole`` has the message as one claim."""
    settings = ListeningSettings.model_validate(spec.script)
    actor = spec.participants[0].id
    heard: dict[str, Any] = {}
    for start in range(0, len(settings.words), CHUNK):
        part = settings.words[start : start + CHUNK]
        note = f"{min(start + CHUNK, len(settings.words))} of {len(settings.words)}"
        hearers = dict(_opened(part, actor, whole=settings.whole))
        found = yield from _heard(hearers, note)
        heard |= {key: {"claims": [c.model_dump(mode="json") for c in b.claims], "lost": b.lost} for key, b in found}
    return {"heard": heard}


def _opened(
    part: Iterable[Words], actor: str, *, whole: bool
) -> Generator[tuple[str, tuple[Hearings, tuple[Step, ...]]]]:
    """Begin each hearing: with its extraction, or past it where the message is taken whole."""
    for one in part:
        proposition = Proposition(text=one.proposition)
        hearing = hear(Message(key=one.key, speaker=actor, text=one.text), proposition, Hearing())
        yield one.key, (hearing, next(hearing))
        if whole:
            key = one.key + WHOLE
            hearing = hear(Message(key=key, speaker=actor, text=one.text), proposition, Hearing())
            yield key, (hearing, hearing.send((_as_one_claim(next(hearing)[0], one.text),)))


def _as_one_claim(step: Step, text: str) -> Outcome:
    reply = {"claims": [{"claim": text, "snippet": text}]}
    return Outcome(key=step.key, task=step.task, actor=step.actor, status="ok", reply=reply)


def _heard(hearers: Hearers, note: str) -> Generator[Batch, Floor, list[tuple[str, HeardBody]]]:
    """Take all hearings on together until each has come to its end."""
    ended: dict[str, HeardBody] = {}
    order = list(hearers)
    while hearers:
        floor = yield Batch(steps=tuple(step for _, steps in hearers.values() for step in steps), note=note)
        found = {one.key: one for one in floor.outcomes}
        going: Hearers = {}
        for key, (hearing, steps) in hearers.items():
            try:
                going[key] = (hearing, hearing.send(tuple(found[step.key] for step in steps)))
            except StopIteration as done:
                ended[key] = done.value
        hearers = going
    return [(key, ended[key]) for key in order]


LISTENING = Protocol(Settings=ListeningSettings, script=script)
