"""A conversation that was held: each says what a transcript has, in its order, and everybody else hears it.

A line is a batch, so that beliefs move after each. Nobody answers anybody: the words are there before the run begins,
and listeners have no line.
"""

from bisect import bisect_right
from typing import Literal

from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.recorded import RecordedLine
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script
from doxa.tasks.base import FreeText, Task


class LineInputs(Record):
    line: int
    """Its place in the conversation, from 1."""


SAY_LINE = Task(
    name="say_line",
    role="speaker",
    Inputs=LineInputs,
    Reply=FreeText,
    speaks=True,
    stable="You play back a conversation that was held.",
    request="{{ actor.name }} says line {{ inputs.line }}.",
)


class ConversationSettings(Settings):
    """How a conversation is played to its listeners."""

    moderators: Literal["heard", "not"] = "heard"
    """Whether anybody hears people of no side. A person has a side where the scenario or a line of theirs states it."""
    mindless: tuple[str, ...] = ()
    """The agents who speak and have no belief."""
    grid: tuple[str, ...] = ()
    """The settings that a grid of listeners varies, such as ``u`` and ``prior``."""
    thread: str = ""
    """Of a run with posts: the post whose thread alone is heard."""


class ConversationResult(Record):
    """The result of a conversation."""

    lines: int
    """How many lines were said."""


def script(spec: RunSpec) -> Script:
    """Play the lines and return a ConversationResult."""
    settings = ConversationSettings.model_validate(spec.script)
    lines = played_lines(spec)
    states_rounds = all(line.round is not None for line, _ in lines)
    for place, (line, speaker) in enumerate(lines, 1):
        is_heard = settings.moderators == "heard" or has_side(spec, speaker)
        audience = tuple(agent.id for agent in spec.participants if is_heard and agent.id != speaker)
        key = f"l{place:0{len(str(len(lines)))}}/{speaker}"
        step = SAY_LINE.step(key, speaker, LineInputs(line=place), audience)
        # a line counts as a round where none are stated, so that explain and the report can name it
        yield Batch(steps=(step,), note=f"round {line.round if states_rounds else place}")
    return ConversationResult(lines=len(lines))


def played_lines(spec: RunSpec) -> list[tuple[RecordedLine, str]]:
    """Return the lines of a conversation in its order, each with the agent who says it."""
    spoken = ((line, agent) for words in spec.recorded.values() for agent, own in words.lines.items() for line in own)
    return sorted(spoken, key=lambda pair: pair[0].at)


def stances_by_place(spec: RunSpec) -> dict[str, dict[int, float]]:
    """Return agent → number of lines that were played before → the stance that the agent stated there."""
    places = [line.at for line, _ in played_lines(spec)]
    return {
        agent: {bisect_right(places, stated.at): stated.stance for stated in stances}
        for words in spec.recorded.values()
        for agent, stances in words.stated.items()
    }


def has_side(spec: RunSpec, agent: str) -> bool:
    """Return whether the scenario, or a line of an agent, states a side."""
    lines = (line for words in spec.recorded.values() for line in words.lines.get(agent, ()))
    return spec.participant(agent).side != "neutral" or any(line.side in ("pro", "con") for line in lines)


CONVERSATION = Protocol(
    Settings=ConversationSettings,
    Result=ConversationResult,
    script=script,
    messages_heard=lambda spec: 1.0,
    may_be_silent=True,
    gives=frozenset({"claims"}),
)
