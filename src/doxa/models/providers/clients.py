"""The pydantic-ai model of an endpoint: over aiohttp, without client retries, with bounded response bodies.

Also here: the check of the sampling settings that a model accepts, so that no setting is silently ignored.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import httpx2
from pydantic_ai.embeddings import EmbeddingModel
from pydantic_ai.models import Model

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.providers.bodies import HEADERS, bound_body, refuse_redirect
from doxa.models.providers.endpoints import Endpoint, Family
from doxa.models.providers.wire import read_body
from doxa.records.spec import ModelSettings

SAMPLING = ("temperature", "max_tokens", "top_p", "seed")
"""The settings that are sent, by the names that the clients have for them too."""

BYTES_A_CHARACTER = 8
"""Bytes for each character of a bound, with room for escapes and the JSON around the text."""


NO_TAGS = ("\0think\0", "\0/think\0")
"""Tags that no text contains: the client would take an unclosed tag away and leave the reasoning as words."""


@dataclass(frozen=True, kw_only=True)
class Client:
    """A model, and the function that closes its connections."""

    model: Model
    hang_up: Callable[[], Awaitable[None]]
    embedder: Callable[[], EmbeddingModel] | None = None
    """Returns the embedding model of the same name; None where the service has no embeddings."""


def client_for(endpoint: Endpoint, conditions: Conditions) -> Client:
    """Return the model of an endpoint with a connection pool of its own."""
    return _BUILDERS[endpoint.service.family](endpoint, conditions)


def refuse_unsupported(endpoint: Endpoint, model: Model, settings: ModelSettings) -> None:
    """Raise where the client would silently ignore a sampling setting.

    Raises:
        ModelSetupError: the model does not accept a setting.
    """
    refused = sorted(name for name in _unsupported(model) if name in SAMPLING and getattr(settings, name) is not None)
    if refused:
        raise ModelSetupError(
            f"{endpoint.name} does not take {' or '.join(refused)}",
            hint=f"Leave {' and '.join(refused)} out of its settings: doxa ignores no setting silently.",
        )
    longest: int | None = cast(dict[str, Any], model.profile).get("anthropic_max_output_tokens")
    if longest is not None and (settings.max_tokens or 0) > longest:
        raise ModelSetupError(
            f"{endpoint.name} writes at most {longest:,} tokens, not {settings.max_tokens:,}",
            hint=f"Set its max_tokens to {longest} or less: the client would lower it silently.",
        )


def _unsupported(model: Model) -> set[str]:
    profile = cast(dict[str, Any], model.profile)
    unsupported: set[str] = set(model.unsupported_settings) | set(profile.get("openai_unsupported_model_settings", ()))
    always_reasons = profile.get("openai_supports_reasoning", False) and (
        profile.get("thinking_enabled_by_default", False)
        or not profile.get("openai_supports_reasoning_effort_none", False)
    )
    if always_reasons or profile.get("anthropic_disallows_sampling_settings", False):
        unsupported |= {"temperature", "top_p"}
    return unsupported


def _openai(endpoint: Endpoint, conditions: Conditions) -> Client:
    from openai import DefaultAioHttpClient
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from doxa.models.providers.openai_client import LeanOpenAI

    client = LeanOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key,
        max_retries=0,
        timeout=_timeout(conditions),
        http_client=DefaultAioHttpClient(**_transport(conditions, endpoint.service.family)),
    )
    name = endpoint.service.name
    makers: dict[str, Any] = {"openai": OpenAIProvider, "ollama": OllamaProvider}
    provider = makers.get(name, partial(OpenAICompatibleProvider, name))(openai_client=client)
    profile = OpenAIModelProfile(thinking_tags=NO_TAGS)
    if name != "openai":
        # other servers know the older name of the output limit, and some ignore the newer name
        profile["openai_chat_supports_max_completion_tokens"] = False
    return Client(
        model=OpenAIChatModel(endpoint.model, provider=provider, profile=profile),
        hang_up=client.close,
        embedder=lambda: OpenAIEmbeddingModel(endpoint.model, provider=provider),
    )


def _anthropic(endpoint: Endpoint, conditions: Conditions) -> Client:
    from anthropic import AsyncAnthropic, DefaultAioHttpClient
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        base_url=endpoint.base_url,
        api_key=endpoint.key,
        max_retries=0,
        timeout=_timeout(conditions),
        http_client=DefaultAioHttpClient(**_transport(conditions, endpoint.service.family)),
    )
    model = AnthropicModel(endpoint.model, provider=AnthropicProvider(anthropic_client=client))
    return Client(model=model, hang_up=client.close)


def _google(endpoint: Endpoint, conditions: Conditions) -> Client:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.embeddings.google import GoogleEmbeddingModel
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    # Google's client would choose aiohttp itself, but then its bodies could not be bounded.
    http = httpx2.AsyncClient(**_transport(conditions, endpoint.service.family))
    provider = GoogleProvider(
        api_key=endpoint.key,
        base_url=endpoint.base_url,
        http_client=http,
        retry_options=HttpRetryOptions(attempts=1),
    )
    return Client(
        model=GoogleModel(endpoint.model, provider=provider),
        hang_up=http.aclose,
        embedder=lambda: GoogleEmbeddingModel(endpoint.model, provider=provider),
    )


_BUILDERS = {"openai": _openai, "anthropic": _anthropic, "google": _google}


def _timeout(conditions: Conditions) -> httpx2.Timeout:
    return httpx2.Timeout(conditions.timeout_s, connect=conditions.connect_timeout_s)


def _transport(conditions: Conditions, family: Family) -> dict[str, Any]:
    """Return the settings of a connection pool: as many connections as calls at once, bodies bounded."""
    most = conditions.longest_reply * BYTES_A_CHARACTER

    async def bound(response: httpx2.Response) -> None:
        refuse_redirect(response)
        bound_body(response, most)
        await read_body(response, family)

    return {
        "headers": HEADERS,
        "timeout": _timeout(conditions),
        "limits": httpx2.Limits(
            max_connections=conditions.concurrency, max_keepalive_connections=conditions.concurrency
        ),
        "event_hooks": {"response": [bound]},
    }
