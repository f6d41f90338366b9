"""The pydantic-ai model of an endpoint: over aiohttp, without client retries, with bounded response bodies.

A service may send back a body up to a bound, also when compressed, and no redirect to another host. Also here: the
check of the sampling settings that a model accepts, so that no setting is silently ignored.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pkgutil import resolve_name
from typing import Any, cast

import httpx2
from pydantic_ai.embeddings import EmbeddingModel
from pydantic_ai.models import Model

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions, is_loopback
from doxa.models.providers.batch_services import BatchService
from doxa.models.providers.batching import batching
from doxa.models.providers.endpoints import Endpoint
from doxa.models.providers.faults import RedirectedError, TooLongError
from doxa.models.providers.wire import read_body
from doxa.records.outside import GZIP_OR_ZLIB, Inflater, TooLargeError
from doxa.records.spec import ModelSettings

SAMPLING = ("temperature", "max_tokens", "top_p", "seed")
"""The settings that are sent, by the names that the clients have for them too."""

OWN_FIELDS = frozenset({"model", "messages", "system", "stream", "n", "response_format", "output_config", "tools"})
"""Fields of a body that doxa itself decides, and that ``extra`` cannot."""

LLAMA_SAMPLING = (
    "top_k",
    "min_p",
    "repeat_penalty",
    "dry_multiplier",
    "dry_allowed_length",
    "dry_penalty_last_n",
    "dry_sequence_breakers",
)
"""The settings of llama.cpp's sampler, by the names that its server has for them."""

BYTES_A_CHARACTER = 8
"""Bytes for each character of a bound, with room for escapes and the JSON around the text."""


LONGEST_RESULTS = 1 << 30
"""Bytes of the results of a batch: the largest has a few hundred megabytes."""

NO_TAGS = ("\0think\0", "\0/think\0")
"""Tags that no text contains: the client would take an unclosed tag away and leave the reasoning as words."""

ENCODINGS = ("gzip", "x-gzip", "deflate")
"""The compressions that doxa asks for and inflates."""

HEADERS = {"accept-encoding": "gzip, deflate"}

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, kw_only=True)
class Client:
    """A model, and the function that closes its connections."""

    model: Model
    hang_up: Callable[[], Awaitable[None]]
    batches: BatchService
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
    family, is_llama = endpoint.service.family, endpoint.service.is_llama
    refusable = (_unsupported(model) & {*SAMPLING}) | (set() if is_llama else {*LLAMA_SAMPLING})
    if family != "openai":
        refusable -= {"top_k"} - _unsupported(model)
    refusable |= {"thinking_tokens"} if family == "openai" else set()
    refusable |= {"reasoning_effort", "extra"} if family == "google" else set()
    refused = sorted(name for name in refusable if getattr(settings, name) not in (None, {}))
    refused += [
        f"extra.{name}" for name in sorted(OWN_FIELDS & settings.extra.keys() | {*SAMPLING} & settings.extra.keys())
    ]
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
        unsupported |= {"temperature", "top_p", "top_k"}
    return unsupported


def _openai(endpoint: Endpoint, conditions: Conditions) -> Client:
    from openai import DefaultAioHttpClient
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from doxa.models.providers.openai_client import LeanOpenAI

    client = LeanOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key,
        max_retries=0,
        timeout=_timeout(conditions),
        http_client=_connect(DefaultAioHttpClient, conditions, endpoint),
    )
    service = endpoint.service
    if service.name != "openai":
        client.forget_environment(service.sent_headers())
    maker = resolve_name(service.provider) if service.provider else partial(OpenAICompatibleProvider, service.name)
    provider = maker(openai_client=client)
    profile = OpenAIModelProfile(thinking_tags=NO_TAGS)
    if service.max_tokens == "max_tokens":
        # other servers know the older name of the output limit, and some ignore the newer name
        profile["openai_chat_supports_max_completion_tokens"] = False
    return Client(
        model=OpenAIChatModel(endpoint.model, provider=provider, profile=profile),
        hang_up=client.close,
        embedder=lambda: OpenAIEmbeddingModel(endpoint.model, provider=provider),
        batches=BatchService(
            model=OpenAIResponsesModel(endpoint.model, provider=provider),
            list=partial(client.batches.list, limit=100),
            openai=client,
        ),
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
        http_client=_connect(DefaultAioHttpClient, conditions, endpoint),
    )
    model = AnthropicModel(endpoint.model, provider=AnthropicProvider(anthropic_client=client))
    batches = BatchService(model=model, list=partial(client.beta.messages.batches.list, limit=100))
    return Client(model=model, hang_up=client.close, batches=batches)


