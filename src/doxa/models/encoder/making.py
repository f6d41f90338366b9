"""From a model's name ``encoder:DIR`` to its performer."""

from functools import cache

from doxa.models.conditions import Conditions
from doxa.models.encoder.folder import open_folder
from doxa.models.encoder.performer import EncoderPerformer
from doxa.models.offline import make as offline
from doxa.records.spec import ModelSettings


def make(settings: ModelSettings, conditions: Conditions) -> EncoderPerformer:
    """Return the performer of a folder; all roles of a process that name the folder share one performer.

    Raises:
        ModelSetupError: torch is missing, or the folder contains no encoder that doxa trained.
    """
    return _load_performer(settings.model, tuple(sorted(conditions.corpora.items())))


@cache
def _load_performer(model: str, places: tuple[tuple[str, str], ...]) -> EncoderPerformer:
    plain = ModelSettings()
    return EncoderPerformer(open_folder(model.partition(":")[2]), offline(plain, Conditions(corpora=dict(places))))
