"""Makes exhibits, by the names that a user asks for, from the trials of their experiments."""

from collections.abc import Callable, Sequence

from doxa.analysis.exhibit import Exhibit
from doxa.analysis.trial import Trial
from doxa.experiments.reproductions.ordering import Begin, Order
from doxa.experiments.reproductions.registry import Reproduction
from doxa.systems.dialogue import exhibits as belief_engine
from doxa.systems.dialogue.reproduction.conditions import REPLACED, VOTING, DialogueExperiment, experiments
from doxa.systems.dialogue.reproduction.running import human_points, run_experiment

Points = list[tuple[float, float | None]]
"""(assigned stance, judged stance); None where the judge gave no stance."""

Makes = Callable[[Sequence[Trial], Points], Sequence[Exhibit]]


def _expression(trials: Sequence[Trial], human: Points) -> Sequence[Exhibit]:
    points = [pair for trial in trials for pair in assigned_and_judged(trial)]
    offline = any(trial.simulated for trial in trials)
    return belief_engine.expression(points, offline=offline, human=human, sources=[trial.path for trial in trials])


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
"""Exhibit → the function that makes it from its experiment's trials and the judge's readings of human arguments."""


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Run the experiments that the named exhibits need and return the exhibits; without names, all of them."""
    exhibits: list[Exhibit] = []
    for experiment, wanted in _experiments_of(names):
        trials = run_experiment(experiment, order, begin(experiment.name, experiment.about))
        human = human_points(trials, order) if "expression" in wanted and order.judge else []
        exhibits += [exhibit for name in wanted for exhibit in MAKES[name](trials, human)]
    return exhibits


def assigned_and_judged(trial: Trial) -> Points:
    """Return (assigned stance, judged stance) of every speaker."""
    judged = {curve.agent: curve.stances[-1] for curve in trial.curves if curve.kind == "judged"}
    maintained = [(curve.agent, curve.stances[-1]) for curve in trial.curves if curve.kind == "maintained"]
    return [(stance, judged.get(agent)) for agent, stance in maintained if stance is not None]


def _experiments_of(names: Sequence[str]) -> list[tuple[DialogueExperiment, list[str]]]:
    """Return the experiments that the named exhibits need, each with these exhibits; without names, all of them."""
    wanted = [
        (experiment, [name for name in experiment.exhibits if not names or name in names])
        for experiment in experiments()
    ]
    return [(experiment, exhibits) for experiment, exhibits in wanted if exhibits]


BELIEF_ENGINE = Reproduction(exhibits=tuple(MAKES), make=make_exhibits)
