"""Classic rules on one graph in doxa, Mesa and NDlib: what an edge or an encounter takes, and the opinions reached.

``python bench/peers.py`` runs these, each in a process of its own.
"""

import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any

# a peer's interpreter runs this file too, so that doxa and the peers are imported where they are measured

NEIGHBOURS, ROUNDS, BOUND = 20, 5, 0.64
DEGROOT_NODES, KRAUSE_NODES = 2_000, (2_000, 10_000)


def cpu_of(work: Callable[[], object], times: int = 1) -> float:
    """Return the seconds of CPU that work takes, all threads together."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def neighbours(nodes: int) -> list[list[int]]:
    """Return the neighbours of every node of a random graph, about ``NEIGHBOURS`` each, drawn by a seed."""
    random, near = Random(nodes), [set[int]() for _ in range(nodes)]
    for _ in range(NEIGHBOURS // 2):
        others = random.sample(range(nodes), nodes)
        for node, other in enumerate(others):
            if node != other:
                near[node].add(other)
                near[other].add(node)
    return [sorted(others) for others in near]


def opinions(nodes: int) -> list[float]:
    """Return opinions in [−1, 1] by a seed."""
    random = Random(nodes + 1)
    return [random.uniform(-1, 1) for _ in range(nodes)]


def edges_of(near: list[list[int]]) -> int:
    """Return how many opinions are read in a round."""
    return sum(map(len, near))


def krause_row(nodes: int) -> str:
    return f"Hegselmann–Krause, {nodes:,} nodes, ns an edge"


DEGROOT = f"DeGroot, {DEGROOT_NODES:,} nodes, ns an edge"
JOHNSEN = f"Friedkin–Johnsen, {DEGROOT_NODES:,} nodes, ns an edge"
DEFFUANT = f"Deffuant–Weisbuch, {DEGROOT_NODES:,} nodes, ns an encounter"
VOTER = f"voter, {DEGROOT_NODES:,} nodes, ns an encounter"


def doxa_rounds(nodes: int, rule_name: str, settings: dict[str, Any], rounds: int) -> tuple[float, list[float]]:
    """Return the ns an edge that rounds of a rule over arrays take, and the opinions after one round."""
    import numpy as np

    from doxa.beliefs.population.advancing import advance, population_rule
    from doxa.beliefs.population.crowd import Feed, begun

    near = neighbours(nodes)
    shown = np.array([other for others in near for other in others], np.int32)
    starts = np.cumsum([0, *map(len, near)]).astype(np.int64)
    numbers, likes = np.arange(nodes, dtype=np.int32), np.zeros(nodes, np.int64)
    crowd, rule = begun(np.array(opinions(nodes)), 0.5), population_rule(rule_name, settings)

    def round() -> None:
        stance = crowd.position.copy()
        feed = Feed(author=numbers, stance=stance, likes=likes, content=numbers, starts=starts, shown=shown)
        advance(crowd, feed, rule)

    round()
    reached = [float(position) for position in crowd.position]
    return 1e9 * cpu_of(round, rounds) / edges_of(near), reached


def doxa_degroot() -> dict[str, Any]:
    """Return what an edge of DeGroot over arrays takes."""
    taken, reached = doxa_rounds(DEGROOT_NODES, "degroot", {}, 20 * ROUNDS)
    return {DEGROOT: taken, "opinions": {"DeGroot": reached}}


def mesa_degroot() -> dict[str, Any]:
    """Return what an edge of DeGroot takes whose agents are Mesa's."""
    mesa: Any = import_module("mesa")
    near = neighbours(DEGROOT_NODES)

    class Holder(mesa.Agent):  # type: ignore[misc]
        def __init__(self, model: Any, opinion: float) -> None:
            super().__init__(model)
            self.opinion = self.coming = opinion
            self.near: list[Holder] = []

        def step(self) -> None:
            self.coming = (self.opinion + sum(other.opinion for other in self.near)) / (1 + len(self.near))

        def advance(self) -> None:
            self.opinion = self.coming

    model = mesa.Model()
    holders = [Holder(model, opinion) for opinion in opinions(DEGROOT_NODES)]
    for holder, others in zip(holders, near, strict=True):
        holder.near = [holders[other] for other in others]

    def round() -> None:
        model.agents.do("step")
        model.agents.do("advance")

    round()
    reached = [holder.opinion for holder in holders]
    taken = cpu_of(round, ROUNDS)
    return {"version": version("mesa"), DEGROOT: 1e9 * taken / edges_of(near), "opinions": {"DeGroot": reached}}


