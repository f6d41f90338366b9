"""Checks before a run begins: errors are raised before anything is written, announced or paid for."""

import warnings
from collections.abc import Iterable
from pathlib import Path

from doxa.engine.drive import in_a_loop
from doxa.engine.keeping import service_of
from doxa.experiments.sameness import check_directory
from doxa.experiments.sitting import MakePerformer, Terms, check_prices
from doxa.log.rundir import is_finished
from doxa.models.conditions import Conditions
from doxa.models.examined import describe_failures
from doxa.models.hearing.guards import cautions_of
from doxa.models.setup import performer_for
from doxa.records.amend import models_of
from doxa.records.spec import ModelSettings, RunSpec


class WordingWarning(UserWarning):
    """What the wording of a run, or the examination of its models, makes doubtful."""


def check_start(spec: RunSpec, path: Path, terms: Terms, make: MakePerformer = performer_for) -> frozenset[str]:
    """Return the services that a run asks; raise where it could not be driven. A finished run needs no model.

    Warns of a proposition of two things, of decisions and languages that the offline judge does not read, and of models
    that failed at their role when they were examined.

    Raises:
        ScenarioError, DivergedError: as ``check_directory``.
        ModelSetupError: as ``check_prices`` and ``check_models``.
        UnknownNameError: as ``check_models``.
    """
    check_directory(spec, path)
    if is_finished(path):
        return frozenset()
    check_prices(spec, terms)
    services = check_models([(settings, terms.conditions) for settings in models_of(spec)], make)
    for caution in (*cautions_of(spec), *describe_failures(spec, terms.conditions)):
        warnings.warn(caution, WordingWarning, stacklevel=2)
    return services


def check_models(
    needed: Iterable[tuple[ModelSettings, Conditions]], make: MakePerformer = performer_for
) -> frozenset[str]:
    """Make every performer once, so that a model that is not usable raises before another has been paid for.

    Returns the services that they ask, as ``engine.keeping.service_of`` names them.

    Raises:
        UnknownNameError: no provider of that name is installed.
        ModelSetupError: the provider is not set up, or does not take one of the settings.
    """
    distinct = {(settings, conditions.model_dump_json()): (settings, conditions) for settings, conditions in needed}

    async def find_services() -> frozenset[str]:
        services = set()
        for settings, conditions in distinct.values():
            performer = make(settings, conditions)
            services.add(service_of(performer, settings.model))
            await performer.close()
        return frozenset(services)

    return in_a_loop(find_services)
