"""Points of information: offered on each unprotected argument of a speech, taken by chance, answered.

The format says who may offer them, and how many arguments at the beginning and at the end of a speech are protected:
the first and the last, where its file does not say otherwise.
"""

from collections.abc import Generator
from dataclasses import dataclass

from doxa.records.base import JsonValue
from doxa.records.steps import Batch, Floor, Step
from doxa.records.streams import stream
from doxa.records.transcripts import Utterance
from doxa.systems.union.protocol.settings import Turn, rules_of, takes
from doxa.systems.union.protocol.state import DebateState
from doxa.systems.union.tasks.annotating import Point


@dataclass(frozen=True, kw_only=True)
class Interruption:
    """A point of information that was offered."""

    key: str
    asker: str
    argument: str
    words: str
    taken: bool


def hold_interruptions(
    debate: DebateState, turn: Turn, text: str, arguments: tuple[Point, ...]
) -> Generator[Batch, Floor, tuple[list[Interruption], list[Utterance]]]:
    """Return the points that opponents offer during a speech, and the words of points taken and their answers."""
    points = yield from _offer_points(debate, turn, text, arguments)
    points_taken = [point for point in points if point.taken]
    if not points_taken:
        return points, []
    floor = yield Batch(steps=tuple(_answer_step(debate, turn, text, point) for point in points_taken), note=turn.note)
    utterances: list[Utterance] = []
    for point, outcome in zip(points_taken, floor.outcomes, strict=True):
        utterances.append(_utterance(debate, turn, point.key, point.asker, point.words, "point"))
        if outcome.ok:
            utterances.append(
                _utterance(debate, turn, f"{point.key}/answer", turn.speaker, outcome.text or "", "answer")
            )
    return points, utterances


def _offer_points(
    debate: DebateState, turn: Turn, text: str, arguments: tuple[Point, ...]
) -> Generator[Batch, Floor, list[Interruption]]:
    first, last = rules_of(debate.settings).protected
    open_to = arguments[first : max(first, len(arguments) - last)] if debate.settings.points else ()
    places = range(first + 1, first + 1 + len(open_to))
    askers = turn.interrupters
    if not (open_to and askers and debate.settings.most_points):
        return []
    chosen_askers = [stream(debate.spec.stream_seed, f"{turn.key}/{place}", "rises").choice(askers) for place in places]
    steps = tuple(
        _offer_step(debate, turn, text, place, argument.text, asker)
        for place, argument, asker in zip(places, open_to, chosen_askers, strict=True)
    )
    floor = yield Batch(steps=steps, note=turn.note)
    points: list[Interruption] = []
    for argument, asker, outcome in zip(open_to, chosen_askers, floor.outcomes, strict=True):
        reply = outcome.reply
        if outcome.ok and isinstance(reply, dict) and reply["rises"] and len(points) < debate.settings.most_points:
            key = f"{turn.key}/i{len(points) + 1}"
            taken = takes(debate.spec, debate.settings, turn, key)
            points.append(
                Interruption(
                    key=key, asker=asker, argument=argument.text, words=str(reply["point"]).strip(), taken=taken
                )
            )
    return points


def _offer_step(debate: DebateState, turn: Turn, text: str, place: int, argument: str, asker: str) -> Step:
    inputs: dict[str, JsonValue] = {
        **_brief(debate, turn, text, asker),
        "speaker": debate.spec.participant(turn.speaker).name,
        "argument": argument,
    }
    return Step(key=f"{turn.key}/offer/{place}", actor=asker, task="offer_point", inputs=inputs)


def _answer_step(debate: DebateState, turn: Turn, text: str, point: Interruption) -> Step:
    inputs: dict[str, JsonValue] = {
        **_brief(debate, turn, text, turn.speaker),
        "asker": debate.spec.participant(point.asker).name,
        "argument": point.argument,
        "point": point.words,
    }
    return Step(key=f"{point.key}/answered", actor=turn.speaker, task="answer_point", inputs=inputs)


def _brief(debate: DebateState, turn: Turn, text: str, speaker: str) -> dict[str, JsonValue]:
    """Return a brief whose transcript ends with the speech that is under way."""
    brief = debate.brief(speaker)
    speech = _utterance(debate, turn, turn.key, turn.speaker, text, "speech").model_dump(mode="json")
    turns = [utterance.model_dump(mode="json") for utterance in debate.turns]
    return {**brief, "turns": [*turns, speech]}


def _utterance(debate: DebateState, turn: Turn, id: str, speaker: str, text: str, kind: str) -> Utterance:
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
