"""A study: people, their judged evidence, and the fits that all tables use, computed once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError, UsageError
from doxa.humans.data.people import People, PersonRound
from doxa.humans.replay.calibration import (
    REPLICATES,
    BootstrapResult,
    FoldFits,
    Sums,
    Thresholds,
    fit_folds,
    kinds_of,
    resample,
    row_errors,
    sums_of,
)
from doxa.humans.replay.design import Design, check_design
from doxa.humans.replay.evidence import Acceptance, ReplayedRound, replay_round
from doxa.humans.replay.folds import SEED, SPLITS, Folds, Split, split_folds
from doxa.humans.replay.grid import CLAMP, Exposures, Floats, Ints, lay_exposures
from doxa.humans.replay.judged import JudgedEvidence, argued_evidence
from doxa.scoring.bootstrap import number_clusters


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a study. Defaults are the paper's where it names them."""

    acceptance: Acceptance = Acceptance()
    clamp: float = CLAMP
    thresholds: Thresholds = Thresholds()
    split: Split = "person"
    seed: int = SEED
    replicates: int = REPLICATES
    profiles_by: str | None = None
    """A column of classes known beforehand, each with a profile of its own."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """People with their replays and fits under every possible split."""

    people: People
    judged: JudgedEvidence = field(repr=False)
    options: Options
    replays: tuple[ReplayedRound, ...] = field(repr=False)
    met: Exposures = field(repr=False)
    persons: Ints = field(repr=False)
    kinds: NDArray[np.intp] = field(repr=False)
    folds: dict[Split, Folds] = field(repr=False)
    """Every split that is possible with these people, including the chosen one."""
    sums: Sums = field(repr=False)
    fits: dict[Split, FoldFits] = field(repr=False)

    @property
    def fold(self) -> Folds:
        """The chosen split."""
        return self.folds[self.options.split]

    @property
    def fit(self) -> FoldFits:
        """The fit under the chosen split."""
        return self.fits[self.options.split]

    @cached_property
    def parts(self) -> list[tuple[str, NDArray[np.bool_]]]:
        """(name, rounds) of all rounds, and of given and chosen propositions where there are both."""
        own = np.asarray([replay.round.of_own_choice for replay in self.replays], dtype=np.bool_)
        parts = [("all propositions", np.ones(len(own), dtype=np.bool_))]
        return [*parts, ("given propositions", ~own), ("own choice", own)] if own.any() and not own.all() else parts

    @property
    def count(self) -> int:
        """The number of people."""
        return int(self.persons.max()) + 1

    @cached_property
    def sides(self) -> Floats:
        """(N,) the side argued in each round; 0 where it is unknown."""
        return np.asarray([replay.round.argued for replay in self.replays], dtype=np.float64)

    @cached_property
    def errors(self) -> Floats:
        """Squared error of each round under each method, shape (N, METHODS)."""
        return row_errors(self.sums, self.kinds, self.fold, self.fit)

    @cached_property
    def drawn(self) -> BootstrapResult:
        """The fits of every bootstrap replicate of the chosen split."""
        return resample(self.sums, self.kinds, self.fold, self.persons, self.options.replicates, self.options.seed)

    @cached_property
    def argued(self) -> "Study | None":
        """The same study with evidence by the argued side; None where no side is known."""
        evidence = argued_evidence(self.judged, self.people.fitted_rounds)
        return None if evidence is None else make_study(self.people, evidence, self.options)

    @cached_property
    def design(self) -> Design:
        """The check of what the design can tell apart."""
        return check_design(self.people.rounds, self.met.net.tolist(), self.options.seed)


def make_study(
    people: People, judged: JudgedEvidence, options: Options, replays: tuple[ReplayedRound, ...] | None = None
) -> Study:
    """Return a study of people and their judged evidence, after replay and calibration.

    Args:
        replays: the replays of the same people under the same options, where they exist already.

    Raises:
        BeliefError: there is nobody to fit, the chosen split has fewer than two parts, or a number is out of range.
    """
    check_options(options)
    rounds = people.fitted_rounds
    if not rounds:
        raise BeliefError(f"{people.name} has nobody to fit", hint="doxa replay check PATH shows the dropped rows.")
    if replays is None:
        replays = tuple(replay_round(round, judged, options.acceptance) for round in rounds)
    met = exposures_of(replays)
    alike = kinds_of(met, options.thresholds)
    sums = sums_of(met, clamp=options.clamp)
    folds = dict(_every_split(rounds, options))
    return Study(
        people=people,
        judged=judged,
        options=options,
        replays=replays,
        met=met,
        persons=number_clusters([round.person for round in rounds]),
        kinds=alike,
        folds=folds,
        sums=sums,
        fits={split: fit_folds(sums, alike, fold) for split, fold in folds.items()},
    )


def exposures_of(replays: Sequence[ReplayedRound]) -> Exposures:
    """Return people's initial and final stances with the evidence that is active at the end."""
    return lay_exposures(
        [replay.round.initial for replay in replays],
        [replay.round.final for replay in replays],
        [replay.active for replay in replays],
    )


def net_evidence(people: People, judged: JudgedEvidence, options: Options) -> Floats:
    """Return E = Σ p·s of every treated round, as the judge reads it, shape (N,)."""
    return exposures_of([replay_round(round, judged, options.acceptance) for round in people.fitted_rounds]).net


def check_options(options: Options) -> None:
    """Raise where an option is out of range.

    Raises:
        UsageError: an option is out of range; the message names it.
    """
    tolerance = options.thresholds.tolerance
    ranges = (
        ("clamp", options.clamp, 0.0 < options.clamp < 1.0, "between 0 and 1, both excluded"),
        ("theta", options.acceptance.theta, -1.0 <= options.acceptance.theta <= 1.0, "in [−1, 1]"),
        ("least", options.acceptance.least, 0.0 <= options.acceptance.least <= 1.0, "in [0, 1]"),
        ("pressure", options.thresholds.pressure, options.thresholds.pressure >= 0.0, "0 or more"),
        ("tolerance", tolerance, tolerance == "six-point" or 0.0 <= float(tolerance) <= 2.0, "six-point, or in [0, 2]"),
        ("replicates", options.replicates, 1 <= options.replicates <= 1_000_000, "from 1 to 1,000,000"),
    )
    for name, chosen, holds, range in ranges:
        if not holds:
            raise UsageError(f"{name} is {chosen}; it must be {range}", hint=f"Give another --{name}.")


def _every_split(rounds: Sequence[PersonRound], options: Options) -> Iterator[tuple[Split, Folds]]:
    """Yield every possible split of these people; raise where the chosen one is not possible."""
    for split in SPLITS:
        try:
            yield split, split_folds(rounds, split, options.seed)
        except BeliefError:
            if split == options.split:
                raise
