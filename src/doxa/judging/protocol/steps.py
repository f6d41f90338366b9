"""The steps of judging a debate: the questions of each layer, and the records made from the answers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote
from doxa.judging.ballots.scores import (
    ASSIGNMENTS,
    DIMENSIONS,
    Assignment,
    JudgeBallot,
    SpeechScores,
    TeamBallot,
    rotation,
)
from doxa.judging.blind.anonymity import anonymise, relabel, team, team_labels
from doxa.records.base import JsonValue
from doxa.records.steps import Outcome, Step
from doxa.records.transcripts import SIDE_NAMES, Aside, Debate, ShownTurn, Utterance, other


def show_turn(turn: Utterance) -> ShownTurn:
    """Return a turn labelled with its speaker's name and side."""
    return ShownTurn(label=f"{turn.name} ({SIDE_NAMES[turn.side]})", text=turn.text, kind=turn.kind)


def show_aside(aside: Aside) -> ShownTurn:
    """Return what somebody of no side said, labelled with the name."""
    return ShownTurn(label=aside.name, text=aside.text, kind="aside")


def show_debate(debate: Debate) -> Iterator[ShownTurn]:
    """Yield all turns of a debate and what people of no side said between them."""
    yield from map(show_aside, debate.asides_after(""))
    for turn in debate.turns:
        yield show_turn(turn)
        yield from map(show_aside, debate.asides_after(turn.id))


def turns_before(debate: Debate, turn: Utterance) -> tuple[Utterance, ...]:
    """Return the turns before a turn."""
    return debate.turns[: debate.turns.index(turn)]


def is_answerable(debate: Debate, turn: Utterance) -> bool:
    """Return whether the other side had given a speech before a turn."""
    return any(earlier.side != turn.side and earlier.kind == "speech" for earlier in turns_before(debate, turn))


def scoring_steps(debate: Debate, personas: dict[str, str], actor: str) -> list[Step]:
    """Return a step per speech that scores the speech."""
    return [
        debate_step(
            f"rubric/{number:02d}",
            actor,
            "score_speech",
            debate,
            before=plain_turns(map(show_turn, turns_before(debate, speech))),
            speech=show_turn(speech).model_dump(mode="json"),
            persona=personas.get(speech.speaker, ""),
            answerable=is_answerable(debate, speech),
        )
        for number, speech in enumerate(debate.speeches, 1)
    ]


def read_scores(debate: Debate, outcomes: Sequence[Outcome]) -> tuple[SpeechScores, ...]:
    """Return the scores of the speeches that the judge scored."""
    all_scores = []
    for speech, outcome in zip(debate.speeches, outcomes, strict=True):
        if reply := reply_of(outcome):
            all_scores.append(scores_of(speech, reply))
    return tuple(all_scores)


def scores_of(speech: Utterance, reply: dict[str, Any]) -> SpeechScores:
    """Return the scores of one speech, without the dimensions that a reply leaves out."""
    return SpeechScores(
        speech=speech.id,
        speaker=speech.speaker,
        side=speech.side,
        scores={name: reply[name] for name in DIMENSIONS if reply[name] is not None},
    )


def comparison_step(debate: Debate, scores: Sequence[SpeechScores], actor: str) -> Step:
    """Return the step that compares all speeches side by side."""
    inputs: dict[str, JsonValue] = {
        "motion": debate.motion,
        "speeches": plain_turns(show_turn(debate.turn(speech_scores.speech)) for speech_scores in scores),
        "scores": [round(speech_scores.overall, 2) for speech_scores in scores],
    }
    return Step(key="compared", actor=actor, task="compare_speeches", inputs=inputs)


def compare(scores: Sequence[SpeechScores], outcome: Outcome) -> tuple[SpeechScores, ...]:
    """Return the scores with those of the comparison added; unchanged where the comparison failed."""
    reply = reply_of(outcome)
    if not reply:
        return tuple(scores)
    pairs = zip(scores, reply["scores"], strict=True)
    return tuple(speech_scores.model_copy(update={"recalibrated": float(score)}) for speech_scores, score in pairs)


def claim_steps(debate: Debate, actor: str) -> list[Step]:
    """Return a step per speech that notes the speech's claims."""
    return [
        debate_step(
            f"claims/{number:02d}",
            actor,
            "note_claims",
            debate,
            before=plain_turns(
                show_turn(earlier) for earlier in debate.speeches[: number - 1] if earlier.side == speech.side
            ),
            speech=show_turn(speech).model_dump(mode="json"),
        )
        for number, speech in enumerate(debate.speeches, 1)
    ]


def read_claims(debate: Debate, outcomes: Sequence[Outcome]) -> tuple[ClaimNote, ...]:
    """Return the claims that the judge noted; the third of the second speech is ``c2.3``."""
    claims = []
    for number, (speech, outcome) in enumerate(zip(debate.speeches, outcomes, strict=True), 1):
        for place, claim in enumerate((reply_of(outcome) or {"claims": []})["claims"], 1):
            id, origin = f"c{number}.{place}", {"speech": speech.id, "speaker": speech.speaker, "side": speech.side}
            claims.append(ClaimNote(id=id, **origin, **claim))
    return tuple(claims)


def list_targets(debate: Debate, notes: Annotation, turn: Utterance) -> list[JsonValue]:
    """Return the other side's claims and rebuttals that were made before a turn, which it can answer."""
    earlier_ids = {earlier.id for earlier in turns_before(debate, turn)} | {turn.within}
    names = {debate_turn.speaker: debate_turn.name for debate_turn in debate.turns}
    all_notes: list[ClaimNote | RebuttalNote] = [*notes.claims, *notes.rebuttals]
    return [
        {"id": note.id, "by": names[note.speaker], "text": note.text}
        for note in all_notes
        if note.side == other(turn.side) and note.speech in earlier_ids
    ]


