"""What a system adds to the scenarios of one protocol: hooks of planning, and model roles. Imports nothing heavy.

Hooks return values and ask no model. A hook may be given as ``Later("module:name")``: it is imported when it is called.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from doxa.records.plugins import Later

if TYPE_CHECKING:
    from doxa.experiments.scenario import Scenario
    from doxa.records.base import JsonValue
    from doxa.records.spec import RunSpec

Seat = Callable[[Mapping[str, Any], Mapping[str, "JsonValue"]], dict[str, Any]]
"""(a scenario's plain tables after the changes to the system's own tables; every change by dotted path) → the tables,
completed with the agents or settings that a system's own table describes. Other changes are applied afterwards."""

ReadKnowledge = Callable[[Mapping[str, str]], Mapping[str, "JsonValue"]]
"""(agent → the value of its ``knowledge``: a folder, or the name of a shipped knowledge base) → the script settings
that contain what agents know."""

Plan = Callable[["Scenario", "RunSpec"], "RunSpec"]
"""(the validated scenario; the spec as planned without the system) → the spec with what the system adds from the
scenario's tables, the seed and files. Script settings that it changes are validated again. Seeds and counter-arguments
are drawn afterwards. ``scenario.table(name, kind)`` returns a table of the system."""


@dataclass(frozen=True, kw_only=True)
class Role:
    """A model role that a system's protocols use; a scenario sets it in ``[models.ROLE]``."""

    defaults: Mapping[str, str | float] = field(default_factory=dict)
    """Default values by the keys of ``[models.ROLE]``."""
    help: str = ""
    """A sentence for the table of roles in docs/scenario.md."""


@dataclass(frozen=True, kw_only=True)
class PlanHooks:
    """What a system adds to the scenarios of one protocol; nothing by default."""

    tables: tuple[str, ...] = ()
    """The system's tables that these scenarios may contain."""
    seated: Seat | Later | None = None
    """Completes the plain tables before the scenario is validated, such as a short form of agents."""
    knowledge: ReadKnowledge | Later | None = None
    """Reads ``agents.ID.knowledge``; None: a scenario that names a knowledge base is refused."""
    planned: Plan | Later | None = None
    """Completes the spec."""
