"""What a run, a sweep or a fork would take: calls, tokens, money and time, from driving it offline."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from doxa.experiments.dry_runs import Forecast, Rehearsal, rehearse
from doxa.experiments.forking import estimate_fork
from doxa.experiments.scenario import Scenario
from doxa.experiments.sitting import default_directory, plan_runs
from doxa.experiments.sweeping import Sweep, jobs_of
from doxa.log.rundir import RunLog
from doxa.records.base import JsonValue


def estimate(
    scenario: str | Path | Scenario | RunLog,
    grid: Mapping[str, Sequence[JsonValue]] | None = None,
    *,
    replicates: int = 1,
    changes: Mapping[str, JsonValue] | None = None,
    at: str | None = None,
    out: Path | str | None = None,
) -> Forecast:
    """Return what a run, a sweep or a fork would take; no model is asked, and what is finished costs nothing.

    Args:
        scenario: what ``run`` would run, ``sweep`` sweep (a name or a path), or the log that ``fork`` would fork.
        grid, replicates: of a sweep: dotted path → values, and the repetitions of each combination.
        changes: dotted path → value, as the run, the sweep or the fork would have them.
        at: of a fork: the step at which it would begin; the first that failed when absent.
        out: where it would be written, so that finished runs there are found.

    Raises:
        ScenarioError, UnknownNameError, LogError: it cannot be planned, or cannot be driven offline.
    """
    if isinstance(scenario, RunLog):
        return estimate_fork(scenario, at, changes or {})
    if grid is None and replicates == 1:
        (planned,) = plan_runs(scenario, changes)
        path = Path(out) if out else default_directory(planned.spec)
        return rehearse([Rehearsal(spec=planned.spec, path=path, conditions=planned.terms.conditions)])
    axes = {path: list(values) for path, values in (grid or {}).items()}
    folder = Path(out) if out else Path("runs")
    sweep = Sweep(scenario=str(scenario), grid=axes, replicates=replicates, out=folder, changes=changes or {})
    return rehearse([Rehearsal.of_job(job) for job in jobs_of(sweep)])
