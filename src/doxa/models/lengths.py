"""The longest answer of each role, in tokens, where nobody sets ``max_tokens``: a rule for every plan.

    hosted service        16,384: any reply, and what the model thinks before it, which its service counts too
    server of one's own   2,048 to think + the reply: 1,024; 2 a word of a speech whose length the script sets;
                          6,144 of a judge, who lists what a whole debate said

A model of one's own writes some 30 tokens a second, so that an answer without an end reaches the limit of most roles
before ``timeout_s``. Offline models, plug-ins and embedders have no limit.
"""

from doxa.models.providers.endpoints import SERVICES
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings

HOSTED = 16_384
"""As much as older hosted models accept."""

THINKING = 2_048
REPLY = 1_024
JUDGEMENT = 6_144
TOKENS_A_WORD = 2


def longest_answer(role: str, model: str, words: JsonValue = None) -> int | None:
    """Return the default ``max_tokens`` of a role; None where it has none.

    Args:
        model: as ``provider:model``.
        words: the length that the script sets for a speech.
    """
    service, kind = SERVICES.get(model.partition(":")[0]), role.partition("@")[0]
    if service is None or kind == "embedder":
        return None
    if service.needs_key:
        return HOSTED
    speech = TOKENS_A_WORD * words if kind == "speaker" and isinstance(words, int) else 0
    return THINKING + max(JUDGEMENT if kind == "judge" else REPLY, speech)


def bounded(role: str, settings: ModelSettings, words: JsonValue = None) -> ModelSettings:
    """Return a role's settings with the default ``max_tokens``, unless they say one, or ``"provider"``."""
    if "max_tokens" in settings.model_fields_set:
        return settings
    return settings.model_copy(update={"max_tokens": longest_answer(role, settings.model, words)})
