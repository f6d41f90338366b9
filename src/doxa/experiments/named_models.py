"""Models that a command names itself: who judges (``--judge``), speaks (``--model``) and hears (``--hear``).

The offline model performs from a corpus, which is always ArgKP here; a spec records the corpus' hash. A language model
that speaks also hears: it extracts the claims and reads their direction, as in the published system. ``--hear`` names
another extractor, such as the fixed offline judge. What the command sets itself (``--set``) wins.
"""

from collections.abc import Iterable, Mapping

from doxa.corpora.loading import load_corpus
from doxa.errors import ScenarioError
from doxa.models.declared import (
    DECLARED_BY_PACKAGE,
    check_ability,
    declaration_of,
    declared_outside,
    is_language_model,
)
from doxa.models.defaults import default_settings, weights_of, with_defaults
from doxa.models.encoder.folder import is_for_messages
from doxa.records.base import JsonValue
from doxa.records.model_kinds import is_offline
from doxa.records.spec import Context, Hearing, ModelSettings, RunSpec

OFFLINE = "offline"
CORPUS = "argkp"


def settings_of(model: str, temperature: float | None = None, role: str = "judge") -> ModelSettings:
    """Return the settings of a role that a named model performs, with the role's defaults.

    Args:
        model: ``offline``, an offline model of a system, or ``provider:model``.
        temperature: of a provider's model; None leaves it to the provider. The offline model has none.
    """
    settings = with_defaults(role, ModelSettings(model=model, temperature=temperature))
    if settings.offline:
        return ModelSettings(model=model, corpus=CORPUS)
    return settings


def corpora_of(models: Iterable[str]) -> dict[str, str]:
    """Return the corpora, name → hash, that a spec with these models needs."""
    return {CORPUS: load_corpus(CORPUS).hash} if any(map(is_offline, models)) else {}


def context_of(judge: str | None) -> Context:
    """Return what a judge reads direction from unless somebody says otherwise: the offline judge, and an encoder that
    learned from messages, from whole messages; a hosted one from each claim, as the published system does."""
    return "message" if judge in (None, OFFLINE) or is_for_messages(judge) else "claim"


def checked_for(judge: str, hearing: Hearing) -> Hearing:
    """Return how a judge hears, so that a language model's proposals are claims only where the message says them."""
    checked = {"claims": "said", "unplaced": "drop"} if is_language_model(judge) else {}
    return hearing.model_copy(update=checked)


SPEAKER, EXTRACTOR = "models.speaker", "models.extractor"


def name_models(
    model: str | None,
    hear: str | None,
    changes: Mapping[str, JsonValue] | None = None,
    *,
    sure: float | None = None,
    batch: bool = False,
) -> dict[str, JsonValue]:
    """Return a command's changes, those that name the models first: the speaker, and the extractor.

    Only the extractor's name changes: it keeps its own sampling settings, and never takes the speaker's. The one
    exception is a temperature that the command leaves to the provider, since such a model accepts none at all.

    Args:
        model: of ``--model``; None where the command names none.
        hear: of ``--hear``; None: the model of ``model`` hears itself, if it is a language model.
        changes: what the command sets by path.
        sure: of ``--sure``: the probability that a direction needs.
        batch: whether ``--batch`` is given.
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
    if batch:
        named["conditions.batch"] = True
    return {**named, **changes}


def with_new_defaults(spec: RunSpec, changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return a fork's changes; a role with a new model also gets its weights, and its defaults for the old model's.

    Args:
        spec: the parent's.

    Raises:
        ModelSetupError: the file of a local model cannot be used.
        ScenarioError: a model cannot do what its role is for, or a change says what a model is, which its package does.
    """
    if path := next((path for path in changes if path.startswith("models.") and path.endswith(".declared")), ""):
        raise ScenarioError(f"{path}: {DECLARED_BY_PACKAGE}")
    further: dict[str, JsonValue] = {}
    for path, model in changes.items():
        part, _, role = path.removesuffix(".model").partition(".")
        if part == "models" and role in spec.roles and isinstance(model, str):
            old, words, weights = spec.roles[role], spec.script.get("words"), weights_of(model)
            plain = old.model_dump(mode="json")
            before, now = default_settings(role, old.model, words), default_settings(role, model, words)
            new = {name: now.get(name) for name in {**before, **now} if plain.get(name) == before.get(name)}
            new |= {"weights": weights.model_dump() if weights else None, "declared": declared_outside(model)}
            check_ability(role, old.model_copy(update={"model": model}))
            further |= {f"models.{role}.{name}": value for name, value in new.items() if plain.get(name) != value}
    return {**further, **changes}


def _hearer_of(model: str) -> str | None:
    """Return the model that hears a speaker; None, the scenario's own, where the speaker does not hear."""
    if is_offline(model):
        return OFFLINE
    declaration = declaration_of(model)
    return model if declaration and declaration.speaks and declaration.hears else None
