"""Evaluating judges: one appraising run a judge and gold set, driven, journalled and resumed like any other run.

Runs go to ``OUT/JUDGE/SET-PART-HASH``. Called again, finished runs are not made again and a stopped one goes on; one
budget holds for all of them together. What is measured is read from the logs.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from doxa.analysis.judgement.exhibits import Evaluated, evaluated
from doxa.analysis.judgement.gold import DEFAULTS, GoldSet, gold_set
from doxa.corpora.loading import load_corpus
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError, StoppedError
from doxa.experiments.readings import JUDGE
from doxa.experiments.runner import AGAIN
from doxa.experiments.sitting import MakePerformer, Terms, in_a_loop, sit
from doxa.log import journal
from doxa.log.rundir import RunLog
from doxa.models.conditions import Conditions
from doxa.models.offline.answers import REVISION
from doxa.models.setup import performer_for
from doxa.protocols.appraising import AppraisingSettings, Text
from doxa.records.people import Proposition
from doxa.records.spec import ModelSettings, RunSpec

OFFLINE = "offline"
CORPUS = "argkp"


@dataclass(frozen=True, kw_only=True)
class Order:
    """Which judges are evaluated on which texts, and where."""

    judges: tuple[str, ...] = (OFFLINE,)
    strength: str | None = None
    """The scorer, as provider:model; the judge itself when absent."""
    sets: tuple[str, ...] = DEFAULTS
    part: str = "test"
    sample: int | None = None
    """Texts of each set; all when absent."""
    seed: int = 0
    temperature: float | None = 0.0
    """Sampling temperature of hosted judges; None leaves it to the provider."""
    out: Path = Path("runs/judgement")
    budget: Budget = Budget()
    conditions: Conditions = Conditions()


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One judge on one set."""

    gold: GoldSet
    spec: RunSpec
    path: Path


Watch = Callable[[Stage, Progress], None]
"""Is told about each batch as it ends."""


def planned(order: Order) -> list[Stage]:
    """Return the runs that an evaluation needs.

    Raises:
        UnknownNameError, CorpusError: a set, a part or a sample that is not there.
        ScenarioError: a judge or a set is named twice, or none is.
    """
    for what, names in (("judge", order.judges), ("set", order.sets)):
        if not names or len(set(names)) < len(names):
            raise ScenarioError(
                f"every {what} is to be named once; named: {', '.join(names) or 'none'}",
                hint=f"Give --{what}{'s' if what == 'set' else ''} again.",
            )
    golds = [gold_set(name, order.part, order.sample, order.seed) for name in order.sets]
    return [_stage(order, judge, gold) for judge in order.judges for gold in golds]


def evaluate(order: Order, watch: Watch | None = None, make: MakePerformer = performer_for) -> list[Evaluated]:
    """Let every judge appraise every set and measure what came of it.

    Raises:
        UnknownNameError, CorpusError, ModelSetupError: before anything is asked.
        StoppedError: the budget is spent, or interrupted; the same call goes on.
    """
    stages = planned(order)
    in_a_loop(lambda: _ready(stages, order.conditions, make))
    return [evaluated(stage.gold, _appraised(stage, stages, order, watch, make)) for stage in stages]


def _appraised(stage: Stage, stages: Sequence[Stage], order: Order, watch: Watch | None, make: MakePerformer) -> RunLog:
    terms = Terms(conditions=order.conditions, budget=_left(order.budget, stage, stages))
    try:
        return sit(stage.spec, stage.path, terms, watch=(lambda now: watch(stage, now)) if watch else None, make=make)
    except StoppedError as stop:
        raise StoppedError(stop.message, hint=f"{AGAIN} {_larger(stop)}".strip()) from None


def _larger(stop: StoppedError) -> str:
    return "Give a larger budget (--max-usd, --max-tokens)." if "budget" in stop.message else ""


def _left(budget: Budget, stage: Stage, stages: Sequence[Stage]) -> Budget:
    """Return the budget less what the other runs spent: a run's own spending is counted by its gate."""
    others = [journal.read_calls(one.path / journal.NAME) for one in stages if one.path != stage.path]
    calls = [call for found in others for call in found]
    usd = None if budget.usd is None else max(0.0, budget.usd - sum(call.cost or 0.0 for call in calls))
    spent = sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls)
    return Budget(usd=usd, tokens=None if budget.tokens is None else max(0, budget.tokens - spent))


async def _ready(stages: Sequence[Stage], conditions: Conditions, make: MakePerformer) -> None:
    """Make every performer once: a judge that cannot work says so before another has been paid for."""
    for settings in {one for stage in stages for one in stage.spec.roles.values()}:
        await make(settings, conditions).close()


def _stage(order: Order, judge: str, gold: GoldSet) -> Stage:
    texts = tuple(Text(key=one.key, proposition=one.proposition, text=one.text) for one in gold.texts)
    script = AppraisingSettings(texts=texts, claims=not gold.ranked, score=gold.ranked)
    roles = {"extractor": _settings(judge, order), "scorer": _settings(order.strength or judge, order)}
    offline = any(one.model == OFFLINE for one in roles.values())
    spec = RunSpec(
        name=f"judgement-{gold.name}",
        seed=order.seed,
        proposition=Proposition(text=f"(each text of {gold.name} has its own)"),
        participants=(JUDGE,),
        protocol="appraising",
        script=script.model_dump(mode="json"),
        roles=roles,
        corpora={CORPUS: load_corpus(CORPUS).hash} if offline else {},
    )
    # offline answers change with the models that doxa carries: each revision has a place of its own
    models = dict.fromkeys(REVISION if one.model == OFFLINE else one.model for one in roles.values())
    place = "+".join(_slug(one) for one in models)
    return Stage(gold=gold, spec=spec, path=order.out / place / f"{gold.name}-{gold.part}-{spec.hash[:8]}")


def _settings(model: str, order: Order) -> ModelSettings:
    if model == OFFLINE:
        return ModelSettings(model=model, corpus=CORPUS)
    return ModelSettings(model=model, temperature=order.temperature)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.=]+", "-", text.lower()).strip("-")
