"""The performer of one model at one endpoint: prompt → request → reply; each try has a limiter and a deadline.

Embeddings are the int8 rows that the log stores. A server may repeat in its words or its model's name the key that the
request carried: the key itself is removed from an answer, and nothing that merely looks like one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from typing import Any, cast

import numpy as np
from pydantic_ai.direct import model_request
from pydantic_ai.embeddings import EmbeddingModel
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

from doxa.errors import BeliefError, ModelSetupError
from doxa.evidence.vectors import quantise
from doxa.models.conditions import Conditions
from doxa.models.limits import limiter_for
from doxa.models.port import CHARACTERS_A_TOKEN, Request, Response, Usage
from doxa.models.prices import BATCHED, cost, price_list
from doxa.models.providers.batching import ASKING, Asking
from doxa.models.providers.capacity import Capacity, read_capacity
from doxa.models.providers.clients import LLAMA_SAMPLING, SAMPLING, client_for, refuse_unsupported
from doxa.models.providers.endpoints import NO_KEY, Endpoint
from doxa.models.providers.fault_kinds import read_ending
from doxa.models.providers.faults import FAULTS, REFUSED, fault_of
from doxa.models.providers.schema import dialect_of, encode_schema
from doxa.models.providers.usage import EXCERPT, read_count
from doxa.models.providers.wire import Heard, finish_of, listening
from doxa.models.providers.words import bare_object, spoken
from doxa.models.redaction import SHORTEST, hide, redact
from doxa.models.retries import Fault, answer_of
from doxa.records.finishing import REFUSALS, TOOL_CALL
from doxa.records.spec import ModelSettings
from doxa.records.steps import Prompt, rendered

AT_ONCE = 256
"""The most texts of a request: services accept up to 2,048, and a failure loses less in a smaller request."""

_PLAIN = ModelRequestParameters()

FIRST_TOKENS = cast(Sampling, {"max_tokens": 1, "openai_logprobs": True, "openai_top_logprobs": 20})
"""Settings of a request for the likeliest first tokens: as many as OpenAI and vLLM list, and none of sampling."""

NO_TOPS = "states no probabilities of its answers"
IN_JSON = "Leave out models.extractor.weighing: the model then writes its judgements as JSON."


class ProviderPerformer:
    """A performer that asks one provider's model."""

    def __init__(self, endpoint: Endpoint, settings: ModelSettings, conditions: Conditions) -> None:
        """Build the client.

        Raises:
            ModelSetupError: the model does not accept a sampling setting.
        """
        self._endpoint = endpoint
        self.place = endpoint.base_url if endpoint.service.url else "this machine"
        """The address of the service."""
        self._conditions = conditions
        self._structured = settings.structured
        self._prices = price_list(conditions.prices)
        self._client = client_for(endpoint, conditions)
        if conditions.batch and self._client.batches.model.batch_max_requests is None:
            raise ModelSetupError(
                f"{endpoint.name} cannot be asked by batch: {endpoint.service.name} has no batch interface",
                hint="Leave --batch out, or name models of openai, anthropic or google.",
            )
        refuse_unsupported(endpoint, self._client.model, settings)
        sent = settings.as_sent
        self._sampling = {name: setting for name in SAMPLING if (setting := getattr(sent, name)) is not None}
        self._body = {**_body_of(sent, endpoint), **sent.extra}
        self._sampling |= _thinking_of(sent, endpoint)
        if self._body:
            self._sampling["extra_body"] = self._body
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
        if request.task.name != "embed":
            ask: Callable[[], Awaitable[Response | Fault]] = partial(self._chat, request, *self._way(request))
        elif self._client.embedder is not None:
            ask = partial(embed_texts, self._client.embedder(), cast(tuple[str, ...], request.step.inputs["texts"]))
        else:
            raise ModelSetupError(
                f"{self._endpoint.name} gives no embeddings",
                hint="Set the embedder role to openai:text-embedding-3-large, a compatible server, or offline.",
            )
        return await self._answer(ask, request)

    async def weigh(self, request: Request) -> Response:
        """Return the likeliest first tokens of the answer to a prompt, and no words.

        Raises:
            ModelSetupError: the service states no probabilities, or no call can work with the present setup.
            GivenUpError, StoppedError: as ``perform``.
        """
        if self._endpoint.service.family != "openai":
            raise ModelSetupError(f"{self._endpoint.name} {NO_TOPS}", hint=IN_JSON)
        return await self._answer(partial(self._weigh_once, request), request)

    async def _answer(self, ask: Callable[[], Awaitable[Response | Fault]], request: Request) -> Response:
        """Return the first answer that one of several tries gets."""
        return await answer_of(
            lambda: self._try_once(ask, request),
            limiter_for(self._endpoint.place, self._conditions),
            self._conditions,
            tokens=sum(len(block.text) for block in request.prompt) // CHARACTERS_A_TOKEN,
            may_begin=request.may_begin,
            sleep=request.rest,
        )

    async def read_capacity(self) -> Capacity:
        """Return what the server states of itself, and of one question whether it states probabilities."""
        capacity = await asyncio.to_thread(read_capacity, self._endpoint)
        with listening() as heard, suppress(*FAULTS):
            asked = ModelRequest(parts=[UserPromptPart("Answer with one letter: A or B?")])
            await model_request(self._client.model, [asked], model_settings=FIRST_TOKENS)
        return capacity.model_copy(update={"log_probabilities": bool(heard.tops)})

    async def close(self) -> None:
        """Close the connections."""
        await self._client.hang_up()

    async def _weigh_once(self, request: Request) -> Response | Fault:
        with listening() as heard:
            reply = await model_request(
                self._client.model, [ModelRequest(parts=_parts(request.prompt))], model_settings=FIRST_TOKENS
            )
        outcome = self._read_reply(reply, heard)
        if isinstance(outcome, Response) and not heard.tops:
            return Fault(status="setup", message=f"{self._endpoint.name} {NO_TOPS}", hint=IN_JSON, setup=True)
        return outcome if isinstance(outcome, Fault) else replace(outcome, text="", tops=heard.tops)

    async def _try_once(self, ask: Callable[[], Awaitable[Response | Fault]], request: Request) -> Response | Fault:
        """Return the response or fault of one try under the deadline; malformed is what the run cannot use."""
        conditions, asking = self._conditions, Asking(request, self._client.batches)
        ASKING.set(asking)  # of this step's task
        try:
            async with asyncio.timeout(None if conditions.batch else conditions.timeout_s):
                outcome = await ask()
                reason = request.find_fault(outcome) if isinstance(outcome, Response) else ""
        except FAULTS as error:
            fault = fault_of(error, self._endpoint)
            return Response(text=fault.message, finish="refusal") if fault.status == REFUSED else fault
        if reason:
            return self._fault("malformed", f"answered with {reason}")
        if isinstance(outcome, Fault):
            return outcome
        price = cost(self._endpoint.name, outcome.usage, self._prices, share=BATCHED if asking.batch else 1.0)
        return replace(_hide_key(outcome, self._endpoint.key), cost=price, batch=asking.batch)

    async def _chat(self, request: Request, sampling: Sampling, parameters: ModelRequestParameters) -> Response | Fault:
        with listening() as heard:
            reply = await model_request(
                self._client.model,
                [ModelRequest(parts=_parts(request.prompt))],
                model_settings=sampling,
                model_request_parameters=parameters,
            )
        outcome, schema = self._read_reply(reply, heard), request.task.schema()
        if schema is None or isinstance(outcome, Fault):
            return outcome
        return replace(outcome, text=bare_object(outcome.text, schema))

    def _way(self, request: Request) -> tuple[Sampling, ModelRequestParameters]:
        """Return the settings and parameters of a request, with the schema of its reply as the service takes it."""
        if request.schema is None or self._structured == "prompted":
            return cast(Sampling, self._sampling), _PLAIN
        name = f"{request.task.name}_reply"
        schema, strict = encode_schema(request.schema, self._dialect)
        if self._endpoint.service.family == "openai":
            # Sent as a prepared body field: the client would transform an output object's schema at every request.
            asked: dict[str, object] = {"name": name, "schema": schema}
            if strict and self._endpoint.service.strict:
                asked["strict"] = True
            body = {**self._body, "response_format": {"type": "json_schema", "json_schema": asked}}
            return cast(Sampling, {**self._sampling, "extra_body": body}), _PLAIN
        native = ModelRequestParameters(
            output_mode="native",
            allow_text_output=False,
            output_object=OutputObjectDefinition(json_schema=schema, name=name, strict=strict),
        )
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
        if reply.finish_reason == "error" or read_ending(heard.finish) == "failed":
            return self._fault("server_error", f"broke off while it answered: {heard.finish or 'error'}")
        if not reply.parts and not reply.finish_reason:
            return self._fault("malformed", "sent something that is not a reply: it holds no candidate")
        finish = finish_of(reply, heard)
        if finish is None:
            return self._fault("broken_off", "broke off: its reply does not say why it ended")
        words = spoken(text)
        return Response(
            text=words.text,
            finish=TOOL_CALL if words.is_tool_call and finish not in REFUSALS else finish,
            usage=heard.usage if heard.is_read else _usage(reply),
            reported_usage=redact(heard.reported, (self._endpoint.key,)),
            revision=str(reply.model_name or ""),
        )

    def _fault(self, status: str, problem: str) -> Fault:
        """Return the fault of an answer that is asked for again."""
        return Fault(status=status, message=f"{self._endpoint.name} {problem}", again=True)


