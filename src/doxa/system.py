"""A system: one published method with all its parts, registered in the entry-point group ``doxa.systems``.

The rooms below ask all installed systems for the parts that they need (``records.plugins.shelf_of``) and know none by
name. A part may be given as ``Later("module:name")``; it is then imported when it is first used.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.experiments.plan_hooks import PlanHooks, Role
from doxa.records.plugins import Later

if TYPE_CHECKING:
    from doxa.analysis.hooks import Hooks
    from doxa.experiments.reproductions import Reproduction
    from doxa.models.offline.performer import Skill
    from doxa.protocols.registry import Protocol
    from doxa.records.base import Settings
    from doxa.tasks.base import Task


__all__ = ["Command", "PlanHooks", "Role", "ShippedFile", "System", "flowing", "later", "named"]


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
    hooks: "Mapping[str, Hooks] | Later" = field(default_factory=dict)
    """Protocol → how its runs are shown and counted (``analysis.hooks``)."""
    commands: Mapping[str, Command] = field(default_factory=dict)
    """Commands of ``doxa`` by name."""
    scenarios: str = ""
    """The package that contains its built-in scenarios; '' for none."""
    reproductions: "Mapping[str, Reproduction] | Later" = field(default_factory=dict)
    """Papers by name."""
    files: "Mapping[str, Callable[[], Mapping[str, ShippedFile]] | Later]" = field(default_factory=dict)
    """Further kinds of files that it ships: kind → a function that returns them by name, for ``doxa list``."""

    def __repr__(self) -> str:
        return f"System({self.name!r})"


def named(*tasks: "Task[Any, Any]") -> "dict[str, Task[Any, Any] | Later]":
    """Return tasks by name."""
    return {task.name: task for task in tasks}


def later(package: str, **places: str) -> dict[str, Later]:
    """Return things of a package by name, each imported on first use.

    ``later("p.tasks", coach="coaching:COACH")`` is the task ``coach``, as ``p.tasks.coaching`` has it.
    """
    return {name: Later(f"{package}.{place}") for name, place in places.items()}


def flowing(helps: dict[str, str]) -> dict[str, str]:
    """Return help texts of commands without the line breaks of their source; lines under "Try:" are kept."""

    def flow(part: str) -> str:
        return part if part.startswith("Try:") else part.replace("\n", " ")

    return {name: "\n\n".join(map(flow, text.split("\n\n"))) for name, text in helps.items()}
