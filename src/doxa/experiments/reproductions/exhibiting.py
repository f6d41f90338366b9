"""From an experiment's trials to its exhibits, by the names that a user asks for."""

import difflib
from collections.abc import Callable, Sequence

from doxa.analysis import belief_engine
from doxa.analysis.exhibit import Exhibit
from doxa.analysis.trial import Trial
from doxa.errors import UnknownNameError
from doxa.experiments.reproductions.belief_engine import REPLACED, VOTING, Experiment, experiments

Points = list[tuple[float, float | None]]
"""(assigned stance, judged stance); None where the judge gave none."""

Makes = Callable[[Sequence[Trial], Points], Sequence[Exhibit]]


def _expression(trials: Sequence[Trial], human: Points) -> Sequence[Exhibit]:
    points = [pair for trial in trials for pair in assigned_and_judged(trial)]
    offline = any(one.simulated for one in trials)
    return belief_engine.expression(points, offline=offline, human=human, sources=[one.path for one in trials])


MAKES: dict[str, Makes] = {
    "fig2-left": lambda trials, _: belief_engine.fig2_left(trials),
    "fig2-right": lambda trials, _: [belief_engine.fig2_right(trials, VOTING, stand_ins=REPLACED)],
    "fig3": lambda trials, _: [belief_engine.fig3(trials)],
    "tableA2": lambda trials, _: [belief_engine.tableA2(trials, stand_ins=REPLACED)],
    "figA1": lambda trials, _: [belief_engine.figA1(trials)],
    "figA2-A5": lambda trials, _: belief_engine.figA2_A5(trials, stand_ins=REPLACED),
    "tableA8": lambda trials, _: [belief_engine.tableA8(trials, stand_ins=REPLACED)],
    "expression": _expression,
}
"""Exhibit → what makes it from the trials of its experiment, and from human arguments as the judge read them."""


def experiments_of(names: Sequence[str]) -> list[tuple[Experiment, list[str]]]:
    """Return the experiments that exhibits need, each with those of its exhibits that are asked for; all for none.

    Raises:
        UnknownNameError: no exhibit has that name.
    """
    for name in names:
        if name not in MAKES:
            near = difflib.get_close_matches(name, list(MAKES), 1)
            guess = f"Did you mean {near[0]!r}? " if near else ""
            raise UnknownNameError(f"no exhibit is named {name!r}", hint=f"{guess}Exhibits: {', '.join(MAKES)}.")
    wanted = [(one, [name for name in one.exhibits if not names or name in names]) for one in experiments()]
    return [(one, exhibits) for one, exhibits in wanted if exhibits]


def assigned_and_judged(trial: Trial) -> Points:
    """Return (assigned stance, judged stance) of every speaker."""
    judged = {one.agent: one.stances[-1] for one in trial.curves if one.kind == "judged"}
    own = [(one.agent, one.stances[-1]) for one in trial.curves if one.kind == "maintained"]
    return [(stance, judged.get(agent)) for agent, stance in own if stance is not None]
