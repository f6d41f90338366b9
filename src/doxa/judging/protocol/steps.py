"""The questions of judging a debate: the steps of each layer, and the records made from the answers."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from doxa.judging.ballots.annotation import Annotation, AuditNote, ClaimNote, RebuttalNote
from doxa.judging.ballots.scores import ASSIGNMENTS, DIMENSIONS, JudgeBallot, SpeechScores, TeamBallot, rotation
from doxa.judging.blind.anonymity import Anonymous, anonymise, relabel, team, team_labels
from doxa.records.base import JsonValue
from doxa.records.judge_layers import layer_named
from doxa.records.steps import Batch, Floor, Outcome, Step
from doxa.records.transcripts import SIDE_NAMES, Aside, Debate, ShownTurn, Utterance, other

ANNOTATOR = "annotator"
"""The actor that scores, annotates, audits and judges outright; all other participants are the panel."""


class JudgeQuestion(NamedTuple):
    """A step, and the function that returns the records made from its reply."""

    step: Step
    read: Callable[[Any], Iterable[Any]]


def ask(
    note: str, groups: Mapping[str, Iterable[JudgeQuestion]], lose: Callable[[str, Outcome], None]
) -> Generator[Batch, Floor, dict[str, tuple[Any, ...]]]:
    """Ask groups of questions in one batch; return for each group the records made from the answers, in order.

    Args:
        lose: called with the name of its group for each outcome without a reply.
    """
    asked = [(name, question) for name, questions in groups.items() for question in questions]
    floor = yield Batch(steps=tuple(question.step for _, question in asked), note=note)
    answers: dict[str, tuple[Any, ...]] = dict.fromkeys(groups, ())
    for (name, question), outcome in zip(asked, floor.outcomes, strict=True):
        if outcome.ok:
            answers[name] += tuple(question.read(outcome.reply))
        else:
            lose(name, outcome)
    return answers


def show_turn(turn: Utterance) -> ShownTurn:
    """Return a turn labelled with its speaker's name and side."""
    return ShownTurn(label=f"{turn.name} ({SIDE_NAMES[turn.side]})", text=turn.text, kind=turn.kind)


def show_aside(aside: Aside) -> ShownTurn:
    """Return what somebody of no side said, labelled with the name."""
    return ShownTurn(label=aside.name, text=aside.text, kind="aside")


def show_debate(debate: Debate) -> list[ShownTurn]:
    """Return all turns of a debate and what people of no side said between them."""
    return [show_aside(said) if isinstance(said, Aside) else show_turn(said) for said in debate.in_order()]


def turns_before(debate: Debate, turn: Utterance) -> tuple[Utterance, ...]:
    """Return the turns before a turn."""
    return debate.turns[: debate.turns.index(turn)]


def is_answerable(debate: Debate, turn: Utterance) -> bool:
    """Return whether the other side had given a speech before a turn."""
    return any(earlier.side != turn.side and earlier.kind == "speech" for earlier in turns_before(debate, turn))


def origin_of(turn: Utterance) -> dict[str, Any]:
    """Return what a note of a turn says of where it was made."""
    return {"speech": turn.id, "speaker": turn.speaker, "side": turn.side}


def ask_scores(debate: Debate, personas: dict[str, str]) -> Iterator[JudgeQuestion]:
    """Yield a question for each speech, which scores the speech."""
    for number, speech in enumerate(debate.speeches, 1):
        step = debate_step(
            f"rubric/{number:02d}",
            "score_speech",
            debate,
            before=plain_turns(map(show_turn, turns_before(debate, speech))),
            speech=show_turn(speech).model_dump(mode="json"),
            persona=personas.get(speech.speaker, ""),
            answerable=is_answerable(debate, speech),
        )
        yield JudgeQuestion(step, partial(read_scores, speech))


