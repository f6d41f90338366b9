"""Figure 2: models alone, how right they are against how sure they say they are, and the teams that they could form."""

from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Exhibit, Figure, Line, Panel, Table
from doxa.analysis.natures import natures
from doxa.records.spec import ModelSettings
from doxa.scoring.bootstrap import mean_interval
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import HARDER, INTERVALS, MODELS, SIMULATED, STRENGTH, SURENESS, short
from doxa.systems.puzzle.exhibits.grid import LEVELS, PATTERNS, cells, proposed
from doxa.systems.puzzle.exhibits.runs import Alone


def fig2(found: Sequence[Alone], teams: Mapping[str, Sequence[str]], sources: Sequence[str] = ()) -> list[Exhibit]:
    """Return the scatter of the benchmark, its numbers, and the teams of Table 2.

    Args:
        teams: the teams that are played.
    """
    offline = any(ModelSettings(model=one.model).simulated for one in found)
    shows = (
        f"Each model alone, once on each of {max((one.n for one in found), default=0)} puzzles of six players. "
        "Accuracy is the share of players that it gets right; a puzzle without a valid answer counts as none right. "
        "Levels part the observed range into three."
    )
    told = " ".join(
        [shows, INTERVALS, SIMULATED if offline else "", *natures((HARDER, STRENGTH, SURENESS, MODELS), offline)]
    )
    return [_scatter(found, told, sources), _numbers(found, told, sources), _teams(found, teams, told, sources)]


def _title(found: Sequence[Alone]) -> str:
    offline = any(ModelSettings(model=one.model).simulated for one in found)
    return f"Models alone on puzzles of six players{' (simulated reasoners)' if offline else ''}"


def _scatter(found: Sequence[Alone], caption: str, sources: Sequence[str]) -> Figure:
    placed, told = cells(found), [one for one in found if one.confidence is not None]
    groups = {level: [one for one in told if placed[one.model][0] == level] for level in reversed(LEVELS)}
    lines = tuple(
        Line(
            label=f"{level} performance",
            x=tuple(one.confidence or 0.0 for one in group),
            y=tuple(one.accuracy for one in group),
            points=True,
        )
        for level, group in groups.items()
        if group
    )
    scatter = Panel(
        title="Accuracy against confidence",
        x_label="confidence, 1 to 10",
        y_label="players right",
        lines=lines,
        y_range=(0.0, 1.0),
    )
    names = tuple(short(one.model) for one in told)
    intervals = [mean_interval(one.smooth) if one.n > 1 else None for one in told]
    places = tuple(map(float, range(len(told))))
    right = Line(
        label="players right",
        x=places,
        y=tuple(one.accuracy for one in told),
        low=tuple(one.low if one else None for one in intervals),
        high=tuple(one.high if one else None for one in intervals),
    )
    sure = Line(label="confidence", x=places, y=tuple(one.confidence for one in told))
    by_model = (
        Panel(title="Accuracy", x_label="", y_label="players right", lines=(right,), y_range=(0.0, 1.0), x_names=names),
        Panel(title="Confidence", x_label="", y_label="1 to 10", lines=(sure,), y_range=(1.0, 10.0), x_names=names),
    )
    return Figure(
        name="fig2",
        title=_title(found),
        caption=caption,
        panels=(scatter, *by_model),
        sources=tuple(sources),
    )


def _numbers(found: Sequence[Alone], caption: str, sources: Sequence[str]) -> Table:
    placed = cells(found)
    rows = []
    for one in sorted(found, key=lambda each: -each.accuracy):
        interval = mean_interval(one.smooth) if one.n > 1 else None
        performance, confidence = placed.get(one.model, (None, None))
        low, high = (interval.low, interval.high) if interval else (None, None)
        numbers = (one.n, one.accuracy, low, high, mean(one.strict), one.confidence, one.missing)
        rows.append((one.model, *numbers, performance, confidence))
    columns = (
        "model", "puzzles", "players right", "low", "high", "puzzles right", "confidence", "no answer", "performance",
        "sure",
    )  # fmt: skip
    return Table(
        name="fig2-models",
        title=_title(found),
        caption=caption,
        columns=columns,
        rows=tuple(rows),
        sources=tuple(sources),
    )


def _teams(found: Sequence[Alone], teams: Mapping[str, Sequence[str]], caption: str, sources: Sequence[str]) -> Table:
    could = proposed(found)
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
