"""Planning a feed or a population: who follows whom, and what computes an audience."""

from doxa.experiments.scenario import Scenario
from doxa.records.spec import RunSpec
from doxa.systems.feed.networks import NetworkScenario, followers
from doxa.systems.feed.protocol import audience, population


def plan_feed(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the scenario's network, and with the engine that computes an audience.

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
    return spec.model_copy(update={"script": audience.complete_settings(spec)})


def plan_population(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the engine that computes the listeners.

    Raises:
        ScenarioError: voices have different belief rules.
        BeliefError: the rule has no form over arrays, or numba is asked for and not installed.
    """
    return spec.model_copy(update={"script": population.complete_settings(spec)})
