"""The batch interfaces of OpenAI, Anthropic and Google, which answer many requests within a day at half the price.

They are pydantic-ai's (``Model.batch_create``, ``batch_status``, ``batch_results``), around bodies that doxa has: a
batch holds the bodies of live requests as they are, and its results hold the bodies of live replies, so that nothing
else needs to know of either. Of OpenAI pydantic-ai sends batches of its newer interface only, so that those of chat
completions and of embeddings are sent here.

No interface says which batch has which requests before it has ended: a batch of the same size and time is taken for one
of which nobody knows whether it was taken, until its results show other requests.
"""

import json
from collections.abc import AsyncIterable, Awaitable, Callable, Container, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx2
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelRequest, UserPromptPart
from pydantic_ai.models import Model
from pydantic_ai.models.batch import Batch, BatchRequest, BatchResult, EncodedBatchRequest

from doxa.log.batches import BatchBook, BatchLine
from doxa.models.providers.endpoints import Family
from doxa.records.base import canonical
from doxa.records.outside import parse_json

PATHS: dict[Family, tuple[str, ...]] = {
    "openai": ("/chat/completions", "/embeddings"),
    "anthropic": ("/v1/messages",),
    "google": (":generateContent",),
}
"""Family → the ends of the paths of live requests that its batches take."""

MOST, MOST_BYTES = 50_000, 150_000_000
"""The most requests of a batch, and bytes of their bodies: a little less than OpenAI allows, which allows least."""

SKEW = 300.0
"""Seconds by which a service's clock may be behind: a batch is not looked for among those that are older."""

Reply = tuple[int, object]
"""The status and the body of the reply that a live request would have had."""

UNANSWERED: Reply = (503, {"error": {"message": "its batch ended before it was answered"}})
"""The reply to a request that expired, was cancelled, or is not in the results; it is asked again."""

ANY = BatchRequest(custom_id="any", messages=[ModelRequest(parts=[UserPromptPart("Any.")])])
"""A request that stands for all of one client."""


@dataclass(frozen=True, eq=False)
class Parcel:
    """A live request that goes in a batch, with the record of its run."""

    id: str
    """Its id in the batch."""
    request: httpx2.Request
    number: str
    """Its name in the record."""
    book: BatchBook

    @property
    def shared(self) -> str:
        """What all requests of a batch share; one of OpenAI, or of Google, runs one model."""
        path, betas = self.request.url.path, self.request.headers.get("anthropic-beta")
        return canonical([path, betas, parse_json(self.request.content).get("model")])


@dataclass(frozen=True, eq=False, kw_only=True)
class BatchService:
    """A service's batch interface; every method raises what a failed request raises."""

    model: Model
    """The model whose batches pydantic-ai handles."""
    list: Callable[[], Awaitable[AsyncIterable[Any]]]
    """Lists the service's batches, the latest first."""
    openai: Any = None
    """OpenAI's client, where the batches are those of chat completions and embeddings."""

    async def submit(self, parcels: Sequence[Parcel]) -> str:
        """Send a batch and return the service's id of it."""
        if self.openai:
            return await self._submit_to_openai(parcels)
        group = await self._group()
        if betas := parcels[0].request.headers.get("anthropic-beta"):
            group = json.dumps({**json.loads(group), "betas": sorted(betas.split(","))}, sort_keys=True)
        requests = [
            EncodedBatchRequest(custom_id=parcel.id, group=group, body=parcel.request.content.decode())
            for parcel in parcels
        ]
        return (await self.model.batch_create(requests)).id

    async def _submit_to_openai(self, parcels: Sequence[Parcel]) -> str:
        path = next(path for path in PATHS["openai"] if parcels[0].request.url.path.endswith(path))
        row = b'{"custom_id":"%s","method":"POST","url":"/v1%s","body":%s}'
        rows = [row % (parcel.id.encode(), path.encode(), parcel.request.content) for parcel in parcels]
        file = await self.openai.files.create(file=("batch.jsonl", b"\n".join(rows)), purpose="batch")
        batch = await self.openai.batches.create(input_file_id=file.id, endpoint=f"/v1{path}", completion_window="24h")
        return str(batch.id)

    async def find(self, line: BatchLine, others: Container[str]) -> str:
        """Return the id of what may be a batch of which nobody knows whether the service took it; '' where it has none.

        Args:
            others: ids of batches that are none of it.
        """
        async for batch in await self.list():
            id, made = getattr(batch, "id", None) or batch.name, getattr(batch, "created_at", 0) or batch.create_time
            if (made.timestamp() if isinstance(made, datetime) else made) < line.sent - SKEW:
                break
            if id not in others and (await self.look(id, line.size)).request_count == line.size:
                return str(id)
        return ""

    async def look(self, id: str, size: int) -> Batch:
        """Return a batch as it is now.

        Args:
            size: how many requests it has.
        """
        model = self.model
        batch = Batch(
            id=id, model_name=model.model_name, provider_name=model.system, group=await self._group(),
            status="in_progress", created_at=datetime.now(UTC), request_count=size,
        )  # fmt: skip
        return await model.batch_status(batch)

    async def read(self, batch: Batch) -> tuple[Sequence[tuple[str, Reply]], Reply]:
        """Return the replies of a batch that has ended, by the ids of their requests, and the reply to any other."""
        try:
            results = await self.model.batch_results(batch)
        except ModelHTTPError as error:
            if error.__cause__:
                raise  # it could not be read
            return (), (error.status_code, error.body)  # it failed as a whole
        return [(result.custom_id, self._reply_of(result)) for result in results], UNANSWERED

    def _reply_of(self, result: BatchResult) -> Reply:
        if result.body is None:
            return UNANSWERED
        body = parse_json(result.body)
        if result.status == "succeeded":
            return 200, body.get("message", body)
        try:
            self.model.batch_decode(result, ANY)
        except ModelHTTPError as error:
            return error.status_code, error.body
        return 500, body

    async def _group(self) -> str:
        return (await self.model.batch_encode(ANY)).group
