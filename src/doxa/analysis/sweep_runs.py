"""The runs of a sweep as values: their settings, blocks, statuses and outcome measures.

A sweep is a paired design. Replicate k draws the same seeds and the same random choices under every setting (common
random numbers), so that the runs of one replicate form a block. Where ``seed`` itself is swept, each seed with its
replicates is a block of its own.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, pstdev, variance

from pydantic import Field

from doxa.analysis.exhaustion import describe_exhaustion
from doxa.errors import LogError, did_you_mean
from doxa.records.base import JsonValue, Record
from doxa.scoring.bootstrap import mean_interval
from doxa.scoring.student import t_interval

SEED = "seed"

CROWD = 8
"""With more agents than this, tables and figures show only their mean and spread."""

MEAN, SPREAD = "mean stance", "spread of stances"

LISTENERS = " of listeners"
"""The end of the name of a measure of listeners, which begins like that of agents."""

FINISHED, FAILED, UNFINISHED, NOT_BEGUN = "finished", "failed", "unfinished", "not begun"

Level = tuple[str, ...]
"""The values of some keys in one run, as text."""


class SweepRun(Record):
    """One run of a sweep."""

    run: str
    """The name of its directory."""
    replicate: int
    settings: dict[str, JsonValue]
    """The value of every swept key, by dotted path."""
    status: str
    """finished, failed, unfinished or not begun."""
    reason: str = ""
    """Why it failed."""
    stances: dict[str, float | None] = Field(default_factory=dict)
    """Final stance by agent."""
    scores: dict[str, float] = Field(default_factory=dict)
    """Measures of the run's system and of other packages, by name."""
    missing: dict[str, str] = Field(default_factory=dict, exclude_if=lambda missing: not missing)
    """Measure → why it is missing."""
    exhausted: int | None = Field(default=None, exclude_if=lambda first: first is None)
    """The round from which on no argument counted anew for anybody; None where one did."""
    cost: float | None = 0.0
    """US dollars; None where a price is unknown."""
    is_simulated: bool = False

    @property
    def block(self) -> str:
        """The runs with which it shares its random streams."""
        seed = f"seed {show_setting(self.settings[SEED])}, " if SEED in self.settings else ""
        return f"{seed}replicate {self.replicate}"

    @property
    def measures(self) -> dict[str, float]:
        """Outcome measures by name; empty unless the run finished. A measure that the run does not show is absent."""
        if self.status != FINISHED:
            return {}
        named = {stance_measure(agent): stance for agent, stance in self.stances.items() if stance is not None}
        if len(named) > 1:
            named |= {MEAN: fmean(named.values()), SPREAD: pstdev(named.values())}
        return {**named, **self.scores}

    def level(self, keys: Sequence[str]) -> Level:
        """Return the values of keys in this run, as text."""
        return tuple(show_setting(self.settings.get(key)) for key in keys)


class SweepRuns(Record):
    """All runs of a sweep, in the order of its grid."""

    folder: str
    keys: tuple[str, ...]
    """The swept keys, in the order given."""
    runs: tuple[SweepRun, ...]
    names: dict[str, str] = Field(default_factory=dict)
    """Agent → display name."""

    @property
    def measures(self) -> tuple[str, ...]:
        """Every measure that a run shows; of more than ``CROWD`` agents only mean and spread."""
        every = dict.fromkeys(name for run in self.runs for name in run.measures)
        agents = {agent for run in self.runs for agent in run.stances if stance_measure(agent) in every}
        return tuple(name for name in every if name.partition(".")[2] not in agents or len(agents) <= CROWD)

    def levels(self, keys: Sequence[str]) -> tuple[Level, ...]:
        """Return every combination of the values of keys, in the order of the runs."""
        return tuple(dict.fromkeys(run.level(keys) for run in self.runs))

    @property
    def blocks(self) -> tuple[str, ...]:
        """Every block, in the order of the runs."""
        return tuple(dict.fromkeys(run.block for run in self.runs))

    @property
    def paths(self) -> tuple[str, ...]:
        """The directories of the runs."""
        return tuple(str(Path(self.folder) / run.run) for run in self.runs)


def stance_measure(agent: str) -> str:
    """Return the name of an agent's final stance among measures."""
    return f"stance.{agent}"


