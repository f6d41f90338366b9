"""The performer of one model at one endpoint: prompt → request → reply; each try has a limiter and a deadline."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from pydantic_ai.direct import model_request
from pydantic_ai.messages import (
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings as Sampling

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.limits import limiter_for
from doxa.models.port import Request, Response, Usage
from doxa.models.prices import cost, price_list
from doxa.models.providers.clients import client_for, refuse_unsupported
from doxa.models.providers.echoes import hide_key
from doxa.models.providers.embeddings import embed_texts
from doxa.models.providers.endpoints import Endpoint
from doxa.models.providers.faults import FAULTS, fault_of, is_filtered
from doxa.models.providers.finishing import finish_of
from doxa.models.providers.objects import bare_object
from doxa.models.providers.schema import dialect_of, encode_schema, schema_name
from doxa.models.providers.spoken import spoken
from doxa.models.providers.wire import Heard, listening
from doxa.models.redaction import redact
from doxa.models.retries import Fault, answer_of
from doxa.records.finishing import REFUSALS, TOOL_CALL
from doxa.records.spec import ModelSettings
from doxa.records.steps import Prompt, rendered

CHARACTERS_A_TOKEN = 4
"""For the estimate before a call; afterwards the limiter gets the provider's count."""

_PLAIN = ModelRequestParameters()

Attempt = Callable[[], Awaitable[Response | Fault]]


