"""Evaluation of judges: each judge and gold set is an appraising run, driven, journalled and resumed like any run.

Runs are written to ``OUT/JUDGE/SET-PART-HASH``. A repeated call skips finished runs and continues a stopped one; one
budget applies to all runs together. The measures are computed from the logs.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError, StoppedError
from doxa.evaluation.appraising import AppraisingSettings, Text
from doxa.evaluation.exhibits.exhibits import JudgeEvaluation, measure_run
from doxa.evaluation.exhibits.gold import DEFAULTS, GoldSet, gold_set
from doxa.experiments.named_models import OFFLINE, corpora_of, settings_of
from doxa.experiments.readings import JUDGE
from doxa.experiments.runner import AGAIN
from doxa.experiments.sharing import remaining_budget
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.experiments.starting import check_models
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.offline.answers import REVISION
from doxa.models.setup import performer_for
from doxa.records.people import Proposition
from doxa.records.spec import Hearing, ModelSettings, RunSpec


@dataclass(frozen=True, kw_only=True)
class EvaluationOrder:
    """An order for an evaluation: the judges, the texts, the folder and the budget."""

    judges: tuple[str, ...] = (OFFLINE,)
    strength: str | None = None
    """The scorer, as provider:model; the judge itself when absent."""
    sets: tuple[str, ...] = DEFAULTS
    part: str = "test"
    sample: int | None = None
    """The number of texts of each set; all when absent."""
    seed: int = 0
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
    for kind, names in (("judge", order.judges), ("set", order.sets)):
        if not names or len(set(names)) < len(names):
            raise ScenarioError(
                f"name every {kind} once; named: {', '.join(names) or 'none'}",
                hint=f"Give --{kind}{'s' if kind == 'set' else ''} again.",
            )
    golds = [gold_set(name, order.part, order.sample, order.seed) for name in order.sets]
    return [_plan_stage(order, judge, gold) for judge in order.judges for gold in golds]


def evaluate(
    order: EvaluationOrder, watch: Watch | None = None, make: MakePerformer = performer_for
) -> list[JudgeEvaluation]:
    """Return the measures of every judge on every set, after their runs.

    Raises:
        UnknownNameError, CorpusError, ModelSetupError: the runs cannot begin; no model was asked.
        StoppedError: interrupted, or the budget is spent; the same call continues.
    """
    stages = plan_stages(order)
    check_models([(settings, order.conditions) for stage in stages for settings in stage.spec.roles.values()], make)
    return [measure_run(stage.gold, _run_stage(stage, stages, order, watch, make)) for stage in stages]


def _run_stage(
    stage: Stage, stages: Sequence[Stage], order: EvaluationOrder, watch: Watch | None, make: MakePerformer
) -> RunLog:
    others = [other.path for other in stages if other.path != stage.path]
    terms = Terms(conditions=order.conditions, budget=remaining_budget(order.budget, others))
    try:
        return sit(stage.spec, stage.path, terms, watch=(lambda now: watch(stage, now)) if watch else None, make=make)
    except StoppedError as stop:
        raise StoppedError(stop.message, hint=f"{AGAIN} {_suggest_budget(stop)}".strip()) from None


def _suggest_budget(stop: StoppedError) -> str:
    return "Give a larger budget (--max-usd, --max-tokens)." if "budget" in stop.message else ""


def _plan_stage(order: EvaluationOrder, judge: str, gold: GoldSet) -> Stage:
    texts = tuple(Text(key=text.key, proposition=text.proposition, text=text.text) for text in gold.texts)
    script = AppraisingSettings(texts=texts, claims=not gold.is_ranked, score=gold.is_ranked)
    # the scorer rates ranked texts only, so that each judgement of labelled texts is paid for once
    scorer = order.strength if gold.is_ranked else None
    judges = {
        "extractor": settings_of(judge, order.temperature),
        "scorer": settings_of(scorer or judge, order.temperature),
    }
    spec = RunSpec(
        name=f"judgement-{gold.name}",
        seed=order.seed,
        proposition=Proposition(text=f"(each text of {gold.name} has its own)"),
        participants=(JUDGE,),
        protocol="appraising",
        script=script.model_dump(mode="json"),
        roles=judges if gold.is_ranked else {**judges, "embedder": ModelSettings()},
        hearing=Hearing() if gold.is_ranked else Hearing(strength="extractor"),
        corpora=corpora_of([settings.model for settings in judges.values()]),
    )
    # offline answers change with the shipped models: each revision has its own folder
    models = dict.fromkeys(REVISION if settings.model == OFFLINE else settings.model for settings in judges.values())
    place = "+".join(_slug(model) for model in models)
    return Stage(gold=gold, spec=spec, path=order.out / place / f"{gold.name}-{gold.part}-{spec.hash[:8]}")


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-")
