"""The single-agent grid of Figure 2: three levels of performance by three of confidence, and the teams it proposes.

The text does not say where levels begin. doxa divides the range between the lowest and the highest benchmarked model
into three equal parts, for accuracy and for confidence each. A team of Table 2 is proposed where every cell that it
draws on has a model. Of several models in a cell the most accurate comes first, and no model comes twice before others.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from doxa.analysis.exhibit import Exhibit, Figure, Line, Panel, Table
from doxa.analysis.natures import Effect, natures
from doxa.scoring.bootstrap import Interval, mean_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import (
    INTERVALS,
    MODELS,
    PARTLY,
    SIMULATED,
    STRENGTH,
    SURENESS,
    count_puzzles,
    short,
)
from doxa.systems.puzzle.exhibits.runs import Alone, is_simulated

Level = Literal["high", "medium", "low"]
LEVELS: tuple[Level, ...] = ("low", "medium", "high")
TeamCell = tuple[Level, Level | None]
"""(performance, confidence); None for any confidence."""

PATTERNS: dict[str, tuple[TeamCell, TeamCell, TeamCell]] = {
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
    pattern: Sequence[TeamCell], models: Sequence[str], placed: Mapping[str, tuple[Level, Level]]
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


def fig2(benchmarks: Sequence[Alone], teams: Mapping[str, Sequence[str]], sources: Sequence[str] = ()) -> list[Exhibit]:
    """Return the scatter of the benchmark, its numbers, and the teams of Table 2.

    Args:
        teams: the teams that are played.
    """
    offline = [is_simulated(benchmark.model) for benchmark in benchmarks]
    puzzles = max((benchmark.n for benchmark in benchmarks), default=0)
    shows = (
        f"Each model alone, once on each of {puzzles} puzzles of {_size_of(benchmarks)} players. "
        "Accuracy is the share of players that it gets right; a puzzle without a valid answer counts as none right. "
        "Confidence is the mean of those stated. Levels divide the observed range into three equal parts."
    )
    stand_ins = [SIMULATED] if all(offline) else [PARTLY] if any(offline) else []
    effects = (ACCURATE, *((STRENGTH, SURENESS, MODELS) if any(offline) else ()))
    caption = " ".join([shows, INTERVALS, *stand_ins, *natures(effects, offline=True)])
    return [
        _scatter(benchmarks, caption, sources),
        _numbers(benchmarks, caption, sources),
        _proposed_teams_table(benchmarks, teams, caption, sources),
    ]


ACCURATE = Effect(what="how accurate each is alone, as its search and errors add up on a puzzle", nature="emergent")


def _title(benchmarks: Sequence[Alone]) -> str:
    offline = [is_simulated(benchmark.model) for benchmark in benchmarks]
    who = " (simulated reasoners)" if all(offline) else " (some of them simulated reasoners)" if any(offline) else ""
    return f"Models alone on puzzles of {_size_of(benchmarks)} players{who}"


def _size_of(benchmarks: Sequence[Alone]) -> int:
    return max((benchmark.size for benchmark in benchmarks), default=0)


def _scatter(benchmarks: Sequence[Alone], caption: str, sources: Sequence[str]) -> Figure:
    return Figure(
        name="fig2",
        title=_title(benchmarks),
        caption=caption,
        panels=(_scatter_panel(benchmarks), *_model_panels(benchmarks)),
        sources=tuple(sources),
    )


def _scatter_panel(benchmarks: Sequence[Alone]) -> Panel:
    """Return a panel of accuracy against confidence for the models that stated one, by level of performance."""
    cells_by_model = cells(benchmarks)
    with_confidence = [benchmark for benchmark in benchmarks if benchmark.confidence is not None]
    groups = {
        level: [benchmark for benchmark in with_confidence if cells_by_model[benchmark.model][0] == level]
        for level in reversed(LEVELS)
    }
    lines = tuple(
        Line(
            label=f"{level} performance",
            x=tuple(benchmark.confidence or 0.0 for benchmark in group),
            y=tuple(benchmark.accuracy for benchmark in group),
            low=_ends([_interval(benchmark.smooth) for benchmark in group])[0],
            high=_ends([_interval(benchmark.smooth) for benchmark in group])[1],
            points=True,
        )
        for level, group in groups.items()
        if group
    )
    return Panel(
        title=f"Accuracy against confidence\n{count_puzzles(benchmark.n for benchmark in with_confidence)}",
        x_label="confidence, 1 to 10",
        y_label="players right",
        lines=lines,
        y_range=(0.0, 1.0),
    )


def _interval(values: Sequence[float]) -> Interval | None:
    return mean_interval(values) if len(values) > 1 else None


def _ends(intervals: Sequence[Interval | None]) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Return the lower and the upper ends of intervals."""
    low = tuple(interval.low if interval else None for interval in intervals)
    return low, tuple(interval.high if interval else None for interval in intervals)


