"""What a fork would take: its spec driven offline, counting what is asked from its first step on."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from doxa.experiments.dry_runs import Forecast, imitate, is_asked, merge_uses, use_of
from doxa.experiments.forking import fork_start, forked_spec
from doxa.experiments.sitting import Terms, last_terms, sit
from doxa.log.rundir import RunLog
from doxa.models.prices import price_list
from doxa.records.base import JsonValue


def estimate_fork(log: RunLog, at: str | None, changes: Mapping[str, JsonValue]) -> Forecast:
    """Return what a fork of a run would take; the shared past costs nothing.

    Args:
        at: a step key; None for the first step that failed.

    Raises:
        DoxaError: as ``fork``; or it cannot be driven offline.
    """
    start, earlier = fork_start(log, at, changes)
    spec = forked_spec(log, start, changes)
    conditions = last_terms(log.path).conditions
    prices = price_list(conditions.prices)
    with tempfile.TemporaryDirectory() as folder:
        rehearsed = sit(spec, Path(folder) / "fork", Terms(conditions=conditions), make=imitate)
        asked = [call for call in rehearsed.calls() if call.step not in earlier and is_asked(call.model)]
        return Forecast(runs=1, models=merge_uses(use_of(call, rehearsed, prices) for call in asked))
