"""The default performer, which carries tasks out in plain code over a corpus of real arguments, without a network."""

from functools import cache

from doxa.models.conditions import Conditions
from doxa.models.offline.performer import OfflinePerformer, check_model
from doxa.records.spec import ModelSettings

__all__ = ["OfflinePerformer", "make"]


@cache
def _load_performer(places: tuple[tuple[str, str], ...]) -> OfflinePerformer:
    return OfflinePerformer(places=dict(places))


def make(settings: ModelSettings, conditions: Conditions) -> OfflinePerformer:
    """Return the offline performer; all roles of a process share it and its embedder.

    Raises:
        ModelSetupError: the model is neither ``offline`` nor a model that a system brings.
    """
    check_model(settings.model)
    return _load_performer(tuple(sorted(conditions.corpora.items())))
