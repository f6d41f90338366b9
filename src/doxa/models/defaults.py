"""What a role's settings are where nobody says them: one rule for every plan.

The longest answer (``max_tokens``):

    hosted service        16,384: any reply, and what the model thinks before it, which its service counts too
    server of one's own   2,048 to think + the reply: 1,024; 2 a word of a speech whose length the script sets;
                          6,144 of a judge, who lists what a whole debate said
    local:FILE            the reply alone, where the file's chat template has no place for thoughts

A model of one's own writes some 30 tokens a second, so that an answer without an end reaches the limit of most roles
before ``timeout_s``. A language model of another package is hosted where it declares a price, and one's own where it
does not. Simulations, instruments and embedders have no limit.

A model of ``local:`` is small: it says its own turns again unless its sampler makes that unlikely, and a speaker of it
has ``UNREPEATING``. Whoever writes JSON has not, as its fields repeat. Its ``weights`` are those of its file.
"""

import json
from collections.abc import Mapping
from string import digits

from doxa.errors import ModelSetupError
from doxa.models.declared import LANGUAGE, check_ability, declaration_of, declared_outside
from doxa.models.local.weights import file_of, read_model_file
from doxa.models.providers.endpoints import service_of
from doxa.models.redaction import redact
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, ModelWeights, is_local

HOSTED = 16_384
"""As much as older hosted models accept."""

THINKING = 2_048
REPLY = 1_024
JUDGEMENT = 6_144
TOKENS_A_WORD = 2

UNREPEATING: Mapping[str, JsonValue] = {
    "repeat_penalty": 1.05,
    "dry_multiplier": 0.8,
    "dry_allowed_length": 3,
    "dry_penalty_last_n": 2_048,
    "dry_sequence_breakers": ["\n", ":", '"', "*", *digits],
}
"""Tried with Qwen2.5-Coder-1.5B: without them it said an earlier turn again in 43 of 72 turns, with them in 0 of 36.

A number may always be said again: where digits ended no sequence, the model changed years of laws that it was given.
"""


def longest_answer(role: str, model: str, words: JsonValue = None) -> int | None:
    """Return the default ``max_tokens`` of a role; None where it has none.

    Args:
        model: as ``provider:model``.
        words: the length that the script sets for a speech.
    """
    service, kind = service_of(model), role.partition("@")[0]
    declaration = declaration_of(model)
    if kind == "embedder" or declaration is None or declaration.kind != LANGUAGE:
        return None
    if service.needs_key if service else declaration.priced:
        return HOSTED
    thinking = 0 if is_local(model) and not read_model_file(file_of(model)).thinks else THINKING
    speech = TOKENS_A_WORD * words if kind == "speaker" and isinstance(words, int) else 0
    return thinking + max(JUDGEMENT if kind == "judge" else REPLY, speech)


def default_settings(role: str, model: str, words: JsonValue = None) -> dict[str, JsonValue]:
    """Return the settings that a model has in a role unless they are said, but for its weights, by name.

    Args:
        model, words: as ``longest_answer``.
    """
    speaks = is_local(model) and role.partition("@")[0] == "speaker"
    return {"max_tokens": longest_answer(role, model, words), **(UNREPEATING if speaks else {})}


def with_defaults(role: str, settings: ModelSettings, words: JsonValue = None) -> ModelSettings:
    """Return a role's settings with defaults for what they do not say; ``"provider"`` says it too.

    Raises:
        ModelSetupError: the file of a local model cannot be used, or a key stands in the settings.
        ScenarioError: the model cannot do what the role is for.
        PluginError: its package cannot be loaded, or declares nothing.
    """
    check_ability(role, settings)
    if (said := json.dumps(settings.extra, ensure_ascii=False)) != redact(said):
        raise ModelSetupError(
            f"models.{role}.extra contains a key or a password, which a log would keep",
            hint="Keys belong in the environment; headers of a service in the file that DOXA_SERVICES names.",
        )
    plain = {**default_settings(role, settings.model, words), "weights": weights_of(settings.model)}
    defaults = ModelSettings.model_validate({"model": settings.model, **plain})
    unsaid = {name: getattr(defaults, name) for name in plain if name not in settings.model_fields_set}
    return settings.model_copy(update={**unsaid, "declared": declared_outside(settings.model)})


def weights_of(model: str) -> ModelWeights | None:
    """Return what identifies the file of a local model; None for any other model.

    Raises:
        ModelSetupError: the file cannot be used.
    """
    return read_model_file(file_of(model)).weights if is_local(model) else None
