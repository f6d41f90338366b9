"""Probing a panel's judges for biases: one run in which they vote on controlled pairs of passages.

The panel's ballots on whole debates show preferences for labels and sides; pairs add order and length. Self-preference
needs debates in which different models speak for the two sides, according to the run's spec.
"""

from collections.abc import Sequence
from pathlib import Path

from doxa.experiments.sharing import remaining_budget
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.judging.cases import Judges, JudgingCase, panel_spec
from doxa.judging.measures.bias import ArrangedVote
from doxa.judging.measures.instructions import withhold_instructions
from doxa.judging.measures.judged import DebateJudgement
from doxa.judging.measures.planting import PLANTED
from doxa.judging.protocol.probing import UnionProbingResult, UnionProbingSettings
from doxa.log.rundir import RunLog
from doxa.models.setup import performer_for
from doxa.records.spec import RunSpec
from doxa.records.transcripts import Side


def probe(
    cases: Sequence[JudgingCase], judges: Judges, out: Path, make: MakePerformer = performer_for
) -> list[ArrangedVote]:
    """Return the votes of every judge of a panel on controlled pairs of passages from all debates.

    Raises:
        StoppedError: the budget is spent, or interrupted; the same call continues.
    """
    spec = probing_spec(cases, judges)
    budget = remaining_budget(judges.budget, [case.path for case in cases])
    log = sit(spec, probing_directory(out, spec), Terms(conditions=judges.conditions, budget=budget), make=make)
    return read_votes_of_probing(log)


def probing_directory(out: Path, spec: RunSpec) -> Path:
    """Return the directory of a probing run."""
    return out / f"bias-{spec.hash[:8]}"


def probing_spec(cases: Sequence[JudgingCase], judges: Judges) -> RunSpec:
    """Return the spec of the probing run."""
    hide = withhold_instructions if judges.instructions == "withheld" else lambda debate: debate
    script = UnionProbingSettings(debates={case.name: hide(case.debate) for case in cases}, planted=PLANTED)
    return panel_spec("bias", "(each debate has its own)", "union_probing", script.model_dump(mode="json"), judges)


def read_votes_of_probing(log: RunLog) -> list[ArrangedVote]:
    """Return the votes of a finished probing run; none where it has not finished."""
    probing_result = log.result(UnionProbingResult)
    return list(probing_result.votes) if probing_result else []


def panel_votes(cases: Sequence[JudgingCase], judgements: Sequence[DebateJudgement]) -> list[ArrangedVote]:
    """Return a panel's ballots on whole debates as votes."""
    return [
        ArrangedVote(
            judge=ballot.judge, model=ballot.model, unit=case.name, assignment=ballot.assignment, side=ballot.side
        )
        for case, judgement in zip(cases, judgements, strict=True)
        for ballot in judgement.brought.ballots
    ]


def speakers_models(log: RunLog) -> dict[Side, str]:
    """Return the model that speaks for each side of a run; a side of several models is left out."""
    models_by_side: dict[Side, set[str]] = {"pro": set(), "con": set()}
    for participant in log.spec.participants:
        if participant.side != "neutral" and participant.role in log.spec.roles:
            models_by_side[participant.side].add(log.spec.roles[participant.role].model)
    return {side: next(iter(models)) for side, models in models_by_side.items() if len(models) == 1}
