"""A path has one meaning: in a run, a what-if and a fork ``belief.u`` is everybody's, also of agents with their own."""

import pytest

from doxa import run
from doxa.analysis.what_if import what_if
from doxa.experiments.forking import fork
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario

TOWN = """
proposition = "We should introduce compulsory voting"
[agents.violet]
side = "pro"
belief.u = 0.9
policy.retrieved = 1
[agents.cobalt]
side = "con"
[agents.teal]
kernel = "degroot"
belief.own_weight = 3.0
[script]
rounds = 1
[belief]
u = 0.2
"""


@pytest.fixture
def town(tmp_path):
    path = tmp_path / "town.toml"
    path.write_text(TOWN, encoding="utf-8")
    return path


def planned(town, **changes):
    spec = plan(load_scenario(town, {path.replace("__", "."): value for path, value in changes.items()}))
    return {agent.id: agent for agent in spec.participants}


@pytest.mark.parametrize(
    ("changes", "violet", "cobalt"),
    [
        ({}, 0.9, 0.2),  # in the file an agent's own value stands
        ({"belief__u": 0.4}, 0.4, 0.4),
        ({"belief__u": 0.4, "agents__violet__belief__u": 0.7}, 0.7, 0.4),  # in either order
        ({"agents__violet__belief__u": 0.7, "belief__u": 0.4}, 0.7, 0.4),
    ],
)
def test_a_shared_path_changes_everybody_but_for_a_change_that_names_an_agent(town, changes, violet, cobalt):
    agents = planned(town, **changes, policy__retrieved=7)
    assert (agents["violet"].belief["u"], agents["cobalt"].belief["u"]) == (violet, cobalt)
    assert {agent.policy.retrieved for agent in agents.values()} == {7}


def test_a_shared_path_reaches_the_rules_that_have_the_setting(town):
    agents = planned(town, belief__own_weight=5.0)
    assert agents["teal"].belief["own_weight"] == 5.0
    assert agents["violet"].belief == planned(town)["violet"].belief


def test_a_rule_for_everybody_is_also_that_of_agents_with_their_own(town):
    agents = planned(town, kernel="hegselmann_krause", belief__bound=0.5)
    assert {agent.kernel for agent in agents.values()} == {"hegselmann_krause"}
    assert {agent.belief["bound"] for agent in agents.values()} == {0.5}


def test_run_what_if_and_fork_agree(town, tmp_path):
    changes = {"belief.u": 0.4}
    log = run(town, out=tmp_path / "run")
    forked = fork(log.path, at="r01/violet", changes=changes, out=tmp_path / "fork")
    ran = run(town, out=tmp_path / "changed", changes=changes)
    recomputed = what_if(ran, changes)
    assert all(point.stance == point.recorded for points in recomputed.curves.values() for point in points)
    other = what_if(forked, changes)
    assert all(points[-1].stance == points[-1].recorded for points in other.curves.values())
