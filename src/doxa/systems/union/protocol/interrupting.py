"""Words of others in and after a speech: points of information, and periods of questions such as crossfires.

Points are offered on each unprotected argument of a speech, taken by chance, and answered. The format says who may
offer them, and how many arguments at the beginning and at the end of a speech are protected: the first and the last,
where its file does not say otherwise. Question k of a period is about the k-th argument, in turns, that was noted in
the answerer's last speech. In the transcript questions are points within the speech that they follow, with keys
``p2/q1`` and ``p2/q1/answer``.
"""

from collections.abc import Generator

from doxa.records.base import JsonValue, stream
from doxa.records.steps import Batch, Floor, Step
from doxa.records.transcripts import Utterance
from doxa.systems.union.protocol.settings import Turn, rules_of, takes
from doxa.systems.union.protocol.state import DebateState, Steps, ask
from doxa.systems.union.tasks.reading import Point
from doxa.systems.union.tasks.speaking import OFFER_POINT


def hold_interruptions(
    debate: DebateState, turn: Turn, text: str, arguments: tuple[Point, ...]
) -> Generator[Batch, Floor, tuple[int, list[Utterance]]]:
    """Return how many points opponents offer during a speech, and the words of points taken and their answers."""
    offers = yield from _offer_points(debate, turn, text, arguments)
    taken = [(argument, point) for argument, point in offers if takes(debate.spec, debate.settings, turn, point.id)]
    if not taken:
        return len(offers), []
    floor = yield Batch(
        steps=tuple(_answer_step(debate, turn, text, argument, point) for argument, point in taken), note=turn.note
    )
    utterances: list[Utterance] = []
    for (_, point), outcome in zip(taken, floor.outcomes, strict=True):
        utterances.append(point)
        if outcome.ok:
            answer = debate.utter(f"{point.id}/answer", turn.speaker, outcome.text or "", "answer", within=turn.key)
            utterances.append(answer)
    return len(offers), utterances


def hold_questions(debate: DebateState, turn: Turn) -> Steps:
    """Hold the periods of questions after a speech."""
    number = 0
    for period in turn.questions:
        asked: dict[str, int] = {}
        for asker, answerer in period.pairs:
            number += 1
            asked[answerer] = asked.get(answerer, 0) + 1
            argument = _choose_argument(debate, answerer, asked[answerer])
            yield from _ask_question(debate, turn, f"{turn.key}/q{number}", period.title, asker, answerer, argument)


def recite_aloud(debate: DebateState, turn: Turn, utterances: list[Utterance]) -> Steps:
    """Recite words to everybody else, and add those that were heard to the transcript."""
    everybody = tuple(participant.id for participant in debate.spec.participants)
    steps = tuple(
        Step(
            key=utterance.id,
            actor=utterance.speaker,
            task="recite",
            audience=tuple(id for id in everybody if id != utterance.speaker),
            inputs={"text": utterance.text},
        )
        for utterance in utterances
    )
    floor = yield Batch(steps=steps, note=turn.note)
    debate.turns += [utterance for utterance, outcome in zip(utterances, floor.outcomes, strict=True) if outcome.ok]


def _offer_points(
    debate: DebateState, turn: Turn, text: str, arguments: tuple[Point, ...]
) -> Generator[Batch, Floor, list[tuple[str, Utterance]]]:
    """Return the points that are offered, each with the argument that it interrupts."""
    first, last = rules_of(debate.settings).protected
    open_to = list(enumerate(arguments, 1))[first : max(first, len(arguments) - last)]
    most = debate.settings.most_points if debate.settings.points else 0
    if not (open_to and turn.interrupters and most):
        return []
    floor = yield Batch(
        steps=tuple(_offer_step(debate, turn, text, place, argument.text) for place, argument in open_to),
        note=turn.note,
    )
    offers: list[tuple[str, Utterance]] = []
    for (_, argument), outcome in zip(open_to, floor.outcomes, strict=True):
        offer = OFFER_POINT.reply_of(outcome)
        if offer and offer.rises and len(offers) < most:
            key = f"{turn.key}/i{len(offers) + 1}"
            point = debate.utter(key, outcome.actor, offer.point.strip(), "point", within=turn.key)
            offers.append((argument.text, point))
    return offers


def _offer_step(debate: DebateState, turn: Turn, text: str, place: int, argument: str) -> Step:
    asker = stream(debate.spec.stream_seed, f"{turn.key}/{place}", "rises").choice(turn.interrupters)
    return Step(
        key=f"{turn.key}/offer/{place}",
        actor=asker,
        task="offer_point",
        inputs={
            **_brief(debate, turn, text, asker),
            "speaker": debate.spec.participant(turn.speaker).name,
            "argument": argument,
        },
    )


def _answer_step(debate: DebateState, turn: Turn, text: str, argument: str, point: Utterance) -> Step:
    return Step(
        key=f"{point.id}/answered",
        actor=turn.speaker,
        task="answer_point",
        inputs={
            **_brief(debate, turn, text, turn.speaker),
            "asker": point.name,
            "argument": argument,
            "point": point.text,
        },
    )


def _brief(debate: DebateState, turn: Turn, text: str, speaker: str) -> dict[str, JsonValue]:
    """Return a brief whose transcript ends with the speech that is under way."""
    turns = [*debate.turns, debate.utter(turn.key, turn.speaker, text)]
    return {**debate.brief(speaker), "turns": [utterance.model_dump(mode="json") for utterance in turns]}


def _choose_argument(debate: DebateState, speaker: str, place: int) -> str:
    """Return the argument that a question is about; empty where none was noted in the speaker's last speech."""
    name = debate.spec.participant(speaker).name
    arguments = [argument for argument in debate.made if argument.speaker == name]
    last = [argument.text for argument in arguments if argument.speech == arguments[-1].speech]
    return last[(place - 1) % len(last)] if last else ""


def _ask_question(
    debate: DebateState, turn: Turn, key: str, period: str, asker: str, answerer: str, argument: str
) -> Steps:
    """Ask one question, have it answered, and recite both; nothing is said where there is no question."""
    inputs: dict[str, JsonValue] = {
        **debate.brief(asker),
        "period": period,
        "answerer": debate.spec.participant(answerer).name,
        "argument": argument,
    }
    outcome = yield from ask(turn, f"{key}/asked", asker, "ask_question", inputs)
    question = (outcome.text or "").strip() if outcome.ok else ""
    if not question:
        return
    inputs = {
        **debate.brief(answerer),
        "period": period,
        "asker": debate.spec.participant(asker).name,
        "question": question,
    }
    outcome = yield from ask(turn, f"{key}/answered", answerer, "answer_question", inputs)
    utterances = [debate.utter(key, asker, question, "point", within=turn.key)]
    if outcome.ok and (answer := (outcome.text or "").strip()):
        utterances.append(debate.utter(f"{key}/answer", answerer, answer, "answer", within=turn.key))
    yield from recite_aloud(debate, turn, utterances)
