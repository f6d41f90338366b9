"""The findings of a replay, computed once: the paper's protocol, the design, and the identified model beside it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from doxa.humans.data.people import PersonRound
from doxa.humans.identified.classes import ClassFits, check_column, fit_classes, score_classes
from doxa.humans.identified.estimates import UptakeEstimate, estimate_all
from doxa.humans.identified.held_out import HeldOutScores, score_held_out
from doxa.humans.identified.sample import Evidence, Sample, make_samples
from doxa.humans.replay.calibration import BootstrapResult
from doxa.humans.replay.design import Design, check_design
from doxa.humans.replay.study import Options, Study
from doxa.humans.shown.sides import argue_study
from doxa.humans.shown.tables import ArguedFit

Stage = Callable[[str], None]
"""Called with the name of the next stage."""


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What the exhibits of a replay are made from."""

    study: Study
    drawn: BootstrapResult
    argued: ArguedFit | None
    """The paper's protocol with evidence by the argued side; None where no side is known."""
    design: Design
    samples: Mapping[Evidence, Sample]
    estimates: list[UptakeEstimate]
    scores: HeldOutScores
    classes: Mapping[Evidence, ClassFits]
    """The profiles by a column; empty where none is asked."""


def check_profiles(rounds: Sequence[PersonRound], options: Options) -> None:
    """Raise where profiles are asked by a column that does not divide these people.

    Raises:
        UsageError: no round has the column, all are of one class, or there are too many classes.
    """
    if options.profiles_by:
        check_column(rounds, options.profiles_by)


def find_all(study: Study, stage: Stage = lambda _: None) -> Findings:
    """Return the findings of a study.

    Raises:
        UsageError: the column of profiles does not divide these people.
    """
    column, rounds = study.options.profiles_by, study.people.rounds
    check_profiles(rounds, study.options)
    stage("bootstrap")
    drawn, argued = study.resampled(), argue_study(study)
    beside = ArguedFit(study=argued, drawn=argued.resampled()) if argued else None
    stage("identified model")
    samples = make_samples(rounds, study.judged, study.options)
    estimates = estimate_all(samples)
    stage("held-out scores")
    treated = list(study.people.fitted_rounds)
    scores = score_held_out(samples, treated, study.fold)
    classes: dict[Evidence, ClassFits] = {}
    if column:
        stage(f"profiles by {column}")
        classes = {evidence: fit_classes(sample, column) for evidence, sample in samples.items()}
        scores = score_classes(scores, samples, treated, study.fold, column)
    return Findings(
        study=study, drawn=drawn, argued=beside,
        design=check_design(rounds, study.met.net.tolist(), study.options.seed),
        samples=samples, estimates=estimates, scores=scores, classes=classes,
    )  # fmt: skip
