"""The performer of a local model: a provider's performer, whose server doxa starts, and starts again where it died."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from doxa.models.conditions import Conditions
from doxa.models.local.server import SharedServer
from doxa.models.port import Request, Response
from doxa.models.providers.capacity import Capacity
from doxa.models.providers.clients import client_for
from doxa.models.providers.endpoints import Endpoint
from doxa.models.providers.performer import ProviderPerformer
from doxa.models.retries import Fault
from doxa.records.spec import ModelSettings


class LocalPerformer(ProviderPerformer):
    """A performer that asks llama.cpp's server of one file."""

    def __init__(
        self, server: SharedServer, endpoint: Endpoint, settings: ModelSettings, conditions: Conditions
    ) -> None:
        """Build the client.

        Args:
            server: closed with the performer.
            endpoint: its address is the server's once this has started.
        """
        super().__init__(endpoint, settings, conditions)
        self._server = server

    async def read_capacity(self) -> Capacity:
        """Return what the server takes, started or not."""
        return self._server.capacity

    async def close(self) -> None:
        """Close the connections; the last performer of a server ends it."""
        await super().close()
        self._server.close()

    async def _try_once(self, ask: Callable[[], Awaitable[Response | Fault]], request: Request) -> Response | Fault:
        url = await asyncio.to_thread(self._server.start)
        if url != self._endpoint.base_url:
            stale, self._endpoint = self._client, replace(self._endpoint, base_url=url)
            self._client = client_for(self._endpoint, self._conditions)
            await stale.hang_up()
        outcome = await super()._try_once(ask, request)
        if isinstance(outcome, Fault) and outcome.status == "connection":
            return replace(
                outcome,
                message=f"{outcome.message}; its log ends: {self._server.read_log()}",
                hint="A smaller model or fewer slots need less memory; then resume",
            )
        return outcome
