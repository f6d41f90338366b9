"""Work that a caller awaits, makes a task of, or follows: what ``doxa.arun`` and its siblings return.

It is a coroutine that can also be iterated over. Nothing begins before it is awaited or iterated over.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

from doxa.errors import StoppedError

News = TypeVar("News")
Result = TypeVar("Result")


class Running(Coroutine[Any, Any, Result], Generic[News, Result]):
    """Work under way: await it for its result, make it a task, or iterate over its progress and then await it.

    Where it is cancelled, or the loop over its progress is left, it stops at once; what was recorded stays, and the
    same call continues it.
    """

    def __init__(self, work: Callable[[Callable[[News], None]], Coroutine[Any, Any, Result]]) -> None:
        """Use work that is given a function to call with each piece of its progress."""
        self._news: asyncio.Queue[News | None] | None = None
        self._task: asyncio.Task[Result] | None = None
        self._work = work(self._tell)

    def send(self, value: Any, /) -> Any:
        return self._work.send(value)

    def throw(self, *error: Any) -> Any:
        return self._work.throw(*error)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Result]:
        return (_result_of(self._task) if self._task else self._work).__await__()

    async def __aiter__(self) -> AsyncIterator[News]:
        """Begin the work and yield its progress; what the work raises is raised after the last of it."""
        news = self._news = asyncio.Queue()
        self._task = asyncio.create_task(self._work)
        self._task.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (step := await news.get()) is not None:
                yield step
        finally:
            if not self._task.done():
                self._task.cancel()
                await asyncio.wait([self._task])
        await self._task

    def _tell(self, news: News) -> None:
        if self._news:
            self._news.put_nowait(news)


async def _result_of(task: asyncio.Task[Result]) -> Result:
    """Return the result of work that was iterated over; StoppedError where the loop over its progress was left."""
    try:
        return await task
    except asyncio.CancelledError as error:
        if (waiting := asyncio.current_task()) and waiting.cancelling():
            raise
        hint = "Nothing that was recorded is lost. Give the same call again."
        raise StoppedError("the loop over the progress was left before its end", hint=hint) from error
