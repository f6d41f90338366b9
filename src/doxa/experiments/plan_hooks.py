"""What planning asks of the system of a scenario: model roles, tables, and hooks that take part.

A scenario is read as plain tables, changed by ``--set``, validated, and planned into the spec of a run. Hooks return
values; they ask no model. They may read files that the scenario names, and what they read stands in the spec.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from doxa.records.shelf import Later, unloadable

if TYPE_CHECKING:
    from doxa.experiments.scenario import Scenario
    from doxa.records.base import JsonValue
    from doxa.records.spec import RunSpec


class Seat(Protocol):
    """Returns a scenario's plain tables with what another table stands for written out, such as agents.

    Args:
        raw: the tables, with those changes made that concern the system's own tables; other changes are made after.
        changes: every change, by dotted path.
    """

    def __call__(self, raw: Mapping[str, Any], changes: "Mapping[str, JsonValue]", /) -> dict[str, Any]: ...


class ReadKnowledge(Protocol):
    """Returns the script settings that hold what agents know.

    Args:
        named: agent → what its ``knowledge`` names, a folder or something that is shipped.
    """

    def __call__(self, named: Mapping[str, str], /) -> "Mapping[str, JsonValue]": ...


class Plan(Protocol):
    """Returns the spec with what the system makes of the scenario: from its tables, from the seed, from files.

    Script settings that it changes are validated again. Seeds and counter-arguments are drawn after it.

    Args:
        scenario: as it was validated; ``scenario.table(name, kind)`` is a table of the system.
        spec: what is planned without the system.
    """

    def __call__(self, scenario: "Scenario", spec: "RunSpec", /) -> "RunSpec": ...


class ScenarioRole(Protocol):
    """A model role that a system brings."""

    @property
    def defaults(self) -> Mapping[str, str | float]:
        """What holds where a scenario does not say otherwise, by the keys of ``[models.ROLE]``."""


class ScenarioHooks(Protocol):
    """What a system adds to the scenarios of one protocol."""

    @property
    def tables(self) -> tuple[str, ...]:
        """Those of the system's tables that these scenarios may have."""

    @property
    def seated(self) -> Seat | Later | None:
        """Writes out what a table stands for, before the scenario is validated."""

    @property
    def knowledge(self) -> ReadKnowledge | Later | None:
        """Reads ``agents.ID.knowledge``; None: a scenario that names a knowledge base is refused."""

    @property
    def planned(self) -> Plan | Later | None:
        """Adds to the spec."""


Hook = TypeVar("Hook")


def imported(hook: Hook | Later, protocol: str) -> Hook:
    """Return a hook of a protocol, imported where it is given as ``Later``.

    Raises:
        PluginError: it cannot be imported.
    """
    if not isinstance(hook, Later):
        return hook
    try:
        value: Hook = hook.load()
    except Exception as error:  # a module of somebody else's can fail anywhere
        description = f"what plans scenarios of the protocol {protocol!r}"
        raise unloadable(description, protocol, hook.place, error) from error
    return value
