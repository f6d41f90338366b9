"""What the Cambridge Union's reproduction adds to its file: an ensemble of four epochs in place of combined levels."""

from collections.abc import Mapping

from doxa.analysis.exhibit import Exhibit
from doxa.experiments.papers import PaperStudy, read_reproduction
from doxa.experiments.reproductions import Begin, slug
from doxa.judging.cases import Judges
from doxa.systems.union.ensembles.estimating import CostEstimate, afford, estimate_cost
from doxa.systems.union.ensembles.running import Ensemble, run_ensemble
from doxa.systems.union.exhibits.ensembles import ensemble_exhibits
from doxa.systems.union.exhibits.synthesis import synthesis, write_epoch, write_whole

REPRODUCTIONS = {"cambridge-union": read_reproduction("doxa.systems.union", "cambridge-union.toml")}

EPOCHS = 4
LEARNERS = ("wren", "jun")
"""The two students; the experts argue the side that is natural to them, without coaching."""


def hold_ensemble(study: PaperStudy, begin: Begin) -> dict[str, Exhibit]:
    """Hold the debates of an order, whose trials are the debates of an epoch, and return the exhibits by name.

    Raises:
        UsageError: the order's budget does not cover the estimated cost.
        StoppedError: interrupted; the same call continues.
    """
    order, experiment = study.order, study.paper.experiments["ensemble"]
    ensemble = Ensemble(
        scenario=experiment.scenario,
        out=order.out / "ensemble" / slug(order.models[0]),
        epochs=EPOCHS,
        runs=order.trials or experiment.trials,
        learners=LEARNERS,
        max_cost=order.max_cost,
        max_tokens=order.max_tokens,
        judges=Judges(panel=(order.judge,), tally="published"),
        changes=order.name_models(order.models[0], order.changes),
        on=order.on,
        at_once=order.at_once,
    )
    estimate = estimate_cost(ensemble)
    watch = begin("ensemble", _describe_plan(ensemble, estimate))
    if not order.dry:
        afford(ensemble, estimate)
    runs = run_ensemble(ensemble, watch=watch, after=write_epoch, make=order.make)
    write_whole(ensemble.out, runs, LEARNERS)
    return {exhibit.name: exhibit for exhibit in [synthesis(runs, LEARNERS), *ensemble_exhibits(runs, LEARNERS)]}


def choose(exhibits: Mapping[str, Exhibit], name: str) -> list[Exhibit]:
    """Return the exhibit of a name; none where no debate of the ensemble was judged."""
    return [exhibits[name]] if name in exhibits else []


def _describe_plan(ensemble: Ensemble, estimate: CostEstimate | None) -> str:
    plan = f"{ensemble.epochs} epochs of {ensemble.runs} debates, with uncoached twins from the second on"
    if estimate is None:
        return plan
    unknown = f"about {estimate.tokens:,} tokens at an unknown price"
    price = unknown if estimate.usd is None else f"about ${estimate.usd:.2f}"
    return f"{plan}; {price}"
