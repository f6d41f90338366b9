"""Figure 2: accuracy of models alone against the confidence that they state, and the teams that they could form.

Three levels of performance by three of confidence. The text does not say where levels begin: doxa divides the range
between the lowest and the highest benchmarked model into three equal parts, for accuracy and for confidence each. A
team of Table 2 is proposed where every cell that it draws on has a model. Of several models in a cell the most accurate
comes first, and no model comes twice before others.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from doxa.analysis.exhibit import Exhibit, Figure, Panel, Table, draw_line, natures
from doxa.models.declared import is_simulated_here
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import WORDS, count_puzzles, describe_intervals, estimate_mean, short
from doxa.systems.puzzle.exhibits.runs import Alone

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
    stated = [benchmark for benchmark in benchmarks if benchmark.stated]
    performance = levels({benchmark.model: benchmark.accuracy for benchmark in stated})
    confidence = levels({benchmark.model: mean(benchmark.stated) for benchmark in stated})
    return {benchmark.model: (performance[benchmark.model], confidence[benchmark.model]) for benchmark in stated}


def propose_teams(benchmarks: Sequence[Alone]) -> dict[str, tuple[str, ...]]:
    """Return team → models for each team that the benchmarked models can form."""
    best_first = [benchmark.model for benchmark in sorted(benchmarks, key=lambda benchmark: -benchmark.accuracy)]
    placed = cells(benchmarks)
    models = [(model, placed[model]) for model in best_first if model in placed]
    teams = {name: _fill_team(pattern, models) for name, pattern in PATTERNS.items()}
    return {name: team for name, team in teams.items() if team}


def _fill_team(pattern: Sequence[TeamCell], models: Sequence[tuple[str, tuple[Level, Level]]]) -> tuple[str, ...]:
    """Return a model for each cell of a pattern; empty where a cell has none."""
    team: list[str] = []
    for performance, confidence in pattern:
        fitting = [model for model, cell in models if cell[0] == performance and confidence in (None, cell[1])]
        if not fitting:
            return ()
        # a team of one kind takes the best of its cells three times; others no model twice while there is another
        unused = [model for model in fitting if confidence is None or model not in team]
        team.append((unused or fitting)[0])
    return tuple(team)


def fig2(benchmarks: Sequence[Alone], teams: Mapping[str, Sequence[str]]) -> list[Exhibit]:
    """Return the scatter of the benchmark, its numbers, and the teams of Table 2.

    Args:
        teams: the teams that are played.
    """
    offline = [is_simulated_here(benchmark.model) for benchmark in benchmarks]
    puzzles = max((benchmark.n for benchmark in benchmarks), default=0)
    size = max((benchmark.size for benchmark in benchmarks), default=0)
    shows = (
        f"Each model alone, once on each of {puzzles} puzzles of {size} players. "
        "Accuracy is the share of players that it gets right; a puzzle without a valid answer counts as none right. "
        "Confidence is the mean of those stated. Levels divide the observed range into three equal parts."
    )
    stand_ins = [WORDS.stand_ins["simulated" if all(offline) else "partly"]] if any(offline) or not offline else []
    effects = [
        WORDS.effects[effect] for effect in ("accurate", *(("strength", "sureness", "models") if any(offline) else ()))
    ]
    caption = " ".join([shows, describe_intervals("puzzles"), *stand_ins, *natures(effects, offline=True)])
    who = " (simulated reasoners)" if all(offline) else " (some of them simulated reasoners)" if any(offline) else ""
    title = f"Models alone on puzzles of {size} players{who}"
    panels = (_scatter_panel(benchmarks), *_model_panels(benchmarks))
    return [
        Figure(name="fig2", title=title, caption=caption, panels=panels),
        _tabulate_models(benchmarks, title, caption),
        _tabulate_teams(benchmarks, teams, caption),
    ]


def _scatter_panel(benchmarks: Sequence[Alone]) -> Panel:
    """Return a panel of accuracy against confidence for the models that stated one, by level of performance."""
    placed = cells(benchmarks)
    stated = [benchmark for benchmark in benchmarks if benchmark.stated]
    groups = {level: [b for b in stated if placed[b.model][0] == level] for level in reversed(LEVELS)}
    return Panel(
        title=f"Accuracy against confidence\n{count_puzzles(benchmark.n for benchmark in stated)}",
        x_label="confidence, 1 to 10",
        y_label="players right",
        lines=tuple(
            draw_line(
                f"{level} performance",
                [mean(benchmark.stated) for benchmark in group],
                [estimate_mean(benchmark.smooth) for benchmark in group],
                points=True,
            )
            for level, group in groups.items()
            if group
        ),
        y_range=(0.0, 1.0),
    )


def _model_panels(benchmarks: Sequence[Alone]) -> Iterator[Panel]:
    """Yield panels of accuracy and of confidence by model; a model that stated no confidence has no point there."""
    drawn = (
        ("Accuracy", "players right", "players right", (0.0, 1.0), [benchmark.smooth for benchmark in benchmarks]),
        ("Confidence", "confidence", "1 to 10", (1.0, 10.0), [benchmark.stated for benchmark in benchmarks]),
    )
    for title, label, y_label, y_range, values in drawn:
        yield Panel(
            title=f"{title}\n{count_puzzles(map(len, values))}",
            x_label="",
            y_label=y_label,
            lines=(draw_line(label, range(len(benchmarks)), list(map(estimate_mean, values))),),
            y_range=y_range,
            x_names=tuple(short(benchmark.model) for benchmark in benchmarks),
        )


def _tabulate_models(benchmarks: Sequence[Alone], title: str, caption: str) -> Table:
    placed = cells(benchmarks)
    columns = (
        "model", "puzzles", "players right", "puzzles right", "confidence", "no answer", "no confidence",
        "performance", "sure",
    )  # fmt: skip
    rows = tuple(
        (
            benchmark.model,
            benchmark.n,
            estimate_mean(benchmark.smooth),
            mean(benchmark.strict),
            mean(benchmark.stated) if benchmark.stated else None,
            benchmark.missing,
            benchmark.unstated,
            *placed.get(benchmark.model, (None, None)),
        )
        for benchmark in sorted(benchmarks, key=lambda benchmark: -benchmark.accuracy)
    )
    return Table(name="fig2-models", title=title, caption=caption, columns=columns, rows=rows)


def _tabulate_teams(benchmarks: Sequence[Alone], teams: Mapping[str, Sequence[str]], caption: str) -> Table:
    proposed = propose_teams(benchmarks)
    rows = tuple(
        (
            name,
            "; ".join(f"{performance}, {confidence or 'any'}" for performance, confidence in pattern),
            ", ".join(proposed[name]) if name in proposed else None,
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
    )
