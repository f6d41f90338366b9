"""A dry run of an ensemble: all its debates, judgements and coaching are held offline, and their calls are counted.

Speakers are drawn in another order in each debate, and a coached speaker has a longer prompt, so that one debate times
their number would be another count. What the real directory contains is not counted again. An ensemble that stops at a
narrow interval is counted to its last epoch.
"""

import tempfile
from dataclasses import replace
from pathlib import Path

from doxa.errors import OneSidedError
from doxa.experiments.dry_runs import Forecast, ModelUse, imitate, is_asked, merge_uses
from doxa.judging.cases import case_of_run
from doxa.log.journal import NAME, CallRecord, read_calls
from doxa.log.rundir import RunLog, is_finished, open_run, runs_in
from doxa.models.port import Usage
from doxa.models.prices import Prices, cost, price_list
from doxa.systems.union.ensembles.estimating import count_input_tokens, count_output_tokens
from doxa.systems.union.ensembles.plan import Ensemble, load_ensemble_scenario
from doxa.systems.union.ensembles.running import run_ensemble

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
