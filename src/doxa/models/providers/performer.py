"""The performer of one model at one endpoint: prompt → request → reply, each try under a limit and a deadline."""

import asyncio
from typing import Any, cast

from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, ModelRequestPart, ModelResponse, SystemPromptPart, TextPart
from pydantic_ai.messages import UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings as Sampling

from doxa.errors import ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.limits import limiter_for
from doxa.models.port import Request, Response, Usage
from doxa.models.prices import cost, price_list
from doxa.models.providers.clients import client_for, embedder_of, refuse_unsupported
from doxa.models.providers.embeddings import embedded
from doxa.models.providers.endpoints import Endpoint
from doxa.models.providers.faults import FAULTS, fault_of, filtered
from doxa.models.providers.schema import schema_name, strict_schema
from doxa.models.redaction import redact
from doxa.models.retries import Fault, answer_of
from doxa.records.prompt import Prompt, rendered
from doxa.records.spec import ModelSettings
from doxa.tasks.base import Task

CHARACTERS_A_TOKEN = 4
"""For the estimate before a call; the limiter is corrected with the provider's count after it."""

_FINISH = {"length": "length", "content_filter": "refusal"}

Asked = tuple[Sampling, ModelRequestParameters]


class ProviderPerformer:
    """Asks one model for the replies that tasks want."""

    def __init__(self, endpoint: Endpoint, settings: ModelSettings, conditions: Conditions) -> None:
        """Build the client.

        Raises:
            ModelSetupError: the model does not take one of the sampling settings.
        """
        self._endpoint = endpoint
        self._conditions = conditions
        self._settings = settings
        self._prices = price_list(conditions.prices)
        self._client = client_for(endpoint, conditions)
        refuse_unsupported(endpoint, self._client.model, settings)
        named = ("temperature", "max_tokens", "top_p", "seed")
        given = {name: value for name in named if (value := getattr(settings, name)) is not None}
        self._sampling = cast(Sampling, given)
        self._asked: dict[str, Asked] = {}

    async def perform(self, request: Request) -> Response:
        """Answer one request.

        Raises:
            ModelSetupError: it will never work as it is set up.
            GivenUpError: it did not work after every try.
        """
        limiter = limiter_for(self._endpoint.place, self._conditions)
        tokens = sum(len(block.text) for block in request.prompt) // CHARACTERS_A_TOKEN
        attempt = self._embedding(request) if request.task.name == "embed" else self._chat(request)
        return await answer_of(lambda: self._within_time(attempt), limiter, self._conditions, tokens=tokens)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.hang_up()

    async def _within_time(self, attempt: Any) -> Response | Fault:
        """Make one attempt under the deadline and say what became of it."""
        try:
            async with asyncio.timeout(self._conditions.timeout_s):
                return self._counted(await attempt())
        except FAULTS as error:
            if filtered(error):
                return Response(text=redact(str(error), (self._endpoint.key,)), finish="refusal")
            return fault_of(error, self._endpoint)
