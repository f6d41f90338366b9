"""A sweep compared by some of its keys: paired differences from the first setting, over blocks.

The difference of one block is the mean over the settings of all other keys of y(setting) − y(first setting), which
have the same random choices. Blocks are the independent repetitions, so that the interval is over them alone: pairs at
two values of another key share their random choices and count as one. A block in which a run of either setting is
missing is dropped, since a mean over what is left would compare different settings.
"""

from collections.abc import Sequence
from statistics import fmean

from doxa.analysis.sweeps.runs import SEED, Level, SweepRun, SweepRuns
from doxa.records.base import Record
from doxa.scoring.bootstrap import mean_interval
from doxa.scoring.student import t_interval

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
    bootstrap: Bootstrap | None = None
    blocks: tuple[str, ...] = ()
    dropped: tuple[DroppedBlock, ...] = ()
    note: str = ""
    """Why an interval or d_z is absent."""


class KeyComparison(Record):
    """A sweep compared by some of its keys."""

    folder: str
    keys: tuple[str, ...]
    averaged: tuple[str, ...]
    """Keys over whose values every difference is averaged."""
    against: Level
    effects: tuple[PairedEffect, ...]


def compare_by(sweep: SweepRuns, keys: Sequence[str], measures: Sequence[str]) -> KeyComparison:
    """Return every setting of the keys compared with the first, in every measure."""
    averaged = tuple(key for key in sweep.keys if key not in keys and key != SEED)
    first, *others = sweep.levels(keys)
    design = _Design(sweep, tuple(keys), averaged)
    return KeyComparison(
        folder=sweep.folder,
        keys=tuple(keys),
        averaged=tuple(key for key in averaged if len(sweep.levels([key])) > 1),
        against=first,
        effects=tuple(design.effect(measure, level, first) for measure in measures for level in others),
    )


class _Design:
    """The runs of a sweep by block, compared setting and averaged setting."""

    def __init__(self, sweep: SweepRuns, keys: tuple[str, ...], averaged: tuple[str, ...]) -> None:
        is_seed_compared = SEED in keys
        self.runs: dict[tuple[str, Level, Level], SweepRun] = {}
        for run in sweep.runs:
            block = f"replicate {run.replicate}" if is_seed_compared else run.block
            self.runs[block, run.level(keys), run.level(averaged)] = run
        self.blocks = tuple(dict.fromkeys(block for block, _, _ in self.runs))
        self.averaged_levels = sweep.levels(averaged)

    def effect(self, measure: str, level: Level, against: Level) -> PairedEffect:
        """Return the difference of two settings in one measure."""
        pairs: dict[str, tuple[float, float]] = {}
        dropped = []
        for block in self.blocks:
            means = self._mean(block, level, measure), self._mean(block, against, measure)
            if isinstance(means[0], float) and isinstance(means[1], float):
                pairs[block] = (means[0], means[1])
            else:
                reason = next(text for text in means if isinstance(text, str))
                dropped.append(DroppedBlock(block=block, reason=reason))
        return _estimate_effect(measure, level, against, pairs, tuple(dropped))

    def _mean(self, block: str, level: Level, measure: str) -> float | str:
        """Return a measure's mean over the averaged settings of a block, or what is missing."""
        values = []
        for averaged_level in self.averaged_levels:
            run = self.runs.get((block, level, averaged_level))
            if run is None:
                return f"a run with {', '.join((*level, *averaged_level))} is not in the folder"
            if measure not in run.measures:
                return f"{run.run} {run.status}" if not run.measures else f"{run.run} does not show it"
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
    return effect.model_copy(update={**means, **ends, "bootstrap": bootstrap, "note": note})
