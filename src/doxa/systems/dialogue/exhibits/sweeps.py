"""Figure 2 (left): one agent against the fixed counter-argument opponent, swept over u (a held) and over a (u held).

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
    finished,
    measured,
    sources_of,
    summary,
    titled,
)
from doxa.analysis.exhibit import Cell, Figure, Panel, Table
from doxa.analysis.natures import Effect
from doxa.analysis.trial import Trial
from doxa.systems.dialogue.exhibits.captions import BACKBONE, CITES, caption
from doxa.systems.dialogue.exhibits.debates import distinct
from doxa.systems.dialogue.exhibits.published import final_of

FIXED = {"u": 0.4, "a": 0.7}
"""What each parameter is held at while the other is swept."""

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
    """Return stance by round for every level, one panel a model and swept parameter, and the final stances."""
    sweeps = _sweeps(trials)
    rows = [row for (model, swept), found in sweeps.items() for row in _rows(model, swept, found)]
    unread = len(trials) - sum(len(one) for found in sweeps.values() for one in found.values())
    narrowed = [row[COLUMNS.index("narrowing")] for row in rows if row[2] != "all"]
    note = f"Of the trials, {unread} belong to neither sweep and are left out." if unread else ""
    shows = f"{ABOUT} {_starts(rows)}".strip()
    table = Table(
        name="fig2-left",
        title=titled("Final stance by uptake and anchoring", trials),
        caption=caption(" ".join([shows, _about(narrowed), note]).strip(), trials, EFFECTS),
        columns=COLUMNS,
        rows=tuple(rows),
        sources=sources_of(trials),
    )
    figure = Figure(
        name="fig2-left",
        title=titled("Uptake and anchoring control the stance", trials),
        caption=caption(f"{shows} Thin lines are trials. {note}".strip(), trials, EFFECTS),
        panels=tuple(_panel(*of, found) for of, found in sorted(sweeps.items(), key=lambda one: one[0][1] == "a")),
        sources=sources_of(trials),
    )
    return figure, table


def swept_by(trial: Trial) -> str | None:
    """Return the parameter that a trial sweeps: as its settings say, or the one beside the other's held value."""
    if trial.settings.get("swept") in FIXED:
        return str(trial.settings["swept"])
    u, a = level_of(trial, "u"), level_of(trial, "a")
    if u is None or a is None:
        return "u" if u is not None else "a" if a is not None else None
    held = {"u": abs(a - FIXED["a"]) < 1e-9, "a": abs(u - FIXED["u"]) < 1e-9}
    return next((name for name, yes in held.items() if yes), None)


def level_of(trial: Trial, name: str) -> float | None:
    """Return a trial's setting whose dotted path ends in a name, such as ``belief.u``; None where it has none."""
    for path, value in trial.settings.items():
        if path.rpartition(".")[2] == name and isinstance(value, int | float):
            return float(value)
    return None


def ordered(means: Sequence[float | None], swept: str) -> str | None:
    """Say whether means fall strictly (u) or rise strictly (a) level by level; None where one is missing."""
    known = [one for one in means if one is not None]
    if len(known) < 2 or len(known) < len(means):
        return None
    sign = -1 if swept == "u" else 1
    return "yes" if all(sign * (after - before) > 0 for before, after in pairwise(known)) else "no"


def _sweeps(trials: Sequence[Trial]) -> dict[tuple[str, str], dict[float, list[Trial]]]:
    """Group trials by (model, swept parameter), then by level in rising order."""
    sweeps: dict[tuple[str, str], dict[float, list[Trial]]] = {}
    for model in distinct([one.model for one in trials]):
        for swept in FIXED:
            mine = [one for one in trials if one.model == model and swept_by(one) == swept]
            levels = sorted({level for one in mine if (level := level_of(one, swept)) is not None})
            if levels:
                sweeps[model, swept] = {at: [one for one in mine if level_of(one, swept) == at] for at in levels}
    return sweeps


def _panel(model: str, swept: str, levels: dict[float, list[Trial]]) -> Panel:
    held = "a" if swept == "u" else "u"
    lines = [band_line(f"{swept} = {level:g}", curves(found, SIDE, KIND)) for level, found in levels.items()]
    title = f"{model}: {swept} swept, {held} = {FIXED[held]:g}"
    shown = tuple(line for line in lines if line.trials)
    return Panel(title=title, x_label="round", y_label=KINDS[KIND], lines=shown, y_range=(-1.0, 1.0))


def _rows(model: str, swept: str, levels: dict[float, list[Trial]]) -> list[tuple[Cell, ...]]:
    """Return a row a level, then the row of the whole sweep: last level against first, and whether it is ordered."""
    found = [finals(trials, SIDE, KIND) for trials in levels.values()]
    before: list[list[Measured]] = [[], *found[:-1]]
    rows = [
        _row(model, swept, level, trials, mine, difference(mine, last))
        for (level, trials), mine, last in zip(levels.items(), found, before, strict=True)
    ]
    every = [one for trials in levels.values() for one in trials]
    verdict = ordered([summary(one).mean for one in found], swept)
    n = sum(len(one) for one in found)
    whole = difference(found[-1], found[0]) if len(found) > 1 else Difference()
    counts = (n, failed(every), len(finished(every)) - n)
    blank = (None, None, None)
    change = (whole.value, whole.low, whole.high, whole.narrowing)
    return [*rows, (model, swept, "all", *counts, None, *blank, *change, *blank, verdict)]


def _row(
    model: str, swept: str, level: float, trials: list[Trial], mine: list[Measured], step: Difference
) -> tuple[Cell, ...]:
    got: Summary = summary(mine)
    start = summary(measured(trials, _start)).mean
    printed = final_of(swept, level, model)
    compares = printed.against(got.mean) if printed and got.mean is not None else None
    counts = (got.n, failed(trials), len(finished(trials)) - got.n)
    change = (step.value, step.low, step.high, step.narrowing)
    published = (printed.text, printed.setup, compares) if printed else (None, None, None)
    return (model, swept, level, *counts, start, got.mean, got.low, got.high, *change, *published, None)


def _start(trial: Trial) -> float | None:
    stances = trial.curve(SIDE, KIND)
    return stances[0] if stances else None


def _starts(rows: Sequence[tuple[Cell, ...]]) -> str:
    """Say where the agents start, and that a sweep over a moves the start too where the seeds' factor is held."""
    place = COLUMNS.index("mean start S")
    known = [one for row in rows if isinstance(one := row[place], float)]
    if not known:
        return ""
    low, high = min(known), max(known)
    if high - low < 0.005:
        return f"It starts at {high:+.2f}."
    return (
        f"It starts between {low:+.2f} and {high:+.2f}: the seeds' factor is solved at one a and held, so a also moves "
        "the start."
    )


def _about(narrowed: Sequence[Cell]) -> str:
    """Say what common random numbers do to the intervals of the changes."""
    known = [one for one in narrowed if isinstance(one, float)]
    if not known:
        return ""
    return (
        "Trials share their random streams across levels: pairing by replicate divides the width of a change's "
        f"interval by {median(known):.2f} (median of {len(known)}; from {min(known):.2f} to {max(known):.2f})."
    )
