"""Checks before a run begins: errors are raised before anything is written, announced or paid for."""

import warnings
from collections.abc import Iterable
from pathlib import Path

from doxa.engine.drive import in_a_loop
from doxa.experiments.sitting import MakePerformer, Terms, check_directory, check_prices
from doxa.log.rundir import is_finished
from doxa.models.conditions import Conditions
from doxa.models.examined import describe_failures
from doxa.models.hearing.guards import cautions_of
from doxa.models.setup import performer_for
from doxa.records.amend import models_of
from doxa.records.spec import ModelSettings, RunSpec


class WordingWarning(UserWarning):
    """What the wording of a run, or the examination of its models, makes doubtful."""


def check_start(spec: RunSpec, path: Path, terms: Terms, make: MakePerformer = performer_for) -> None:
    """Raise where a run could not be driven; a finished run needs no model.

    Warns of a proposition of two things, of decisions and languages that the offline judge does not read, and of models
    that failed at their role when they were examined.

    Raises:
        ScenarioError, DivergedError: as ``check_directory``.
        ModelSetupError: as ``check_prices`` and ``check_models``.
        UnknownNameError: as ``check_models``.
    """
    check_directory(spec, path)
    if not is_finished(path):
        check_prices(spec, terms)
        check_models([(settings, terms.conditions) for settings in models_of(spec)], make)
        for caution in (*cautions_of(spec), *describe_failures(spec, terms.conditions)):
            warnings.warn(caution, WordingWarning, stacklevel=2)


def check_models(needed: Iterable[tuple[ModelSettings, Conditions]], make: MakePerformer = performer_for) -> None:
    """Make every performer once, so that a model that is not usable raises before another has been paid for.

    Raises:
        UnknownNameError: no provider of that name is installed.
        ModelSetupError: the provider is not set up, or does not take one of the settings.
    """
    distinct = {(settings, conditions.model_dump_json()): (settings, conditions) for settings, conditions in needed}

    async def made() -> None:
        for settings, conditions in distinct.values():
            await make(settings, conditions).close()

    in_a_loop(made)
