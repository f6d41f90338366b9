"""The discussions that come with doxa: who takes part, on which queries, and from whose knowledge."""

from math import fsum, tanh

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.explain import explain
from doxa.analysis.verify import verify
from doxa.corpora.knowledge import load_knowledge, shipped_knowledge
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import run

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


def test_an_agent_names_a_model_of_its_own():
    spec = plan(load_scenario("land", {"agents.farmer.model": "ollama:qwen3"}))
    assert {one.id: one.role for one in spec.participants} == {
        "farmer": "speaker@farmer",
        "conservationist": "speaker",
        "community": "speaker",
    }
    assert (spec.roles["speaker@farmer"].model, spec.roles["speaker"].model) == ("ollama:qwen3", "offline")


def test_both_discussions_on_land_ask_the_same():
    assert load_scenario("land").script == load_scenario("land-five").script


@pytest.fixture(scope="module")
def believed(tmp_path_factory):
    return run("land-beliefs", out=tmp_path_factory.mktemp("runs") / "run", changes={"script.rounds": 2})


def test_stances_move_under_struct_and_every_move_is_explained(believed):
    assert {one.policy.prompt.rule for one in believed.spec.participants} == {"struct"}
    found = verify(believed.path)
    assert (found.status, found.moves > 0) == ("verified", True)
    told = [explain(believed, one.id) for one in believed.spec.participants]
    for one in told:
        # S = tanh(L / 2), and L is the sum of what the ledger lists: nobody has seeds, so nothing else can move it
        assert one.now == pytest.approx(tanh(fsum(row.contribution for row in one.ledger if row.active) / 2), abs=1e-9)
        assert {row.origin for row in one.ledger} <= {"self", "peer"}
        # who heard nothing that the judge reads as for or against stays where all began
        assert (one.now != 0.0) == any(row.contribution for row in one.ledger if row.active)
    assert sum(one.now != 0.0 for one in told) >= 2


def test_in_a_chain_an_end_meets_its_own_words_and_its_neighbours(believed):
    met = [one for one in view_of(believed).memory["farmer"] if one.message]
    assert {one.message.split("/")[1] for one in met} == {"farmer", "conservationist"}
