"""Models that a command names itself (``--judge``, ``--panel``, ``--embedder``), where no scenario sets the roles.

The offline model performs from a corpus, which is always ArgKP here; a spec records the corpus' hash.
"""

from collections.abc import Iterable

from doxa.corpora.loading import load_corpus
from doxa.models.encoder.folder import is_for_messages
from doxa.records.spec import Context, ModelSettings

OFFLINE = "offline"
CORPUS = "argkp"


def settings_of(model: str, temperature: float | None = None) -> ModelSettings:
    """Return the settings of a role that a named model performs.

    Args:
        model: ``offline``, an offline model of a system, or ``provider:model``.
        temperature: of a provider's model; None leaves it to the provider. The offline model has none.
    """
    settings = ModelSettings(model=model, temperature=temperature)
    if settings.simulated:
        return ModelSettings(model=model, corpus=CORPUS)
    return settings


def corpora_of(models: Iterable[str]) -> dict[str, str]:
    """Return the corpora, name → hash, that a spec with these models needs."""
    return {CORPUS: load_corpus(CORPUS).hash} if any(settings_of(model).simulated for model in models) else {}


def context_of(judge: str | None) -> Context:
    """Return what a judge reads direction from unless somebody says otherwise: the offline judge, and an encoder that
    learned from messages, from whole messages; a hosted one from each claim, as the published system does."""
    return "message" if judge in (None, OFFLINE) or is_for_messages(judge) else "claim"