def _body_of(settings: ModelSettings, endpoint: Endpoint) -> dict[str, Any]:
    """Return the settings that go into a body as they are, by the names that they have there."""
    names = (*LLAMA_SAMPLING, "reasoning_effort") if endpoint.service.family == "openai" else ()
    return {name: setting for name in names if (setting := getattr(settings, name)) is not None}


def _thinking_of(settings: ModelSettings, endpoint: Endpoint) -> dict[str, Any]:
    """Return what the clients of Anthropic and Google take of how long a model thinks, and of how many tokens."""
    family, budget = endpoint.service.family, settings.thinking_tokens
    if family == "openai":
        return {}
    asked: dict[str, Any] = {"top_k": settings.top_k, "anthropic_effort": settings.reasoning_effort}
    if budget is not None:
        asked["anthropic_thinking"] = {"type": "enabled", "budget_tokens": budget} if budget else {"type": "disabled"}
        asked["google_thinking_config"] = {"thinking_budget": budget}
    return {name: value for name, value in asked.items() if value is not None and name.startswith((family, "top_k"))}


def _parts(prompt: Prompt) -> list[ModelRequestPart]:
    """Return a prompt as at most two parts: its system blocks, and all others."""
    system, user = rendered(prompt, "system"), rendered(prompt, "user")
    parts: list[ModelRequestPart] = [SystemPromptPart(system)] if system else []
    return [*parts, UserPromptPart(user)] if user else parts


