"""Periods of questions after a speech, such as cross-examinations and crossfires: every question is answered.

Question k of a period is about the k-th argument, in turns, that was noted in the answerer's last speech. In the
transcript questions are points within the speech that they follow, with keys ``p2/q1`` and ``p2/q1/answer``.
"""

from doxa.records.base import JsonValue
from doxa.records.steps import Batch, Step
from doxa.records.transcripts import Utterance
from doxa.systems.union.protocol.settings import Turn
from doxa.systems.union.protocol.state import DebateState
from doxa.systems.union.protocol.vectors import Steps


def hold_questions(debate: DebateState, turn: Turn) -> Steps:
    """Hold the periods of questions after a speech."""
    number = 0
    for period in turn.questions:
        asked: dict[str, int] = {}
        for asker, answerer in period.pairs:
            number += 1
            asked[answerer] = asked.get(answerer, 0) + 1
            argument = _choose_argument(debate, answerer, asked[answerer])
            yield from _ask(debate, turn, f"{turn.key}/q{number}", period.title, asker, answerer, argument)


def _choose_argument(debate: DebateState, speaker: str, place: int) -> str:
    """Return the argument that a question is about; empty where none was noted in the speaker's last speech."""
    name = debate.spec.participant(speaker).name
    arguments = [argument for argument in debate.made if argument.speaker == name]
    last = [argument.text for argument in arguments if argument.speech == arguments[-1].speech]
    return last[(place - 1) % len(last)] if last else ""


def _ask(debate: DebateState, turn: Turn, key: str, period: str, asker: str, answerer: str, argument: str) -> Steps:
    """Ask one question, have it answered, and recite both; nothing is said where there is no question."""
    inputs: dict[str, JsonValue] = {
        **debate.brief(asker),
        "period": period,
        "answerer": debate.spec.participant(answerer).name,
        "argument": argument,
    }
    step = Step(key=f"{key}/asked", actor=asker, task="ask_question", inputs=inputs)
    floor = yield Batch(steps=(step,), note=turn.note)
    question = (floor.outcomes[0].text or "").strip() if floor.outcomes[0].ok else ""
    if not question:
        return
    inputs = {
        **debate.brief(answerer),
        "period": period,
        "asker": debate.spec.participant(asker).name,
        "question": question,
    }
    step = Step(key=f"{key}/answered", actor=answerer, task="answer_question", inputs=inputs)
    floor = yield Batch(steps=(step,), note=turn.note)
    answer = (floor.outcomes[0].text or "").strip() if floor.outcomes[0].ok else ""
    spoken = [(key, asker, question, "point"), *([(f"{key}/answer", answerer, answer, "answer")] if answer else [])]
    utterances = [
        Utterance.model_validate(
            {
                "id": id,
                "speaker": speaker,
                "name": debate.spec.participant(speaker).name,
                "side": debate.side(speaker),
                "text": text,
                "kind": kind,
                "within": turn.key,
            }
        )
        for id, speaker, text, kind in spoken
    ]
    yield from recite_aloud(debate, turn, utterances)


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