def _google(endpoint: Endpoint, conditions: Conditions) -> Client:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.embeddings.google import GoogleEmbeddingModel
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    # Google's client would choose aiohttp itself, but then its bodies could not be bounded.
    http = _connect(httpx2.AsyncClient, conditions, endpoint)
    provider = GoogleProvider(
        api_key=endpoint.key,
        base_url=endpoint.base_url,
        http_client=http,
        retry_options=HttpRetryOptions(attempts=1),
    )
    model = GoogleModel(endpoint.model, provider=provider)
    return Client(
        model=model,
        hang_up=http.aclose,
        batches=BatchService(model=model, list=partial(model.client.aio.batches.list, config={"page_size": 100})),
        embedder=lambda: GoogleEmbeddingModel(endpoint.model, provider=provider),
    )


_BUILDERS = {"openai": _openai, "anthropic": _anthropic, "google": _google}


def _timeout(conditions: Conditions) -> httpx2.Timeout:
    return httpx2.Timeout(conditions.timeout_s, connect=conditions.connect_timeout_s)


def _connect(kind: type[httpx2.AsyncClient], conditions: Conditions, endpoint: Endpoint) -> httpx2.AsyncClient:
    """Return a connection pool, whose requests for answers wait for a batch where the conditions say so."""
    return (batching(kind, endpoint, conditions) if conditions.batch else kind)(**_transport(conditions, endpoint))


def _transport(conditions: Conditions, endpoint: Endpoint) -> dict[str, Any]:
    """Return the settings of a connection pool: as many connections as calls at once, bodies bounded.

    A proxy of the environment is not asked for this machine's own servers, which it does not reach.
    """
    most = LONGEST_RESULTS if conditions.batch else conditions.longest_reply * BYTES_A_CHARACTER

    async def bound(response: httpx2.Response) -> None:
        refuse_redirect(response)
        bound_body(response, most)
        if response.request.method != "DELETE":  # of a batch's file, which nobody needs any more
            await read_body(response, endpoint.service.family)

    return {
        "headers": HEADERS,
        "trust_env": not is_loopback(endpoint.base_url),
        "timeout": _timeout(conditions),
        "limits": httpx2.Limits(
            max_connections=conditions.concurrency, max_keepalive_connections=conditions.concurrency
        ),
        "event_hooks": {"response": [bound]},
    }


def bound_body(response: httpx2.Response, most: int) -> None:
    """Let a response's body raise where it grows beyond a bound, counted after inflating.

    The client would inflate a body after counting its bytes.

    Raises:
        DecodingError: the body is compressed in a way that was not asked for.
    """
    listed = (name.strip().lower() for name in response.headers.get_list("content-encoding", split_commas=True))
    encodings = [name for name in listed if name not in ("", "identity")]
    if encodings and (len(encodings) > 1 or encodings[0] not in ENCODINGS):
        raise httpx2.DecodingError(f"the body is compressed as {', '.join(encodings)}, which was not asked for")
    response.stream = _BoundedBody(cast(httpx2.AsyncByteStream, response.stream), most, is_compressed=bool(encodings))
    if encodings:
        del response.headers["content-encoding"]
        response.headers.pop("content-length", None)


def refuse_redirect(response: httpx2.Response) -> None:
    """Refuse a redirect that would carry the prompt, and perhaps the key, to another host.

    Raises:
        RedirectedError: the response redirects to another host or port, or from https to http.
    """
    if not response.has_redirect_location:
        return
    target = response.url.join(response.headers["location"])
    if not _is_same_place(response.url, target):
        raise RedirectedError(f"{target.scheme}://{target.host}")


def _is_same_place(asked: httpx2.URL, target: httpx2.URL) -> bool:
    ports = [url.port or DEFAULT_PORTS.get(url.scheme) for url in (asked, target)]
    is_upgrade = (asked.scheme, target.scheme) == ("http", "https") and ports == [80, 443]
    return asked.host == target.host and (is_upgrade or (asked.scheme == target.scheme and ports[0] == ports[1]))


class _BoundedBody(httpx2.AsyncByteStream):
    """A body that raises where it grows beyond a bound."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int, *, is_compressed: bool) -> None:
        self._stream = stream
        self._left = most
        self._inflater = Inflater(most, GZIP_OR_ZLIB) if is_compressed else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise TooLongError("the body is longer than a reply may be")
            if self._inflater is None:
                yield chunk
                continue
            try:
                for piece in self._inflater.feed(chunk):
                    yield piece
            except TooLargeError:
                raise TooLongError("the body, inflated, is longer than a reply may be") from None
            except ValueError as error:
                raise httpx2.DecodingError(str(error)) from None

    async def aclose(self) -> None:
        await self._stream.aclose()