def read_scores(speech: Utterance, reply: dict[str, Any]) -> Iterator[SpeechScores]:
    """Yield the scores of one speech, without the dimensions that a reply leaves out, and the reason."""
    scores = {name: reply[name] for name in DIMENSIONS if reply[name] is not None}
    yield SpeechScores(**origin_of(speech), scores=scores, reason=reply.get("reason", ""))


def ask_comparison(debate: Debate, scores: Sequence[SpeechScores]) -> JudgeQuestion:
    """Return the question that compares all speeches side by side."""
    inputs: dict[str, JsonValue] = {
        "motion": debate.motion,
        "speeches": plain_turns(show_turn(debate.turn(speech_scores.speech)) for speech_scores in scores),
        "scores": [round(speech_scores.overall, 2) for speech_scores in scores],
    }
    step = Step(key="compared", actor=ANNOTATOR, task="compare_speeches", inputs=inputs)
    return JudgeQuestion(step, partial(_recalibrate, scores))


def _recalibrate(scores: Sequence[SpeechScores], reply: Any) -> Iterator[SpeechScores]:
    for speech_scores, score in zip(scores, reply["scores"], strict=True):
        yield speech_scores.model_copy(update={"recalibrated": float(score)})


def ask_claims(debate: Debate) -> Iterator[JudgeQuestion]:
    """Yield a question for each speech, which notes the speech's claims; the third of the second speech is ``c2.3``."""
    for number, speech in enumerate(debate.speeches, 1):
        own = (show_turn(earlier) for earlier in debate.speeches[: number - 1] if earlier.side == speech.side)
        shown = show_turn(speech).model_dump(mode="json")
        step = debate_step(f"claims/{number:02d}", "note_claims", debate, before=plain_turns(own), speech=shown)
        yield JudgeQuestion(step, partial(_read_claims, f"c{number}.", speech))


def _read_claims(lead: str, speech: Utterance, reply: Any) -> Iterator[ClaimNote]:
    for place, claim in enumerate(reply["claims"], 1):
        yield ClaimNote(id=f"{lead}{place}", **origin_of(speech), **claim)


def ask_rebuttals(debate: Debate, notes: Annotation, number: int, *, again: bool = False) -> Iterator[JudgeQuestion]:
    """Yield the question that notes what a turn answers; none where there is nothing to answer, or it is a heckle.

    The first rebuttal of the fourth turn is ``r4.1``; ``r4.again.1`` where the turn was read again.
    """
    turn = debate.turns[number - 1]
    earlier_ids = {earlier.id for earlier in turns_before(debate, turn)} | {turn.within}
    names = {debate_turn.speaker: debate_turn.name for debate_turn in debate.turns}
    targets: list[JsonValue] = [
        {"id": note.id, "by": names[note.speaker], "text": note.text}
        for note in notes.all
        if note.side == other(turn.side) and note.speech in earlier_ids
    ]
    if targets and turn.kind != "interjection":
        key = f"rebuttals/{'again/' if again else ''}{number:02d}"
        shown = show_turn(turn).model_dump(mode="json")
        step = debate_step(key, "note_rebuttals", debate, turn=shown, targets=targets, again=again)
        yield JudgeQuestion(step, partial(_read_rebuttals, f"r{number}.again." if again else f"r{number}.", turn))


def _read_rebuttals(lead: str, turn: Utterance, reply: Any) -> Iterator[RebuttalNote]:
    for place, rebuttal in enumerate(reply["rebuttals"], 1):
        yield RebuttalNote(id=f"{lead}{place}", **origin_of(turn), **rebuttal)


def ask_votes(debate: Debate, panel: Mapping[str, str], name: str) -> Iterator[JudgeQuestion]:
    """Yield a question for each label assignment and judge, which scores two teams without names and sides.

    Args:
        panel: judge → model.
        name: the first part of the steps' keys.
    """
    for assignment in ASSIGNMENTS:
        hidden = anonymise(debate, assignment)
        inputs = _show_hidden(hidden, defined_by=team("pro", assignment), answered_by=team("con", assignment))
        for judge, model in panel.items():
            key = f"{name}/{assignment.replace(' ', '-')}/{judge}"
            step = Step(key=key, actor=judge, task="judge_teams", inputs=inputs)
            yield JudgeQuestion(step, partial(_read_ballot, judge=judge, model=model, assignment=assignment))


