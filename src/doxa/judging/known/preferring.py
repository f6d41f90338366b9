"""What judges make of debates with a known answer: how often they prefer the whole side, and whether order decides."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from doxa.analysis.exhibit import Cell, Table
from doxa.judging.ballots.judged import BASELINES, DebateJudgement
from doxa.judging.ballots.scores import majority
from doxa.judging.ballots.verdicts import ORDER
from doxa.judging.exhibits.captions import interval_cells, mean_cell
from doxa.judging.known.cases import ORDERS, Kind, KnownCase
from doxa.records.base import group_by
from doxa.records.transcripts import Side, other

FAIR = 0.5


@dataclass(frozen=True, kw_only=True)
class Named:
    """The side that one judge or rule names in one case."""

    by: str
    known: KnownCase
    winner: Side | None

    @property
    def prefers_whole(self) -> float:
        """1 where the whole side is named, ½ where no side is."""
        return FAIR if self.winner is None else float(self.winner != self.known.worse)

    @property
    def prefers_second(self) -> float:
        """1 where the side that spoke second is named, ½ where no side is."""
        second = other(self.known.case.debate.speeches[0].side)
        return FAIR if self.winner is None else float(self.winner == second)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A case and its judgement."""

    known: KnownCase
    judgement: DebateJudgement


def name_winners(judged: Mapping[str, Sequence[Judged]]) -> list[Named]:
    """Return the side that every layer and seat of every panel names in every case, and each rule that judges nothing.

    Args:
        judged: panel → its judgements of the same cases. The names of panels stand before their layers and seats where
            there are several.
    """
    named = [
        Named(by=f"{panel}: {by}" if len(judged) > 1 else by, known=one.known, winner=winner)
        for panel, judgements in judged.items()
        for one in judgements
        for by, winner in _winners(one.judgement)
    ]
    # what a rule names depends on the case alone, so that it is counted once whatever the number of panels
    return named + [
        Named(by=rule, known=one.known, winner=name_side(one.known.case.debate))
        for one in next(iter(judged.values()), ())
        for rule, name_side in BASELINES.items()
    ]


def _winners(judgement: DebateJudgement) -> Iterator[tuple[str, Side | None]]:
    yield "final", judgement.final.winner
    for layer in (*ORDER, "holistic"):
        if layer in judgement.verdicts:
            yield layer, judgement.verdicts[layer].winner
    for judge, own in group_by(judgement.brought.ballots, lambda ballot: ballot.judge).items():
        yield f"{judge} ({own[0].model})", majority(ballot.side for ballot in own)


def select(
    named: Sequence[Named], *, by: str, kind: Kind | None = None, dose: float | None = None, order: str = ""
) -> list[Named]:
    """Return what one judge names in the worsened cases of a kind, a dose and an order; all of them where not given."""
    return [
        one
        for one in named
        if one.by == by
        and one.known.kind is not None
        and kind in (None, one.known.kind)
        and dose in (None, one.known.dose)
        and order in ("", one.known.order)
    ]


def by_debate(named: Sequence[Named]) -> list[float]:
    """Return for each debate the share of its cases in which the whole side is preferred."""
    debates = group_by(named, lambda one: one.known.debate)
    return [sum(one.prefers_whole for one in group) / len(group) for group in debates.values()]


def order_effects(named: Sequence[Named], by: str) -> list[float]:
    """Return for each debate how much likelier the second side is to be named than the first: −1, −½, 0, ½ or 1.

    A debate as it is and its mirror: 0 where the same side is named in both, 1 where the second is in both.
    """
    return [sum(one.prefers_second for one in pair) - 1.0 for pair in both_orders(named, by)]


def both_orders(named: Sequence[Named], by: str) -> list[list[Named]]:
    """Return what one judge names of each debate as it is and of its mirror; no debate of which one is missing."""
    as_they_are = (one for one in named if one.by == by and one.known.kind is None)
    debates = group_by(as_they_are, lambda one: one.known.debate)
    return [pair for pair in debates.values() if len(pair) == len(ORDERS)]


READ = (
    "A judge that hears nothing has .5. Intervals resample debates. A rule that judges nothing is in the same table, "
    "and a judge is worth no more than it beats those rules by."
)

ABOUT_KINDS = (
    "rebuttals, evidence: dropped; order: shuffled; passages: of another motion; contradictions: added; words: the end "
    "cut off, half of the words at dose 1."
)


def preference_table(named: Sequence[Named]) -> Table:
    """Return how often each judge prefers the whole side, in both orders and over all."""
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(one.by for one in named):
        chosen = select(named, by=by)
        orders = (mean_cell(by_debate(select(named, by=by, order=order))) for order in ORDERS)
        rows.append((by, len(chosen), *orders, *interval_cells(by_debate(chosen))))
    return Table(
        name="known-answers",
        title="Which judges prefer the side that was not made worse",
        caption=f"Share of cases in which the whole side is named; naming none counts half. {READ}",
        columns=("judge", "cases", "as spoken", "mirrored", "all", "low", "high"),
        rows=tuple(rows),
    )


def final_table(named: Sequence[Named]) -> Table:
    """Return how often the final verdict prefers the whole side, by kind, beside the rules that judge nothing."""
    finals = [by for by in dict.fromkeys(one.by for one in named) if by.endswith("final")]
    kinds = dict.fromkeys(one.known.kind for one in named if one.known.kind is not None)
    rows: list[tuple[Cell, ...]] = []
    for by, kind in product(finals, kinds):
        chosen = select(named, by=by, kind=kind)
        rules = (mean_cell(by_debate(select(named, by=rule, kind=kind))) for rule in BASELINES)
        rows.append((by, kind, len(chosen), *interval_cells(by_debate(chosen)), *rules))
    return Table(
        name="known-answers-final",
        title="By what was made worse",
        caption=f"All doses together. {ABOUT_KINDS} The last three columns are rules that judge nothing.",
        columns=("judge", "made worse in", "cases", "share", "low", "high", *BASELINES),
        rows=tuple(rows),
    )


def kind_table(named: Sequence[Named]) -> Table:
    """Return how often each judge prefers the whole side, by kind and dose."""
    kinds = dict.fromkeys((one.known.kind, one.known.dose) for one in named if one.known.kind is not None)
    rows: list[tuple[Cell, ...]] = []
    for by, (kind, dose) in product(dict.fromkeys(one.by for one in named), kinds):
        chosen = select(named, by=by, kind=kind, dose=dose)
        rows.append((by, kind, dose, len(chosen), *interval_cells(by_debate(chosen))))
    return Table(
        name="known-answers-by-kind",
        title="By kind and dose",
        caption=f"{ABOUT_KINDS} {READ}",
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
        rows.append((by, len(effects), same, ties, *interval_cells(effects)))
    return Table(
        name="order-effect",
        title="Does the speaking order decide",
        caption="Each debate as spoken and mirrored. same: the same side is named in both; ties: none is named in one "
        "or both. effect: 1 where the side that speaks second is named in both, −1 where the first is, averaged over "
        "debates with its interval.",
        columns=("judge", "debates", "same", "ties", "effect", "low", "high"),
        rows=tuple(rows),
    )
