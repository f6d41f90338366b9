"""Planning a feed or a population: who follows whom, and what computes an audience.

Who follows whom comes from an edge list or from a generator of networkx, drawn from the run's seed. The result is in
the spec, and so in its hash: a run does not change with the file or with a later networkx.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.errors import ScenarioError
from doxa.experiments.scenario import FileBeside, Scenario
from doxa.records.base import JsonValue, Settings, digest
from doxa.records.outside import file_name
from doxa.records.spec import RunSpec
from doxa.systems.feed.arrays.edges import make_network, read_pairs
from doxa.systems.feed.arrays.generating import draw_graph
from doxa.systems.feed.protocol import audience, population
from doxa.systems.feed.tasks.population_round import ListenerNetwork


class NetworkScenario(Settings):
    """Who follows whom. Everybody sees everybody without it, or when it names neither file nor generator."""

    file: FileBeside | None = None
    """An edge list, one ``follower,followed`` a line, separated by a comma, a tab or spaces; lines that begin with
    # are ignored."""
    generator: str | None = None
    """A generator of networkx by name, such as ``watts_strogatz_graph``; its nodes are the agents in their order."""
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    """The generator's parameters but for the number of nodes and the seed, such as ``{ k = 6, p = 0.1 }``."""
    mutual: bool = True
    """Whether an edge of an undirected network, or of a file, lets both see each other."""


def followers(network: NetworkScenario, agents: Sequence[str], authors: Collection[str], seed: int) -> dict[str, Any]:
    """Return agent → whom it sees, sorted.

    Args:
        agents: the ids of agents, which the nodes of a generator stand for, in order.
        authors: further ids that a file may name, such as bots.

    Raises:
        ScenarioError: the file or the generator cannot be used, and why.
    """
    if network.file is None and network.generator is None:
        return {}
    if network.file is not None and network.generator is not None:
        raise ScenarioError("network: name a file or a generator, not both", key="network")
    if network.file is not None:
        edges, directed = _read_edges(Path(network.file), {*agents, *authors}), False
    else:
        edges, directed = _generate_edges(network, agents, seed)
    follows: dict[str, set[str]] = {agent: set() for agent in (*agents, *authors)}
    for follower, followed in edges:
        follows[follower].add(followed)
        if network.mutual and not directed:
            follows[followed].add(follower)
    return {agent: sorted(follows[agent] - {agent}) for agent in agents}


def _read_edges(path: Path, handles: set[str]) -> list[tuple[str, str]]:
    edges = []
    for number, pair in read_pairs(path, "network.file"):
        if unknown := [name for name in pair if name not in handles]:
            raise ScenarioError(
                f"{path}:{number}: nobody here is called {unknown[0]!r}",
                hint="Names are agents' ids, as in `[agents.ID]`, and the handles of bots.",
                key="network.file",
            )
        edges.append(pair)
    return edges


def _generate_edges(network: NetworkScenario, agents: Sequence[str], seed: int) -> tuple[list[tuple[str, str]], bool]:
    """Return the edges of a generated network between agents, and whether they have a direction."""
    graph = draw_graph(str(network.generator), network.parameters, len(agents), seed, "network")
    agent_at = {node: agents[number] for number, node in enumerate(graph.nodes())}
    return [(agent_at[follower], agent_at[followed]) for follower, followed in graph.edges()], bool(graph.is_directed())


def plan_feed(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the scenario's network, the source's ranking where wanted, and the engine of an audience.

    Raises:
        ScenarioError: the network cannot be used, or the audience does not fit the agents.
        BeliefError: the belief rule has no form over arrays.
    """
    network = scenario.table("network", NetworkScenario)
    if network is not None:
        bots = spec.script["bots"]
        authors = bots if isinstance(bots, dict) else ()
        follows = followers(network, [agent.id for agent in spec.participants], authors, spec.stream_seed)
        spec = spec.model_copy(update={"script": {**spec.script, "follows": follows}})
    if spec.script["fidelity"] == "original":
        # written out, because logs of such runs from before are ranked and counted in doxa's own way
        script: dict[str, Any] = {"reposts": "every", **spec.script}
        script["ranking"] = {"by": "simswarm", **script["ranking"]}
        spec = spec.model_copy(update={"script": script})
    # written out, because logs from before drew ties by the places of posts
    spec = spec.model_copy(update={"script": {"ties": "post", **spec.script}})
    return spec.model_copy(update={"script": audience.complete_settings(spec)})


def plan_population(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the engine that computes the listeners, and what identifies their network.

    Raises:
        ScenarioError: voices have different belief rules, or the network cannot be used.
        BeliefError: the rule has no form over arrays, or numba is asked for and not installed.
    """
    settings = population.PopulationSettings.model_validate(spec.script)
    script = {**spec.script, "engine": population.choose_engine(spec, settings)}
    if settings.network is not None:
        script |= _plan_network(scenario, spec, settings)
    return spec.model_copy(update={"script": script})


def _plan_network(scenario: Scenario, spec: RunSpec, settings: population.PopulationSettings) -> dict[str, JsonValue]:
    """Return the settings of a network of listeners, with what identifies it, and how many listeners it has."""
    network = settings.network or ListenerNetwork()
    if bool(network.file) == bool(network.generator):
        raise ScenarioError("script.network: name a file or a generator", key="script.network")
    is_stated = network.generator or "listeners" in scenario.script
    name = file_name(Path(network.file).name) if network.file else ""
    path = Path(scenario.conditions.files.get(name, network.file))
    content, size, sha256 = make_network(network, path, settings.listeners if is_stated else None, spec.stream_seed)
    planned = network.model_copy(update={"file": name, "sha256": sha256, "shard": digest(content)})
    return {"network": planned.model_dump(mode="json"), "listeners": size}