class ProviderPerformer:
    """A performer that asks one provider's model."""

    def __init__(self, endpoint: Endpoint, settings: ModelSettings, conditions: Conditions) -> None:
        """Build the client.

        Raises:
            ModelSetupError: the model does not accept a sampling setting.
        """
        self._endpoint = endpoint
        self._conditions = conditions
        self._structured = settings.structured
        self._prices = price_list(conditions.prices)
        self._client = client_for(endpoint, conditions)
        refuse_unsupported(endpoint, self._client.model, settings)
        sent = settings.as_sent
        named = ("temperature", "max_tokens", "top_p", "seed")
        self._sampling = {name: setting for name in named if (setting := getattr(sent, name)) is not None}
        if endpoint.service.family == "anthropic":
            # with a timeout of its own, a request of any length is answered whole and never streamed
            self._sampling["timeout"] = conditions.timeout_s
        self._dialect = dialect_of(endpoint)

    async def perform(self, request: Request) -> Response:
        """Return the answer to a request.

        Raises:
            ModelSetupError: no call can work with the present setup.
            GivenUpError: no try was answered.
            StoppedError: the run stopped while the call waited for its place, or between two tries.
        """
        attempt = self._embedding(request) if request.task.name == "embed" else self._chat(request)
        attempt = self._usable(attempt, request)
        limiter = limiter_for(self._endpoint.place, self._conditions)
        tokens = sum(len(block.text) for block in request.prompt) // CHARACTERS_A_TOKEN
        return await answer_of(
            lambda: self._within_time(attempt),
            limiter,
            self._conditions,
            tokens=tokens,
            may_begin=request.may_begin,
            sleep=request.rest,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.hang_up()

    async def _within_time(self, attempt: Attempt) -> Response | Fault:
        """Return the response or fault of one attempt under the deadline."""
        try:
            async with asyncio.timeout(self._conditions.timeout_s):
                outcome = await attempt()
        except FAULTS as error:
            if is_filtered(error):
                return Response(finish="refusal")
            return fault_of(error, self._endpoint)
        if isinstance(outcome, Fault):
            return outcome
        return replace(
            hide_key(outcome, self._endpoint.key), cost=cost(self._endpoint.name, outcome.usage, self._prices)
        )

    def _usable(self, attempt: Attempt, request: Request) -> Attempt:
        """Return an attempt whose response is malformed where the run cannot use it."""

        async def checked() -> Response | Fault:
            outcome = await attempt()
            fault = request.find_fault(outcome) if isinstance(outcome, Response) else ""
            if not fault:
                return outcome
            return Fault(status="malformed", message=f"{self._endpoint.name} answered with {fault}", again=True)

        return checked

    def _chat(self, request: Request) -> Attempt:
        sampling, parameters = self._way(request)
        messages = [ModelRequest(parts=_parts(request.prompt))]

        async def attempt() -> Response | Fault:
            with listening() as heard:
                reply = await model_request(
                    self._client.model, messages, model_settings=sampling, model_request_parameters=parameters
                )
            response = self._read_reply(reply, heard)
            return response if isinstance(response, Fault) else _bare(response, request)

        return attempt

    def _embedding(self, request: Request) -> Attempt:
        make = self._client.embedder
        if make is None:
            raise ModelSetupError(
                f"{self._endpoint.name} gives no embeddings",
                hint="Set the embedder role to openai:text-embedding-3-large, a compatible server, or offline.",
            )
        model, texts = make(), tuple(request.step.inputs["texts"])  # type: ignore[arg-type]
        return lambda: embed_texts(model, cast(tuple[str, ...], texts))

    def _way(self, request: Request) -> tuple[Sampling, ModelRequestParameters]:
        """Return the settings and parameters of a request, with the schema of its reply as the service takes it."""
        if request.schema is None or self._structured == "prompted":
            return cast(Sampling, self._sampling), _PLAIN
        task = request.task
        schema, strict = encode_schema(request.schema, self._dialect)
        if self._endpoint.service.family == "openai":
            # Sent as a prepared body field: the client would transform an output object's schema at every request.
            asked: dict[str, object] = {"name": schema_name(task), "schema": schema}
            if strict and self._endpoint.service.name != "ollama":
                asked["strict"] = True
            body = {"response_format": {"type": "json_schema", "json_schema": asked}}
            return cast(Sampling, {**self._sampling, "extra_body": body}), _PLAIN
        wanted = OutputObjectDefinition(json_schema=schema, name=schema_name(task), strict=strict)
        native = ModelRequestParameters(output_mode="native", allow_text_output=False, output_object=wanted)
        return cast(Sampling, self._sampling), native

    def _read_reply(self, reply: ModelResponse, heard: Heard) -> Response | Fault:
        """Return the response, or the fault, of a provider's reply."""
        refusal = (reply.provider_details or {}).get("refusal")
        text = refusal or "".join(part.content for part in reply.parts if isinstance(part, TextPart))
        if len(text) > self._conditions.longest_reply:
            return Fault(
                status="too_long",
                message=f"{self._endpoint.name} answered with {len(text):,} characters",
                hint="Set max_tokens for the model's role.",
            )
        if reply.finish_reason == "error":
            message = f"{self._endpoint.name} broke off while it answered"
            return Fault(status="server_error", message=message, again=True)
        if not reply.parts and not reply.finish_reason:
            message = f"{self._endpoint.name} sent something that is not a reply: it holds no candidate"
            return Fault(status="malformed", message=message, again=True)
        finish = finish_of(reply, heard)
        if finish is None:
            message = f"{self._endpoint.name} broke off: its reply does not say why it ended"
            return Fault(status="broken_off", message=message, again=True)
        words = spoken(text)
        return Response(
            text=words.text,
            finish=TOOL_CALL if words.is_tool_call and finish not in REFUSALS else finish,
            usage=heard.usage if heard.is_read else _usage(reply),
            reported_usage=redact(heard.reported, (self._endpoint.key,)),
            revision=str(reply.model_name or ""),
        )


def _parts(prompt: Prompt) -> list[ModelRequestPart]:
    """Return a prompt as at most two parts: its system blocks, and all others."""
    system, user = rendered(prompt, "system"), rendered(prompt, "user")
    parts: list[ModelRequestPart] = [SystemPromptPart(system)] if system else []
    return [*parts, UserPromptPart(user)] if user else parts


def _bare(response: Response, request: Request) -> Response:
    """Return a response whose words are the asked object alone, where one was asked for and it holds one."""
    schema = request.task.schema()
    return response if schema is None else replace(response, text=bare_object(response.text, schema))


def _usage(reply: ModelResponse) -> Usage:
    usage = reply.usage
    if not usage.has_values():
        return Usage()
    return Usage(
        input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cached_tokens=usage.cache_read_tokens
    )