def show_setting(value: JsonValue) -> str:
    """Return a setting as text, as ``--set`` takes it: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def unit_of(measure: str) -> str:
    """Return the unit of a measure: stances have one, and so do the numbers by key of one measure."""
    name = measure.removesuffix(LISTENERS)
    return "stance" if name in (MEAN, SPREAD) else name.partition(".")[0]


def count_statuses(runs: Sequence[SweepRun]) -> str:
    """Return sentences with how many runs ended how, and which measures are missing for what reason."""
    parts = ", ".join(f"{count} {status}" for status, count in Counter(run.status for run in runs).items())
    reasons = dict.fromkeys(f"{name} ({why})" for run in runs for name, why in run.missing.items())
    missing = f" Missing: {', '.join(reasons)}." if reasons else ""
    exhausted = describe_exhaustion([run.exhausted for run in runs if run.status == FINISHED])
    return f"{len(runs)} run{'' if len(runs) == 1 else 's'}: {parts}.{missing}{exhausted and f' {exhausted}'}"


def describe_runs(runs: Sequence[SweepRun]) -> str:
    """Return how many runs ended how, and whether plain code wrote what their agents say."""
    finished = [run for run in runs if run.status == FINISHED]
    count = sum(run.is_simulated for run in finished)
    if not count:
        return count_statuses(runs)
    where = "" if count == len(finished) else f"in {count} of the runs "
    return (
        f"{count_statuses(runs)} Plain code wrote the words {where}offline: they say nothing about how a language "
        "model or a person would argue."
    )


NO_BLOCK = "no block has both settings"
ONE_BLOCK = "one block: an interval needs two or more replicates"
FLAT = "the difference is the same in every block"


class Bootstrap(Record):
    """A percentile bootstrap interval over blocks, with the Monte Carlo error of its ends."""

    low: float
    high: float
    monte_carlo_error: float | None
    resamples: int
    seed: int


class DroppedBlock(Record):
    """A block that is left out of a difference."""

    block: str
    reason: str


class PairedEffect(Record):
    """The difference of one setting from the first in one measure."""

    measure: str
    level: Level
    """The values of the keys that are compared."""
    against: Level
    """Those of the first setting."""
    mean: float | None = None
    """The mean under this setting, over the blocks that count."""
    mean_against: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    """95 % t interval over blocks."""
    sd: float | None = None
    """Standard deviation of the blocks' differences."""
    standardised: float | None = None
    """d_z = difference / sd."""
    gain: float | None = None
    """Variance of the difference if the runs of a block were independent, divided by that over blocks."""
    bootstrap: Bootstrap | None = None
    blocks: tuple[str, ...] = ()
    dropped: tuple[DroppedBlock, ...] = ()
    note: str = ""
    """Why an interval or d_z is absent."""

    @property
    def unpaired(self) -> tuple[float | None, float | None]:
        """Return the ends of the interval if the runs of a block were independent: √gain times as wide."""
        if self.gain is None or self.high is None or self.difference is None:
            return None, None
        half = (self.high - self.difference) * self.gain**0.5
        return self.difference - half, self.difference + half

    @property
    def direction(self) -> str:
        """Return ``higher`` or ``lower`` where the interval leaves out 0, else ``undecided``."""
        if self.low is None or self.high is None or self.low <= 0.0 <= self.high:
            return "undecided"
        return "higher" if self.low > 0.0 else "lower"


class KeyComparison(Record):
    """A sweep compared by some of its keys."""

    folder: str
    keys: tuple[str, ...]
    averaged: tuple[str, ...]
    """Keys over whose values every difference is averaged."""
    against: Level
    effects: tuple[PairedEffect, ...]


def choose_measures(sweep: SweepRuns, measures: Sequence[str]) -> tuple[str, ...]:
    """Return the measures to compare: those named, else all that runs show.

    Raises:
        LogError: no run finished, no run shows a measure, or none shows one that was named.
    """
    if not any(run.status == FINISHED for run in sweep.runs):
        raise LogError(
            f"no run of {sweep.folder} has finished",
            hint="Give the sweep's command again: it continues where it stopped.",
        )
    every = tuple(dict.fromkeys(name for run in sweep.runs for name in run.measures))
    if not every:
        raise LogError(
            f"nobody in {sweep.folder} shows a stance, and no run has a score",
            hint="How discussions behaved: doxa metrics DIR --by rule. Who won debates: doxa judge DIR.",
        )
    for name in measures:
        if name not in every:
            guess = did_you_mean(name, every, cutoff=0.4)
            raise LogError(f"--measure {name}: no run shows it", hint=f"{guess}Measures: {', '.join(every)}.")
    return tuple(dict.fromkeys(measures)) or sweep.measures


