"""The hooks of a system that exports call, and the values that they return."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Protocol

from doxa.log.rundir import RunLog
from doxa.records.base import Record, Stance
from doxa.records.encounters import Encounter
from doxa.records.plugins import hooks_of

JUDGED_STANCE = "judged_stance"
"""The instrument of a stance that an outside judge read in a message; its item is the message."""

Who = Literal["debater", "audience", "judge", "model"]
"""Whose measure it is: an agent's in the run, an audience's, a judge's, or the run's as a whole."""


class Measured(Record):
    """One measure: what somebody was asked or scored, and the answer."""

    who: str
    """The agent, judge or audience; ``run`` for the run as a whole."""
    instrument: str
    """What was measured with, such as ``probe``, ``ballot`` or ``verdict``."""
    item: str
    """The question, player, layer or number."""
    wave: str
    """When: ``before``, ``after round 2``, ``end``."""
    role: Who
    batch: int | None = None
    """The batch; None for the run as a whole. A step's batch is filled in from ``step``."""
    step: str = ""
    """The step in which it was asked, where there is one."""
    value: float | None = None
    low: float | None = None
    """The lower end of the scale of ``value``; None where it has none."""
    high: float | None = None
    answer: str = ""
    """The answer in words, such as a role, a side or a reason."""
    missing: str = ""
    """Why there is neither value nor answer, in one word."""


class PublicPost(Record):
    """A message that is no step of its own, such as a post on a feed."""

    id: str
    author: str
    text: str
    step: str = ""
    """The step in which it was written."""
    reply_to: str = ""
    stance: Stance | None = None
    """The stance that it states."""
    likes: int | None = None
    """How often it was liked in the end; None where that is not known, here and below."""
    dislikes: int | None = None
    reposts: int | None = None


class ExportHooks(Protocol):
    """A system's hooks for the tables of runs of one protocol; a hook that does not apply is None."""

    @property
    def measures(self) -> Callable[[RunLog], Mapping[str, float]] | None:
        """Returns measures of a finished run by name."""

    @property
    def measured(self) -> Callable[[RunLog], Iterable[Measured]] | None:
        """Returns every measure of a run, finished or not, or of a reading."""

    @property
    def encounters(self) -> Callable[[RunLog], tuple[Encounter, ...]] | None:
        """Returns agents' stances before and after what they heard; None: their self-reports, or a judge's readings."""

    @property
    def posts(self) -> Callable[[RunLog], Iterable[PublicPost]] | None:
        """Returns the messages of a run that are no steps."""


def export_hooks(protocol: str) -> ExportHooks | None:
    """Return the hooks for runs of a protocol; None where its system has none."""
    hooks: ExportHooks | None = hooks_of(protocol)
    return hooks
