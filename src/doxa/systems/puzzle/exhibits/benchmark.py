"""Figure 2: accuracy of models alone against the confidence that they state, and the teams that they could form."""

from collections.abc import Mapping, Sequence

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
from doxa.systems.puzzle.exhibits.grid import LEVELS, PATTERNS, cells, propose_teams
from doxa.systems.puzzle.exhibits.runs import Alone, is_simulated


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
