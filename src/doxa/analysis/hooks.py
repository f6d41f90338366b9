"""The hooks of systems that analysis calls."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from doxa.analysis.trial import Trial
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.plugins import hooks_of

if TYPE_CHECKING:
    from doxa.analysis.exhibit import Part
    from doxa.analysis.history import Chapter
    from doxa.analysis.view import RunView


class Source(Record):
    """A source of another kind than claims that moves minds, such as a post."""

    text: str
    whose: str
    """The source with its author, such as ``Ann's post``."""


class AnalysisHooks(Protocol):
    """Hooks that explain, view and compare runs of one protocol; None selects the default."""

    @property
    def view(self) -> "Callable[[RunLog], RunView] | None":
        """Returns the whole view of the report."""

    @property
    def parts(self) -> "Callable[[RunLog, Sequence[Chapter]], Mapping[str, Part]] | None":
        """Returns further parts of the report by name, in order."""

    @property
    def simulated(self) -> Callable[[RunLog], str | None] | None:
        """Returns the report's text on code in place of models; None for the default text."""

    @property
    def story(self) -> Callable[[RunLog], str] | None:
        """Returns what happened in one sentence; '' for the sentence that the stances tell."""

    @property
    def sources(self) -> Callable[[RunLog], Mapping[str, Source]] | None:
        """Returns sources of another kind than claims by id."""

    @property
    def merge_curves(self) -> Callable[[Trial], Trial] | None:
        """Returns a trial with the curves to compare."""


def analysis_hooks(protocol: str) -> AnalysisHooks | None:
    """Return the hooks that analyse runs of a protocol; None where its system has none."""
    hooks: AnalysisHooks | None = hooks_of(protocol)
    return hooks
