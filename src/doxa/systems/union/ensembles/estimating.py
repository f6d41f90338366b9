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
from pathlib import Path

from doxa.errors import ModelSetupError, OneSidedError, UsageError
from doxa.experiments.dry_runs import Forecast, ModelUse, imitate, is_asked, merge_uses
from doxa.experiments.named_models import OFFLINE
from doxa.experiments.planning import plan
from doxa.experiments.sitting import Terms, sit
from doxa.judging.cases import case_of_run
from doxa.log.journal import NAME, CallRecord, read_calls
from doxa.log.rundir import RunLog, is_finished, open_run, runs_in
from doxa.models.port import Usage
from doxa.models.prices import Prices, cost, price_list
from doxa.models.setup import check_names
from doxa.records.base import Record
from doxa.records.events import OutcomeReached
from doxa.records.spec import ModelSettings, RunSpec
from doxa.systems.union.ensembles.plan import Ensemble, load_ensemble_scenario
from doxa.systems.union.ensembles.running import run_ensemble

CHARACTERS = 4
"""Approximate characters per token of English."""

MEMO = Usage(input_tokens=1500, output_tokens=500)
"""A coach's memo: a prompt with two dozen arguments has about 5,000 characters, a memo up to 1,700 offline."""


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
    spec = plan(scenario)
    models_by_role = {role: settings.model for role, settings in spec.roles.items()}
    judges = ensemble.judges
    judge_models = {"judge": judges.annotator or judges.panel[0]}
    judge_models |= {f"judge@judge-{number}": model for number, model in enumerate(judges.seats, 1)}
    check_names((*models_by_role.values(), *judge_models.values(), scenario.role("coach").model))
    if all(
        _is_free(model, prices)
        for model in (*models_by_role.values(), *judge_models.values(), scenario.role("coach").model)
    ):
        return None
    with tempfile.TemporaryDirectory() as folder:
        log = sit(_with_offline_models(spec), Path(folder) / "debate", Terms(conditions=scenario.conditions))
        case = case_of_run(log, replace(judges, panel=(OFFLINE,) * len(judges.seats), annotator=""))
        judging_log = sit(case.spec, case.path, Terms(conditions=scenario.conditions))
        calls = [
            *_price_calls(log, models_by_role, spec, prices),
            *_price_calls(judging_log, judge_models, spec, prices),
        ]
    twins = (ensemble.epochs - 1) * ensemble.runs if ensemble.control and ensemble.learners else 0
    debates = ensemble.epochs * ensemble.runs + twins
    known_prices = [usd for _, _, usd in calls if usd is not None]
    coach, memos = scenario.role("coach").model, (ensemble.epochs - 1) * len(ensemble.learners)
    models = {*models_by_role.values(), *judge_models.values(), *([coach] if memos else [])}
    unpriced = tuple(sorted(model for model in models if cost(model, _NOTHING, prices) is None))
    return CostEstimate(
        debates=debates,
        calls=len(calls),
        input_tokens=sum(tokens for tokens, _, _ in calls),
        output_tokens=sum(tokens for _, tokens, _ in calls),
        usd=None if unpriced else math.fsum(known_prices) * debates + memos * (cost(coach, MEMO, prices) or 0.0),
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


_NOTHING = Usage(input_tokens=0, output_tokens=0)


def _is_free(model: str, prices: Prices) -> bool:
    return cost(model, Usage(input_tokens=1, output_tokens=1), prices) == 0.0


def _with_offline_models(spec: RunSpec) -> RunSpec:
    corpora = [role.corpus for role in spec.roles.values() if role.corpus] or list(spec.corpora)
    settings = ModelSettings(model=OFFLINE, corpus=corpora[0] if corpora else None)
    return spec.model_copy(update={"roles": dict.fromkeys(spec.roles, settings)})


def _price_calls(
    log: RunLog, models: Mapping[str, str], spec: RunSpec, prices: Prices
) -> list[tuple[int, int, float | None]]:
    """Return (input tokens, output tokens, price) of each call that a model would be paid for."""
    priced_calls = []
    recited = {
        event.body.key for event in log.events if isinstance(event, OutcomeReached) and event.body.task == "recite"
    }
    for call in log.calls():
        model = models.get(call.role, OFFLINE)
        if _is_free(model, prices) or call.step in recited:
            continue
        input_tokens, output_tokens = count_input_tokens(call, log), count_output_tokens(call, spec)
        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        priced_calls.append((input_tokens, output_tokens, cost(model, usage, prices)))
    return priced_calls


def count_input_tokens(call: CallRecord, log: RunLog) -> int:
    """Return the estimated tokens of a call's prompt."""
    return sum(len(log.blobs.block(name).text) for name in call.blocks) // CHARACTERS


def count_output_tokens(call: CallRecord, spec: RunSpec) -> int:
    """Return the estimated tokens of a call's answer: those of its target for a speech, whatever was said offline."""
    if call.id.endswith(("/draft#1", "/again#1")):
        words = spec.script.get("words")
        return round((int(words) if isinstance(words, int) else 0) * 4 / 3)
    return len(call.text) // CHARACTERS if call.role != "embedder" else 0


READINGS = "readings"


def rehearse_ensemble(ensemble: Ensemble) -> Forecast:
    """Return what the unfinished runs of an ensemble would take.

    Raises:
        ScenarioError, CorpusError: as ``run_ensemble``.
    """
    prices = price_list(load_ensemble_scenario(ensemble).conditions.prices)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        offline = replace(ensemble, out=out, on="here", max_cost=None, max_tokens=None, until_width=None)
        held = run_ensemble(offline, make=imitate)
        pairs = [(path, _real_directory(path.relative_to(out), ensemble)) for path in runs_in(out, readings=True)]
        uses = [use for rehearsed, real in pairs for use in _uses_of(open_run(rehearsed), real, prices)]
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


def _uses_of(log: RunLog, real: Path, prices: Prices) -> list[ModelUse]:
    """Return the use of each call of a rehearsed run that a model would be asked for."""
    answered = {call.id for call in read_calls(real / NAME)}
    return [_use_of(call, log, prices) for call in log.calls() if call.id not in answered and is_asked(call.model)]


def _use_of(call: CallRecord, log: RunLog, prices: Prices) -> ModelUse:
    sent, said = count_input_tokens(call, log), count_output_tokens(call, log.spec)
    price = cost(call.model, Usage(input_tokens=sent, output_tokens=said), prices)
    return ModelUse(model=call.model, calls=1, input_tokens=sent, output_tokens=said, cost=price)
