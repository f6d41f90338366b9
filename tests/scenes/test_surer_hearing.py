"""``models.extractor.sure``: a run whose judge is asked to be surer, from the command to its claims."""

from pathlib import Path

import pytest

import doxa
from doxa.app.cli import app
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import Order
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.records.events import MessageHeard

CHANGES = {"script.rounds": 4, "script.turns": "simultaneous", "hearing.labels": "judged", "hearing.direction": "blind"}


def directions(path: Path) -> list[int]:
    events = open_run(path).events
    return [claim.polarity for event in events if isinstance(event, MessageHeard) for claim in event.body.claims]


def test_a_surer_judge_leaves_more_unclear_and_turns_nothing_round(tmp_path: Path) -> None:
    doxa.run("compulsory-voting", out=tmp_path / "plain", changes=CHANGES)
    doxa.run("compulsory-voting", out=tmp_path / "surer", changes={**CHANGES, "models.extractor.sure": 0.75})
    plain, surer = (directions(tmp_path / name) for name in ("plain", "surer"))
    assert surer.count(0) > plain.count(0)
    assert any(surer)


def test_the_command_says_how_sure_the_judge_is_asked_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "compulsory-voting", "--sure", "0.9", "--set", "script.rounds=1", "--out", str(tmp_path / "run")]
    app(words, result_action="return_value")
    assert "leaves unclear what it is less than 0.9 sure of" in " ".join(capsys.readouterr().out.split())
    assert open_run(tmp_path / "run").spec.roles["extractor"].sure == 0.9


def test_a_reproduction_asks_the_same_of_who_hears(tmp_path: Path) -> None:
    assert Order(out=tmp_path, sure=0.7).name_models("offline")["models.extractor.sure"] == 0.7
    assert "models.extractor.sure" not in Order(out=tmp_path).name_models("offline")


def test_a_spec_that_asks_nothing_has_the_bytes_of_before() -> None:
    assert '"sure"' not in plan(load_scenario("compulsory-voting")).model_dump_json()


def test_a_dry_run_refuses_a_model_that_states_no_probability() -> None:
    words = ["run", "compulsory-voting", "--hear", "openai:gpt-4o-mini", "--sure", "0.7", "--dry-run"]
    with pytest.raises(ScenarioError, match="states no probability"):
        app(words, result_action="return_value")


def test_nobody_else_can_be_asked_to_be_surer() -> None:
    with pytest.raises(ScenarioError, match=r"models\.extractor\.sure"):
        load_scenario("compulsory-voting", {"models.scorer.sure": 0.9})
