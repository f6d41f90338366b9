"""Reasons in words that name statements, and the statements that a reason names.

A player's name stands for its statement. That is enough for another reasoner to look at the statement again, and for
the offline rater; in a model's words it is only a rough reading.
"""

import re
from collections.abc import Iterable, Sequence

from doxa.systems.puzzle.offline.looking import HINT, Roles

SAME = "The same role as mine."
OTHER = "Another role than mine."
"""Reasons where roles were compared and nothing was checked."""


def refutes(agent: str, roles: Roles, broken: Sequence[int], players: Sequence[str]) -> str:
    """Return a sentence: the first statement that an agent's roles break, or the hints where only these are broken."""
    place = broken[0]
    if place == HINT:
        return f"The roles of {agent} do not fit the manager's hints."
    name = players[place]
    role, truth = roles[name], "false" if roles[name] == "knight" else "true"
    return f"By the roles of {agent}, {name} is a {role}, and what {name} states would be {truth}."


def upholds(agents: Iterable[str], players: Sequence[str]) -> str:
    """Return a sentence: the agents' roles fit all statements."""
    return f"The roles of {' and '.join(agents)} fit what {', '.join(players)} state."


def proposes(broken: Sequence[int], players: Sequence[str]) -> str:
    """Return the reason for an assignment in words."""
    if not broken:
        return f"Held against the statements of {', '.join(players)}, these roles fit all of them, and the hints."
    named = ", ".join(players[place] if place != HINT else "the manager" for place in broken)
    return f"Of what I looked at this fits best; the statements of {named} still do not fit."


def find_named_players(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players that a text names, in their order."""
    return tuple(player for player in players if re.search(rf"(?<!\w){re.escape(player)}(?!\w)", text))
