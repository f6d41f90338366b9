"""What analysis asks of the system of a run."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from doxa.analysis.trial import Trial
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.plugins import hooks_of

if TYPE_CHECKING:
    from doxa.analysis.history import Chapter
    from doxa.analysis.parts import Part
    from doxa.analysis.view import RunView


class Source(Record):
    """Something that moves minds beside claims, such as a post."""

    text: str
    whose: str
    """As ``Ann's post``."""


class AnalysisHooks(Protocol):
    """How runs of one protocol are explained, viewed and compared; None where the common way is right."""

    @property
    def view(self) -> "Callable[[RunLog], RunView] | None":
        """Returns the whole view of the report."""

    @property
    def parts(self) -> "Callable[[RunLog, Sequence[Chapter]], Mapping[str, Part]] | None":
        """Returns parts of the report beside what all runs have, by name and in order."""

    @property
    def simulated(self) -> Callable[[RunLog], str | None] | None:
        """Returns what the report says of stand-ins for models; None for the common words."""

    @property
    def sources(self) -> Callable[[RunLog], Mapping[str, Source]] | None:
        """Returns what may move an agent beside claims, by id."""

    @property
    def merge_curves(self) -> Callable[[Trial], Trial] | None:
        """Returns a trial with the curves that are compared."""


def analysis_hooks(protocol: str) -> AnalysisHooks | None:
    """Return how runs of a protocol are analysed; None where its system does not say."""
    hooks: AnalysisHooks | None = hooks_of(protocol)
    return hooks
