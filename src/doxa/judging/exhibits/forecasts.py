"""How well verdicts foretell which side wins the room: accuracy, Brier score and calibration, beside trivial rules."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Table
from doxa.judging.ballots.forecasts import RoomForecast, calibration, calibration_error
from doxa.judging.bias.shares import wilson
from doxa.scoring.bootstrap import mean_interval

ABOUT = (
    "Probability that Proposition wins the room: its share of a layer's numbers or of a seat's votes; a rule that only "
    "names a side is certain. More words, last speaker, Opposition always, even (always ½) and base rate (the other "
    "debates) judge nothing."
)


def forecast_table(all_forecasts: Sequence[RoomForecast], rules: str) -> Table:
    """Return accuracy, Brier score and calibration error of every judge and rule.

    Args:
        rules: the sentences that name the rule by which the room was won.
    """
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(forecast.by for forecast in all_forecasts):
        of_one = [forecast for forecast in all_forecasts if forecast.by == by]
        named = [forecast for forecast in of_one if forecast.named]
        right = sum(forecast.named == forecast.room for forecast in named)
        share = wilson(right, len(named)) if named else None
        accuracy = tuple(round(value, 3) for value in (share.share, share.low, share.high)) if share else (None,) * 3
        rows.append((by, len(of_one), len(named), *accuracy, *_brier(of_one), round(calibration_error(of_one), 3)))
    return Table(
        name="audience-forecasts",
        title="Judges against audiences",
        caption=f"{ABOUT} right: of the debates in which a side is named, with a 95 % Wilson interval. Brier score: 0 "
        f"is perfect, 0.25 is always ½; its interval resamples debates. {rules}",
        columns=("judge", "debates", "named", "right", "low", "high", "Brier", "from", "to", "calibration error"),
        rows=tuple(rows),
    )


def calibration_table(all_forecasts: Sequence[RoomForecast]) -> Table:
    """Return for every judge how often Proposition won the room where it was given such a chance."""
    rows: list[tuple[Cell, ...]] = []
    for by in dict.fromkeys(forecast.by for forecast in all_forecasts):
        for part in calibration([forecast for forecast in all_forecasts if forecast.by == by]):
            share = wilson(part.won, part.debates)
            won = (round(value, 3) for value in (share.share, share.low, share.high))
            chance = f"{part.low:.1f} to {part.high:.1f}"
            rows.append((by, chance, part.debates, round(part.mean_chance, 3), *won))
    return Table(
        name="audience-calibration",
        title="Calibration",
        caption=f"A calibrated judge's mean chance is the share that Proposition won. {ABOUT}",
        columns=("judge", "chance", "debates", "mean chance", "won", "low", "high"),
        rows=tuple(rows),
        detail=len(rows) > 30,
    )


def _brier(of_one: Sequence[RoomForecast]) -> tuple[Cell, Cell, Cell]:
    """Return the mean Brier score with its interval; no interval for one debate."""
    scores = [forecast.brier for forecast in of_one]
    if len(scores) < 2:
        return round(scores[0], 3), None, None
    interval = mean_interval(scores)
    return round(interval.estimate, 3), round(interval.low, 3), round(interval.high, 3)
