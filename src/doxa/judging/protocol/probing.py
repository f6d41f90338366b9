"""Probing judges for biases: judges vote on controlled pairs of passages, so that content and bias can be separated.

Every judge sees every pair in twelve arrangements (``judging/measures/pairs.py``), with names and sides replaced, and
in twelve more with a planted sentence that tells judges what to answer (``judging/measures/planting.py``).
"""

from pydantic import Field

from doxa.judging.measures.anonymity import anonymise
from doxa.judging.measures.bias import ArrangedVote
from doxa.judging.measures.pairs import WORDS, Arrangement, arrangements, pairs
from doxa.judging.measures.panel import JudgeBallot
from doxa.judging.measures.planting import Planted, PlantedPair, planted_pairs
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step
from doxa.records.transcripts import Debate


class UnionProbingSettings(Settings):
    """Settings of probing: the debates, and the length of passages."""

    debates: dict[str, Debate] = Field(default_factory=dict)
    """Name → a finished debate that passages are taken from."""
    words: int = Field(default=WORDS, ge=20)
    """The most words of a passage."""
    planted: tuple[Planted, ...] = ()
    """Kinds of sentences that tell judges what to answer, planted in passages shown besides."""


class UnionProbingResult(Record):
    """The votes of judges."""

    votes: tuple[ArrangedVote, ...] = ()
    """One vote per judge, pair and arrangement, without the lost ones."""
    lost: dict[str, str] = Field(default_factory=dict)
    """Step key → why the step has no vote."""


def script(spec: RunSpec) -> Script:
    """Show every pair to every judge and return a UnionProbingResult."""
    settings = UnionProbingSettings.model_validate(spec.script)
    models = {participant.id: spec.roles[participant.role].model for participant in spec.participants}
    votes: list[ArrangedVote] = []
    lost: dict[str, str] = {}
    for number, (name, debate) in enumerate(settings.debates.items(), 1):
        debate_arrangements = _list_arrangements(debate, settings)
        questions = [(judge, arrangement) for judge in models for arrangement in debate_arrangements]
        if not questions:
            continue
        steps = tuple(_step(number, judge, debate, arrangement) for judge, arrangement in questions)
        floor = yield Batch(steps=steps, note=f"debate {number} of {len(settings.debates)}")
        for (judge, arrangement), outcome in zip(questions, floor.outcomes, strict=True):
            if outcome.ok and isinstance(outcome.reply, dict):
                ballot = JudgeBallot.model_validate(
                    {"judge": judge, "model": models[judge], "assignment": arrangement.assignment, **outcome.reply}
                )
                votes.append(_vote(ballot, f"{name}/{arrangement.pair}", arrangement))
            else:
                lost[outcome.key] = f"{outcome.status}: {outcome.reason}"
    return UnionProbingResult(votes=tuple(votes), lost=lost)


def _list_arrangements(debate: Debate, settings: UnionProbingSettings) -> list[Arrangement | PlantedPair]:
    """Return every arrangement of a debate's pairs, those with planted sentences last."""
    debate_pairs = pairs(debate, settings.words)
    plain = [arrangement for pair in debate_pairs for arrangement in arrangements(debate, pair)]
    planted = [arrangement for pair in debate_pairs for arrangement in planted_pairs(debate, pair, settings.planted)]
    return [*plain, *planted]


def _step(number: int, judge: str, debate: Debate, arrangement: Arrangement | PlantedPair) -> Step:
    motion = anonymise(debate, arrangement.assignment).motion
    turns = [turn.model_dump(mode="json") for turn in arrangement.turns]
    return Step(
        key=f"{number:03d}/{judge}/{arrangement.key}",
        actor=judge,
        task="judge_teams",
        inputs={"motion": motion, "turns": turns},
    )


def _vote(ballot: JudgeBallot, unit: str, arrangement: Arrangement | PlantedPair) -> ArrangedVote:
    if isinstance(arrangement, PlantedPair):
        return ArrangedVote(
            judge=ballot.judge,
            model=ballot.model,
            unit=unit,
            assignment=arrangement.assignment,
            side=ballot.side,
            planted=arrangement.planted,
            asked=arrangement.asked,
        )
    return ArrangedVote(
        judge=ballot.judge,
        model=ballot.model,
        unit=unit,
        assignment=arrangement.assignment,
        side=ballot.side,
        first=arrangement.first,
        longer=arrangement.longer,
    )


UNION_PROBING = Protocol(Settings=UnionProbingSettings, Result=UnionProbingResult, script=script)
"""Judges see one passage of each side and score teams, as on the panel."""
