"""Figure 2 (left): one agent against the fixed counter-argument opponent, swept over u (a fixed) and over a (u fixed).

The rule's two controls predict the order: mean final stance falls strictly with u and rises strictly with a.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from doxa.analysis.comparison import (
    KINDS,
    Difference,
    Measured,
    Summary,
    band_line,
    curves,
    difference,
    failed,
    finals,
    finished_trials,
    sources_of,
    summary,
    title_with_simulation,
    trials_with_number,
)
from doxa.analysis.exhibit import Cell, Effect, Figure, Panel, Table
from doxa.analysis.trial import Trial
from doxa.systems.dialogue.exhibits.debates import BACKBONE, CITES, caption, distinct
from doxa.systems.dialogue.exhibits.published import final_of

FIXED = {"u": 0.4, "a": 0.7}
"""The value of each parameter while the other is swept."""

SIDE, KIND = "pro", "maintained"

COLUMNS = (
    "model",
    "swept",
    "level",
    "n",
    "failed",
    "missing",
    "mean start S",
    "mean final S",
    "low",
    "high",
    "change from the level before",
    "change low",
    "change high",
    "narrowing",
    "published",
    "published for",
    "compares",
    "monotone",
)

ABOUT = "One agent against a fixed counter-argument opponent; its maintained stance."

EFFECTS = (
    Effect(what="how the final stance varies with u and with a", nature="emergent"),
    Effect(what="that the opponent never adapts", nature="assumed"),
    CITES,
    BACKBONE,
)


def fig2_left(trials: Sequence[Trial]) -> tuple[Figure, Table]:
    """Return a figure of stance by round at every level and a table of final stances, by model and swept parameter."""
    sweeps = _sweeps(trials)
    rows = [row for (model, swept), levels in sweeps.items() for row in _rows(model, swept, levels)]
    unread = len(trials) - sum(len(level_trials) for levels in sweeps.values() for level_trials in levels.values())
    narrowed = [row[COLUMNS.index("narrowing")] for row in rows if row[2] != "all"]
    note = f"Left out: {unread} trials that belong to neither sweep." if unread else ""
    shows = f"{ABOUT} {_starts(rows)}".strip()
    table = Table(
        name="fig2-left",
        title=title_with_simulation("Final stance by uptake and anchoring", trials),
        caption=caption(" ".join([shows, _about(narrowed), note]).strip(), trials, EFFECTS),
        columns=COLUMNS,
        rows=tuple(rows),
        sources=sources_of(trials),
    )
    figure = Figure(
        name="fig2-left",
        title=title_with_simulation("Uptake and anchoring control the stance", trials),
        caption=caption(f"{shows} Thin lines are trials. {note}".strip(), trials, EFFECTS),
        panels=tuple(
            _panel(model, swept, sweeps[model, swept])
            for model, swept in sorted(sweeps, key=lambda sweep: sweep[1] == "a")
        ),
        sources=sources_of(trials),
    )
    return figure, table


def swept_by(trial: Trial) -> str | None:
    """Return the parameter that a trial sweeps: the one whose other is at its fixed value."""
    u, a = level_of(trial, "u"), level_of(trial, "a")
    if u is None or a is None:
        return "u" if u is not None else "a" if a is not None else None
    swept = {"u": abs(a - FIXED["a"]) < 1e-9, "a": abs(u - FIXED["u"]) < 1e-9}
    return next((name for name, is_swept in swept.items() if is_swept), None)


def level_of(trial: Trial, name: str) -> float | None:
    """Return a trial's setting whose dotted path ends in a name, such as ``belief.u``; None where it has none."""
    for path, setting in trial.settings.items():
        if path.rpartition(".")[2] == name and isinstance(setting, int | float):
            return float(setting)
    return None


def describe_order(means: Sequence[float | None], swept: str) -> str | None:
    """Return yes where means fall strictly with u, or rise strictly with a, else no; None where one is missing."""
    defined = [mean for mean in means if mean is not None]
    if len(defined) < 2 or len(defined) < len(means):
        return None
    sign = -1 if swept == "u" else 1
    return "yes" if all(sign * (after - before) > 0 for before, after in pairwise(defined)) else "no"


