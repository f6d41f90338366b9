"""Work of a model in this process: what may take long is done by one thread beside the loop, in the order of asking.

Answers to short prompts come at once, so that their order does not hang on the pace of threads. The loop meanwhile
hears signals and answers other pages. A run that is stopped does not wait for it: unlike the answer of a service, a
result that is computed again costs nothing.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from doxa.models.port import Request

T = TypeVar("T")

SHORT = 4_000
"""Characters of a prompt up to which its answer takes well below a second."""

LONG = 1e9
"""Seconds that no work takes."""


class Computing:
    """The thread: a daemon, so that no process waits for work whose run was stopped."""

    def __init__(self) -> None:
        self.is_busy = False
        self._asked: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        Thread(target=self._serve, name="computing", daemon=True).start()

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Return the future of work that is done after all that was submitted before."""
        future: Future[T] = Future()
        self._asked.put((future, work))
        return future

    def _serve(self) -> None:
        while True:
            future, work = self._asked.get()
            self.is_busy = True
            settle(future, work)
            self.is_busy = False


def settle(future: "Future[T]", work: Callable[[], T]) -> None:
    """Do the work of a future that nobody cancelled, and give it what the work returns or raises."""
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(work())
        except StopIteration:  # which no future can hold
            future.set_exception(RuntimeError("there is nothing more to return (StopIteration)"))
        except BaseException as error:
            future.set_exception(error)


@cache
def computing(process: int) -> Computing:
    """Return the thread of a process; one that was forked has a thread of its own."""
    return Computing()


def is_computing() -> bool:
    """Return whether work is done whose run was stopped, or which a run waits for."""
    return computing.cache_info().currsize > 0 and computing(os.getpid()).is_busy


async def compute(work: Callable[[], T], request: Request, short: int = SHORT) -> T:
    """Return the result of the work that a request asks for.

    Args:
        short: the characters of a prompt up to which the work is done at once.

    Raises:
        StoppedError: the run is stopped; the result is dropped.
    """
    if sum(len(block.text) for block in request.prompt) <= short:
        return work()
    answer = asyncio.wrap_future(computing(os.getpid()).submit(work))
    stop = asyncio.ensure_future(request.rest(LONG))
    try:
        await asyncio.wait((answer, stop), return_when=asyncio.FIRST_COMPLETED)
        if stop.done():
            stop.result()
        return await answer
    finally:
        stop.cancel()
        answer.cancel()
