"""The single-agent grid of Figure 2: three levels of performance by three of confidence, and the teams it proposes.

The text does not say where levels part. doxa parts the range between the lowest and the highest benchmarked model into
three equal parts, for accuracy and for confidence each. A team of Table 2 is proposed where every cell that it draws on
has a model; of several in a cell, the most accurate first, and none twice while there is another.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from doxa.systems.puzzle.exhibits.runs import Alone

Level = Literal["high", "medium", "low"]
LEVELS: tuple[Level, ...] = ("low", "medium", "high")
Cell = tuple[Level, Level | None]
"""(performance, confidence); None for any confidence."""

PATTERNS: dict[str, tuple[Cell, Cell, Cell]] = {
    "het-mix-a": (("high", "medium"), ("medium", "medium"), ("low", "medium")),
    "het-mix-b": (("high", "low"), ("medium", "low"), ("low", "medium")),
    "het-mix-c": (("high", "high"), ("medium", "low"), ("low", "medium")),
    "het-mix-d": (("high", "high"), ("high", "medium"), ("high", "low")),
    "hom-strong": (("high", None), ("high", None), ("high", None)),
    "hom-weak": (("low", None), ("low", None), ("low", None)),
}
"""Table 2: the cells that each team draws on, strongest first."""


def levels(values: Mapping[str, float]) -> dict[str, Level]:
    """Return the third of the range that each value lies in; all are medium where they do not differ."""
    if not values:
        return {}
    low, high = min(values.values()), max(values.values())
    if high - low < 1e-12:
        return dict.fromkeys(values, "medium")
    return {name: LEVELS[min(2, int(3 * (value - low) / (high - low)))] for name, value in values.items()}


def cells(found: Sequence[Alone]) -> dict[str, tuple[Level, Level]]:
    """Return the cell of every model that said how sure it is."""
    sure = {one.model: one.confidence for one in found if one.confidence is not None}
    performance = levels({one.model: one.accuracy for one in found if one.model in sure})
    confidence = levels(sure)
    return {model: (performance[model], confidence[model]) for model in sure}


def proposed(found: Sequence[Alone]) -> dict[str, tuple[str, ...]]:
    """Return each team that the benchmarked models can form, as models."""
    best_first = sorted(found, key=lambda one: -one.accuracy)
    placed = cells(found)
    teams = {name: _filled(pattern, [one.model for one in best_first], placed) for name, pattern in PATTERNS.items()}
    return {name: team for name, team in teams.items() if team}


def _filled(
    pattern: Sequence[Cell], models: Sequence[str], placed: Mapping[str, tuple[Level, Level]]
) -> tuple[str, ...]:
    team: list[str] = []
    for performance, confidence in pattern:
        fit = [
            one
            for one in models
            if one in placed and placed[one][0] == performance and confidence in (None, placed[one][1])
        ]
        if not fit:
            return ()
        fresh = fit if confidence is None else [one for one in fit if one not in team] or fit
        team.append(fresh[0])
    return tuple(team)
