"""Points of information: offered on the arguments of a speech but its first and last, taken by chance, answered."""

from collections.abc import Generator
from dataclasses import dataclass

from doxa.records.base import JsonValue
from doxa.records.steps import Batch, Floor, Step
from doxa.records.streams import stream
from doxa.records.transcripts import Utterance, other
from doxa.systems.union.protocol.settings import Turn, takes
from doxa.systems.union.protocol.state import Debate
from doxa.systems.union.tasks.annotating import Point


@dataclass(frozen=True, kw_only=True)
class Interruption:
    """A point of information that was offered."""

    key: str
    asker: str
    argument: str
    words: str
    taken: bool


def interrupted(
    debate: Debate, turn: Turn, text: str, arguments: tuple[Point, ...]
) -> Generator[Batch, Floor, tuple[list[Interruption], list[Utterance]]]:
    """Let opponents rise during a speech; return what was offered, and the points taken with their answers."""
    offered = yield from _offered(debate, turn, text, arguments)
    taken = [one for one in offered if one.taken]
    if not taken:
        return offered, []
    floor = yield Batch(steps=tuple(_answering(debate, turn, text, one) for one in taken), note=turn.note)
    said: list[Utterance] = []
    for one, outcome in zip(taken, floor.outcomes, strict=True):
        said.append(_utterance(debate, turn, one.key, one.asker, one.words, "point"))
        if outcome.ok:
            said.append(_utterance(debate, turn, f"{one.key}/answer", turn.speaker, outcome.text or "", "answer"))
    return offered, said


def _offered(
    debate: Debate, turn: Turn, text: str, arguments: tuple[Point, ...]
) -> Generator[Batch, Floor, list[Interruption]]:
    open_to = arguments[1:-1] if debate.settings.points and turn.place.interrupted else ()
    askers = [one.id for one in debate.speakers if debate.side(one.id) == other(turn.place.side)]
    if not (open_to and askers and debate.settings.most_points):
        return []
    chosen = [
        stream(debate.spec.stream_seed, f"{turn.key}/{place}", "rises").choice(askers) for place in _span(open_to)
    ]
    steps = tuple(
        _rising(debate, turn, text, place, one.text, asker)
        for place, one, asker in zip(_span(open_to), open_to, chosen, strict=True)
    )
    floor = yield Batch(steps=steps, note=turn.note)
    found: list[Interruption] = []
    for one, asker, outcome in zip(open_to, chosen, floor.outcomes, strict=True):
        reply = outcome.reply
        if outcome.ok and isinstance(reply, dict) and reply["rises"] and len(found) < debate.settings.most_points:
            key = f"{turn.key}/i{len(found) + 1}"
            taken = takes(debate.spec, debate.settings, turn, key)
            found.append(
                Interruption(key=key, asker=asker, argument=one.text, words=str(reply["point"]).strip(), taken=taken)
            )
    return found


def _span(open_to: tuple[Point, ...]) -> range:
    """Return the places of arguments in their speech, counted from 1; the first argument is never open."""
    return range(2, 2 + len(open_to))


def _rising(debate: Debate, turn: Turn, text: str, place: int, argument: str, asker: str) -> Step:
    inputs: dict[str, JsonValue] = {
        **_brief(debate, turn, text, asker),
        "speaker": debate.spec.participant(turn.speaker).name,
        "argument": argument,
    }
    return Step(key=f"{turn.key}/offer/{place}", actor=asker, task="offer_point", inputs=inputs)


def _answering(debate: Debate, turn: Turn, text: str, one: Interruption) -> Step:
    inputs: dict[str, JsonValue] = {
        **_brief(debate, turn, text, turn.speaker),
        "asker": debate.spec.participant(one.asker).name,
        "argument": one.argument,
        "point": one.words,
    }
    return Step(key=f"{one.key}/answered", actor=turn.speaker, task="answer_point", inputs=inputs)


def _brief(debate: Debate, turn: Turn, text: str, speaker: str) -> dict[str, JsonValue]:
    """Return a brief whose transcript ends with the speech that is under way."""
    brief = debate.brief(speaker)
    now = _utterance(debate, turn, turn.key, turn.speaker, text, "speech").model_dump(mode="json")
    said = [one.model_dump(mode="json") for one in debate.turns]
    return {**brief, "turns": [*said, now]}


def _utterance(debate: Debate, turn: Turn, id: str, speaker: str, text: str, kind: str) -> Utterance:
    return Utterance.model_validate(
        {
            "id": id,
            "speaker": speaker,
            "name": debate.spec.participant(speaker).name,
            "side": debate.side(speaker),
            "text": text,
            "kind": kind,
            "within": "" if kind == "speech" else turn.key,
        }
    )
