"""Probing a panel's judges for biases: for each debate a run in which they vote on controlled pairs of passages.

The panel's ballots on whole debates show preferences for labels and sides; pairs add order and length. The layers that
count and compute are probed with whole debates: mirrored, and with the speeches of one side padded. Self-preference
needs debates in which different models speak for the two sides, according to the run's spec. Everything lies beside the
judgement of its debate: in the readings of a run, or in the folder of a transcript's judgement.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from doxa.engine.drive import Progress
from doxa.experiments.named_models import OFFLINE, corpora_of, settings_of
from doxa.experiments.sharing import remaining_budget
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.bias.layer_bias import LayerProbe, pad_side
from doxa.judging.bias.mirrored import mirror
from doxa.judging.bias.pairs import ARRANGEMENTS, MOST_PAIRS, WINDOWS, cross_pairs
from doxa.judging.bias.planting import PLANTED, PLANTED_ARRANGEMENTS
from doxa.judging.bias.preferences import ArrangedVote
from doxa.judging.blind.instructions import withhold_instructions
from doxa.judging.cases import Judges, JudgingCase, case_of_debate, judge, panel_spec
from doxa.judging.protocol.probing import PARAPHRASER, UnionProbingResult, UnionProbingSettings
from doxa.log.rundir import RunLog
from doxa.models.setup import performer_for
from doxa.records.people import Participant
from doxa.records.spec import RunSpec
from doxa.records.transcripts import SIDES, Debate, Side


@dataclass(frozen=True, kw_only=True)
class Probing:
    """How judges are probed."""

    windows: int = WINDOWS
    """Windows of each speech that passages are cut from."""
    pairs: int = MOST_PAIRS
    """The most pairs of passages of a debate."""
    paraphraser: str = OFFLINE
    """The model that says passages in more words."""


Watch = Callable[[JudgingCase, Progress], None]


def probe(
    cases: Sequence[JudgingCase],
    judges: Judges,
    probing: Probing | None = None,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[ArrangedVote]:
    """Return the votes of every judge of a panel on controlled pairs of passages from all debates.

    Raises:
        StoppedError: the budget is spent, or interrupted; the same call continues.
    """
    votes: list[ArrangedVote] = []
    specs = {case.name: probing_spec(case, judges, probing or Probing()) for case in cases}
    paths = {name: probing_directory(case, specs[name]) for name, case in ((case.name, case) for case in cases)}
    for case in cases:
        others = [*(other.path for other in cases), *(path for name, path in paths.items() if name != case.name)]
        terms = Terms(conditions=judges.conditions, budget=remaining_budget(judges.budget, others))
        follow = _follower(watch, case)
        votes += read_votes_of_probing(sit(specs[case.name], paths[case.name], terms, watch=follow, make=make))
    return votes


def _follower(watch: Watch | None, case: JudgingCase) -> Callable[[Progress], None] | None:
    return (lambda now: watch(case, now)) if watch else None


def probing_directory(case: JudgingCase, spec: RunSpec) -> Path:
    """Return the directory of a probing run, which is beside the judgement of its debate."""
    return case.path.parent / f"{spec.protocol}-{spec.hash[:8]}"


def probing_spec(case: JudgingCase, judges: Judges, probing: Probing) -> RunSpec:
    """Return the spec of the probing run of one debate."""
    script = UnionProbingSettings(
        debates={case.name: _shown(case.debate, judges)},
        planted=PLANTED,
        windows=probing.windows,
        pairs=probing.pairs,
    )
    spec = panel_spec("bias", case.debate.motion, "union_probing", script.model_dump(mode="json"), judges)
    model = settings_of(probing.paraphraser)
    paraphraser = Participant(id=PARAPHRASER, name="The paraphraser", kernel=None, role=PARAPHRASER)
    return spec.model_copy(
        update={
            "participants": (*spec.participants, paraphraser),
            "roles": {**spec.roles, PARAPHRASER: model},
            "corpora": spec.corpora or corpora_of((model.model,)),
            "parent": case.spec.parent,
            "replicate": case.spec.replicate,
        }
    )


def _shown(debate: Debate, judges: Judges) -> Debate:
    return withhold_instructions(debate) if judges.instructions == "withheld" else debate


def count_probing_votes(case: JudgingCase, judges: Judges, probing: Probing) -> int:
    """Return the votes that probing one debate takes, of all judges together, and ask nobody."""
    debate_pairs = cross_pairs(_shown(case.debate, judges), probing.windows, count=probing.pairs)
    beginnings = sum(pair.window == 0 for pair in debate_pairs)
    return len(judges.seats) * (ARRANGEMENTS * len(debate_pairs) + PLANTED_ARRANGEMENTS * beginnings)


def layer_cases(case: JudgingCase, judges: Judges) -> list[JudgingCase]:
    """Return the cases that judge one debate mirrored, with Proposition padded, and with Opposition padded."""
    plain = replace(judges, mirrored=False)
    folder = case.path.parent / "probed-layers"
    variants = {"mirrored": mirror(case.debate), **{f"{side} padded": pad_side(case.debate, side) for side in SIDES}}
    return [case_of_debate(f"{case.name}: {name}", debate, plain, folder) for name, debate in variants.items()]


def probe_layers(
    cases: Sequence[JudgingCase],
    judgements: Sequence[DebateJudgement],
    judges: Judges,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[LayerProbe]:
    """Return each debate's judgement as spoken beside those of the mirrored and the padded debate.

    Raises:
        StoppedError: the budget is spent, or interrupted; the same call continues.
    """
    planned = [layer_cases(case, judges) for case in cases]
    every = [variant for variants in planned for variant in variants]
    spent = remaining_budget(judges.budget, [case.path for case in cases])
    judged = dict(
        zip(
            (variant.path for variant in every),
            judge(every, replace(judges, budget=spent), watch, make),
            strict=True,
        )
    )
    probes = []
    for case, judgement, variants in zip(cases, judgements, planned, strict=True):
        mirrored, pro, con = (judged[variant.path] for variant in variants)
        padded: dict[Side, DebateJudgement] = {"pro": pro, "con": con}
        second: Side = "con" if case.debate.speeches[0].side == "pro" else "pro"
        probes.append(LayerProbe(case.name, second, judgement, mirrored, padded))
    return probes


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
