"""Hosted and local providers behind one performer: openai, anthropic, google, ollama, and anything compatible.

    endpoints   service, address and key (light: imports no client)
    clients     the pydantic-ai model of an endpoint, over aiohttp, with client retries off
    performer   one prompt → one reply, or texts → int8 rows      schema   the shape of a reply, in each dialect
    wire        what a service itself says of its answer           usage    the tokens that it reports
    words       an answer without reasoning and wrapping           faults   wrong setup, try again, or give up
    fault_kinds what a service means by an error

The functions here are the factories that the entry-point group ``doxa.models`` names. They import a provider's
client only when they build it.
"""

from collections.abc import Callable
from functools import partial

from doxa.models.conditions import Conditions
from doxa.models.port import Performer
from doxa.models.providers.endpoints import SERVICES, endpoint_for
from doxa.records.spec import ModelSettings


def performer_at(provider: str, settings: ModelSettings, conditions: Conditions) -> Performer:
    """Return the performer of one model.

    Raises:
        ModelSetupError: its extra is not installed, its key is not set, or it does not accept a setting.
    """
    endpoint = endpoint_for(provider, settings.model, conditions)
    # Clients take 1.5 to 3.5 seconds to import: only runs that use one wait for it.
    from doxa.models.providers.performer import ProviderPerformer

    return ProviderPerformer(endpoint, settings, conditions)


def __getattr__(name: str) -> Callable[[ModelSettings, Conditions], Performer]:
    """Return the factory of a service's performers, which an entry point names as the service is named."""
    if name in SERVICES:
        return partial(performer_at, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
