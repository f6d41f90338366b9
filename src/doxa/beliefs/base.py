"""What a kernel is. Imitate ``log_odds.py`` to write one; docs/extending.md walks through it.

A kernel is built from its Settings and keeps nothing else. ``init`` makes the state that a prior gives,
``step`` folds in what one batch brought, ``readout`` shows it. State holds only what the next step needs.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from doxa.records import base
from doxa.records.claims import Evidence, Exposure
from doxa.records.people import Prior
from doxa.records.readout import Readout, Trace

Need = Literal["claims", "self_report", "posts", "replies"]
"""What a kernel must be given: heard claims as evidence, the stance that the agent says it has, posts with a stance
that its script shows it, or the agent's own structured replies."""

State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class Met:
    """What one batch brought to one listener."""

    exposures: tuple[Exposure, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """The listener's active records after admission, and those that this batch archived."""
    self_report: float | None = None
    """The stance that the agent says it has now, in [−1, 1]; None where it gave none."""


class Kernel(Protocol[State]):
    """A belief rule."""

    Settings: ClassVar[type[base.Settings]]
    needs: ClassVar[frozenset[Need]]

    def __init__(self, settings: Any) -> None: ...

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[State, Trace]: ...

    def step(self, state: State, met: Met) -> tuple[State, Trace]: ...

    def readout(self, state: State) -> Readout: ...
