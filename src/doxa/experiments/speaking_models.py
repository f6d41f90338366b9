"""Who speaks and who hears, as a command names them: ``--model X`` and ``--hear Y`` as changes of a scenario.

A language model that speaks also hears: it extracts the claims and reads their direction, as in the published system.
``--hear`` names another extractor, such as the fixed offline judge. What the command sets itself (``--set``) wins.
"""

from collections.abc import Mapping

from doxa.experiments.named_models import OFFLINE
from doxa.models.setup import is_language_model
from doxa.records.base import JsonValue

SPEAKER, EXTRACTOR = "models.speaker", "models.extractor"


def name_models(
    model: str | None,
    hear: str | None,
    changes: Mapping[str, JsonValue] | None = None,
    *,
    sure: float | None = None,
) -> dict[str, JsonValue]:
    """Return a command's changes, those that name the models first: the speaker, and the extractor.

    Only the extractor's name changes: it keeps its own sampling settings, and never takes the speaker's. The one
    exception is a temperature that the command leaves to the provider, since such a model accepts none at all.

    Args:
        model: of ``--model``; None where the command names none.
        hear: of ``--hear``; None: the model of ``model`` hears itself, if it is a language model.
        changes: what the command sets by path.
        sure: of ``--sure``: the probability that a direction needs.
    """
    changes = dict(changes or {})
    hearer = hear or (_hearer_of(model) if model else None)
    named: dict[str, JsonValue] = {SPEAKER: model} if model else {}
    if hearer is not None:
        named[EXTRACTOR] = hearer
        if hearer == model and changes.get(f"{SPEAKER}.temperature") == "provider":
            named[f"{EXTRACTOR}.temperature"] = "provider"
    if sure is not None:
        named[f"{EXTRACTOR}.sure"] = sure
    return {**named, **changes}


def _hearer_of(model: str) -> str | None:
    """Return the model that hears a speaker; None, the scenario's own, where the speaker is other code."""
    if model.partition(":")[0] == OFFLINE:
        return OFFLINE
    return model if is_language_model(model) else None
