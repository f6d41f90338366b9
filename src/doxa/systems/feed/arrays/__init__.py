"""The performer of population rounds: array kernels in this process, or over the workers of a Ray cluster."""

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.records.spec import ModelSettings
from doxa.systems.feed.arrays.performer import ArrayPerformer

__all__ = ["ArrayPerformer", "make"]


def make(settings: ModelSettings, conditions: Conditions) -> ArrayPerformer:
    """Return a performer of population rounds; each run has its own, which keeps the audience between rounds.

    Raises:
        ModelSetupError: the model is not ``arrays``.
    """
    if settings.model != "arrays":
        raise ModelSetupError(f"there is no model {settings.model!r}", hint="Listeners are moved by 'arrays'.")
    return ArrayPerformer(workers=conditions.population_workers)
