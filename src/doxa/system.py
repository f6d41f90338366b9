"""A system: one published method with everything that it brings, registered in the entry-point group ``doxa.systems``.

The rooms below ask every installed system for what they need (``records.plugins.brought``) and know none by name. What
only some need may be given as ``Later("module:name")``: it is imported when it is first asked for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from doxa.records.plugins import Later

if TYPE_CHECKING:
    from doxa.analysis.history import Chapter
    from doxa.analysis.hooks import Source
    from doxa.analysis.parts import Part
    from doxa.analysis.trial import Trial
    from doxa.analysis.view import RunView
    from doxa.experiments.plan_hooks import Plan, ReadKnowledge, Seat
    from doxa.experiments.reproductions.registry import Reproduction
    from doxa.log.rundir import RunLog
    from doxa.models.offline.performer import Skill
    from doxa.protocols.registry import Protocol
    from doxa.records.base import Settings
    from doxa.records.spec import RunSpec
    from doxa.records.transcripts import Debate
    from doxa.tasks.base import Task
    from doxa.terminal.pieces import Conclusion, Piece
    from doxa.terminal.progress import Teller


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of ``doxa``."""

    at: str
    """Where it is, as ``module:name``; it is imported when it is called."""
    help: str
    """The first paragraph stands in the list of commands; all of it under ``doxa NAME --help``."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Part → its help, of a command with parts of its own such as ``puzzle make``."""


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """What doxa asks the system of a run for. All hooks are optional: the common way holds where one is absent.

    A hook returns a value and prints nothing. Each floor says in a ``typing.Protocol`` which hooks it calls:
    ``analysis.hooks``, ``experiments.hooks``, ``terminal.hooks``, ``judging.debates``.
    """

    subject: "Callable[[RunSpec], str] | None" = None
    """What is talked about, where that is not the proposition; '' where it is."""
    introduce: "Callable[[RunSpec], Iterable[Piece]] | None" = None
    """What stands under the announcement of a run."""
    teller: "Callable[[RunSpec], Teller] | None" = None
    """Who says how a run goes on; ``terminal.progress.RoundLines`` is the common one, to be inherited from."""
    conclude: "Callable[[RunLog, Callable[[], RunView]], Conclusion] | None" = None
    """What a finished run came to: pieces for the terminal, facts for ``--json``, commands that lead on."""
    stand_ins: "Callable[[RunLog], str] | None" = None
    """One line on what stood in for models; '' for the common one."""
    simulated: "Callable[[RunLog], str | None] | None" = None
    """The same for the report, in full; None for the common one."""
    view: "Callable[[RunLog], RunView] | None" = None
    """The whole view of the report, where batches and moves of the common kind would be too many."""
    parts: "Callable[[RunLog, Sequence[Chapter]], Mapping[str, Part]] | None" = None
    """Parts of the report of its own, by name and in order; none until there is something to show."""
    sources: "Callable[[RunLog], Mapping[str, Source]] | None" = None
    """What may move an agent beside claims: id → text and whose, such as the posts of a feed."""
    measures: "Callable[[RunLog], Mapping[str, float]] | None" = None
    """Metrics of a finished run by name, each in a unit of its own, for the tables of sweeps; empty where none are."""
    merge_curves: "Callable[[Trial], Trial] | None" = None
    """A run's curves as ``doxa compare`` compares them, where that is not a curve a side."""
    debate: "Callable[[RunLog], Debate | None] | None" = None
    """A finished run as judges read it (``doxa judge``); None where it was no debate between two sides."""
    speaks_in: Callable[[str, str, int], bool] | None = None
    """(call id, agent, round) → whether the agent speaks there; for ``doxa prompt``."""