SEED = 5


def encounters(near: list[list[int]], round: int) -> list[tuple[int, int]]:
    """Return who meets whom in a round: doxa's draws, whose raw words numpy keeps the same in all versions."""
    import numpy as np

    draws = np.random.Philox(key=[SEED, (1 << 63) + round]).random_raw(2 * len(near)).reshape(2, -1).tolist()
    listeners = [draw % len(near) for draw in draws[0]]
    return [(one, near[one][draw % len(near[one])]) for one, draw in zip(listeners, draws[1], strict=True)]


def camps(nodes: int) -> list[float]:
    """Return opinions of two camps, −1 and 1, between which voters choose."""
    return [1.0 if opinion > 0 else -1.0 for opinion in opinions(nodes)]


def doxa_encounters(rule_name: str, settings: dict[str, Any], start: list[float]) -> tuple[float, list[float]]:
    """Return the ns that an encounter of listeners takes, and the opinions after ``ROUNDS`` rounds."""
    import numpy as np

    from doxa.systems.feed.arrays.audience import make_shard
    from doxa.systems.feed.arrays.edges import Edges
    from doxa.systems.feed.arrays.workers import Workers
    from doxa.systems.feed.tasks.population_round import Audience, ListenerNetwork, Posts

    near, workers = neighbours(len(start)), Workers()
    edges = Edges(starts=np.cumsum([0, *map(len, near)]), heard=np.array([o for others in near for o in others], "i4"))
    network: dict[str, Any] = {"network": ListenerNetwork(order="encounters"), "kernel": rule_name, "belief": settings}
    voices: dict[str, Any] = {"voices": (0.0,), "follows": 0, "alike": 0.0, "start": "even", "spread": 0.0}
    size: dict[str, Any] = {"size": len(near), "seed": SEED, "contents": 3, "engine": "numpy", "precision": "float64"}
    shard = make_shard(Audience(**network, **voices, **size), 0, len(near), edges)
    workers.seat([shard])
    turn = iter(range(1, 10**6))

    def round() -> None:
        workers.meet(Posts(stances=(0.0,), contents=(0,)), next(turn))

    shard.crowd.position[:] = start
    for _ in range(ROUNDS):
        round()
    reached = [float(position) for position in shard.crowd.position]
    return 1e9 * cpu_of(round, 20) / len(near), reached


def doxa_beside_ndlib() -> dict[str, Any]:
    """Return what edges and encounters of the classic rules over arrays take."""
    measured: dict[str, Any] = {}
    for nodes in reversed(KRAUSE_NODES):
        taken, reached = doxa_rounds(nodes, "hegselmann_krause", {"bound": BOUND}, 20 * ROUNDS)
        measured[krause_row(nodes)] = taken
    begun, near = opinions(nodes), neighbours(nodes)
    alike = [sum(abs(begun[other] - begun[node]) < BOUND for other in near[node]) for node in range(ALONE)]
    others = [reached[node] + (reached[node] - begun[node]) / count for node, count in enumerate(alike)]
    measured[JOHNSEN], johnsen = doxa_rounds(
        DEGROOT_NODES, "friedkin_johnsen", {"own_weight": 0.0, "susceptibility": 0.9}, 20 * ROUNDS
    )
    pairs = {"threshold": BOUND, "convergence": 0.5}
    measured[DEFFUANT], deffuant = doxa_encounters("deffuant_weisbuch", pairs, opinions(DEGROOT_NODES))
    measured[VOTER], voter = doxa_encounters("voter", {}, camps(DEGROOT_NODES))
    reached_by = {"Friedkin–Johnsen": johnsen, "Deffuant–Weisbuch": deffuant, "voter": voter}
    return {**measured, "opinions": {"Hegselmann–Krause, without oneself": others, **reached_by}}


ALONE = 20
"""Nodes whose mean in NDlib's Hegselmann–Krause is compared, one at a time."""


