"""The runs of a sweep as values: their settings, blocks, statuses and outcome measures.

A sweep is a paired design. Replicate k draws the same seeds and the same random choices under every setting (common
random numbers), so that the runs of one replicate form a block. Where ``seed`` itself is swept, each seed with its
replicates is a block of its own.
"""

import json
import statistics
from collections.abc import Mapping, Sequence

from pydantic import Field

from doxa.records.base import JsonValue, Record

SEED = "seed"

CROWD = 8
"""With more agents than this, tables and figures show only their mean and spread."""

MEAN, SPREAD = "mean stance", "spread of stances"

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
    """Measures of the run's system, by name."""
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
        stances = {agent: stance for agent, stance in self.stances.items() if stance is not None}
        named = {stance_measure(agent): stance for agent, stance in stances.items()}
        if len(stances) > 1:
            named |= {MEAN: statistics.fmean(stances.values()), SPREAD: statistics.pstdev(stances.values())}
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

    @property
    def measures(self) -> tuple[str, ...]:
        """Every measure that a run shows; of more than ``CROWD`` agents only mean and spread."""
        every = dict.fromkeys(name for run in self.runs for name in run.measures)
        agents = {stance_measure(agent) for run in self.runs for agent in run.stances} & every.keys()
        return tuple(name for name in every if name not in agents or len(agents) <= CROWD)

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
        return tuple(f"{self.folder}/{run.run}" for run in self.runs)


def stance_measure(agent: str) -> str:
    """Return the name of an agent's final stance among measures."""
    return f"stance.{agent}"


def show_setting(value: JsonValue) -> str:
    """Return a setting as text, as ``--set`` takes it: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def describe_level(keys: Sequence[str], level: Level) -> str:
    """Return a combination of values in words: ``belief.u = 0.2, belief.a = 0.5``."""
    return ", ".join(f"{key} = {value}" for key, value in zip(keys, level, strict=True))


def count_statuses(runs: Sequence[SweepRun]) -> str:
    """Return a sentence with how many runs ended how."""
    counts: Mapping[str, int] = {
        status: sum(run.status == status for run in runs) for status in dict.fromkeys(run.status for run in runs)
    }
    parts = ", ".join(f"{count} {status}" for status, count in counts.items())
    return f"{len(runs)} run{'' if len(runs) == 1 else 's'}: {parts}."


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
