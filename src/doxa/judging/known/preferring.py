"""What judges make of debates with a known answer: how often the whole side is preferred, and whether order decides."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from doxa.judging.ballots.baselines import BASELINES
from doxa.judging.ballots.final import ORDER
from doxa.judging.ballots.judged import DebateJudgement
from doxa.judging.ballots.panel import JudgeBallot, majority
from doxa.judging.known.planning import ORDERS, KnownCase
from doxa.judging.known.worsening import Kind
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
    cases = [one.known for one in next(iter(judged.values()), ())]
    return named + [
        Named(by=rule, known=known, winner=name_side(known.case.debate))
        for known in cases
        for rule, name_side in BASELINES.items()
    ]


def _winners(judgement: DebateJudgement) -> Iterator[tuple[str, Side | None]]:
    yield "final", judgement.final.winner
    for layer in (*ORDER, "holistic"):
        if layer in judgement.verdicts:
            yield layer, judgement.verdicts[layer].winner
    ballots = judgement.brought.ballots
    for judge in dict.fromkeys(ballot.judge for ballot in ballots):
        own = [ballot for ballot in ballots if ballot.judge == judge]
        yield _seat_name(own[0]), majority(ballot.side for ballot in own)


def _seat_name(ballot: JudgeBallot) -> str:
    return f"{ballot.judge} ({ballot.model})"


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
    shares: dict[str, list[float]] = {}
    for one in named:
        shares.setdefault(one.known.debate, []).append(one.prefers_whole)
    return [sum(values) / len(values) for values in shares.values()]


def order_effects(named: Sequence[Named], by: str) -> list[float]:
    """Return for each debate how much likelier the second side is to be named than the first: −1, −½, 0, ½ or 1.

    A debate as it is and its mirror: 0 where the same side is named in both, 1 where the second is in both.
    """
    return [sum(one.prefers_second for one in pair) - 1.0 for pair in both_orders(named, by)]


def both_orders(named: Sequence[Named], by: str) -> list[list[Named]]:
    """Return what one judge names of each debate as it is and of its mirror; no debate of which one is missing."""
    debates: dict[str, list[Named]] = {}
    for one in named:
        if one.by == by and one.known.kind is None:
            debates.setdefault(one.known.debate, []).append(one)
    return [pair for pair in debates.values() if len(pair) == len(ORDERS)]
