"""A sweep compared by some of its keys, as exhibits: differences, the same by bootstrap, dropped blocks, a figure."""

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table
from doxa.analysis.sweeps.differences import KeyComparison
from doxa.analysis.sweeps.runs import SweepRuns, describe_level, describe_runs
from doxa.scoring.bootstrap import RESAMPLES, SEED

PAIRED = (
    "A difference pairs the runs of one replicate, which have the same random choices under every setting; the "
    "interval is a 95 % t interval over these blocks. d_z is the difference in units of the standard deviation of the "
    "blocks' differences: it says how steady a difference is, not how large, and grows without limit where chance "
    "plays no part."
)


def exhibit_comparison(sweep: SweepRuns, comparison: KeyComparison) -> tuple[Exhibit, ...]:
    """Return the exhibits of a sweep that is compared by some of its keys."""
    dropped = _tabulate_dropped(sweep, comparison)
    return (
        _tabulate_differences(sweep, comparison),
        _tabulate_bootstrap(sweep, comparison),
        *((dropped,) if dropped.rows else ()),
        _draw_differences(sweep, comparison),
    )


def _tabulate_differences(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for effect in comparison.effects:
        numbers = (effect.mean, effect.difference, effect.low, effect.high, effect.standardised)
        rows.append((effect.measure, *effect.level, *numbers, len(effect.blocks)))
    columns = ("measure", *comparison.keys, "mean", "difference", "low", "high", "d_z", "blocks")
    return Table(
        name="compare-by",
        title=f"Paired differences from {describe_level(comparison.keys, comparison.against)}",
        caption=" ".join(filter(None, (PAIRED, *_list_remarks(comparison), describe_runs(sweep.runs)))),
        columns=columns,
        rows=tuple(rows),
        sources=sweep.paths,
    )


def _tabulate_bootstrap(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for effect in comparison.effects:
        drawn = effect.bootstrap
        numbers = (drawn.low, drawn.high, drawn.monte_carlo_error) if drawn else (None, None, None)
        rows.append((effect.measure, *effect.level, effect.difference, *numbers, len(effect.blocks)))
    return Table(
        name="compare-by-bootstrap",
        title="The same differences with bootstrap intervals",
        caption=f"95 % percentile bootstrap over blocks ({RESAMPLES:,} resamples, seed {SEED}); with fewer than about "
        "ten blocks narrower than the truth, where the t interval is to be preferred. MC error: standard error of an "
        "interval's ends, since resamples are finitely many; 0 where so few blocks leave no other end.",
        columns=("measure", *comparison.keys, "difference", "low", "high", "MC error", "blocks"),
        rows=tuple(rows),
        sources=sweep.paths,
    )


def _tabulate_dropped(sweep: SweepRuns, comparison: KeyComparison) -> Table:
    """Return which blocks are left out of which differences, and why; one row where all measures agree."""
    measures: dict[tuple[str, ...], list[str]] = {}
    for effect in comparison.effects:
        for block in effect.dropped:
            measures.setdefault((*effect.level, block.block, block.reason), []).append(effect.measure)
    every = {effect.measure for effect in comparison.effects}
    rows = [(*where, "every measure" if set(names) == every else ", ".join(names)) for where, names in measures.items()]
    return Table(
        name="compare-by-dropped",
        title="Blocks left out",
        caption="A block counts only where all its runs under both settings finished and show the measure.",
        columns=(*comparison.keys, "block", "reason", "measures"),
        rows=tuple(rows),
        sources=sweep.paths,
    )


def _draw_differences(sweep: SweepRuns, comparison: KeyComparison) -> Figure:
    panels = []
    for measure in dict.fromkeys(effect.measure for effect in comparison.effects):
        effects = [effect for effect in comparison.effects if effect.measure == measure]
        line = Line(
            label="difference with 95 % interval",
            x=tuple(float(place) for place in range(len(effects))),
            y=tuple(effect.difference for effect in effects),
            low=tuple(effect.low for effect in effects),
            high=tuple(effect.high for effect in effects),
        )
        names = tuple(", ".join(effect.level) for effect in effects)
        label = ", ".join(comparison.keys)
        panels.append(Panel(title=measure, x_label=label, y_label="difference", lines=(line,), x_names=names))
    return Figure(
        name="compare-by-figure",
        title=f"Difference from {describe_level(comparison.keys, comparison.against)}",
        caption=f"{PAIRED} {describe_runs(sweep.runs)}",
        panels=tuple(panels),
        sources=sweep.paths,
    )


def _list_remarks(comparison: KeyComparison) -> list[str]:
    """Return sentences on what is averaged, what has no interval, and how many intervals stand together."""
    notes = dict.fromkeys(effect.note for effect in comparison.effects if effect.note)
    intervals = sum(effect.low is not None for effect in comparison.effects)
    return [
        f"Averaged over {', '.join(comparison.averaged)}." if comparison.averaged else "",
        *(f"A dash: {note}." for note in notes),
        f"Of {intervals} such intervals about {0.05 * intervals:.1f} miss the truth by chance."
        if intervals > 1
        else "",
    ]
