"""Display names of agents: the names that scenarios give them. Ids are used in files and options."""

from collections import Counter
from collections.abc import Iterable

from doxa.log.rundir import RunLog


def names_in(logs: Iterable[RunLog]) -> dict[str, str]:
    """Return agent id → display name, over several runs."""
    return display_names((participant.id, participant.name) for log in logs for participant in log.spec.participants)


def display_names(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return agent id → display name.

    Args:
        named: (id, name) of the agents of one or several runs. An id with different names in different runs is shown
            with all of them; agents with the same name are shown with their ids.
    """
    every: dict[str, dict[str, None]] = {}
    for id, name in named:
        every.setdefault(id, {})[name] = None
    names = {id: " / ".join(agent_names) for id, agent_names in every.items()}
    shared = Counter(names.values())
    return {id: name if shared[name] == 1 else f"{name} ({id})" for id, name in names.items()}
