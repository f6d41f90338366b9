"""Planning a feed or a population: who follows whom, and what computes an audience.

Who follows whom comes from an edge list or from a generator of networkx, drawn from the run's seed. The result is in
the spec, and so in its hash: a run does not change with the file or with a later networkx.
"""

import inspect
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.errors import ScenarioError
from doxa.experiments.scenario import FileBeside, Scenario
from doxa.records.base import JsonValue, Settings, digest, stream
from doxa.records.outside import file_name
from doxa.records.spec import RunSpec
from doxa.systems.feed.arrays.edges import read_network, read_pairs
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
    from networkx import generators  # late: it costs a fifth of a second

    make = getattr(generators, network.generator or "", None)
    if not inspect.isfunction(make):
        raise ScenarioError(
            f"network.generator: networkx has no generator {network.generator!r}",
            hint="Such as watts_strogatz_graph, barabasi_albert_graph, gnp_random_graph, stochastic_block_model.",
            key="network.generator",
        )
    parameters: dict[str, Any] = dict(network.parameters)
    drawn = stream(seed, "network", str(network.generator)).getrandbits(31)
    graph = _call_generator(make, len(agents), parameters, drawn, str(network.generator))
    if graph.number_of_nodes() != len(agents):
        raise ScenarioError(
            f"network.generator: {network.generator} gave {graph.number_of_nodes()} nodes for {len(agents)} agents",
            key="network.generator",
        )
    agent_at = {node: agents[number] for number, node in enumerate(graph.nodes())}
    return [(agent_at[follower], agent_at[followed]) for follower, followed in graph.edges()], bool(graph.is_directed())


def _call_generator(make: Any, count: int, parameters: dict[str, Any], seed: int, name: str) -> Any:
    """Return the graph of a generator, called with the number of nodes and the seed where it takes them."""
    import networkx

    _refuse_huge(parameters, count, name)
    takes = inspect.signature(make).parameters
    own_arguments = {
        key: number for key, number in (("n", count), ("seed", seed)) if key in takes and key not in parameters
    }
    try:
        return make(**own_arguments, **parameters)
    except (TypeError, ValueError, ZeroDivisionError, networkx.NetworkXException) as error:
        accepted = [
            parameter
            for parameter in takes
            if parameter not in ("n", "seed", "create_using", "backend", "backend_kwargs")
        ]
        raise ScenarioError(
            f"network.parameters: {name}: {error}",
            hint=f"It takes {', '.join(accepted) or 'no parameters'}; the number of agents and the seed are given.",
            key="network.parameters",
        ) from None


def _refuse_huge(parameters: dict[str, Any], count: int, name: str) -> None:
    """Refuse numbers with which a generator would run for hours before its graph turned out to be too large."""
    most = max(count * count, 1000)
    for key, setting in parameters.items():
        if key != "seed" and any(abs(number) > most for number in _integers(setting)):
            raise ScenarioError(
                f"network.parameters.{key}: too large for a network of {count} agents (generator {name})",
                hint="No network of them has so many nodes or edges.",
                key="network.parameters",
            )


def _integers(value: Any) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _integers(inner)


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
        script |= _plan_network(scenario, settings.network)
    return spec.model_copy(update={"script": script})


def _plan_network(scenario: Scenario, network: ListenerNetwork) -> dict[str, JsonValue]:
    """Return the settings of a network of listeners, with what identifies it, and how many listeners it has."""
    if not network.file:
        raise ScenarioError("script.network: a network needs a file", key="script.network")
    stated = scenario.script.get("listeners")
    listeners = stated if isinstance(stated, int) else None
    name = file_name(Path(network.file).name)
    path = Path(scenario.conditions.files.get(name, network.file))
    content, size, sha256 = read_network(path, sha256=network.sha256, mutual=network.mutual, listeners=listeners)
    planned = network.model_copy(update={"file": name, "sha256": sha256, "shard": digest(content)})
    return {"network": planned.model_dump(mode="json"), "listeners": size}
