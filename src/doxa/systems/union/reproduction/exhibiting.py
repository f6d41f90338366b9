"""The reproduction of the Cambridge Union simulation: an ensemble of four epochs of five debates, and its exhibits.

The source simulates real people on one motion with its own texts, which are not available; the shipped speakers are
invented. Tables show the source's numbers beside those measured here; a difference between them is not a result.
"""

from collections.abc import Sequence

from doxa.analysis.exhibit import Exhibit
from doxa.errors import UsageError
from doxa.experiments.reproductions.ordering import Begin, Order, slug, speaking
from doxa.experiments.reproductions.registry import Reproduction
from doxa.judging.cases import Judges
from doxa.systems.union.ensembles.estimating import CostEstimate, afford, estimate_cost
from doxa.systems.union.ensembles.plan import Ensemble
from doxa.systems.union.ensembles.running import run_ensemble
from doxa.systems.union.exhibits.ensembles import ensemble_exhibits
from doxa.systems.union.exhibits.synthesis import synthesis, write_epoch, write_whole

SCENARIO = "union"
EPOCHS, RUNS = 4, 5
LEARNERS = ("wren", "jun")
"""The two students; the experts argue the side that is natural to them, without coaching."""

EXHIBITS = ("synthesis", "outcomes", "epochs", "speaking-order", "coaching", "recurring", "debates", "by-epoch")


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Return the named exhibits, or all where no name is given, after running the ensemble.

    Raises:
        UsageError: the order names more than one model.
        StoppedError: interrupted, where the same call continues; or the order's budget does not cover the cost.
    """
    if len(order.models) > 1:
        raise UsageError("cambridge-union is reproduced with one model at a time", hint="Name one in --models.")
    ensemble = plan_ensemble(order)
    estimate = estimate_cost(ensemble)
    watch = begin("ensemble", _about(ensemble, estimate))
    if not order.dry:
        afford(ensemble, estimate)
    runs = run_ensemble(ensemble, watch=watch, after=write_epoch, make=order.make)
    write_whole(ensemble.out, runs, ensemble.learners)
    every_exhibit = [synthesis(runs, LEARNERS), *ensemble_exhibits(runs, LEARNERS)]
    exhibits = {exhibit.name: exhibit for exhibit in every_exhibit}
    return [exhibits[name] for name in EXHIBITS if name in exhibits and (not names or name in names)]


def plan_ensemble(order: Order) -> Ensemble:
    """Return the ensemble of an order; the order's trials are the debates per epoch."""
    return Ensemble(
        scenario=SCENARIO,
        out=order.out / "ensemble" / slug(order.models[0]),
        epochs=EPOCHS,
        runs=order.trials or RUNS,
        learners=LEARNERS,
        max_cost=order.max_cost,
        max_tokens=order.max_tokens,
        judges=Judges(panel=(order.judge,), tally="published"),
        changes=speaking(order, order.models[0], order.changes),
        on=order.on,
        at_once=order.at_once,
    )


def _about(ensemble: Ensemble, estimate: CostEstimate | None) -> str:
    plan = f"{ensemble.epochs} epochs of {ensemble.runs} debates, with uncoached twins from the second on"
    if estimate is None:
        return plan
    unknown = f"about {estimate.tokens:,} tokens at an unknown price"
    price = unknown if estimate.usd is None else f"about ${estimate.usd:.2f}"
    return f"{plan}; {price}"


def _exhibits(runs: Sequence[EnsembleRun]) -> list[Exhibit]:
    return [
        synthesis(runs, LEARNERS),
        outcomes(runs),
        epochs(runs, LEARNERS),
        speaking_order(runs),
        coaching(runs, LEARNERS),
        recurring(runs),
        points_of_information(runs),
        *([by_epoch(runs, LEARNERS)] if coached_runs(runs) else []),
    ]


CAMBRIDGE_UNION = Reproduction(exhibits=EXHIBITS, make=make_exhibits)
