"""A system: one published method with all its parts, registered in the entry-point group ``doxa.systems``.

The rooms below ask all installed systems for the parts that they need (``records.plugins.shelf_of``) and know none by
name. A part may be given as ``Later("module:name")``; it is then imported when it is first used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.records.plugins import Later

if TYPE_CHECKING:
    from doxa.analysis.exhibit import Part
    from doxa.analysis.history import Chapter
    from doxa.analysis.hooks import Source
    from doxa.analysis.trial import Trial
    from doxa.analysis.view import RunView
    from doxa.experiments.contributions import Plan, ReadKnowledge, Seat
    from doxa.experiments.reproductions.registry import Reproduction
    from doxa.exports.hooks import Measured, PublicPost
    from doxa.log.rundir import RunLog
    from doxa.models.offline.performer import Skill
    from doxa.protocols.registry import Protocol
    from doxa.records.ballots import BallotForm
    from doxa.records.base import Settings
    from doxa.records.encounters import Encounter
    from doxa.records.spec import RunSpec
    from doxa.records.transcripts import Debate
    from doxa.tasks.base import Task
    from doxa.terminal.pieces import Conclusion, Piece
    from doxa.terminal.progress import Teller


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of ``doxa``."""

    at: str
    """The function as ``module:name``; it is imported when the command is called."""
    help: str
    """The list of commands shows the first paragraph, ``doxa NAME --help`` all of it."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Subcommand → its help, for a command with subcommands such as ``puzzle make``."""


@dataclass(frozen=True, kw_only=True)
class ShippedFile:
    """A file that a system ships for its users, such as a format of debates."""

    path: Path
    about: str
    """One line."""


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """The functions by which a system shows and counts its runs. All are optional; doxa has a default for each.

    A hook returns a value and prints nothing. Each room declares in a ``typing.Protocol`` which hooks it calls:
    ``analysis.hooks``, ``experiments.hooks``, ``exports.hooks``, ``terminal.hooks``, ``judging.debates``.
    """

    subject: "Callable[[RunSpec], str] | None" = None
    """Returns the subject of a run where it is not the proposition; '' where it is."""
    introduce: "Callable[[RunSpec], Iterable[Piece]] | None" = None
    """Returns what the terminal shows under the announcement of a run."""
    teller: "Callable[[RunSpec], Teller] | None" = None
    """Returns the object that reports a run's progress; inherit from the default, ``terminal.progress.RoundLines``."""
    conclude: "Callable[[RunLog, Callable[[], RunView]], Conclusion] | None" = None
    """Returns the result of a finished run: pieces for the terminal, facts for ``--json``, further commands."""
    stand_ins: "Callable[[RunLog], str] | None" = None
    """Returns one line on the code that performed in place of models; '' for the default line."""
    simulated: "Callable[[RunLog], str | None] | None" = None
    """Returns the same in full for the report; None for the default text."""
    story: "Callable[[RunLog], str] | None" = None
    """Returns what happened in one plain sentence, first on the page and at the end of a run; '' for the sentence that
    the agents' stances tell."""
    view: "Callable[[RunLog], RunView] | None" = None
    """Returns the whole view of the report, where the default one would have too many batches and moves."""
    parts: "Callable[[RunLog, Sequence[Chapter]], Mapping[str, Part]] | None" = None
    """Returns further parts of the report by name, in order; none until there is something to show."""
    sources: "Callable[[RunLog], Mapping[str, Source]] | None" = None
    """Returns what may move an agent beside claims: id → text and author, such as the posts of a feed."""
    measures: "Callable[[RunLog], Mapping[str, float]] | None" = None
    """Returns measures of a finished run by name, each in its own unit, for the tables of sweeps; may be empty."""
    measured: "Callable[[RunLog], Iterable[Measured]] | None" = None
    """Returns what was asked, voted or scored in a run or reading, for the table of measures; also of stopped runs."""
    posts: "Callable[[RunLog], Iterable[PublicPost]] | None" = None
    """Returns messages that are no steps of their own, such as posts on a feed, for the table of messages."""
    merge_curves: "Callable[[Trial], Trial] | None" = None
    """Returns a run's curves as ``doxa compare`` compares them; by default one curve a side."""
    debate: "Callable[[RunLog], Debate | None] | None" = None
    """Returns a finished run as judges read it (``doxa judge``); None where it was no debate between two sides."""
    encounters: "Callable[[RunLog], tuple[Encounter, ...]] | None" = None
    """Returns agents' stances before and after what they heard, for ``doxa replay``; by default their self-reports."""
    document: "Callable[[RunLog], tuple[str, dict[str, Any]]] | None" = None
    """Returns a finished run as a document in Markdown and as JSON values, for ``doxa transcript``; by default it is
    what was said, line by line."""
    ballot: "Callable[[RunLog], BallotForm | None] | None" = None
    """Returns what a ballot of a finished debate's format holds; None where it has no ballot."""
    speaks_in: Callable[[str, str, int], bool] | None = None
    """(call id, agent, round) → whether the agent speaks in that call; for ``doxa prompt``."""


