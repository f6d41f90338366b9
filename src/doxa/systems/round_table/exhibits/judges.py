"""Several judges of the same discussions: what each finds under each rule, and how far they agree beyond chance.

Policy-parameterised prompts, section 4.3, calls three judges highly consistent and prints no number. Agreement here
is Krippendorff's α over the turns that have an utterance before them, whole runs resampled.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from doxa.analysis.exhibit import Cell, Table
from doxa.scoring.agreement import alpha, alpha_interval
from doxa.scoring.bootstrap import estimate_of
from doxa.systems.round_table.exhibits.discussions import (
    AGREES,
    ALL,
    NEEDS_MODELS,
    OPPOSES,
    RESPONDS,
    RULES,
    Discussion,
    caption,
    measure,
    title_of,
    under_rule,
)
from doxa.systems.round_table.tasks import Reply as Judgement

METRICS = {"responsiveness": "responds", "rebuttal": "opposes"}
"""Metric → the field of a judgement that it is computed from."""


Judged = Mapping[str, Mapping[str, Mapping[str, Judgement | None]]]
"""Judge → run → step key → judgement; None where the judge gave none. Runs whose reading failed are absent."""


def tables(discussions: Sequence[Discussion], judged: Judged) -> list[Table]:
    """Return two tables by rule: what each judge finds, and how far the judges agree."""
    return [_tabulate_findings(discussions, judged), _tabulate_agreement(discussions, judged)]


def as_judged(discussion: Discussion, judgements: Mapping[str, Judgement | None]) -> Discussion:
    """Return a discussion with one judge's judgements in place of those made during the run."""
    spoken = []
    for spoken_turn in discussion.spoken:
        judgement = judgements.get(spoken_turn.key)
        fields = {field: getattr(judgement, field, None) for field in METRICS.values()}
        spoken.append(spoken_turn.model_copy(update={"turn": spoken_turn.turn.model_copy(update=fields)}))
    return discussion.model_copy(update={"spoken": tuple(spoken)})


def _tabulate_findings(discussions: Sequence[Discussion], judged: Judged) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for (judge, runs), rule in product(judged.items(), (*RULES, ALL)):
        own = [run for run in under_rule(discussions, rule) if run.path in runs]
        reread = [as_judged(discussion, runs[discussion.path]) for discussion in own]
        for metric in METRICS:
            measured = measure(reread, metric)
            rows.append((judge, rule, len(reread), metric, measured.estimate, measured.mean, measured.missing))
    shows = "Responsiveness and rebuttal of the same finished discussions, as each judge reads them." + _lacking(judged)
    return Table(
        name="judges",
        title=title_of("What each judge finds", discussions, shows_judgements=False),
        caption=caption(shows, discussions, (RESPONDS, OPPOSES, AGREES), shows_judgements=False),
        columns=("judge", "rule", "runs", "metric", "pooled mean", "mean of runs", "missing"),
        rows=tuple(rows) or ((NEEDS_MODELS, ALL, 0, *(None,) * 4),),
        sources=tuple(discussion.path for discussion in discussions),
    )


def _tabulate_agreement(discussions: Sequence[Discussion], judged: Judged) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for rule, (metric, says) in product((*RULES, ALL), METRICS.items()):
        compared = under_rule(discussions, rule) if len(judged) > 1 else []
        groups = [_units(discussion, judged, says) for discussion in compared]
        units = [unit for group in groups for unit in group]
        same = [len(set(unit)) == 1 for unit in units if None not in unit]
        share = sum(same) / len(same) if same else None
        rows.append(
            (metric, rule, len(judged), len(units), estimate_of(alpha(units, "nominal"), alpha_interval(groups)), share)
        )
    shows = (
        "Krippendorff's alpha between judges over the turns that have an utterance before them: 1 is perfect "
        "agreement, 0 that of chance, a dash where all judges say the same of everything. Intervals resample whole "
        "runs. The text calls its three judges highly consistent and prints no number." + _lacking(judged)
    )
    return Table(
        name="judges-agreement",
        title=title_of("How far the judges agree", discussions, shows_judgements=False),
        caption=caption(shows, discussions, (RESPONDS, OPPOSES, AGREES), shows_judgements=False),
        columns=("metric", "rule", "judges", "turns", "alpha", "all say the same"),
        rows=tuple(rows),
        sources=tuple(discussion.path for discussion in discussions),
    )


def _lacking(judged: Judged) -> str:
    offline = " The judge “offline” is string rules, not a model." if "offline" in judged else ""
    return (
        offline if len(judged) > 1 else f"{offline} Two judges or more are needed: --judges A,B,C, each provider:model."
    )


def _units(discussion: Discussion, judged: Judged, says: str) -> list[tuple[float | None, ...]]:
    """Return one unit for each turn that has an utterance before it, with one value for each judge."""
    keys = [spoken_turn.key for spoken_turn in discussion.spoken if spoken_turn.turn.previous]
    judgements = [[runs.get(discussion.path, {}).get(key) for runs in judged.values()] for key in keys]
    return [tuple(None if each is None else float(getattr(each, says)) for each in of_turn) for of_turn in judgements]
