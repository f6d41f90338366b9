"""What an ensemble would cost: an estimate from one debate, and a dry run of all of them.

    tokens = characters of the prompts / 4      answers likewise, but a speech has 4/3 tokens per word of its target

For the estimate one debate is held and judged offline, its calls priced at the models named. A coach writes one memo
per learner after each epoch but the last; each memo is counted at a fixed size. No paid model is called. The estimate
leaves out what a reasoning model thinks before it answers, which is billed as output, and savings by a provider's
prompt cache.

In a dry run all debates, judgements and coaching are held offline: speakers are drawn in another order in each debate,
and a coached speaker has a longer prompt, so that one debate times their number would be another count. What the real
directory contains is not counted again. An ensemble that stops at a narrow interval is counted to its last epoch.
"""

import math
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from doxa.errors import ModelSetupError, OneSidedError, UsageError
from doxa.experiments.dry_runs import (
    Forecast,
    ModelUse,
    RehearsedCall,
    count_calls,
    imitate,
    merge_uses,
    read_rehearsal,
    use_of,
)
from doxa.experiments.named_models import OFFLINE
from doxa.experiments.planning import plan
from doxa.experiments.sitting import Terms, sit
from doxa.judging.cases import case_of_run
from doxa.log.rundir import RunLog, is_finished, open_run, runs_in
from doxa.models.conditions import Conditions
from doxa.models.port import Usage
from doxa.models.prices import Prices, cost, price_list
from doxa.models.setup import check_names
from doxa.records.base import JsonValue, Record
from doxa.records.spec import ModelSettings, RunSpec
from doxa.systems.union.ensembles.running import Ensemble, load_ensemble_scenario, run_ensemble

MEMO = Usage(input_tokens=1500, output_tokens=500)
"""A coach's memo: a prompt with two dozen arguments has about 5,000 characters, a memo up to 1,700 offline."""


ONE_TOKEN = Usage(input_tokens=1, output_tokens=1)

READINGS = "readings"


class CostEstimate(Record):
    """The estimated cost of one debate with its judgement, and of the whole ensemble."""

    debates: int
    calls: int
    """Calls of one debate and its judgement, without the free ones."""
    input_tokens: int
    output_tokens: int
    usd: float | None
    """For the whole ensemble, in US dollars; None where a model's price is unknown."""
    unpriced: tuple[str, ...] = ()
    """Models whose price is unknown."""
    memos: int = 0
    """Memos that a paid coach writes; 0 where the coach is free."""

    @property
    def tokens(self) -> int:
        """Input and output tokens of the whole ensemble together."""
        memos = self.memos * ((MEMO.input_tokens or 0) + (MEMO.output_tokens or 0))
        return self.debates * (self.input_tokens + self.output_tokens) + memos


def estimate_cost(ensemble: Ensemble) -> CostEstimate | None:
    """Return the estimated cost of an ensemble; None where every model is free.

    Raises:
        ScenarioError: as ``load_ensemble_scenario``.
        UnknownNameError: no model provider of that name is installed.
    """
    scenario = load_ensemble_scenario(ensemble)
    prices = price_list(scenario.conditions.prices)
    spec, judges, coach = plan(scenario), ensemble.judges, scenario.role("coach").model
    models_by_role = {role: settings.model for role, settings in spec.roles.items()}
    judge_models = {"judge": judges.annotator or judges.panel[0]}
    judge_models |= {f"judge@judge-{number}": model for number, model in enumerate(judges.seats, 1)}
    models = {*models_by_role.values(), *judge_models.values()}
    check_names((*models_by_role.values(), *judge_models.values(), coach))
    if all(_is_free(model, prices) for model in {*models, coach}):
        return None
    with tempfile.TemporaryDirectory() as folder:
        log = sit(_with_offline_models(spec), Path(folder) / "debate", Terms(conditions=scenario.conditions))
        case = case_of_run(log, replace(judges, panel=(OFFLINE,) * len(judges.seats), annotator=""))
        judging_log = sit(case.spec, case.path, Terms(conditions=scenario.conditions))
        uses = [
            *_paid_uses(log, models_by_role, scenario.conditions),
            *_paid_uses(judging_log, judge_models, scenario.conditions),
        ]
    memos = (ensemble.epochs - 1) * len(ensemble.learners)
    paid_models = {*models, coach} if memos else models
    unpriced = tuple(sorted(model for model in paid_models if cost(model, ONE_TOKEN, prices) is None))
    debate, memo = math.fsum(use.cost or 0.0 for use in uses), cost(coach, MEMO, prices) or 0.0
    return CostEstimate(
        debates=ensemble.debates,
        calls=len(uses),
        input_tokens=sum(use.input_tokens for use in uses),
        output_tokens=sum(use.output_tokens for use in uses),
        usd=None if unpriced else debate * ensemble.debates + memos * memo,
        unpriced=unpriced,
        memos=0 if _is_free(coach, prices) else memos,
    )


