"""Graphs by the generators of networkx, drawn from a seed, with bounds on what a generator is asked for."""

import inspect
from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue, stream


def draw_graph(name: str, parameters: Mapping[str, JsonValue], count: int, seed: int, key: str) -> Any:
    """Return the graph that a generator draws between so many nodes.

    Args:
        name: of the generator, in networkx.
        key: the table of settings that names it.

    Raises:
        ScenarioError: there is no such generator, or it cannot be used so.
    """
    from networkx import generators  # late: it costs a fifth of a second

    make = getattr(generators, name, None)
    if not inspect.isfunction(make):
        raise ScenarioError(
            f"{key}.generator: networkx has no generator {name!r}",
            hint="Such as watts_strogatz_graph, barabasi_albert_graph, gnp_random_graph, stochastic_block_model.",
            key=f"{key}.generator",
        )
    drawn = stream(seed, "network", name).getrandbits(31)
    graph = _call_generator(make, count, dict(parameters), drawn, key)
    if graph.number_of_nodes() != count:
        raise ScenarioError(
            f"{key}.generator: {name} gave {graph.number_of_nodes()} nodes for {count}", key=f"{key}.generator"
        )
    return graph


def _call_generator(make: Any, count: int, parameters: dict[str, Any], seed: int, key: str) -> Any:
    """Return the graph of a generator, called with the number of nodes and the seed where it takes them."""
    import networkx

    _refuse_huge(parameters, count, key)
    takes = inspect.signature(make).parameters
    own_arguments: dict[str, Any] = {"n": count, "seed": seed}
    if make.__module__ == "networkx.generators.random_graphs" and not parameters.get("directed"):
        own_arguments["create_using"] = _light_graph()
    own_arguments = {name: own_arguments[name] for name in own_arguments.keys() & takes.keys() - parameters.keys()}
    try:
        return make(**own_arguments, **parameters)
    except (TypeError, ValueError, ZeroDivisionError, networkx.NetworkXException) as error:
        accepted = [
            parameter
            for parameter in takes
            if parameter not in ("n", "seed", "create_using", "backend", "backend_kwargs")
        ]
        raise ScenarioError(
            f"{key}.parameters: {make.__name__}: {error}",
            hint=f"It takes {', '.join(accepted) or 'no parameters'}; the number of nodes and the seed are given.",
            key=f"{key}.parameters",
        ) from None


def _light_graph() -> Any:
    """Return an undirected graph whose nodes and edges share one dictionary of attributes: a third less memory."""
    import networkx

    graph = networkx.Graph()
    graph.edge_attr_dict_factory = graph.node_attr_dict_factory = repeat({}).__next__
    return graph


def _refuse_huge(parameters: dict[str, Any], count: int, key: str) -> None:
    """Refuse numbers with which a generator would run for hours before its graph turned out to be too large."""
    most = max(count * count, 1000)
    for name, setting in parameters.items():
        if name != "seed" and any(abs(number) > most for number in _integers(setting)):
            raise ScenarioError(
                f"{key}.parameters.{name}: too large for a network of {count}",
                hint="No network of them has so many nodes or edges.",
                key=f"{key}.parameters",
            )


def _integers(value: Any) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _integers(inner)
