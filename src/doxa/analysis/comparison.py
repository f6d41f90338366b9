"""Sets of trials side by side: mean curves with bands, final stances, and differences with bootstrap intervals.

Trials of two sets with the same motion and replicate have the same random streams (common random numbers), so that
their differences are resampled jointly. Failed trials and missing values are counted and left out, never replaced.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product, zip_longest
from typing import Any

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Line, Panel, Table, forest_panels
from doxa.analysis.labels import SIDES as SIDE_WORDS
from doxa.analysis.trial import Trial
from doxa.records.base import Record
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import RESAMPLES, SEED, difference_interval, mean_interval, narrowing, paired_interval
from doxa.scoring.convergence import mean
from doxa.scoring.student import t_interval

Measured = tuple[Trial, float]
"""A finished trial and the number that is compared."""

Stances = tuple[float | None, ...]

KINDS = {"maintained": "maintained stance S", "self_report": "self-reported stance", "judged": "judged stance"}
"""Kind of stance → its name on an axis. Kinds are never mixed in one curve or row."""

SIDES = ("pro", "con")

MOST_CARRIED = 5

_SIMULATION = (
    "by plain code over a corpus of arguments; they say nothing about how a language model or a person would argue."
)
SIMULATED = f"The words are simulated offline, {_SIMULATION}"
INTERVALS = (
    f"Intervals and bands: 95 % percentile bootstrap of the mean ({RESAMPLES} resamples, seed {SEED}); with three to "
    "five trials they are narrower than the truth."
)
MONTE_CARLO = "MC error: standard error of an interval's ends, since resamples are finitely many."

SEVERAL = "Several agents of one side count as their mean."

_KEYS: tuple[Callable[[Trial], Hashable], ...] = (
    lambda trial: (trial.motion, trial.replicate),
    lambda trial: (trial.model, trial.motion, trial.replicate),
    lambda trial: (trial.condition, trial.model, trial.motion, trial.replicate),
    lambda trial: (trial.condition, trial.model, trial.motion, trial.replicate, repr(sorted(trial.settings.items()))),
)
"""Keys by which two trials are paired, from the loosest to the strictest."""


class Summary(Record):
    """The mean of one number over trials, with its interval where at least two trials have it."""

    n: int
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    monte_carlo_error: float | None = None
    """Standard error of the interval's ends, since resamples are finitely many."""


class Difference(Record):
    """The difference of two sets of trials."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    pairs: int | None = None
    """Number of replicates that were resampled jointly; None where they do not match."""
    narrowing: float | None = None
    """Width of the unpaired interval divided by that of the paired one, on the same replicates."""
    monte_carlo_error: float | None = None
    """Standard error of the interval's ends, since resamples are finitely many."""
    standardised: float | None = None
    """d_z: the mean of the paired differences in units of their standard deviation; None unless paired and varying."""


def compare(
    sets: Mapping[str, Sequence[Trial]], carried: Mapping[str, Sequence[tuple[str, float]]] | None = None
) -> tuple[Exhibit, ...]:
    """Return the stance curves, the final stances, their differences with a forest plot of these, and the arguments
    that carried each set.

    Args:
        sets: name → trials, in the order to show; differences are from the first.
        carried: name → (claim text, mean Shapley share of the final stance).
    """
    every = [trial for trials in sets.values() for trial in trials]
    finals, differences = _finals(sets, every), _differences(sets, every)
    exhibits: tuple[Exhibit, ...] = (_curves(sets, every), finals, differences)
    if differences.rows:
        exhibits = (*exhibits, _draw_differences(finals, differences, every))
    return (*exhibits, _strongest_arguments(carried, every)) if carried else exhibits


