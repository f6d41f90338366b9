"""A factor keeps agents as unlike as they were, and a sweep says where it levels them."""

from pathlib import Path

import pytest

from app.calling import called
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario

SCENARIO = """
proposition = "We should introduce compulsory voting"
script.rounds = 1
memory.theta = 0.8
[agents.ana]
side = "pro"
belief.u = 0.3
[agents.ben]
side = "con"
belief.u = 0.6
[agents.cy]
side = "con"
"""


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "town.toml"
    path.write_text(SCENARIO)
    return str(path)


def test_a_factor_multiplies_own_shared_and_default_values(scenario: str) -> None:
    usual, halved = (
        plan(load_scenario(scenario, changes)) for changes in ({}, {"belief.u": "x.5", "memory.theta": "x0.5"})
    )
    before, after = ([agent.belief["u"] for agent in spec.participants] for spec in (usual, halved))
    assert after == pytest.approx([u / 2 for u in before])
    assert len(set(after)) == 3
    assert {agent.memory["theta"] for agent in halved.participants} == {0.4}


def test_what_is_no_number_cannot_be_multiplied(scenario: str) -> None:
    with pytest.raises(ScenarioError, match="the agent ana has no number there to multiply by 2"):
        load_scenario(scenario, {"prior.stance": "x2"})


def test_a_sweep_says_that_it_levels_agents_and_offers_a_factor(scenario: str, tmp_path: Path, capsys) -> None:
    told = called("sweep", scenario, "--grid", "belief.u=0.2,0.4", "--out", str(tmp_path / "s"), capsys=capsys)
    assert "belief.u: everybody gets one value, in place of their own (ana 0.3, ben 0.6)" in " ".join(told.split())
    assert "--grid belief.u=x0.5,x1,x2" in told
    for grid in ("belief.u=x1,x2", "memory.theta=0.7,0.9"):
        told = called("sweep", scenario, "--grid", grid, "--out", str(tmp_path / grid), capsys=capsys)
        assert "in place of their own" not in told
