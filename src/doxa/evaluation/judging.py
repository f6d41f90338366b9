"""Evaluation of judges: each judge and gold set is an appraising run, driven, journalled and resumed like any run.

Runs are written to ``OUT/JUDGE/SET-PART-HASH``. A repeated call skips finished runs and continues a stopped one; one
budget applies to all runs together. The measures are computed from the logs; how sure a judge that is computed here is
of its answers is read again, which asks nobody and stands in no log. A hosted model states no probability.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError, StoppedError
from doxa.evaluation.appraising import TOGETHER, AppraisingSettings, Text
from doxa.evaluation.guesses import Chances
from doxa.evaluation.sets import (
    CALIBRATED_ON,
    DEFAULTS,
    GoldSet,
    aqr_set,
    calibration_sets,
    gold_set,
    own_set,
    shift_set,
)
from doxa.evaluation.shift import Shifted, measure_shift
from doxa.evaluation.tables import JudgeEvaluation, measure_run
from doxa.experiments.named_models import OFFLINE, checked_for, context_of, corpora_of, settings_of
from doxa.experiments.readings import JUDGE
from doxa.experiments.runner import AGAIN, remaining_budget
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.experiments.starting import check_models
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.embedded import embedder
from doxa.models.offline.answers import REVISION
from doxa.models.offline.directing import read_claims
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import calibrated
from doxa.records.claims import Scale
from doxa.records.spec import Context, Hearing, LetterWeighing, ModelSettings, Proposition, RunSpec


@dataclass(frozen=True, kw_only=True)
class EvaluationOrder:
    """An order for an evaluation: the judges, the texts, the folder and the budget."""

    judges: tuple[str, ...] = (OFFLINE,)
    strength: str | None = None
    """The scorer, as provider:model; the judge itself when absent."""
    sets: tuple[str, ...] = DEFAULTS
    """Gold sets, or domains where the order is for the benchmark under shift."""
    shift: bool = False
    file: Path | None = None
    """A user's own labelled messages, beside the domains."""
    aqr: Path | None = None
    """The file of IBM-ArgQ-Rank-30kArgs, in the place of the sets."""
    scale: Scale = "anchored"
    """The scale of strength, as in a scenario's ``hearing.scale``."""
    part: str = "test"
    sample: int | None = None
    """The number of texts of each set; all when absent."""
    seed: int = 0
    raw: bool = False
    """Whether probabilities are kept as they come, of dev texts, from which a calibration is fitted."""
    context: Context | None = None
    """What directions are read from; None for what is best for the judge."""
    temperature: float | None = 0.0
    """Sampling temperature of hosted judges; None leaves it to the provider."""
    out: Path = Path("runs/judgement")
    budget: Budget = Budget()
    conditions: Conditions = Conditions()


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The run of one judge on one gold set."""

    gold: GoldSet
    spec: RunSpec
    path: Path


Watch = Callable[[Stage, Progress], None]
"""Called with the stage and its progress after each batch."""


def plan_stages(order: EvaluationOrder) -> list[Stage]:
    """Return the runs that an evaluation needs.

    Raises:
        UnknownNameError, CorpusError: a set or a part does not exist, or a sample is too large.
        ScenarioError: no judge or no set is named, or one is named twice.
    """
    alone = order.file or order.aqr
    for kind, names in (("judge", order.judges), ("set", order.sets)):
        if (not names and not (kind == "set" and alone)) or len(set(names)) < len(names):
            raise ScenarioError(
                f"name every {kind} once; named: {', '.join(names) or 'none'}",
                hint=f"Give --{kind}{'s' if kind == 'set' else ''} again.",
            )
    golds = _read_golds(order)
    return [_plan_stage(order, judge, gold) for judge in order.judges for gold in golds]


def _read_golds(order: EvaluationOrder) -> list[GoldSet]:
    if order.aqr:
        return [aqr_set(order.aqr, order.part, order.sample, order.seed)]
    if order.raw:
        return calibration_sets(order.sample or CALIBRATED_ON, order.seed)
    if not order.shift:
        return [gold_set(name, order.part, order.sample, order.seed) for name in order.sets]
    golds = [shift_set(name, order.sample, order.seed) for name in order.sets]
    return [*golds, own_set(order.file, order.sample, order.seed)] if order.file else golds


def evaluate(
    order: EvaluationOrder, watch: Watch | None = None, make: MakePerformer = performer_for
) -> list[JudgeEvaluation]:
    """Return the measures of every judge on every set, after their runs.

    Raises:
        UnknownNameError, CorpusError, ModelSetupError: the runs cannot begin; no model was asked.
        StoppedError: interrupted, or the budget is spent; the same call continues.
    """
    return [measure_run(gold, log) for gold, log in _run_stages(order, watch, make)]


def evaluate_shift(
    order: EvaluationOrder, watch: Watch | None = None, make: MakePerformer = performer_for
) -> list[Shifted]:
    """Put every judge on every domain, and return the measures of each.

    Raises:
        As ``evaluate``.
    """
    return [
        measure_shift(gold, log, chances_of(log.spec.roles["extractor"].model))
        for gold, log in _run_stages(order, watch, make)
    ]


def _run_stages(order: EvaluationOrder, watch: Watch | None, make: MakePerformer) -> Iterator[tuple[GoldSet, RunLog]]:
    stages = plan_stages(order)
    check_models([(settings, order.conditions) for stage in stages for settings in stage.spec.roles.values()], make)
    return ((stage.gold, _run_stage(stage, stages, order, watch, make)) for stage in stages)


def _run_stage(
    stage: Stage, stages: Sequence[Stage], order: EvaluationOrder, watch: Watch | None, make: MakePerformer
) -> RunLog:
    others = [other.path for other in stages if other.path != stage.path]
    terms = Terms(conditions=order.conditions, budget=remaining_budget(order.budget, others))
    try:
        return sit(stage.spec, stage.path, terms, watch=(lambda now: watch(stage, now)) if watch else None, make=make)
    except StoppedError as stop:
        larger = " Give a larger budget (--max-usd, --max-tokens)." if "budget" in stop.message else ""
        raise StoppedError(stop.message, hint=f"{AGAIN}{larger}") from None


def _plan_stage(order: EvaluationOrder, judge: str, gold: GoldSet) -> Stage:
    texts = tuple(Text(key=text.key, proposition=text.proposition, text=text.text) for text in gold.texts)
    scored = gold.is_ranked or gold.rated
    extractor = _find_extractor(order, judge)
    heard = not gold.is_ranked and gold.reads != "whole" and extractor.weighing is None
    script = AppraisingSettings(
        texts=texts,
        claims=heard,
        whole=gold.reads != "message" or not heard,
        score=scored,
        together=1 if extractor.weighing else TOGETHER,
    )
    # the scorer rates ranked and rated texts only, so that each judgement of labelled texts is paid for once
    scorer = order.strength if scored else None
    judges = {
        "extractor": extractor,
        "scorer": settings_of(scorer or judge, order.temperature, "scorer"),
    }
    by_claims = Hearing(strength="extractor", scale=order.scale, context=order.context or context_of(judge))
    spec = RunSpec(
        name=f"judgement-{gold.name}",
        seed=order.seed,
        proposition=Proposition(text=f"(each text of {gold.name} has its own)"),
        participants=(JUDGE,),
        protocol="appraising",
        script=script.model_dump(mode="json"),
        roles=judges if gold.is_ranked else {**judges, "embedder": ModelSettings()},
        hearing=Hearing(scale=order.scale) if gold.is_ranked else checked_for(judge, by_claims),
        corpora=corpora_of([settings.model for settings in judges.values()]),
    )
    # offline answers change with the shipped models: each revision has its own folder
    models = dict.fromkeys(REVISION if settings.model == OFFLINE else settings.model for settings in judges.values())
    place = "+".join(slug(model) for model in models)
    return Stage(gold=gold, spec=spec, path=order.out / place / f"{slug(gold.name)}-{gold.part}-{spec.hash[:8]}")


def _find_extractor(order: EvaluationOrder, judge: str) -> ModelSettings:
    """Return a judge's settings; under shift, where directions alone count, it reads from probabilities if it can."""
    settings = settings_of(judge, order.temperature, "extractor")
    if order.raw and judge != OFFLINE:
        return settings.model_copy(update={"weighing": LetterWeighing(model=judge)})
    return calibrated(settings, order.conditions) if order.shift else settings


def slug(text: str) -> str:
    """Return a text as the name of a folder."""
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-")


def chances_of(judge: str) -> Chances | None:
    """Return how probable a judge finds "for"; None of a judge that does not say."""
    return _offline_chances if judge == OFFLINE else None


def _offline_chances(proposition: str, claims: Sequence[str], message: str = "") -> Sequence[float]:
    return [reading.chance for reading in read_claims(proposition, claims, embedder(), message=message)]