def _read_ballot(reply: Any, **cast: Any) -> Iterator[JudgeBallot]:
    yield JudgeBallot(**cast, **reply)


def ask_ranks(debate: Debate, panel: Mapping[str, str]) -> Iterator[JudgeQuestion]:
    """Yield a question for each rotation of labels and judge, which scores all teams.

    Args:
        panel: judge → model.
    """
    for number in range(len(debate.teams)):
        labels = rotation(debate.teams, number)
        inputs = _show_hidden(
            relabel(debate, team_labels(debate, labels)), labels=list[JsonValue](sorted(labels.values()))
        )
        for judge, model in panel.items():
            step = Step(key=f"ranking/{number + 1}/{judge}", actor=judge, task="rank_teams", inputs=inputs)
            yield JudgeQuestion(step, partial(_read_ranks, labels, judge=judge, model=model, rotation=number))


def _read_ranks(labels: dict[str, str], reply: Any, **cast: Any) -> Iterator[TeamBallot]:
    yield TeamBallot(**cast, scores={name: reply["scores"][label] for name, label in labels.items()})


def ask_added(name: str, debate: Debate) -> Iterator[JudgeQuestion]:
    """Yield each question of a layer of another package."""
    layer = layer_named(name)
    for question, inputs in layer.questions(debate).items():
        step = Step(key=f"layers/{name}/{question}", actor=ANNOTATOR, task=layer.task, inputs=dict(inputs))
        yield JudgeQuestion(step, lambda reply: [reply])


def _show_hidden(hidden: Anonymous, **labels: JsonValue) -> dict[str, JsonValue]:
    """Return the inputs of a question to the panel."""
    definitions = hidden.definitions.model_dump(mode="json") if hidden.definitions else None
    return {"motion": hidden.motion, "definitions": definitions, **labels, "turns": plain_turns(hidden.turns)}


def ask_outright(debate: Debate) -> Iterator[JudgeQuestion]:
    """Yield the question of who won, whose answer is winner and reason."""
    step = debate_step("holistic", "judge_outright", debate, turns=plain_turns(show_debate(debate)))
    yield JudgeQuestion(step, lambda reply: (reply["winner"], reply["reason"]))


def ask_audit(key: str, debate: Debate, notes: Annotation, claims: Sequence[ClaimNote]) -> JudgeQuestion:
    """Return the question of what became of claims, which are shown with the answers to them."""
    names = {turn.speaker: show_turn(turn).label for turn in debate.turns}
    listed: list[JsonValue] = [
        {
            "id": claim.id,
            "by": names[claim.speaker],
            "text": claim.text,
            "answers": [rebuttal.text for rebuttal in notes.rebuttals if rebuttal.target == claim.id],
        }
        for claim in claims
    ]
    step = debate_step(key, "audit_claims", debate, claims=listed)
    return JudgeQuestion(step, lambda reply: [AuditNote(**fate) for fate in reply["fates"]])


def debate_step(key: str, task: str, debate: Debate, **about: JsonValue) -> Step:
    """Return a step of the annotator about a debate, with motion and definitions among its inputs."""
    definitions = debate.definitions.model_dump(mode="json") if debate.definitions else None
    inputs: dict[str, JsonValue] = {"motion": debate.motion, "definitions": definitions, **about}
    return Step(key=key, actor=ANNOTATOR, task=task, inputs=inputs)


def plain_turns(turns: Iterable[ShownTurn]) -> list[JsonValue]:
    """Return turns as the inputs of a step hold them."""
    return [turn.model_dump(mode="json") for turn in turns]