def rebuttal_step(debate: Debate, notes: Annotation, number: int, actor: str, *, again: bool = False) -> Step | None:
    """Return the step that notes what a turn answers; None where there is nothing to answer, or it is a heckle."""
    turn = debate.turns[number - 1]
    listed = list_targets(debate, notes, turn)
    if not listed or turn.kind == "interjection":
        return None
    key = f"rebuttals/{'again/' if again else ''}{number:02d}"
    return debate_step(
        key, actor, "note_rebuttals", debate, turn=show_turn(turn).model_dump(mode="json"), targets=listed, again=again
    )


def read_rebuttals(debate: Debate, number: int, outcome: Outcome, *, again: bool = False) -> tuple[RebuttalNote, ...]:
    """Return the rebuttals that the judge noted; the first of the fourth turn is ``r4.1``."""
    turn = debate.turns[number - 1]
    origin = {"speech": turn.id, "speaker": turn.speaker, "side": turn.side}
    lead = f"r{number}.again." if again else f"r{number}."
    rebuttals = (reply_of(outcome) or {"rebuttals": []})["rebuttals"]
    return tuple(RebuttalNote(id=f"{lead}{place}", **origin, **rebuttal) for place, rebuttal in enumerate(rebuttals, 1))


def voting_steps(debate: Debate, panel: Sequence[str], name: str = "panel") -> list[tuple[Assignment, str, Step]]:
    """Return a step per judge and label assignment that scores two teams without names and sides.

    Args:
        name: the first part of the steps' keys.
    """
    ballot_steps = []
    for assignment in ASSIGNMENTS:
        hidden = anonymise(debate, assignment)
        inputs: dict[str, JsonValue] = {
            "motion": hidden.motion,
            "definitions": hidden.definitions.model_dump(mode="json") if hidden.definitions else None,
            "defined_by": team("pro", assignment),
            "answered_by": team("con", assignment),
            "turns": plain_turns(hidden.turns),
        }
        for judge in panel:
            key = f"{name}/{assignment.replace(' ', '-')}/{judge}"
            ballot_steps.append((assignment, judge, Step(key=key, actor=judge, task="judge_teams", inputs=inputs)))
    return ballot_steps


def read_ballots(
    asked: Sequence[tuple[Assignment, str, Step]], outcomes: Sequence[Outcome], models: dict[str, str]
) -> tuple[JudgeBallot, ...]:
    """Return the ballots that judges cast."""
    pairs = zip(asked, outcomes, strict=True)
    return tuple(
        JudgeBallot(judge=judge, model=models[judge], assignment=assignment, **reply)
        for (assignment, judge, _), outcome in pairs
        if (reply := reply_of(outcome))
    )


def ranking_steps(debate: Debate, panel: Sequence[str]) -> list[tuple[int, str, Step]]:
    """Return a step per judge and rotation of labels that scores all teams."""
    ballot_steps = []
    for number in range(len(debate.teams)):
        labels = rotation(debate.teams, number)
        hidden = relabel(debate, team_labels(debate, labels))
        inputs: dict[str, JsonValue] = {
            "motion": hidden.motion,
            "definitions": hidden.definitions.model_dump(mode="json") if hidden.definitions else None,
            "labels": list[JsonValue](sorted(labels.values())),
            "turns": plain_turns(hidden.turns),
        }
        for judge in panel:
            step = Step(key=f"ranking/{number + 1}/{judge}", actor=judge, task="rank_teams", inputs=inputs)
            ballot_steps.append((number, judge, step))
    return ballot_steps


def read_team_ballots(
    debate: Debate, asked: Sequence[tuple[int, str, Step]], outcomes: Sequence[Outcome], models: dict[str, str]
) -> tuple[TeamBallot, ...]:
    """Return the ballots that judges cast on more than two teams."""
    ballots = []
    for (number, judge, _), outcome in zip(asked, outcomes, strict=True):
        if reply := reply_of(outcome):
            ballots.append(
                TeamBallot(
                    judge=judge,
                    model=models[judge],
                    rotation=number,
                    scores={name: reply["scores"][label] for name, label in rotation(debate.teams, number).items()},
                )
            )
    return tuple(ballots)


def list_audited(debate: Debate, notes: Annotation, claims: Sequence[ClaimNote]) -> list[JsonValue]:
    """Return claims with the answers to them, as the auditor sees them."""
    names = {turn.speaker: f"{turn.name} ({SIDE_NAMES[turn.side]})" for turn in debate.turns}
    answers = {
        claim.id: [rebuttal.text for rebuttal in notes.rebuttals if rebuttal.target == claim.id] for claim in claims
    }
    return [
        {"id": claim.id, "by": names[claim.speaker], "text": claim.text, "answers": list[JsonValue](answers[claim.id])}
        for claim in claims
    ]


def debate_step(key: str, actor: str, task: str, debate: Debate, **about: JsonValue) -> Step:
    """Return a step about a debate, with motion and definitions among its inputs."""
    definitions = debate.definitions.model_dump(mode="json") if debate.definitions else None
    return Step(key=key, actor=actor, task=task, inputs={"motion": debate.motion, "definitions": definitions, **about})


def plain_turns(turns: Iterable[ShownTurn]) -> list[JsonValue]:
    """Return turns as the inputs of a step hold them."""
    return [turn.model_dump(mode="json") for turn in turns]


def reply_of(outcome: Outcome) -> Any:
    """Return a structured reply; None where there is none."""
    return outcome.reply if outcome.ok and isinstance(outcome.reply, dict) else None
