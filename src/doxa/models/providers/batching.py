"""Requests that wait for others and go to a service as one batch; their replies come back as those of live requests.

A request is stopped where its client sends it, so that its body is the live one, and its reply is read as a live one.
It waits until no other comes: then all runs of this process wait, and what waits goes out as one batch for each
service, path and model. Before that each run's record (``log.batches``) has the batch, and the service's id as soon as
it is known, so that no request is sent twice wherever the process ends:

    the record has no batch      the request was never sent, and is sent
    it has one without an id     the service is asked whether it took it, and the request is sent again only if not
    it has one with an id        its results are collected, also days later

A request that its batch did not answer fails as a live one would, and so is asked again, in another batch.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Container, Coroutine, Sequence
from contextvars import Context, ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import httpx2

from doxa.errors import ModelSetupError, StoppedError
from doxa.log.batches import BatchBook, BatchLine
from doxa.models.conditions import Conditions
from doxa.models.port import Request
from doxa.models.providers.batch_services import MOST, MOST_BYTES, PATHS, BatchService, Parcel, Reply
from doxa.models.providers.endpoints import Endpoint
from doxa.models.providers.faults import fault_of
from doxa.models.providers.wire import read_body
from doxa.models.quiet import wait_for_quiet
from doxa.records.base import canonical, digest, group_by

T = TypeVar("T")

QUIET = 2.0
"""The most seconds without a further request after which a batch is sent."""

LONGEST_CHECK = 600.0
"""The most seconds between two looks at a batch."""

EVER = 10.0**7
"""More seconds than any batch takes."""

GONE = "Where the service has the batch no longer, delete batches.jsonl of the run: its requests are asked again."

NEWS = logging.getLogger("doxa.batches")
"""What is sent and how far it is."""


@dataclass
class Asking:
    """A step's request while its performer tries to get an answer."""

    request: Request
    service: BatchService
    batch: str = ""
    """The service's id of the batch that answered the try; empty where it was answered live."""


ASKING: ContextVar[Asking | None] = ContextVar("doxa_batching", default=None)
"""For which step requests are sent in this context."""


def batching(kind: type[httpx2.AsyncClient], endpoint: Endpoint, conditions: Conditions) -> type[httpx2.AsyncClient]:
    """Return a kind of client whose requests for a step's answer wait for a batch; all others are sent as they are."""
    books: dict[Path, BatchBook] = {}
    tries: Counter[str] = Counter()
    """Request → how often a batch has replied to it in this sitting."""

    class BatchingClient(kind):  # type: ignore[valid-type, misc]
        async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
            asking, is_taken = ASKING.get(), request.url.path.endswith(PATHS[endpoint.service.family])
            if asking is None or asking.request.directory is None or not is_taken:
                return cast(httpx2.Response, await super().send(request, **options))
            folder, step = asking.request.directory, asking.request.step.key
            same = f"{step}#{asking.request.attempt} {digest(await request.aread())}"
            number = f"{same} {tries[same]}"
            if folder not in books:
                books[folder] = BatchBook(folder)
            parcel = Parcel(digest(f"{folder.resolve()} {number}")[:48], request, number, books[folder])
            batcher = batcher_for(endpoint, conditions)
            (status, content), asking.batch = await batcher.reply_to(parcel, asking.service, asking.request.rest)
            tries[same] += 1
            response = httpx2.Response(status, json=content, request=request)
            await read_body(response, endpoint.service.family)
            return response

    return BatchingClient


Replies = tuple[str, dict[str, Reply], Reply]
"""The id of a batch that ended, its replies by the ids of their requests, and the reply to any other request."""

Collecting = asyncio.Task[Replies | None]
"""The work on a batch; None where the service never took it."""