def finished_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials that finished."""
    return [trial for trial in trials if trial.status == "finished"]


def failed(trials: Sequence[Trial]) -> int:
    """Return the number of trials that did not finish."""
    return len(trials) - len(finished_trials(trials))


def final(trial: Trial, side: str, kind: str) -> float | None:
    """Return the last stance of a side; None where it is missing, even if earlier ones exist."""
    stances = trial.curve(side, kind)
    return stances[-1] if stances else None


def finals(trials: Sequence[Trial], side: str, kind: str) -> list[Measured]:
    """Return (trial, final stance) of the finished trials that have one."""
    return trials_with_number(trials, lambda trial: final(trial, side, kind))


def trials_with_number(trials: Sequence[Trial], number: Callable[[Trial], float | None]) -> list[Measured]:
    """Return (trial, number) of the finished trials that have the number."""
    return [(trial, measurement) for trial in finished_trials(trials) if (measurement := number(trial)) is not None]


def summary(measurements: Sequence[Measured]) -> Summary:
    """Return mean and interval of measurements."""
    values = [measurement for _, measurement in measurements]
    if len(values) < 2:
        return Summary(n=len(values), mean=values[0] if values else None)
    interval = mean_interval(values)
    return Summary(
        n=len(values),
        mean=mean(values),
        low=interval.low,
        high=interval.high,
        monte_carlo_error=interval.monte_carlo_error,
    )


def difference(first: Sequence[Measured], second: Sequence[Measured]) -> Difference:
    """Return mean(first) − mean(second), paired over common replicates where at least two match."""
    if not first or not second:
        return Difference()
    matched = _pair_trials(first, second)
    ones, twos = zip(*matched, strict=True) if matched else (_values(first), _values(second))
    mean_difference = mean(ones) - mean(twos)
    if min(len(ones), len(twos)) < 2:
        return Difference(value=mean_difference)
    apart = difference_interval(ones, twos)
    if not matched:
        return Difference(
            value=mean_difference, low=apart.low, high=apart.high, monte_carlo_error=apart.monte_carlo_error
        )
    paired = paired_interval(ones, twos)
    return Difference(
        value=mean_difference,
        low=paired.low,
        high=paired.high,
        pairs=len(matched),
        narrowing=narrowing(paired, apart),
        monte_carlo_error=paired.monte_carlo_error,
        standardised=t_interval([one - two for one, two in matched]).standardised,
    )


def band_line(label: str, rows: Sequence[Stances]) -> Line:
    """Return the line of the mean by round, over the trials that have a value in it, with band and trials."""
    padded = tuple(zip(*zip_longest(*rows), strict=True)) if rows else ()
    rounds = [[stance for stance in column if stance is not None] for column in zip(*padded, strict=True)]
    bands = [mean_interval(values) if len(values) > 1 else None for values in rounds]
    return Line(
        label=label,
        x=tuple(float(at) for at in range(len(rounds))),
        y=tuple(mean(values) if values else None for values in rounds),
        trials=padded,
        low=tuple(band.low if band else None for band in bands),
        high=tuple(band.high if band else None for band in bands),
    )


def curves(trials: Sequence[Trial], side: str, kind: str) -> list[Stances]:
    """Return the curves of one side and kind of the trials that finished."""
    return [stances for trial in finished_trials(trials) if (stances := trial.curve(side, kind))]


def kinds_of(trials: Sequence[Trial]) -> list[str]:
    """Return the kinds of stance in finished trials, in the order of ``KINDS``."""
    shown = (curve for trial in finished_trials(trials) for curve in trial.curves if set(curve.stances) - {None})
    return _in_order({curve.kind for curve in shown}, KINDS)


def describe_simulation(trials: Sequence[Trial]) -> str:
    """Return a sentence that the words of all or some trials are simulated; empty where none are."""
    count = sum(trial.simulated for trial in trials)
    if 0 < count < len(trials):
        return f"In {count} of the trials the words are simulated offline, {_SIMULATION}"
    return SIMULATED if count else ""


def describe_counts(trials: Sequence[Trial]) -> str:
    """Return a sentence with the numbers of trials and of failures."""
    reasons = sorted({trial.reason or "no reason given" for trial in trials if trial.status != "finished"})
    left_out = f" ({'; '.join(reasons)}) and left out" if reasons else ""
    return f"{len(trials)} trial{'' if len(trials) == 1 else 's'}, {failed(trials)} failed{left_out}."


def sources_of(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the run directories of trials."""
    return tuple(trial.path for trial in trials)


def title_with_simulation(title: str, trials: Sequence[Trial]) -> str:
    """Return a title that says itself, without its caption, that words are simulated."""
    if not describe_simulation(trials):
        return title
    return f"{title} ({'' if all(trial.simulated for trial in trials) else 'partly '}simulated offline)"


def _values(measurements: Sequence[Measured]) -> tuple[float, ...]:
    return tuple(measurement for _, measurement in measurements)


def _pair_trials(first: Sequence[Measured], second: Sequence[Measured]) -> list[tuple[float, float]]:
    """Return pairs of numbers, matched by the loosest key that is unique within both sets."""
    for key in _KEYS:
        ones = {key(trial): measurement for trial, measurement in first}
        twos = {key(trial): measurement for trial, measurement in second}
        if len(ones) == len(first) and len(twos) == len(second):
            pairs = [(measurement, twos[name]) for name, measurement in ones.items() if name in twos]
            return pairs if len(pairs) > 1 else []
    return []


def _caption(shows: str, trials: Sequence[Trial]) -> str:
    several = any(curve.agents > 1 for trial in trials for curve in trial.curves)
    sentences = [shows, SEVERAL if several else "", describe_counts(trials), INTERVALS, describe_simulation(trials)]
    return " ".join(sentence for sentence in sentences if sentence)


