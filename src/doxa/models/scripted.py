"""The scripted performer, which answers from a function or a table: for tests, and for users who try a protocol."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

from doxa.errors import ModelCallError
from doxa.models.port import Request, Response

Answer = Callable[[Request], str | Response] | Mapping[str, str | Response]


class ScriptedPerformer:
    """A performer that answers every request from a script.

    Args:
        answer: a function of the request, or a table from step key (or else task name) to answer. Exceptions of the
            function pass through.
        latency: seconds that a request takes; 0 when absent.
    """

    def __init__(self, answer: Answer, latency: Callable[[Request], float] | None = None) -> None:
        self._answer = answer
        self._latency = latency
        self.calls = 0
        self.by_step: Counter[str] = Counter()
        """How often each step was asked."""

    async def perform(self, request: Request) -> Response:
        self.calls += 1
        self.by_step[request.step.key] += 1
        if self._latency is not None:
            await asyncio.sleep(self._latency(request))
        answer = self._answer(request) if callable(self._answer) else self._looked_up(self._answer, request)
        return Response(text=answer) if isinstance(answer, str) else answer

    async def close(self) -> None:
        """Do nothing: no resource is open."""

    def _looked_up(self, table: Mapping[str, str | Response], request: Request) -> str | Response:
        for name in (request.step.key, request.task.name):
            if name in table:
                return table[name]
        raise ModelCallError(
            f"the script has no answer for step {request.step.key!r} or task {request.task.name!r}",
            status="unscripted",
            hint="Add the step's key or the task's name to the table.",
        )
