"""Verdicts as forecasts of which side wins the room: accuracy, Brier score and calibration.

    p = the probability that Proposition wins the room
    Brier score = mean (p − o)²              o = 1 where Proposition won the room, else 0     (Brier 1950)
    calibration error = Σ n_b / n · |mean p_b − mean o_b|      over bins b of p of equal width

A layer's p is Proposition's share of the layer's numbers (votes, points, mean scores, surviving claims), a seat's its
share of the seat's votes, and that of the final verdict the deciding layer's. A rule that only names a side is certain
of it (p is 1 or 0) and has ½ where it names none. ``even`` always says ½; ``base rate`` says (k + 1) / (n + 2), where
Proposition won k of the n *other* debates.
"""

from collections.abc import Iterator, Sequence

from doxa.judging.ballots.judged import BASELINES, DebateJudgement
from doxa.judging.ballots.verdicts import ORDER, LayerVerdict, name_larger
from doxa.records.base import Record, Unit, group_by
from doxa.records.transcripts import Side

EVEN, BASE_RATE = "even", "base rate"

BINS = 5

HALF = 0.5


class RoomForecast(Record):
    """What one judge or rule says of one debate, and what the audience did."""

    by: str
    debate: str
    chance: Unit
    """The probability that Proposition wins the room."""
    named: Side | None
    """The side that the verdict names."""
    room: Side
    """The side that won the room."""

    @property
    def outcome(self) -> float:
        """1 where Proposition won the room, else 0."""
        return float(self.room == "pro")

    @property
    def brier(self) -> float:
        """The squared error of the probability."""
        return (self.chance - self.outcome) ** 2


class CalibrationBin(Record):
    """The forecasts of one judge whose probability lies in one bin."""

    low: float
    high: float
    debates: int
    won: int
    """Debates of these that Proposition won."""
    mean_chance: float

    @property
    def gap(self) -> float:
        """The mean probability less the share that Proposition won."""
        return self.mean_chance - self.won / self.debates


def forecasts(debates: Sequence[tuple[str, DebateJudgement, Side]]) -> list[RoomForecast]:
    """Return the forecasts of every layer, seat and rule.

    Args:
        debates: name, judgement and the side that won the room, of each debate.
    """
    won = sum(room == "pro" for _, _, room in debates)
    return [
        RoomForecast(by=by, debate=name, chance=chance, named=named, room=room)
        for name, judgement, room in debates
        for by, chance, named in (
            *_of_one(judgement),
            (EVEN, HALF, None),
            (BASE_RATE, *_name_likelier((won - (room == "pro") + 1) / (len(debates) + 1))),
        )
    ]


def _name_likelier(chance: float) -> tuple[float, Side | None]:
    """Return the probability that Proposition wins with the side that it names, which is none at ½."""
    return chance, name_larger(chance, HALF)


def _of_one(judgement: DebateJudgement) -> Iterator[tuple[str, float, Side | None]]:
    """Yield the name, the probability and the verdict of each judge and rule on a debate."""
    final = judgement.final
    yield "final", share_of(judgement.verdicts.get(final.decided_by), final.winner), final.winner
    for layer in ORDER:
        if verdict := judgement.verdicts.get(layer):
            yield layer, share_of(verdict, verdict.winner), verdict.winner
    if verdict := judgement.verdicts.get("holistic"):
        yield "holistic", certain(verdict.winner), verdict.winner
    for judge, own in group_by(judgement.brought.ballots, lambda ballot: ballot.judge).items():
        yield f"{judge} ({own[0].model})", *_name_likelier(sum(certain(ballot.side) for ballot in own) / len(own))
    for rule in BASELINES:
        side = judgement.baselines.get(rule)
        yield rule, certain(side), side


def share_of(verdict: LayerVerdict | None, winner: Side | None) -> float:
    """Return Proposition's share of a verdict's numbers; certainty where it has none."""
    if verdict is None or verdict.pro + verdict.con <= 0 or min(verdict.pro, verdict.con) < 0:
        return certain(winner)
    return verdict.pro / (verdict.pro + verdict.con)


def certain(side: Side | None) -> float:
    """Return 1 for Proposition, 0 for Opposition, ½ for neither."""
    return HALF if side is None else float(side == "pro")


def calibration(of_one: Sequence[RoomForecast]) -> list[CalibrationBin]:
    """Return the bins of one judge's forecasts that have any, the lowest first; 1 belongs to the last."""
    grouped = group_by(of_one, lambda forecast: min(BINS - 1, int(forecast.chance * BINS)))
    return [
        CalibrationBin(
            low=place / BINS,
            high=(place + 1) / BINS,
            debates=len(group),
            won=sum(forecast.room == "pro" for forecast in group),
            mean_chance=sum(forecast.chance for forecast in group) / len(group),
        )
        for place, group in sorted(grouped.items())
    ]


def calibration_error(of_one: Sequence[RoomForecast]) -> float:
    """Return the mean distance between probability and share of wins over bins, weighted by their debates."""
    parts = calibration(of_one)
    return sum(part.debates * abs(part.gap) for part in parts) / sum(part.debates for part in parts)
