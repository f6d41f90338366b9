"""Feed: agents act on a ranked feed (SimSwarm), and populations that listen."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, Role, System, flowing, later

HELPS = flowing(
    {
        "audience": """\
Show the distribution of a population's opinions, or one listener.

Without a number: the distribution after every round as a strip, and how divided it is. With --listener N: whom that
listener met, where it stood after every round, and the posts that moved it most, factor by factor.

Try: doxa run million --set script.listeners=100000, or doxa run feed-audience
     doxa audience DIR --listener 0""",
    }
)

FEED = System(
    name="feed",
    protocols={
        "feed": Later("doxa.systems.feed.protocol.script:FEED"),
        "population": Later("doxa.systems.feed.protocol.population:POPULATION"),
    },
    tasks=later(
        "doxa.systems.feed.tasks",
        act_on_feed="act_on_feed:ACT_ON_FEED",
        population_round="population_round:POPULATION_ROUND",
    ),
    offline=Later("doxa.systems.feed.offline:SKILLS"),
    tables={"network": Later("doxa.systems.feed.plans:NetworkScenario")},
    roles={"listeners": Role(defaults={"model": "arrays"})},
    plans={
        "feed": PlanHooks(tables=("network",), planned=Later("doxa.systems.feed.plans:plan_feed")),
        "population": PlanHooks(planned=Later("doxa.systems.feed.plans:plan_population")),
    },
    hooks=Later("doxa.systems.feed.hooks:HOOKS"),
    commands={"audience": Command(at="doxa.systems.feed.commands:audience", help=HELPS["audience"])},
    scenarios="doxa.systems.feed",
    reproductions=Later("doxa.systems.feed.exhibits.simswarm:REPRODUCTIONS"),
)