def _sweeps(trials: Sequence[Trial]) -> dict[tuple[str, str], dict[float, list[Trial]]]:
    """Group trials by (model, swept parameter), then by level in rising order."""
    sweeps: dict[tuple[str, str], dict[float, list[Trial]]] = {}
    for model in distinct([trial.model for trial in trials]):
        for swept in FIXED:
            sweep_trials = [trial for trial in trials if trial.model == model and swept_by(trial) == swept]
            levels = sorted({level for trial in sweep_trials if (level := level_of(trial, swept)) is not None})
            if levels:
                sweeps[model, swept] = {
                    level: [trial for trial in sweep_trials if level_of(trial, swept) == level] for level in levels
                }
    return sweeps


def _panel(model: str, swept: str, levels: dict[float, list[Trial]]) -> Panel:
    fixed = "a" if swept == "u" else "u"
    lines = [
        band_line(f"{swept} = {level:g}", curves(level_trials, SIDE, KIND)) for level, level_trials in levels.items()
    ]
    return Panel(
        title=f"{model}: {swept} swept, {fixed} = {FIXED[fixed]:g}",
        x_label="round",
        y_label=KINDS[KIND],
        lines=tuple(line for line in lines if line.trials),
        y_range=(-1.0, 1.0),
    )


def _rows(model: str, swept: str, levels: dict[float, list[Trial]]) -> list[tuple[Cell, ...]]:
    """Return a row for each level, then one for the whole sweep: last level against first, whether ordered."""
    finals_by_level = [finals(trials, SIDE, KIND) for trials in levels.values()]
    before: list[list[Measured]] = [[], *finals_by_level[:-1]]
    rows = [
        _row(model, swept, level, trials, level_finals, difference(level_finals, earlier_finals))
        for (level, trials), level_finals, earlier_finals in zip(levels.items(), finals_by_level, before, strict=True)
    ]
    every = [trial for trials in levels.values() for trial in trials]
    verdict = describe_order([summary(level_finals).mean for level_finals in finals_by_level], swept)
    n = sum(len(level_finals) for level_finals in finals_by_level)
    whole = difference(finals_by_level[-1], finals_by_level[0]) if len(finals_by_level) > 1 else Difference()
    counts = (n, failed(every), len(finished_trials(every)) - n)
    blank = (None, None, None)
    change = (whole.value, whole.low, whole.high, whole.narrowing)
    return [*rows, (model, swept, "all", *counts, None, *blank, *change, *blank, verdict)]


def _row(
    model: str, swept: str, level: float, trials: list[Trial], level_finals: list[Measured], step: Difference
) -> tuple[Cell, ...]:
    final: Summary = summary(level_finals)
    start = summary(trials_with_number(trials, _start)).mean
    printed = final_of(swept, level, model)
    compares = printed.against(final.mean) if printed and final.mean is not None else None
    counts = (final.n, failed(trials), len(finished_trials(trials)) - final.n)
    change = (step.value, step.low, step.high, step.narrowing)
    published = (printed.text, printed.setup, compares) if printed else (None, None, None)
    return (model, swept, level, *counts, start, final.mean, final.low, final.high, *change, *published, None)


def _start(trial: Trial) -> float | None:
    stances = trial.curve(SIDE, KIND)
    return stances[0] if stances else None


def _starts(rows: Sequence[tuple[Cell, ...]]) -> str:
    """Return where the agents start, and why a sweep over a also moves the start where the seeds' factor is fixed."""
    place = COLUMNS.index("mean start S")
    starts = [start for row in rows if isinstance(start := row[place], float)]
    if not starts:
        return ""
    low, high = min(starts), max(starts)
    if high - low < 0.005:
        return f"It starts at {high:+.2f}."
    return (
        f"It starts between {low:+.2f} and {high:+.2f}: the seeds' factor is solved at one a and kept, so a also moves "
        "the start."
    )


def _about(narrowed: Sequence[Cell]) -> str:
    """Return a sentence: how much common random numbers narrow the intervals of the changes."""
    narrowings = [narrowing for narrowing in narrowed if isinstance(narrowing, float)]
    if not narrowings:
        return ""
    return (
        "Trials share their random streams across levels: pairing by replicate divides the width of a change's "
        f"interval by {median(narrowings):.2f} (median of {len(narrowings)}; from {min(narrowings):.2f} to "
        f"{max(narrowings):.2f})."
    )
