"""Runs on a Ray cluster, one run a task: the same bytes as in one process, also where workers die.

A worker starts in a directory of its own, so that paths come absolute and a task goes to the driver's directory first,
where its node has that. A task whose node does not share the runs' disk makes no run. Ray repeats the task of a worker
that died, and the run continues from its log.
"""

from collections.abc import Callable, Sequence
from contextlib import chdir, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from doxa.errors import DoxaError
from doxa.models.cluster import is_shared, unshared

REPEATS = 3
"""How often a run is continued whose worker died."""

STOP_SECONDS = 30.0
"""Within this time runs that are interrupted may finish their step."""

Job = TypeVar("Job")
End = TypeVar("End")


def carry_out(
    ray: Any,
    make: Callable[[Job], End],
    jobs: Sequence[Job],
    token: Path,
    ended: Callable[[int, End | Exception], None],
) -> None:
    """Make runs on a connected cluster; an interrupt stops all of them at the end of their step.

    Args:
        make: makes one run, in its task; a module's function.
        token: the file by which a task knows that it shares the runs' disk.
        ended: called with the place of each job that ended and with what ``make`` returned, or the error in its place:
            a ClusterError where the node shares no disk, a DoxaError where workers died too often.

    Raises:
        KeyboardInterrupt: interrupted; every run can be continued.
    """
    task = ray.remote(make_there).options(max_retries=REPEATS)
    places = {task.remote(make, job, token, Path.cwd()): place for place, job in enumerate(jobs)}
    waiting = list(places)
    try:
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            for reference in done:
                ended(places[reference], _end_of(ray, reference))
    except KeyboardInterrupt:
        for reference in waiting:
            ray.cancel(reference)
        ray.wait(waiting, num_returns=len(waiting), timeout=STOP_SECONDS)
        raise


def make_there(make: Callable[[Job], End], job: Job, token: Path, folder: Path) -> End | Exception:
    """Return what ``make`` returns for a job, in a worker; an error where this node does not share the runs' disk."""
    if not is_shared(token, token.name):
        return unshared(token.parent)
    with chdir(folder) if folder.is_dir() else nullcontext():
        return make(job)


def _end_of(ray: Any, reference: Any) -> Any:
    """Return what a task returned, or the error that ended the task."""
    from ray.exceptions import RayError, RayTaskError

    try:
        return ray.get(reference)
    except RayTaskError as error:
        return error.cause if isinstance(error.cause, Exception) else error
    except RayError as error:
        return DoxaError(
            f"the run's worker died {REPEATS + 1} times ({type(error).__name__})",
            hint="What was answered is kept. ray status and the cluster's logs show why workers die; often their "
            "machine lacks memory.",
        )
