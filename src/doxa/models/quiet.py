"""When nothing comes any more: how requests that wait for one another find out that they are all."""

import asyncio
from collections.abc import Callable


async def wait_for_quiet(seconds: float, count: Callable[[], int]) -> None:
    """Return once a count stays the same for some seconds in which the loop is not busy with something else.

    Args:
        count: returns how many there are so far.
    """
    loop = asyncio.get_running_loop()
    while True:
        before, due = count(), loop.time() + seconds
        await asyncio.sleep(seconds)
        if count() == before and loop.time() - due < seconds / 2:
            return
