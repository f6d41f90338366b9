"""What agents are called where a person reads: by the names that scenarios give them; ids are for files and options."""

from collections import Counter
from collections.abc import Iterable

from doxa.log.rundir import RunLog


def names_in(logs: Iterable[RunLog]) -> dict[str, str]:
    """Return agent id → the one name to show for it, over some runs."""
    return display_names((participant.id, participant.name) for log in logs for participant in log.spec.participants)


def display_names(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return agent id → the one name to show for it.

    Args:
        named: (id, name) of the agents of one run or of several. An id that runs name differently is shown with all
            its names; where two agents have one name, each has its id beside it.
    """
    every: dict[str, dict[str, None]] = {}
    for id, name in named:
        every.setdefault(id, {})[name] = None
    names = {id: " / ".join(agent_names) for id, agent_names in every.items()}
    shared = Counter(names.values())
    return {id: name if shared[name] == 1 else f"{name} ({id})" for id, name in names.items()}