class Batcher:
    """The batches of all runs in one event loop at one service."""

    def __init__(self, endpoint: Endpoint, conditions: Conditions) -> None:
        self._endpoint, self._conditions = endpoint, conditions
        self._open: dict[str, tuple[list[Parcel], Collecting]] = {}
        """What the requests of a batch share → those that wait to be sent."""
        self._joined = 0
        self._followed: dict[str, Collecting] = {}
        """Name → a batch of an earlier sitting."""
        self._waiting: list[BatchService] = []
        """The service by the connections of each request that waits."""

    async def reply_to(
        self, parcel: Parcel, service: BatchService, rest: Callable[[float], Awaitable[None]]
    ) -> tuple[Reply, str]:
        """Return the reply to a request, and the service's id of the batch that it came in.

        Args:
            service: the service by the connections that the request would have taken.
            rest: waits; raises StoppedError once the run has stopped.

        Raises:
            StoppedError: the run stopped while the request waited, or the service cannot be reached.
            ModelSetupError: the service does not take the batch as it is set up.
            LogError: the run's record could not be written.
        """
        book, number = parcel.book, parcel.number
        self._waiting.append(service)
        try:
            for _ in range(self._conditions.tries):
                line = book.find(number)
                collecting = self._follow(line) if line else self._join(parcel)
                try:
                    replies = await _unless_stopped(collecting, rest)
                except BaseException:
                    self._withdraw(parcel)
                    raise
                if replies:
                    id, answered, otherwise = replies
                    if (line := book.find(number)) and not line.id:
                        book.write(line.model_copy(update={"id": id}))
                    return answered.get(parcel.id, otherwise), id
                book.forget(number)
            raise StoppedError(f"{self._endpoint.service.name} took no batch")
        finally:
            self._waiting.remove(service)

    def _join(self, parcel: Parcel) -> Collecting:
        """Let a request wait for the next batch that it can go in."""
        shared = parcel.shared
        parcels, collecting = self._open.get(shared, ([], None))
        size = sum(len(other.request.content) + 200 for other in parcels) if len(parcels) % 100 == 0 else 0
        if collecting is None or len(parcels) == MOST or size > MOST_BYTES:
            parcels = []
            collecting = self._begin(self._send(parcels))
            self._open[shared] = (parcels, collecting)
        parcels.append(parcel)
        self._joined += 1
        return collecting

    def _withdraw(self, parcel: Parcel) -> None:
        """Take back a request that was not sent."""
        for parcels, _ in self._open.values():
            if parcel in parcels:
                parcels.remove(parcel)

    def _follow(self, line: BatchLine) -> Collecting:
        """Return the work on a batch that an earlier sitting sent, or was about to send."""
        before = self._followed.get(line.name)
        if before is None or (before.done() and (before.cancelled() or before.exception() or not before.result())):
            self._followed[line.name] = self._begin(self._collect(line))
        return self._followed[line.name]

    def _begin(self, work: Coroutine[Any, Any, Replies | None]) -> Collecting:
        """Begin the work on a batch, in no request's context."""
        collecting = asyncio.get_running_loop().create_task(work, context=Context())
        collecting.add_done_callback(_hear)
        return collecting

    async def _send(self, parcels: list[Parcel]) -> Replies | None:
        """Send a batch of what waits once no more comes, and collect it."""
        await wait_for_quiet(min(QUIET, self._conditions.batch_check_s / 10), lambda: self._joined)
        self._open = {shared: entry for shared, entry in self._open.items() if entry[0] is not parcels}
        if not parcels:
            return None
        line = BatchLine(
            name=f"doxa-{digest(canonical(sorted(parcel.id for parcel in parcels)))[:40]}",
            service=self._endpoint.place,
            size=len(parcels),
            sent=round(time.time(), 3),
            requests={parcel.number: parcel.id for parcel in parcels},
        )
        books = group_by(parcels, lambda parcel: parcel.book)

        def write_down(id: str = "") -> None:
            for book, own in books.items():
                requests = {parcel.number: parcel.id for parcel in own}
                book.write(line.model_copy(update={"requests": requests, "id": id}))

        write_down()
        try:
            line = line.model_copy(update={"id": await self._service.submit(parcels)})
        except Exception as error:  # it may have been taken all the same
            NEWS.warning("%s", self._describe_passing(error, "send a batch"))
        else:
            write_down(line.id)
            NEWS.info("%s took a batch of %s requests: %s", self._endpoint.service.name, f"{line.size:,}", line.id)
        return await self._collect(line)

    async def _collect(self, line: BatchLine) -> Replies | None:
        """Return the replies of a batch once it has ended; None where its service never took it."""
        others: set[str] = set()
        while id := line.id or await self._find(line, others):
            rows, otherwise = await self._wait_for(id, line.size)
            replies = dict(reversed(rows))
            if line.id or not replies.keys().isdisjoint(line.requests.values()):
                return id, replies, otherwise
            others.add(id)
        return None

    async def _wait_for(self, id: str, size: int) -> tuple[Sequence[tuple[str, Reply]], Reply]:
        """Return the replies of a batch once it has ended, and the reply to what is not among them."""
        began, pause = time.monotonic(), self._conditions.batch_check_s
        while (
            batch := await self._insist(lambda: self._service.look(id, size), f"look at batch {id}", GONE)
        ).status != "ended":
            waited = (time.monotonic() - began) / 60
            NEWS.info("batch %s of %s requests, after %.0f min: %s; Ctrl-C leaves it", id, size, waited, batch.status)
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, LONGEST_CHECK)
        rows, otherwise = await self._insist(lambda: self._service.read(batch), f"read batch {id}", GONE)
        NEWS.log(
            logging.INFO if len(rows) == size else logging.WARNING,
            "batch %s has ended: %s results for %s requests; what was not asked for is left out, and of two the first "
            "counts",
            *(id, len(rows), size),
        )
        return rows, otherwise

    async def _find(self, line: BatchLine, others: Container[str]) -> str:
        """Return the service's id of a batch that may have been on its way when nobody was there any more.

        It is looked for as long as a request may take, since it may have arrived late.
        """
        deadline = time.monotonic() + self._conditions.timeout_s
        while not (id := await self._insist(lambda: self._service.find(line, others), "list batches")):
            if time.monotonic() >= deadline:
                break
            await asyncio.sleep(min(1.0, self._conditions.batch_check_s))
        return id

    @property
    def _service(self) -> BatchService:
        """The service, by connections that are open."""
        if not self._waiting:
            raise StoppedError("no request waits for the batch any more")
        return self._waiting[-1]

    async def _insist(self, work: Callable[[], Awaitable[T]], what: str, hint: str = "") -> T:
        """Return what the service answers, after as many tries as a call has; none of them is a failure of the model.

        Args:
            what: what is tried, in words that follow "could not".
            hint: what to do where that never works.

        Raises:
            ModelSetupError, StoppedError: it does not answer.
        """
        tried = 0
        while True:
            try:
                return await work()
            except Exception as error:
                problem, tried = self._describe_passing(error, what, hint), tried + 1
            if tried >= self._conditions.tries:
                raise StoppedError(problem)
            await asyncio.sleep(min(self._conditions.longest_wait_s, self._conditions.first_wait_s * 2.0**tried))

    def _describe_passing(self, error: Exception, what: str, hint: str = "") -> str:
        """Return in words why a request about a batch failed, where the next one may not.

        Raises:
            ModelSetupError, StoppedError: it will not pass by itself.
        """
        fault = fault_of(error, self._endpoint)
        problem = f"could not {what}: {fault.message}"
        if not fault.again:
            raise (ModelSetupError if fault.setup else StoppedError)(problem, hint=f"{fault.hint} {hint}".strip())
        return problem


_BATCHERS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Batcher]] = WeakKeyDictionary()


def batcher_for(endpoint: Endpoint, conditions: Conditions) -> Batcher:
    """Return the batcher that all runs in this event loop share for a service."""
    batchers = _BATCHERS.setdefault(asyncio.get_running_loop(), {})
    return batchers.setdefault(endpoint.place, Batcher(endpoint, conditions))


def _hear(done: "asyncio.Future[Any]") -> None:
    """Take note of an error, which the loop would complain of where nobody waits any more."""
    if not done.cancelled():
        done.exception()


async def _unless_stopped(collecting: Collecting, rest: Callable[[float], Awaitable[None]]) -> Replies | None:
    """Return what a batch brought; StoppedError where the run stops before."""
    stop = asyncio.ensure_future(rest(EVER))
    stop.add_done_callback(_hear)
    either: list[asyncio.Future[Any]] = [collecting, stop]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not collecting.done():
            await stop  # which raises
        return collecting.result()
    finally:
        stop.cancel()
