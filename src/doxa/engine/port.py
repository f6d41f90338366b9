"""What the loop needs of a run: a desk that takes steps, and the run's files as the loop uses them.

A sitting writes them (``engine.turn``, ``log.rundir``). Verification drives a recorded run once more with a desk that
answers from the log alone and files that only compare (``analysis.redriving``).
"""

from collections.abc import Collection
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from doxa.records.events import Body, Event
from doxa.records.spec import RunSpec
from doxa.records.steps import Block, Outcome, Step
from doxa.tasks.base import Scene


class EventSink(Protocol):
    """Receives the events of a run in order."""

    def append(self, key: str, body: Body) -> Event: ...


class CallCounts(Protocol):
    """The calls of a run, their cost in US dollars and their tokens."""

    @property
    def calls(self) -> Collection[str]:
        """The ids of all calls."""

    @property
    def cost(self) -> float: ...

    @property
    def unpriced(self) -> int: ...

    @property
    def tokens(self) -> int: ...


class VectorRows(Protocol):
    """The vectors of a run by blob id."""

    def row(self, name: str) -> NDArray[np.float64]: ...


class DrivenRun(Protocol):
    """The files of a run as the loop uses them."""

    @property
    def spec(self) -> RunSpec: ...

    @property
    def ledger(self) -> EventSink: ...

    @property
    def journal(self) -> CallCounts: ...

    @property
    def blobs(self) -> VectorRows: ...

    def sync_sources(self) -> None: ...

    def sync(self) -> None: ...


class StepTaker(Protocol):
    """Performs the steps of a run."""

    @property
    def run(self) -> DrivenRun: ...

    async def take(self, spec: RunSpec, step: Step, scene: Scene, transcript: tuple[Block, ...]) -> Outcome: ...

    async def pause(self) -> None:
        """Let other work and Ctrl-C have their turn between two minds; StoppedError where the run has stopped."""
