"""What a model is: a language model, a simulation, or an instrument."""

from typing import Literal

ModelKind = Literal["language model", "simulation", "instrument"]
"""What a model is: it answers prompts in words; it is plain code that performs in place of a model; or it is neither,
such as an encoder, which reads, measures or plays back."""


def is_offline(model: str) -> bool:
    """Return whether doxa's own plain code performs, by the model's name as ``provider:model``."""
    return model.partition(":")[0] == "offline"


CALLABLE = "callable"
"""The provider of what Python callables of the user's say; a role's model is then ``callable:AGENT:NAME``."""


def is_callable(model: str) -> bool:
    """Return whether a Python callable of the user's speaks, by its model as ``provider:model``."""
    return model.partition(":")[0] == CALLABLE


def is_simulated(model: str, declared: ModelKind | None = None) -> bool:
    """Return whether plain code performs in place of a model.

    Args:
        model: as ``provider:model``.
        declared: what a package declares its model to be; None for a model of doxa's, whose name says it.
    """
    return declared == "simulation" if declared else is_offline(model)
