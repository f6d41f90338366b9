"""Clean stops: Ctrl-C, and a disk that fails in another run, close the gates of all runs of a process.

What is in flight is answered and journalled; no new call and no new run begins.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from doxa.engine.drive import in_a_loop
from doxa.engine.gate import Gate
from doxa.errors import StoppedError

INTERRUPTED = "interrupted"
"""How the reason of a stop begins that somebody at the keyboard wanted."""


SOON = 1.0
"""Seconds after which somebody who interrupted is told what is waited for."""

STOPPING = "stopping once the calls in flight are answered; a second Ctrl-C cancels them, and nothing recorded is lost"
"""What is logged then; the command line prints it."""

KEPT = "Nothing that was recorded is lost. Give the same call again."


class Interrupts:
    """The gates that a first Ctrl-C closes; a second Ctrl-C cancels the calls in flight."""

    def __init__(self) -> None:
        self._gates: list[Gate] = []
        self.pressed = 0
        self.why = ""
        """Why no more calls and runs may begin; empty while they may."""

    @contextmanager
    def closing(self, gate: Gate) -> Iterator[None]:
        """Close this gate on an interrupt, while the block runs."""
        if self.why:
            gate.close(self.why)
        self._gates.append(gate)
        try:
            yield
        finally:
            self._gates.remove(gate)

    def press(self, task: "asyncio.Task[Any] | None") -> None:
        self.pressed += 1
        self.stop(INTERRUPTED)
        if self.pressed == 1:
            asyncio.get_running_loop().call_later(SOON, logging.getLogger("doxa").warning, STOPPING)
        elif task:
            task.cancel()

    def stop(self, why: str) -> None:
        """Begin no more calls and runs from now on."""
        self.why = self.why or why
        for gate in self._gates:
            gate.close(why)


T = TypeVar("T")

CURRENT: ContextVar[Interrupts | None] = ContextVar("interrupts", default=None)
"""What closes the gates of the runs that this context drives."""


@contextmanager
def shared_interrupts() -> Iterator[Interrupts]:
    """Yield what closes the gates of all runs that begin in the block, and of those around it."""
    interrupts = CURRENT.get() or Interrupts()
    token = CURRENT.set(interrupts)
    try:
        yield interrupts
    finally:
        CURRENT.reset(token)


def in_turn(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Return the result of asynchronous work, which Ctrl-C stops cleanly: how synchronous functions drive runs.

    Raises:
        StoppedError: Ctrl-C was pressed twice; after once, the work says itself that it stopped.
    """

    async def work_interruptibly() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        signals: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)
        with shared_interrupts() as interrupts:
            try:
                for number in signals:
                    loop.add_signal_handler(number, interrupts.press, task)
            except (ValueError, RuntimeError, NotImplementedError):
                signals = ()  # not in the main thread: the caller handles signals
            try:
                return await work()
            except asyncio.CancelledError:
                if interrupts.pressed < 2:
                    raise  # the loop ends for another reason, such as a closed pipe
                raise StoppedError(f"{INTERRUPTED} twice; calls in flight were cancelled", hint=KEPT) from None
            finally:
                for number in signals:
                    loop.remove_signal_handler(number)

    return in_a_loop(work_interruptibly)
