"""What planning refuses before a directory is made: agents of one name, and what a protocol's own check refuses."""

from pathlib import Path

import pytest

from doxa.app.cli import app
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.shipped import builtin_scenarios


@pytest.mark.parametrize(
    ("name", "count", "first"),
    [("Farmer", 1, "farmer"), (" farmer", 1, "farmer"), ("FARMER", 1, "farmer"), ("Farmer 2", 2, "farmer-2")],
)
def test_agents_and_members_of_crowds_of_one_name_are_refused(name: str, count: int, first: str) -> None:
    with pytest.raises(ScenarioError, match=rf"agents\.community\.name: {first} and community are both called"):
        plan(load_scenario("land", {"agents.farmer.count": count, "agents.community.name": name}))


@pytest.mark.parametrize("scenario", sorted(builtin_scenarios()))
def test_a_built_in_scenario_has_agents_of_different_names(scenario: str) -> None:
    assert plan(load_scenario(scenario)).participants


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("script.query=Q9", "there is no query 'Q9'"),
        ("script.topology=rign", "there is no topology 'rign'"),
        ("script.topology=star:nobody", "there is no agent 'nobody'"),
        ("script.topology=pairs", "pairs need an even number of agents"),
        ('script.hears={ghost=["farmer"]}', "there is no agent 'ghost'"),
    ],
)
def test_what_a_protocol_cannot_begin_with_is_refused_before_anything_is_announced(
    change: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ScenarioError, match=why):
        app(["run", "land", "--set", change, "--out", str(tmp_path / "run")], result_action="return_value")
    assert "written to" not in capsys.readouterr().out
    assert not (tmp_path / "run").exists()
