"""Debates with a known answer as tables: how often judges prefer the whole side, by order, kind and dose."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.judging.ballots.baselines import BASELINES
from doxa.judging.known.planning import ORDERS
from doxa.judging.known.preferring import Named, both_orders, by_debate, order_effects, select
from doxa.scoring.bootstrap import Interval, mean_interval

READ = (
    "A judge that hears nothing has .5. Intervals resample debates. A rule that judges nothing is in the same table, "
    "and a judge is worth no more than it beats those rules by."
)

KINDS = (
    "rebuttals, evidence: dropped; order: shuffled; passages: of another motion; contradictions: added; words: the end "
    "cut off, half of the words at dose 1."
)

FINAL = "final"


def preference_table(named: Sequence[Named]) -> Table:
    """Return how often each judge prefers the whole side, in both orders and over all."""
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(one.by for one in named):
        chosen = select(named, by=by)
        orders = (_mean(by_debate(select(named, by=by, order=order))) for order in ORDERS)
        rows.append((by, len(chosen), *orders, *_cells(by_debate(chosen))))
    return Table(
        name="known-answers",
        title="Which judges prefer the side that was not made worse",
        caption=f"Share of cases in which the whole side is named; naming none counts half. {READ}",
        columns=("judge", "cases", "as spoken", "mirrored", "all", "low", "high"),
        rows=tuple(rows),
    )


def final_table(named: Sequence[Named]) -> Table:
    """Return how often the final verdict prefers the whole side, by kind, beside the rules that judge nothing."""
    finals = [by for by in dict.fromkeys(one.by for one in named) if by.endswith(FINAL)]
    rows: list[tuple[Cell, ...]] = []
    for by in finals:
        for kind in dict.fromkeys(one.known.kind for one in named if one.known.kind is not None):
            chosen = select(named, by=by, kind=kind)
            rows.append(
                (
                    by,
                    kind,
                    len(chosen),
                    *_cells(by_debate(chosen)),
                    *(_mean(by_debate(select(named, by=rule, kind=kind))) for rule in BASELINES),
                )
            )
    return Table(
        name="known-answers-final",
        title="By what was made worse",
        caption=f"All doses together. {KINDS} The last three columns are rules that judge nothing.",
        columns=("judge", "made worse in", "cases", "share", "low", "high", *BASELINES),
        rows=tuple(rows),
    )


def kind_table(named: Sequence[Named]) -> Table:
    """Return how often each judge prefers the whole side, by kind and dose."""
    kinds = dict.fromkeys((one.known.kind, one.known.dose) for one in named if one.known.kind is not None)
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(one.by for one in named):
        for kind, dose in kinds:
            chosen = select(named, by=by, kind=kind, dose=dose)
            rows.append((by, kind, dose, len(chosen), *_cells(by_debate(chosen))))
    return Table(
        name="known-answers-by-kind",
        title="By kind and dose",
        caption=f"{KINDS} {READ}",
        columns=("judge", "made worse in", "dose", "cases", "share", "low", "high"),
        rows=tuple(rows),
        detail=True,
    )


def order_table(named: Sequence[Named]) -> Table:
    """Return how much each judge favours the side that speaks second, over debates as they are and mirrored."""
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(one.by for one in named):
        effects = order_effects(named, by)
        winners = [[one.winner for one in pair] for pair in both_orders(named, by)]
        ties = sum(None in pair for pair in winners)
        same = sum(None not in pair and len(set(pair)) == 1 for pair in winners)
        rows.append((by, len(effects), same, ties, *_cells(effects)))
    return Table(
        name="order-effect",
        title="Does the speaking order decide",
        caption="Each debate as spoken and mirrored. same: the same side is named in both; ties: none is named in one "
        "or both. effect: 1 where the side that speaks second is named in both, −1 where the first is, averaged over "
        "debates with its interval.",
        columns=("judge", "debates", "same", "ties", "effect", "low", "high"),
        rows=tuple(rows),
    )


def _cells(values: Sequence[float]) -> tuple[Cell, Cell, Cell]:
    """Return a mean with its interval; no interval for one debate, nothing for none."""
    if len(values) < 2:
        return _mean(values), None, None
    interval: Interval = mean_interval(values)
    return round(interval.estimate, 3), round(interval.low, 3), round(interval.high, 3)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None