def afford(ensemble: Ensemble, estimate: CostEstimate | None) -> None:
    """Check that the budget of an ensemble covers its estimated cost.

    Args:
        estimate: the estimated cost; None where the ensemble is free.

    Raises:
        UsageError: the ensemble costs money and ``max_cost`` is missing or too small; or a price is unknown and
            ``max_tokens`` is missing or too small.
        ModelSetupError: ``max_cost`` is given and a price is unknown.
    """
    if estimate is None:
        return
    if estimate.usd is None:
        _within_tokens(ensemble, estimate)
    elif ensemble.max_cost is None or ensemble.max_cost < estimate.usd:
        why = (
            "an ensemble that costs money needs --max-usd"
            if ensemble.max_cost is None
            else f"--max-usd {ensemble.max_cost:g} is less than the estimate"
        )
        raise UsageError(
            f"nothing was asked: {why}",
            hint=f"Start it with --max-usd {max(1, round(1.5 * estimate.usd))}, or make it smaller (fewer debates).",
        )


def _within_tokens(ensemble: Ensemble, estimate: CostEstimate) -> None:
    """Check that the budget in tokens covers an estimate whose price is unknown."""
    unknown = f"the price of {', '.join(estimate.unpriced)} is unknown"
    enough = f"--max-tokens {math.ceil(1.5 * estimate.tokens / 1000) * 1000}"
    instead = f"Give a budget in tokens ({enough}), or a price file: DOXA_PRICES=FILE (doxa docs models)."
    if ensemble.max_cost is not None:
        raise ModelSetupError(f"--max-usd cannot be checked: {unknown}", hint=instead)
    if ensemble.max_tokens is None:
        raise UsageError(f"nothing was asked: {unknown}, so that the cost cannot be estimated", hint=instead)
    if ensemble.max_tokens < estimate.tokens:
        raise UsageError(
            f"nothing was asked: --max-tokens {ensemble.max_tokens} is less than the estimate of {estimate.tokens}",
            hint=f"Start it with {enough}, or make it smaller (fewer debates).",
        )


def _is_free(model: str, prices: Prices) -> bool:
    return cost(model, ONE_TOKEN, prices) == 0.0


def _with_offline_models(spec: RunSpec) -> RunSpec:
    corpora = [role.corpus for role in spec.roles.values() if role.corpus] or list(spec.corpora)
    settings = ModelSettings(model=OFFLINE, corpus=corpora[0] if corpora else None)
    return spec.model_copy(update={"roles": dict.fromkeys(spec.roles, settings)})


def _paid_uses(log: RunLog, models: Mapping[str, str], conditions: Conditions) -> list[ModelUse]:
    """Return the use of each call that a model would be paid for."""
    prices, words = price_list(conditions.prices), log.spec.script.get("words")
    called = [
        replace(made, call=made.call.model_copy(update={"model": models.get(made.call.role, OFFLINE)}))
        for made in read_rehearsal(log)
    ]
    return [_use_of(words, made, conditions) for made in called if not _is_free(made.call.model, prices)]


def _use_of(words: JsonValue, made: RehearsedCall, conditions: Conditions) -> ModelUse:
    """Return the estimated use of a call: a speech is as long as it should be, whatever was said offline."""
    if isinstance(words, int) and made.call.id.endswith(("/draft#1", "/again#1")):
        return use_of(made, conditions, round(words * 4 / 3))
    return use_of(made, conditions)


def rehearse_ensemble(ensemble: Ensemble) -> Forecast:
    """Return what the unfinished runs of an ensemble would take.

    Raises:
        ScenarioError, CorpusError: as ``run_ensemble``.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        offline = replace(ensemble, out=out, on="here", max_cost=None, max_tokens=None, until_width=None)
        held = run_ensemble(offline, make=imitate)
        pairs = [(path, _real_directory(path.relative_to(out), ensemble)) for path in runs_in(out, readings=True)]
        scenario = load_ensemble_scenario(ensemble)
        uses = count_calls(pairs, scenario.conditions, partial(_use_of, plan(scenario).script.get("words")))
    return Forecast(
        runs=sum(not is_finished(real) for _, real in pairs),
        models=merge_uses(uses),
        failures=tuple(dict.fromkeys(run.reason for run in held if run.reason)),
    )


def _real_directory(place: Path, ensemble: Ensemble) -> Path:
    """Return where the ensemble has, or would have, the run that lies at a place of the rehearsal.

    A judgement's directory has a hash of the debate in its name, and is known once the debate is over.
    """
    if READINGS not in place.parts:
        return ensemble.out / place
    debate = ensemble.out.joinpath(*place.parts[: place.parts.index(READINGS)])
    if not is_finished(debate):
        return debate / READINGS / place.name
    try:
        return case_of_run(open_run(debate), ensemble.judges).path
    except OneSidedError:
        return debate / READINGS / place.name
