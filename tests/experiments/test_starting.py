"""What is said before a run begins, and what planning refuses before a directory is made."""

from pathlib import Path

import pytest

from doxa.app.cli import app
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms
from doxa.experiments.starting import WordingWarning, check_start
from doxa.records.spec import Proposition


def worded(text):
    spec = plan(load_scenario("compulsory-voting", {}), 0)
    return spec.model_copy(update={"proposition": Proposition(text=text)})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("We should ban smoking and drinking", "says two things at once"),
        ("Wir sollten das Rauchen verbieten", "not in English"),
    ],
)
def test_a_proposition_of_two_things_or_in_another_language_is_warned_of_and_not_refused(tmp_path, text, why):
    with pytest.warns(WordingWarning, match=why):
        check_start(worded(text), tmp_path / "run", Terms())


def test_a_plain_proposition_is_not_warned_of(tmp_path):
    check_start(worded("We should ban smoking"), tmp_path / "run", Terms())


@pytest.mark.parametrize(
    ("name", "count", "first"),
    [("Farmer", 1, "farmer"), (" farmer", 1, "farmer"), ("FARMER", 1, "farmer"), ("Farmer 2", 2, "farmer-2")],
)
def test_agents_and_members_of_crowds_of_one_name_are_refused(name: str, count: int, first: str) -> None:
    with pytest.raises(ScenarioError, match=rf"agents\.community\.name: {first} and community are both called"):
        plan(load_scenario("land", {"agents.farmer.count": count, "agents.community.name": name}))


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
