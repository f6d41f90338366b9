"""The numbers of a finished run by name: those of its system, and those that other packages measure.

A measure from outside is a pure function of a log, registered in the entry-point group ``doxa.measures``. It returns
the run's number, under the measure's name; or numbers by key, under ``NAME.KEY``, where an agent's id is the key of
this agent's number; or None where the run has nothing to measure. A measure that fails is missing, with the reason,
and ends no run.
"""

import math
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points

from doxa.analysis.answers import score_answers
from doxa.analysis.hooks import hooks_of
from doxa.errors import PluginError
from doxa.log.rundir import RunLog
from doxa.records.plugins import NOUNS, doubled, plugin, plugin_names, shelf_of

GROUP = "doxa.measures"

Measure = Callable[[RunLog], float | Mapping[str, float] | None]

STANCE = "stance"
"""The name under which every method's runs have their agents' final stances."""


def scores_of(log: RunLog) -> tuple[dict[str, float], dict[str, str]]:
    """Return the numbers of a finished run by name, and name → why, of each measure that is missing.

    Raises:
        DoxaError: the measures of its system cannot be had.
    """
    of_system = hooks_of(log.spec.protocol).measures if log.finished else None
    scores = {**(of_system(log) if of_system else {}), **(score_answers(log) if log.finished else {})}
    taken, missing = {STANCE, *(name.partition(".")[0] for name in scores)}, {}
    for name in plugin_names(GROUP) if log.finished else ():
        try:
            if name in taken:
                points = (*entry_points(group=GROUP, name=name), *shelf_of("protocols").points(log.spec.protocol))
                raise doubled(NOUNS[GROUP], name, points)
            scores |= read_numbers(name, plugin(GROUP, name, "")(log))
        except Exception as error:  # another package's function can raise anything
            missing[name] = getattr(error, "message", f"{type(error).__name__}: {error}")
    return scores, missing


def read_numbers(name: str, returned: float | Mapping[str, float] | None) -> dict[str, float]:
    """Return by name what the measure of a name returned.

    Raises:
        PluginError: a value is no finite number.
    """
    by_key = {f"{name}.{key}": value for key, value in returned.items()} if isinstance(returned, Mapping) else {}
    numbers = by_key if isinstance(returned, Mapping | None) else {name: returned}
    for value in numbers.values():
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise PluginError(f"the measure {name} returned {value!r}, which is no finite number", name=name)
    return numbers
