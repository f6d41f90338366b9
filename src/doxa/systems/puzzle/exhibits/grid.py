"""The single-agent grid of Figure 2: three levels of performance by three of confidence, and the teams it proposes.

The text does not say where levels begin. doxa divides the range between the lowest and the highest benchmarked model
into three equal parts, for accuracy and for confidence each. A team of Table 2 is proposed where every cell that it
draws on has a model. Of several models in a cell the most accurate comes first, and no model comes twice before others.
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
    """Return for each value the third of the range in which it is; all are medium where they do not differ."""
    if not values:
        return {}
    low, high = min(values.values()), max(values.values())
    if high - low < 1e-12:
        return dict.fromkeys(values, "medium")
    return {name: LEVELS[min(2, int(3 * (score - low) / (high - low)))] for name, score in values.items()}


def cells(benchmarks: Sequence[Alone]) -> dict[str, tuple[Level, Level]]:
    """Return model → cell for every model that stated a confidence."""
    confidences = {
        benchmark.model: benchmark.confidence for benchmark in benchmarks if benchmark.confidence is not None
    }
    performance = levels(
        {benchmark.model: benchmark.accuracy for benchmark in benchmarks if benchmark.model in confidences}
    )
    confidence = levels(confidences)
    return {model: (performance[model], confidence[model]) for model in confidences}


def propose_teams(benchmarks: Sequence[Alone]) -> dict[str, tuple[str, ...]]:
    """Return team → models for each team that the benchmarked models can form."""
    best_first = sorted(benchmarks, key=lambda benchmark: -benchmark.accuracy)
    cells_by_model = cells(benchmarks)
    teams = {
        name: _fill_team(pattern, [benchmark.model for benchmark in best_first], cells_by_model)
        for name, pattern in PATTERNS.items()
    }
    return {name: team for name, team in teams.items() if team}


def _fill_team(
    pattern: Sequence[Cell], models: Sequence[str], placed: Mapping[str, tuple[Level, Level]]
) -> tuple[str, ...]:
    team: list[str] = []
    for performance, confidence in pattern:
        fitting_models = [
            model
            for model in models
            if model in placed and placed[model][0] == performance and confidence in (None, placed[model][1])
        ]
        if not fitting_models:
            return ()
        unused_models = (
            fitting_models
            if confidence is None
            else [model for model in fitting_models if model not in team] or fitting_models
        )
        team.append(unused_models[0])
    return tuple(team)