def _sides(trials: Sequence[Trial]) -> list[str]:
    return _in_order({curve.side for trial in finished_trials(trials) for curve in trial.curves}, SIDES)


def _in_order(names: set[str], order: Iterable[str]) -> list[str]:
    """Return names in an order, and those that it lacks after them, sorted."""
    return [*(name for name in order if name in names), *sorted(names.difference(order))]


def _curves(sets: Mapping[str, Sequence[Trial]], every: Sequence[Trial]) -> Figure:
    panels = []
    for kind, side in product(kinds_of(every), _sides(every)):
        lines = (band_line(name, curves(trials, side, kind)) for name, trials in sets.items())
        drawn_lines, label = tuple(line for line in lines if line.trials), KINDS.get(kind, kind)
        title = SIDE_WORDS.get(side, side)
        panels.append(Panel(title=title, x_label="round", y_label=label, lines=drawn_lines, y_range=(-1.0, 1.0)))
    return Figure(
        name="compare-curves",
        title=title_with_simulation("Stance by round", every),
        caption=_caption("Mean stance by round of each set, one panel a side and kind of stance.", every),
        panels=tuple(panels),
        sources=sources_of(every),
    )


def _finals(sets: Mapping[str, Sequence[Trial]], every: Sequence[Trial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, side, (name, trials) in product(kinds_of(every), _sides(every), sets.items()):
        got = summary(finals(trials, side, kind))
        counts = (got.n, failed(trials), len(finished_trials(trials)) - got.n)
        rows.append((name, side, kind, *counts, got.mean, got.low, got.high, got.monte_carlo_error))
    return Table(
        name="compare-finals",
        title="Final stances",
        caption=_caption("Mean final stance by set, side and kind of stance.", every),
        columns=("set", "side", "measure", "n", "failed", "missing", "mean final", "low", "high", "MC error"),
        rows=tuple(rows),
        words={**SIDE_WORDS, **KINDS},
        sources=sources_of(every),
    )


def _draw_differences(finals: Table, differences: Table, every: Sequence[Trial]) -> Figure:
    rows: tuple[tuple[Any, ...], ...] = differences.rows
    effects = [
        (
            *("stance", f"{SIDE_WORDS.get(side, side)}: {KINDS.get(kind, kind)}", name),
            None if value is None else Estimate(value=value, low=low, high=high),
        )
        for name, _, side, kind, value, low, high, *_ in rows
    ]
    against, counts = rows[0][1], dict(zip(finals.column("set"), finals.column("n"), strict=True))
    n = ", ".join(f"{count} ({name})" for name, count in counts.items())
    shows = f"Points: mean difference from {against}; bars: its interval; n = {n}. Dashed: no difference."
    return Figure(
        name="compare-effects",
        title=title_with_simulation(f"Difference from {against} in final stances", every),
        caption=_caption(shows, every),
        panels=forest_panels(effects),
        sources=sources_of(every),
    )


def _differences(sets: Mapping[str, Sequence[Trial]], every: Sequence[Trial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    first, *others = sets or ("",)
    for kind, side, name in product(kinds_of(every), _sides(every), others):
        got = difference(finals(sets[name], side, kind), finals(sets[first], side, kind))
        interval = (got.low, got.high, got.monte_carlo_error)
        rows.append((name, first, side, kind, got.value, *interval, got.standardised, got.pairs, got.narrowing))
    shows = (
        "Difference of mean final stances from the first set. Matching replicates of one motion are assumed to share "
        "their random streams and are resampled jointly, over those pairs alone; narrowing is how many times wider "
        "the interval would be without pairing; d_z is the difference in units of the spread of paired differences."
    )
    return Table(
        name="compare-differences",
        title="Differences",
        caption=_caption(shows, every),
        columns=(
            *("set", "against", "side", "measure", "difference", "low", "high", "MC error"),
            *("d_z", "pairs", "narrowing"),
        ),
        rows=tuple(rows),
        words={**SIDE_WORDS, **KINDS},
        sources=sources_of(every),
    )


def _strongest_arguments(carried: Mapping[str, Sequence[tuple[str, float]]], every: Sequence[Trial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, claims in carried.items():
        strongest = sorted(claims, key=lambda claim: (-abs(claim[1]), claim[0]))[:MOST_CARRIED]
        rows += [(name, rank, text, share) for rank, (text, share) in enumerate(strongest, start=1)]
    shows = (
        "The arguments with the largest mean Shapley share of the final stance; a negative share pulled it against "
        "the proposition."
    )
    return Table(
        name="compare-arguments",
        title="What carried each set",
        caption=" ".join([shows, describe_counts(every), describe_simulation(every)]).strip(),
        columns=("set", "rank", "argument", "mean Shapley share"),
        rows=tuple(rows),
        sources=sources_of(every),
    )
