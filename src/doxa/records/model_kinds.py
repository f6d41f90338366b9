"""What a model is: a language model, a simulation, or an instrument."""

from typing import Literal

ModelKind = Literal["language model", "simulation", "instrument"]
"""What a model is: it answers prompts in words; it is plain code that performs in place of a model; or it is neither,
such as an encoder, which reads, measures or plays back."""


def is_offline(model: str) -> bool:
    """Return whether doxa's own plain code performs, by the model's name as ``provider:model``."""
    return model.partition(":")[0] == "offline"


RECORDED = "recorded"
"""The provider of the lines of a transcript; a role's model is then ``recorded:FILE``."""

CALLABLE = "callable"
"""The provider of what Python callables of the user's say; a role's model is then ``callable:AGENT:NAME``."""


def is_callable(model: str) -> bool:
    """Return whether a Python callable of the user's speaks, by its model as ``provider:model``."""
    return model.partition(":")[0] == CALLABLE


PERSON = "person"
"""The model of a role whose steps a person does."""


def is_person(model: str) -> bool:
    """Return whether a person does the steps of a role, by its model as ``provider:model``."""
    return model.partition(":")[0] == PERSON


def is_simulated(model: str, declared: ModelKind | None = None) -> bool:
    """Return whether plain code performs in place of a model.

    Args:
        model: as ``provider:model``.
        declared: what a package declares its model to be; None for a model of doxa's, whose name says it.
    """
    return declared == "simulation" if declared else is_offline(model)


def is_somebody(model: str) -> bool:
    """Return whether words are somebody's, of a transcript, a callable or a person: neither simulated nor a model's."""
    return model.partition(":")[0] in (RECORDED, CALLABLE, PERSON)


def source_of_words(model: str, declared: ModelKind | None = None) -> str:
    """Return whose the words of a role are: simulated, recorded, callable, person or model; arguments as above."""
    if is_simulated(model, declared):
        return "simulated"
    return model.partition(":")[0] if is_somebody(model) else "model"
