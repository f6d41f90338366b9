"""The discussions that come with doxa: who takes part, on which queries, and from whose knowledge."""

import pytest

from doxa.corpora.knowledge import load_knowledge, shipped_knowledge
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario

FARMERS = ["farmer", "farmer_2", "farmer_3"]


@pytest.mark.parametrize(
    ("name", "agents"),
    [
        ("land", ["farmer", "conservationist", "community"]),
        ("education", ["teacher", "parent", "policy_maker"]),
        ("land-five", [*FARMERS, "conservationist", "community"]),
    ],
)
def test_a_discussion_has_five_queries_and_everybody_a_knowledge_base(name, agents):
    spec = plan(load_scenario(name))
    assert [one.id for one in spec.participants] == agents
    assert sorted(spec.script["queries"]) == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    assert min(len(spec.script["knowledge"][one]) for one in agents) >= 12
    assert len({one.persona for one in spec.participants}) == len(agents)


def test_each_role_has_knowledge_of_its_own_and_farmers_share_theirs():
    roles = {name: {one.text for one in load_knowledge(name)} for name in shipped_knowledge()}
    assert sum(map(len, roles.values())) == len(set().union(*roles.values()))
    known = plan(load_scenario("land-five")).script["knowledge"]
    assert known["farmer"] == known["farmer_2"] == known["farmer_3"]


def test_both_discussions_on_land_ask_the_same():
    assert load_scenario("land").script == load_scenario("land-five").script