def compare_by(sweep: SweepRuns, keys: Sequence[str], measures: Sequence[str]) -> KeyComparison:
    """Return every setting of the keys compared with the first, in every measure."""
    first, *others = sweep.levels(keys)
    design = PairedDesign(sweep, keys)
    return KeyComparison(
        folder=sweep.folder,
        keys=tuple(keys),
        averaged=tuple(key for key in design.averaged if len(sweep.levels([key])) > 1),
        against=first,
        effects=tuple(design.effect(measure, level, first) for measure in measures for level in others),
    )


class PairedDesign:
    """The runs of a sweep by block, compared setting and averaged setting."""

    def __init__(self, sweep: SweepRuns, keys: Sequence[str]) -> None:
        is_seed_compared = SEED in keys
        self.averaged = tuple(key for key in sweep.keys if key not in keys and key != SEED)
        self.runs: dict[tuple[str, Level, Level], SweepRun] = {}
        for run in sweep.runs:
            block = f"replicate {run.replicate}" if is_seed_compared else run.block
            self.runs[block, run.level(keys), run.level(self.averaged)] = run
        self.blocks = tuple(dict.fromkeys(block for block, _, _ in self.runs))
        self.averaged_levels = sweep.levels(self.averaged)

    def effect(self, measure: str, level: Level, against: Level) -> PairedEffect:
        """Return the difference of two settings in one measure."""
        pairs: dict[str, tuple[float, float]] = {}
        dropped = []
        for block in self.blocks:
            here, there = self._mean(block, level, measure), self._mean(block, against, measure)
            if isinstance(here, float) and isinstance(there, float):
                pairs[block] = (here, there)
            else:
                dropped.append(DroppedBlock(block=block, reason=str(there if isinstance(here, float) else here)))
        return _estimate_effect(measure, level, against, pairs, tuple(dropped))

    def runs_of(self, effect: PairedEffect, level: Level) -> list[SweepRun]:
        """Return the runs under one setting that count in an effect."""
        return [self.runs[block, level, averaged] for block in effect.blocks for averaged in self.averaged_levels]

    def _mean(self, block: str, level: Level, measure: str) -> float | str:
        """Return a measure's mean over the averaged settings of a block, or what is missing."""
        values = []
        for averaged_level in self.averaged_levels:
            run = self.runs.get((block, level, averaged_level))
            if run is None:
                return f"a run with {', '.join((*level, *averaged_level))} is not in the folder"
            if measure not in run.measures:
                why = run.missing.get(measure.partition(".")[0], "does not show it")
                return f"{run.run} {run.status}" if not run.measures else f"{run.run} {why}"
            values.append(run.measures[measure])
        return fmean(values)


def _estimate_effect(
    measure: str,
    level: Level,
    against: Level,
    pairs: dict[str, tuple[float, float]],
    dropped: tuple[DroppedBlock, ...],
) -> PairedEffect:
    effect = PairedEffect(measure=measure, level=level, against=against, blocks=tuple(pairs), dropped=dropped)
    if not pairs:
        return effect.model_copy(update={"note": NO_BLOCK})
    changes = [here - there for here, there in pairs.values()]
    means = {
        "mean": fmean(here for here, _ in pairs.values()),
        "mean_against": fmean(there for _, there in pairs.values()),
        "difference": fmean(changes),
    }
    if len(changes) < 2:
        return effect.model_copy(update={**means, "note": ONE_BLOCK})
    interval, resampled = t_interval(changes), mean_interval(changes)
    bootstrap = Bootstrap(
        low=resampled.low,
        high=resampled.high,
        monte_carlo_error=resampled.monte_carlo_error,
        resamples=resampled.resamples,
        seed=resampled.seed,
    )
    ends = {"low": interval.low, "high": interval.high, "sd": interval.sd, "standardised": interval.standardised}
    note = FLAT if interval.standardised is None else ""
    apart = sum(map(variance, zip(*pairs.values(), strict=True)))
    ends["gain"] = None if note else apart / interval.sd**2
    return effect.model_copy(update={**means, **ends, "bootstrap": bootstrap, "note": note})