@dataclass(frozen=True, kw_only=True)
class Role:
    """A model role that a system's protocols use; a scenario sets it in ``[models.ROLE]``."""

    defaults: Mapping[str, str | float] = field(default_factory=dict)
    """Default values by the keys of ``[models.ROLE]``."""
    help: str = ""
    """A sentence for the table of roles in docs/scenario.md."""


@dataclass(frozen=True, kw_only=True)
class PlanHooks:
    """What a system adds to the scenarios of one protocol (``experiments.plan_hooks``); nothing by default.

    A hook may be given as ``Later("module:name")``: it is imported when it is called.
    """

    tables: tuple[str, ...] = ()
    """The system's tables that these scenarios may contain."""
    seated: "Seat | Later | None" = None
    """(plain tables, changes) → plain tables in which a short form, such as that of agents, is written out."""
    knowledge: "ReadKnowledge | Later | None" = None
    """(agent → the names in its ``knowledge``) → script settings with their content; without it, agents have none."""
    planned: "Plan | Later | None" = None
    """(scenario, spec) → the spec with what the system derives from its tables, the seed and files."""


@dataclass(frozen=True, kw_only=True)
class System:
    """A system with all its parts. Only ``name`` is required."""

    name: str
    protocols: "Mapping[str, Protocol | Later]" = field(default_factory=dict)
    """Scripts by name; a log names them."""
    default_protocol: str = ""
    """The protocol of scenarios that name none; only one of doxa's own systems sets it, and others are not asked."""
    tasks: "Mapping[str, Task[Any, Any] | Later]" = field(default_factory=dict)
    """Its typed model functions by name; a log names them."""
    offline: "Mapping[str, Skill] | Later" = field(default_factory=dict)
    """Task → the plain code that performs it offline."""
    offline_models: Mapping[str, str] | Later = field(default_factory=dict)
    """Further offline models that perform only this system's tasks: name → what it does."""
    tables: "Mapping[str, type[Settings] | Later]" = field(default_factory=dict)
    """Tables of its scenarios: name → the keys of ``[NAME]``. ``plans`` say which scenarios may contain it."""
    roles: Mapping[str, Role] = field(default_factory=dict)
    """Model roles of its scenarios: name → the defaults of ``[models.NAME]``. A protocol names those that it needs."""
    plans: Mapping[str, PlanHooks] = field(default_factory=dict)
    """Protocol → the tables that its scenarios may contain, and what planning adds."""
    hooks: Mapping[str, Hooks] | Later = field(default_factory=dict)
    """Protocol → how its runs are shown and counted."""
    commands: Mapping[str, Command] = field(default_factory=dict)
    """Commands of ``doxa`` by name."""
    scenarios: str = ""
    """The package that contains its built-in scenarios; '' for none."""
    reproductions: "Mapping[str, Reproduction] | Later" = field(default_factory=dict)
    """Papers by name."""
    files: "Mapping[str, Callable[[], Mapping[str, ShippedFile]] | Later]" = field(default_factory=dict)
    """Further kinds of files that it ships: kind → a function that returns them by name, for ``doxa list``."""


if TYPE_CHECKING:
    # mypy checks here that the records satisfy the protocols of each room
    from doxa.analysis.hooks import AnalysisHooks
    from doxa.experiments.contributions import ExperimentHooks, ScenarioHooks, ScenarioRole
    from doxa.exports.hooks import ExportHooks
    from doxa.terminal.hooks import TerminalHooks

    def _plans(hooks: PlanHooks, role: Role) -> tuple[ScenarioHooks, ScenarioRole]:
        return hooks, role

    def _answers(hooks: Hooks) -> tuple[AnalysisHooks, ExperimentHooks, ExportHooks, TerminalHooks]:
        return hooks, hooks, hooks, hooks


def named(*tasks: "Task[Any, Any]") -> "dict[str, Task[Any, Any] | Later]":
    """Return tasks by name."""
    return {task.name: task for task in tasks}


def later(package: str, **places: str) -> dict[str, Later]:
    """Return things of a package by name, each imported on first use.

    ``later("p.tasks", coach="coaching:COACH")`` is the task ``coach``, as ``p.tasks.coaching`` has it.
    """
    return {name: Later(f"{package}.{place}") for name, place in places.items()}
