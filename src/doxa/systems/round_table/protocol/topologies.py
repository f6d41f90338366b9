"""Who hears whom at a round table, by name: each topology is one pure function of the agents in their order.

all        everybody hears everybody else
ring       each hears the two beside it; the last sits beside the first
chain      the same without that last link: the two ends hear one agent
star:HUB   the hub hears everybody, and everybody hears the hub
pairs      the first hears the second, the third the fourth, and the other way round
none       nobody hears anybody, as a baseline of speaking alone
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

from doxa.errors import ScenarioError, did_you_mean

Agents = tuple[str, ...]
Heard = Mapping[str, Agents]
"""Listener → the agents that it hears, in the agents' order."""


def everybody(agents: Agents) -> Heard:
    """Return the topology in which each agent hears all others."""
    return {listener: tuple(other for other in agents if other != listener) for listener in agents}


def ring(agents: Agents) -> Heard:
    """Return the topology in which each agent hears its two neighbours in a circle."""
    return _linked(agents, {*pairwise(agents), (agents[-1], agents[0])})


def chain(agents: Agents) -> Heard:
    """Return the topology in which each agent hears its neighbours in a line."""
    return _linked(agents, set(pairwise(agents)))


def pairs(agents: Agents) -> Heard:
    """Return the topology in which agents hear one another two by two.

    Raises:
        ScenarioError: the number of agents is odd.
    """
    if len(agents) % 2:
        raise _refused(f"pairs need an even number of agents, and there are {len(agents)}")
    return _linked(agents, set(zip(agents[::2], agents[1::2], strict=True)))


def star(agents: Agents, hub: str) -> Heard:
    """Return the topology in which the hub hears everybody, and everybody hears the hub.

    Raises:
        ScenarioError: no agent has the hub's id.
    """
    if hub not in agents:
        raise _refused(f"there is no agent {hub!r} to be the hub", f"Agents: {', '.join(agents)}.")
    return _linked(agents, {(hub, agent) for agent in agents if agent != hub})


def nobody(agents: Agents) -> Heard:
    """Return the topology in which no agent hears another."""
    return dict.fromkeys(agents, ())


TOPOLOGIES: dict[str, Callable[[Agents], Heard]] = {
    "all": everybody,
    "ring": ring,
    "chain": chain,
    "pairs": pairs,
    "none": nobody,
}
CENTRED: dict[str, Callable[[Agents, str], Heard]] = {"star": star}
"""The topologies that name an agent, as in ``star:farmer``."""


def heard_in(topology: str, agents: Agents) -> Heard:
    """Return who hears whom in a named topology.

    Raises:
        ScenarioError: there is no topology of that name, or these agents do not fit it.
    """
    name, colon, centre = topology.partition(":")
    if name in CENTRED and centre:
        return CENTRED[name](agents, centre)
    if name in TOPOLOGIES and not colon:
        return TOPOLOGIES[name](agents)
    if name in CENTRED:
        raise _refused(f"{topology!r} names no agent", f"Write {name}:AGENT, such as {name}:{agents[0]}.")
    forms = [*TOPOLOGIES, *(f"{centred}:AGENT" for centred in CENTRED)]
    guess = did_you_mean(name, [*TOPOLOGIES, *CENTRED])
    raise _refused(f"there is no topology {topology!r}", f"{guess}Known: {', '.join(forms)}.")


def _linked(agents: Agents, links: set[tuple[str, str]]) -> Heard:
    """Return the topology in which the two ends of each link hear one another."""
    both = links | {(second, first) for first, second in links}
    return {
        listener: tuple(other for other in agents if other != listener and (listener, other) in both)
        for listener in agents
    }


def _refused(message: str, hint: str = "") -> ScenarioError:
    return ScenarioError(f"script.topology: {message}", hint=hint, key="script.topology")
