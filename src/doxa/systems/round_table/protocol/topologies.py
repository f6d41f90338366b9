"""Who hears whom at a round table, by name: each topology is the pairs of agents that hear one another.

all        everybody hears everybody else
ring       each hears the two beside it; the last sits beside the first
chain      the same without that last link: the two ends hear one agent
star:HUB   the hub hears everybody, and everybody hears the hub
pairs      the first hears the second, the third the fourth, and the other way round
none       nobody hears anybody, as a baseline of speaking alone
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise

from doxa.errors import ScenarioError, did_you_mean

Agents = tuple[str, ...]
Heard = Mapping[str, Agents]
"""Listener → the agents that it hears, in the agents' order."""


Links = Iterable[tuple[str, str]]
"""Pairs of agents that hear one another."""


def _link_pairs(agents: Agents) -> Links:
    if len(agents) % 2:
        raise _refused(f"pairs need an even number of agents, and there are {len(agents)}")
    return zip(agents[::2], agents[1::2], strict=True)


TOPOLOGIES: dict[str, Callable[[Agents], Links]] = {
    "all": lambda agents: combinations(agents, 2),
    "ring": lambda agents: (*pairwise(agents), (agents[-1], agents[0])),
    "chain": lambda agents: pairwise(agents),
    "pairs": _link_pairs,
    "none": lambda agents: (),
}
"""Those that name no agent; a star names its hub."""


def heard_in(topology: str, agents: Agents) -> Heard:
    """Return who hears whom in a named topology.

    Raises:
        ScenarioError: there is no topology of that name, or these agents do not fit it.
    """
    linked: dict[str, set[str]] = {agent: set() for agent in agents}
    for first, second in _find_links(topology, agents):
        linked[first].add(second)
        linked[second].add(first)
    return {
        listener: tuple(other for other in agents if other in linked[listener] and other != listener)
        for listener in agents
    }


def _find_links(topology: str, agents: Agents) -> Links:
    name, colon, hub = topology.partition(":")
    if name == "star" and hub in agents:
        return ((hub, agent) for agent in agents if agent != hub)
    if name in TOPOLOGIES and not colon:
        return TOPOLOGIES[name](agents)
    if name == "star" and hub:
        raise _refused(f"there is no agent {hub!r} to be the hub", f"Agents: {', '.join(agents)}.")
    if name == "star":
        raise _refused(f"{topology!r} names no agent", f"Write star:AGENT, such as star:{agents[0]}.")
    guess = did_you_mean(name, [*TOPOLOGIES, "star"])
    raise _refused(f"there is no topology {topology!r}", f"{guess}Known: {', '.join(TOPOLOGIES)}, star:AGENT.")


def _refused(message: str, hint: str = "") -> ScenarioError:
    return ScenarioError(f"script.topology: {message}", hint=hint, key="script.topology")
