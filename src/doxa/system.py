"""A system: one published method with everything that it brings, registered in the entry-point group ``doxa.systems``.

The rooms below ask every installed system for what they need (``records.plugins.brought``) and know none by name. What
only some need may be given as ``Later("module:name")``: it is imported when it is first asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from doxa.records.plugins import Later

if TYPE_CHECKING:
    from doxa.analysis.explain import Source
    from doxa.analysis.trial import Trial
    from doxa.analysis.view import Part, RunView
    from doxa.engine.drive import Progress
    from doxa.experiments.reproductions.registry import Reproduction
    from doxa.log.rundir import RunLog
    from doxa.models.offline.performer import Skill
    from doxa.protocols.registry import Protocol
    from doxa.records.spec import RunSpec
    from doxa.records.transcripts import Debate
    from doxa.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of ``doxa``."""

    at: str
    """Where it is, as ``module:name``; it is imported when it is called."""
    help: str = ""


@dataclass(frozen=True, kw_only=True)
class Face:
    """How the runs of one protocol are shown. What is not given is shown as a dialogue's would be."""

    subject: "Callable[[RunSpec], str] | None" = None
    """What is talked about, where that is not the proposition."""
    head: "Callable[[RunSpec], None] | None" = None
    """Prints what stands under the announcement of a run."""
    watcher: "Callable[[RunSpec], Callable[[Progress], None]] | None" = None
    """Returns who tells of a run while it goes on."""
    conclude: "Callable[..., None] | None" = None
    """(log, json=…): prints what a run came to, whole; else ``found`` may print its middle part."""
    found: "Callable[[RunLog, RunView], bool] | None" = None
    """Prints what was found, before costs and what to do next; True where this stands in place of the curves."""
    summary: "Callable[[RunLog], dict[str, Any]] | None" = None
    """What ``--json`` says beside the common keys."""
    onward: "Callable[[RunLog], list[str]] | None" = None
    """Commands that lead on from a run."""
    stood_in: "Callable[[RunLog], str] | None" = None
    """One line on what stood in for models; '' for the common one."""
    simulated: "Callable[[RunLog], str | None] | None" = None
    """The same for the report, in full; None for the common one."""
    view: "Callable[[RunLog], RunView] | None" = None
    """The whole view of the report, where batches and moves of the common kind would be too many."""
    parts: "Mapping[str, Part]" = field(default_factory=dict)
    """Parts of the report of its own, by the name that the viewer knows them by."""
    sources: "Callable[[RunLog], Mapping[str, Source]] | None" = None
    """What may move an agent beside claims: id → text and whose, such as the posts of a feed."""
    scores: "Callable[[RunLog], dict[str, float]] | None" = None
    """How right a finished run is, in [0, 1] by name, where there is a right answer."""
    summed: "Callable[[Trial], Trial] | None" = None
    """A run's curves as ``doxa compare`` compares them, where that is not a curve a side."""
    debate: "Callable[[RunLog], Debate | None] | None" = None
    """A finished run as judges read it; None where it was no debate between two sides."""
    of_round: Callable[[str, str, int], bool] | None = None
    """(call id, agent, round) → whether the agent speaks there; for ``doxa prompt``."""


@dataclass(frozen=True, kw_only=True)
class System:
    """Everything that a system brings. Only ``name`` and ``protocols`` must be there."""

    name: str
    protocols: "Mapping[str, Protocol | Later]"
    """Scripts by name; a log names them."""
    tasks: "Mapping[str, Task[Any, Any] | Later]" = field(default_factory=dict)
    """Its typed model functions by name; a log names them."""
    offline: "Mapping[str, Skill] | Later" = field(default_factory=dict)
    """Task → what carries it out in plain code."""
    offline_models: Mapping[str, str] = field(default_factory=dict)
    """Names beside ``offline`` that carry out only this system's tasks, and what each does."""
    faces: Mapping[str, Face] | Later = field(default_factory=dict)
    """Protocol → how its runs are shown."""
    commands: Mapping[str, Command] = field(default_factory=dict)
    """Commands of ``doxa`` by name."""
    scenarios: str = ""
    """The package that holds its built-in scenarios; '' for none."""
    reproductions: "Mapping[str, Reproduction] | Later" = field(default_factory=dict)
    """Papers by name."""


def named(*tasks: "Task[Any, Any]") -> "dict[str, Task[Any, Any] | Later]":
    """Return tasks by name."""
    return {one.name: one for one in tasks}


def later(package: str, **places: str) -> dict[str, Later]:
    """Return things of a package by name, each imported when it is taken.

    ``later("p.tasks", coach="coaching:COACH")`` is the task ``coach``, as ``p.tasks.coaching`` has it.
    """
    return {name: Later(f"{package}.{place}") for name, place in places.items()}