def ndlib_model(name: str, start: list[float], **settings: float) -> Any:
    """Return a model of NDlib on the graph of so many nodes, begun at opinions in [−1, 1], which it has in [0, 1]."""
    networkx: Any = import_module("networkx")
    configuration: Any = import_module("ndlib.models.ModelConfig").Configuration()
    model = getattr(import_module("ndlib.models.opinions"), name)(
        networkx.Graph(dict(enumerate(neighbours(len(start)))))
    )
    for setting, number in {**settings, **({"fraction_infected": 0.5} if name == "VoterModel" else {})}.items():
        configuration.add_model_parameter(setting, number)
    model.set_initial_status(configuration)
    model.iteration()  # the first only returns the start
    model.status = {node: (opinion + 1) / 2 for node, opinion in enumerate(start)}
    model.initial_status = dict(model.status)
    return model


def reached_in(model: Any) -> list[float]:
    return [2.0 * model.status[node] - 1.0 for node in sorted(model.status)]


def ndlib_alone(nodes: int) -> list[float]:
    """Return the opinions of some nodes after Hegselmann–Krause in NDlib, each moved from the start alone."""
    random, reached = import_module("numpy").random, []
    model = ndlib_model("HKModel", opinions(nodes), epsilon=BOUND / 2)
    for node in range(ALONE):
        random.randint, drawn = lambda *_, node=node: node, random.randint
        model.status = dict(model.initial_status)
        model.iteration()
        random.randint = drawn
        reached.append(reached_in(model)[node])
    return reached


def ndlib_encounters(model: Any, feed: Callable[[list[tuple[int, int]], list[list[int]]], int]) -> list[float]:
    """Return the opinions after ``ROUNDS`` rounds; ``feed`` gives each its draws, and returns its iterations."""
    near = [list(model.graph.neighbors(node)) for node in range(len(model.status))]
    for round in range(1, ROUNDS + 1):
        for _ in range(feed([*encounters(neighbours(len(near)), round)], near)):
            model.iteration()
    return reached_in(model)


def feed_deffuant(pairs: list[tuple[int, int]], near: list[list[int]]) -> int:
    module: Any = import_module("ndlib.models.opinions.AlgorithmicBiasModel")
    listeners = iter([one for one, _ in pairs])
    places = iter([(near[one].index(other) + 0.5) / len(near[one]) for one, other in pairs])
    module.choice, module.np.random.random_sample = lambda _: next(listeners), lambda: next(places)
    return 1


def feed_voter(pairs: list[tuple[int, int]], near: list[list[int]]) -> int:
    draws = iter([draw for one, other in pairs for draw in (one, near[one].index(other))])
    import_module("numpy").random.randint = lambda *_: next(draws)
    return len(pairs)


def ndlib_rules() -> dict[str, Any]:
    """Return what edges and encounters of the classic rules take in NDlib, and the opinions that it reaches."""
    measured: dict[str, Any] = {"version": version("ndlib")}
    for nodes in KRAUSE_NODES:
        model = ndlib_model("HKModel", opinions(nodes), epsilon=BOUND / 2)
        measured[krause_row(nodes)] = 1e9 * cpu_of(model.iteration, 2) / edges_of(neighbours(nodes))
    start, near = opinions(DEGROOT_NODES), neighbours(DEGROOT_NODES)
    johnsen = ndlib_model("FJModel", start)
    johnsen.iteration()
    reached = {"Friedkin–Johnsen": reached_in(johnsen)}
    measured[JOHNSEN] = 1e9 * cpu_of(johnsen.iteration, ROUNDS) / edges_of(near)
    deffuant = ndlib_model("AlgorithmicBiasModel", start, epsilon=BOUND / 2, gamma=0)
    measured[DEFFUANT] = 1e9 * cpu_of(deffuant.iteration, 2) / len(near)
    voter = ndlib_model("VoterModel", camps(len(near)))
    measured[VOTER] = 1e9 * cpu_of(voter.iteration, 200)
    reached["Hegselmann–Krause, without oneself"] = ndlib_alone(KRAUSE_NODES[0])
    deffuant = ndlib_model("AlgorithmicBiasModel", start, epsilon=BOUND / 2, gamma=0)
    reached["Deffuant–Weisbuch"] = ndlib_encounters(deffuant, feed_deffuant)
    reached["voter"] = ndlib_encounters(ndlib_model("VoterModel", camps(len(near))), feed_voter)
    return {**measured, "opinions": reached}
