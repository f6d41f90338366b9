"""Asynchronous work started from ordinary code."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def in_a_loop(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run asynchronous work and return its result; where a loop already runs, as in a notebook, in another thread."""
    if not _has_running_loop():
        return asyncio.run(work())
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


def _has_running_loop() -> bool:
    """Return whether a loop runs in this thread; nothing is called inside ``except``, where its errors would show."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
