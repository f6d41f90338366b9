"""What a system contributes to the planning of its scenarios: model roles, tables and hooks.

A scenario is read as plain tables, changed by ``--set``, validated, and planned into the spec of a run. Hooks return
values and ask no model. They may read files that the scenario names; the spec then contains what they read.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from doxa.records.shelf import Later, unloadable

if TYPE_CHECKING:
    from doxa.experiments.scenario import Scenario
    from doxa.records.base import JsonValue
    from doxa.records.spec import RunSpec


class Seat(Protocol):
    """Returns a scenario's plain tables, completed with the agents or settings that a system's own table describes.

    Args:
        raw: the tables, after the changes to the system's own tables; other changes are applied afterwards.
        changes: every change, by dotted path.
    """

    def __call__(self, raw: Mapping[str, Any], changes: "Mapping[str, JsonValue]", /) -> dict[str, Any]: ...


class ReadKnowledge(Protocol):
    """Returns the script settings that contain what agents know.

    Args:
        named: agent → the value of its ``knowledge``: a folder, or the name of a shipped knowledge base.
    """

    def __call__(self, named: Mapping[str, str], /) -> "Mapping[str, JsonValue]": ...


class Plan(Protocol):
    """Returns the spec with what the system adds from the scenario's tables, the seed and files.

    Script settings that the hook changes are validated again. Seeds and counter-arguments are drawn afterwards.

    Args:
        scenario: the validated scenario; ``scenario.table(name, kind)`` returns a table of the system.
        spec: the spec as planned without the system.
    """

    def __call__(self, scenario: "Scenario", spec: "RunSpec", /) -> "RunSpec": ...


class ScenarioRole(Protocol):
    """A model role that a system brings."""

    @property
    def defaults(self) -> Mapping[str, str | float]:
        """The defaults of a role, by the keys of ``[models.ROLE]``."""


class ScenarioHooks(Protocol):
    """The tables and hooks that a system adds to the scenarios of one protocol."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The system's tables that these scenarios may have."""

    @property
    def seated(self) -> Seat | Later | None:
        """Completes the plain tables before the scenario is validated."""

    @property
    def knowledge(self) -> ReadKnowledge | Later | None:
        """Reads ``agents.ID.knowledge``; None: a scenario that names a knowledge base is refused."""

    @property
    def planned(self) -> Plan | Later | None:
        """Completes the spec."""


Hook = TypeVar("Hook")


def imported(hook: Hook | Later, protocol: str) -> Hook:
    """Return a hook of a protocol, imported where it is given as ``Later``.

    Raises:
        PluginError: the hook cannot be imported.
    """
    if not isinstance(hook, Later):
        return hook
    try:
        value: Hook = hook.load()
    except Exception as error:  # a plug-in's module can fail in any way
        description = f"the hook that plans scenarios of the protocol {protocol!r}"
        raise unloadable(description, protocol, hook.place, error) from error
    return value