def _usage(reply: ModelResponse) -> Usage:
    usage = reply.usage
    if not usage.has_values():
        return Usage()
    counts = (usage.input_tokens, usage.output_tokens, usage.cache_read_tokens)
    return Usage(**dict(zip(Usage.model_fields, map(read_count, counts), strict=True)))


async def embed_texts(model: EmbeddingModel, texts: tuple[str, ...]) -> Response:
    """Return one int8 row for each text, in order.

    Raises:
        ModelAPIError: the service did not answer.
        LookupError: it did not answer with one finite vector a text.
    """
    rows: list[bytes] = []
    counts: list[int | None] = []
    reports: list[str] = []
    revision = model.model_name
    for start in range(0, len(texts), AT_ONCE):
        asked = texts[start : start + AT_ONCE]
        with listening() as heard:
            reply = await model.embed(asked, input_type="document")
        rows += _rows(reply.embeddings, len(asked), heard.places)
        counts.append(heard.usage.input_tokens if heard.is_read else reply.usage.input_tokens)
        reports += [heard.reported] if heard.reported else []
        revision = reply.model_name or revision
    tokens = None if None in counts else sum(count or 0 for count in counts)
    return Response(
        vectors=tuple(rows),
        usage=Usage(input_tokens=tokens or None, output_tokens=0),
        reported_usage=" ".join(reports)[:EXCERPT],
        revision=str(revision),
    )


def _rows(vectors: Sequence[Sequence[float]], expected: int, places: Sequence[object]) -> list[bytes]:
    """Return one row for each text, in the order of the texts.

    Args:
        places: which text each vector is of, as the service says; empty where it does not, and they come in order.
    """
    if len(vectors) != expected:
        raise LookupError(f"{expected} vectors were asked for, {len(vectors)} came")
    if places:
        # a number as text is a label of another type, and no reason to lose an answer
        of_place = {str(place): vector for place, vector in zip(places, vectors, strict=False)}
        if len(places) != expected or of_place.keys() != {str(place) for place in range(expected)}:
            raise LookupError(f"one vector for each of {expected} texts was asked for, and those of {places!r} came")
        vectors = [of_place[str(place)] for place in range(expected)]
    try:
        return [quantise(np.asarray(vector, dtype=np.float64)) for vector in vectors]
    except (BeliefError, ValueError) as error:
        raise LookupError(f"a vector is not usable: {error}") from None


def _hide_key(response: Response, key: str) -> Response:
    """Return a response whose texts do not hold the key."""
    if key == NO_KEY or len(key) < SHORTEST:
        return response
    values = {field.name: getattr(response, field.name) for field in fields(response)}
    texts: dict[str, Any] = {name: hide(text, (key,)) for name, text in values.items() if isinstance(text, str)}
    return replace(response, **texts)