def _model_panels(benchmarks: Sequence[Alone]) -> tuple[Panel, Panel]:
    """Return panels of accuracy and of confidence by model; a model that stated no confidence has no point there."""
    names = tuple(short(benchmark.model) for benchmark in benchmarks)
    low, high = _ends([_interval(benchmark.smooth) for benchmark in benchmarks])
    sure_low, sure_high = _ends([_interval(benchmark.stated) for benchmark in benchmarks])
    places = tuple(map(float, range(len(benchmarks))))
    accuracies = tuple(benchmark.accuracy for benchmark in benchmarks)
    accuracy = Line(label="players right", x=places, y=accuracies, low=low, high=high)
    confidences = tuple(benchmark.confidence for benchmark in benchmarks)
    confidence = Line(label="confidence", x=places, y=confidences, low=sure_low, high=sure_high)
    return (
        Panel(
            title=f"Accuracy\n{count_puzzles(benchmark.n for benchmark in benchmarks)}",
            x_label="",
            y_label="players right",
            lines=(accuracy,),
            y_range=(0.0, 1.0),
            x_names=names,
        ),
        Panel(
            title=f"Confidence\n{count_puzzles(len(benchmark.stated) for benchmark in benchmarks)}",
            x_label="",
            y_label="1 to 10",
            lines=(confidence,),
            y_range=(1.0, 10.0),
            x_names=names,
        ),
    )


def _numbers(benchmarks: Sequence[Alone], caption: str, sources: Sequence[str]) -> Table:
    cells_by_model = cells(benchmarks)
    rows = []
    for benchmark in sorted(benchmarks, key=lambda benchmark: -benchmark.accuracy):
        interval = _interval(benchmark.smooth)
        performance, confidence = cells_by_model.get(benchmark.model, (None, None))
        low, high = (interval.low, interval.high) if interval else (None, None)
        numbers = (
            benchmark.n,
            benchmark.accuracy,
            low,
            high,
            mean(benchmark.strict),
            benchmark.confidence,
            benchmark.missing,
            benchmark.unstated,
        )
        rows.append((benchmark.model, *numbers, performance, confidence))
    columns = (
        "model", "puzzles", "players right", "low", "high", "puzzles right", "confidence", "no answer",
        "no confidence", "performance", "sure",
    )  # fmt: skip
    return Table(
        name="fig2-models",
        title=_title(benchmarks),
        caption=caption,
        columns=columns,
        rows=tuple(rows),
        sources=tuple(sources),
    )


def _proposed_teams_table(
    benchmarks: Sequence[Alone], teams: Mapping[str, Sequence[str]], caption: str, sources: Sequence[str]
) -> Table:
    could = propose_teams(benchmarks)
    rows = tuple(
        (
            name,
            "; ".join(f"{performance}, {confidence or 'any'}" for performance, confidence in pattern),
            ", ".join(could[name]) if name in could else None,
            ", ".join(teams[name]) if name in teams else None,
        )
        for name, pattern in PATTERNS.items()
    )
    return Table(
        name="fig2-teams",
        title="Teams of Table 2, and what the benchmark proposes for them",
        caption=f"Cells are (performance, confidence). {caption}",
        columns=("team", "cells", "proposed", "played"),
        rows=rows,
        sources=tuple(sources),
    )