@dataclass(frozen=True, kw_only=True)
class Role:
    """A model role that a system's protocols use; a scenario sets it in ``[models.ROLE]``."""

    defaults: Mapping[str, str | float] = field(default_factory=dict)
    """What holds where a scenario does not say otherwise, by the keys of ``[models.ROLE]``."""
    help: str = ""
    """A sentence for the table of roles in docs/scenario.md."""


@dataclass(frozen=True, kw_only=True)
class PlanHooks:
    """What a system adds to the scenarios of one protocol (``experiments.plan_hooks``). What is not given adds nothing.

    A hook may be given as ``Later("module:name")``: it is imported when it is called.
    """

    tables: tuple[str, ...] = ()
    """Those of the system's tables that these scenarios may have."""
    seated: "Seat | Later | None" = None
    """(plain tables, changes) → plain tables with what one of them stands for written out, such as agents."""
    knowledge: "ReadKnowledge | Later | None" = None
    """(agent → what its ``knowledge`` names) → script settings that hold what is there; without it none is taken."""
    planned: "Plan | Later | None" = None
    """(scenario, spec) → the spec with what the system makes of its tables, of the seed, of files."""


@dataclass(frozen=True, kw_only=True)
class System:
    """Everything that a system brings. Only ``name`` must be there."""

    name: str
    protocols: "Mapping[str, Protocol | Later]" = field(default_factory=dict)
    """Scripts by name; a log names them."""
    default_protocol: str = ""
    """The protocol of scenarios that name none; one of doxa's own systems says so, and it is not asked of others."""
    tasks: "Mapping[str, Task[Any, Any] | Later]" = field(default_factory=dict)
    """Its typed model functions by name; a log names them."""
    offline: "Mapping[str, Skill] | Later" = field(default_factory=dict)
    """Task → what carries it out in plain code."""
    offline_models: Mapping[str, str] | Later = field(default_factory=dict)
    """Names beside ``offline`` that carry out only this system's tasks, and what each does."""
    tables: "Mapping[str, type[Settings] | Later]" = field(default_factory=dict)
    """Tables of its scenarios by name: what ``[NAME]`` may hold, where ``plans`` say that it may stand."""
    roles: Mapping[str, Role] = field(default_factory=dict)
    """Model roles of its scenarios by name: what ``[models.NAME]`` says by itself. A protocol names those it needs."""
    plans: Mapping[str, PlanHooks] = field(default_factory=dict)
    """Protocol → which tables its scenarios may have, and what is added when they are planned."""
    hooks: Mapping[str, Hooks] | Later = field(default_factory=dict)
    """Protocol → how its runs are shown and counted."""
    commands: Mapping[str, Command] = field(default_factory=dict)
    """Commands of ``doxa`` by name."""
    scenarios: str = ""
    """The package that holds its built-in scenarios; '' for none."""
    reproductions: "Mapping[str, Reproduction] | Later" = field(default_factory=dict)
    """Papers by name."""


if TYPE_CHECKING:
    # the record keeps to what each floor asks for
    from doxa.analysis.hooks import AnalysisHooks
    from doxa.experiments.hooks import ExperimentHooks
    from doxa.experiments.plan_hooks import ScenarioHooks, ScenarioRole
    from doxa.terminal.hooks import TerminalHooks

    def _plans(hooks: PlanHooks, role: Role) -> tuple[ScenarioHooks, ScenarioRole]:
        return hooks, role

    def _answers(hooks: Hooks) -> tuple[AnalysisHooks, ExperimentHooks, TerminalHooks]:
        return hooks, hooks, hooks


def named(*tasks: "Task[Any, Any]") -> "dict[str, Task[Any, Any] | Later]":
    """Return tasks by name."""
    return {task.name: task for task in tasks}


def later(package: str, **places: str) -> dict[str, Later]:
    """Return things of a package by name, each imported when it is taken.

    ``later("p.tasks", coach="coaching:COACH")`` is the task ``coach``, as ``p.tasks.coaching`` has it.
    """
    return {name: Later(f"{package}.{place}") for name, place in places.items()}
