"""Probing judges: passages of debates in controlled pairs, so that what sways a judge shows beside what was said.

Every judge sees every pair in twelve arrangements (``scoring/union/pairs.py``), with names and sides taken out.
"""

from pydantic import Field

from doxa.judging.measures.anonymity import anonymous
from doxa.judging.measures.bias import Vote
from doxa.judging.measures.pairs import WORDS, Arrangement, arrangements, pairs
from doxa.judging.measures.panel import Ballot
from doxa.protocols.registry import Protocol
from doxa.records.base import Record, Settings
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script, Step
from doxa.records.transcripts import Debate


class UnionProbingSettings(Settings):
    """What judges are probed with."""

    debates: dict[str, Debate] = Field(default_factory=dict)
    """Name → a finished debate that passages are taken from."""
    words: int = Field(default=WORDS, ge=20)
    """The most words of a passage."""


class UnionProbingResult(Record):
    """What judges voted."""

    votes: tuple[Vote, ...] = ()
    """One a judge, pair and arrangement, but for those that were lost."""
    lost: dict[str, str] = Field(default_factory=dict)
    """Step key → why it brought no vote."""


def script(spec: RunSpec) -> Script:
    """Show every pair to every judge and return a UnionProbingResult."""
    settings = UnionProbingSettings.model_validate(spec.script)
    models = {one.id: spec.roles[one.role].model for one in spec.participants}
    votes: list[Vote] = []
    lost: dict[str, str] = {}
    for number, (name, debate) in enumerate(settings.debates.items(), 1):
        shown = [one for pair in pairs(debate, settings.words) for one in arrangements(debate, pair)]
        asked = [(judge, one) for judge in models for one in shown]
        if not asked:
            continue
        steps = tuple(_step(number, judge, debate, one) for judge, one in asked)
        floor = yield Batch(steps=steps, note=f"debate {number} of {len(settings.debates)}")
        for (judge, one), outcome in zip(asked, floor.outcomes, strict=True):
            if outcome.ok and isinstance(outcome.reply, dict):
                ballot = Ballot.model_validate(
                    {"judge": judge, "model": models[judge], "assignment": one.assignment, **outcome.reply}
                )
                votes.append(_vote(ballot, f"{name}/{one.pair}", one))
            else:
                lost[outcome.key] = f"{outcome.status}: {outcome.reason}"
    return UnionProbingResult(votes=tuple(votes), lost=lost)


def _step(number: int, judge: str, debate: Debate, one: Arrangement) -> Step:
    motion = anonymous(debate, one.assignment).motion
    turns = [turn.model_dump(mode="json") for turn in one.turns]
    return Step(
        key=f"{number:03d}/{judge}/{one.key}",
        actor=judge,
        task="judge_teams",
        inputs={"motion": motion, "turns": turns},
    )


def _vote(ballot: Ballot, unit: str, one: Arrangement) -> Vote:
    return Vote(
        judge=ballot.judge,
        model=ballot.model,
        unit=unit,
        assignment=one.assignment,
        side=ballot.side,
        first=one.first,
        longer=one.longer,
    )


UNION_PROBING = Protocol(Settings=UnionProbingSettings, Result=UnionProbingResult, script=script)
"""Judges see one speech of each side and are asked about teams, as on the panel."""
