"""Dry runs: what a command would take, measured by driving it offline; nothing is asked and nothing is written."""

import json
from pathlib import Path

import pytest

from doxa.app.cli import app
from doxa.errors import StoppedError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import run
from doxa.minds.hearing_together import JOINT_TASKS
from doxa.models.conditions import Conditions
from doxa.models.offline.performer import skills
from servers.leaning import leaning
from servers.openai_server import OpenAIServer

PAID = "openai:gpt-4o-mini"


COMMANDS = {
    "run": ["run", "compulsory-voting", "--model", PAID, "--set", "script.rounds=1"],
    "together": ["run", "land-beliefs", "--model", PAID, "--set", "script.rounds=1"],
    "sweep": ["sweep", "feed", "--model", PAID, "--grid", "belief.step=0.2,0.5", "--set", "script.rounds=1", "--out=x"],
    "ensemble": ["ensemble", "union", "--model", PAID, "--epochs", "1", "--replicates", "1"],
    "judge": ["judge", "debate", "--panel", PAID],
    "bias": ["judge", "debate", "--panel", PAID, "--layers", "annotation", "--bias"],
    "reproduce": ["reproduce", "belief-engine", "fig2-left", "--models", PAID, "--trials=1", "--set=script.rounds=1"],
    "replay": ["replay", "persuasiontrace", "--judge", PAID, "--sample", "3"],
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name == "ensemble")) for name in COMMANDS]
)
def test_a_dry_run_asks_nobody_and_writes_nothing(
    name: str,
    server: OpenAIServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if "debate" in COMMANDS[name]:
        run("compulsory-voting", out=tmp_path / "debate", changes={"script.rounds": 1})
    before = sorted(tmp_path.rglob("*"))
    app([*COMMANDS[name], "--dry-run"], result_action="return_value")
    shown = " ".join(capsys.readouterr().out.split())
    assert "tokens in and" in shown
    assert "about $0." in shown
    assert "Nothing was asked." in shown
    assert server.count == 0
    assert sorted(tmp_path.rglob("*")) == before


def test_every_task_that_is_asked_together_can_be_stood_in_for():
    assert {joint.name for joint in JOINT_TASKS.values()} <= set(skills())


def test_an_interrupted_dry_run_ends_and_names_no_directory_that_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[object] = []

    def interrupt(*given: object, **named: object) -> None:
        begun.append(given)
        raise StoppedError("interrupted", hint="Nothing is lost. Continue with: doxa resume /tmp/thrown/away")

    monkeypatch.setattr("doxa.experiments.dry_runs.sit", interrupt)
    spec = plan(load_scenario("compulsory-voting"))
    with pytest.raises(StoppedError, match="interrupted") as stopped:
        rehearse([Rehearsal(spec=spec, path=tmp_path / name, conditions=Conditions()) for name in ("a", "b")])
    assert stopped.value.hint.startswith("This dry run asked nobody")
    assert len(begun) == 1


@pytest.mark.parametrize("scenario", ["compulsory-voting", "feed", "land"])
def test_the_calls_are_those_that_a_run_makes(scenario: str, server: OpenAIServer, tmp_path: Path) -> None:
    changes = {"models.speaker": PAID, "models.extractor": PAID, "script.rounds": 2}
    spec = plan(load_scenario(scenario, changes))
    forecast = rehearse([Rehearsal(spec=spec, path=tmp_path / "run", conditions=Conditions())])
    log = run(scenario, out=tmp_path / "run", changes=changes)
    asked = [call for call in log.calls() if call.model == PAID and call.id.endswith("#1")]
    assert forecast.calls == pytest.approx(len(asked), rel=0.25)
    assert forecast.input_tokens == pytest.approx(sum(call.input_tokens or 0 for call in asked), rel=0.5)


def test_each_letter_of_a_judge_that_is_weighed_is_a_call(server: OpenAIServer, tmp_path: Path) -> None:
    changes = {"models.judge": PAID, "models.judge.weighing.model": PAID, "script.rounds": 1}
    scenario = load_scenario("feed", changes)
    forecast = rehearse([Rehearsal(spec=plan(scenario), path=tmp_path / "run", conditions=Conditions())])
    server.tops = leaning(lambda _: (1.0, 0.0, 0.0))
    log = run(scenario, out=tmp_path / "run")
    judged = [call for call in log.calls() if call.model == PAID]
    assert forecast.calls == server.count == 6 * (len(judged) + 1), "each post, and once the empty one"
    assert forecast.models[0].output_tokens == server.count


def test_what_is_answered_already_is_not_counted(server: OpenAIServer, tmp_path: Path) -> None:
    changes = {"models.speaker": PAID, "script.rounds": 2}
    scenario = load_scenario("compulsory-voting", changes)
    rehearsal = Rehearsal(spec=plan(scenario), path=tmp_path / "run", conditions=Conditions())
    assert rehearse([rehearsal]).calls == 4
    log = run("compulsory-voting", out=tmp_path / "run", changes=changes)
    (log.path / "events.jsonl").write_bytes(b"".join(log.lines[:4]))
    assert rehearse([rehearsal]).calls == 0


def test_a_motion_that_the_offline_speaker_does_not_know_is_forecast_too(tmp_path: Path) -> None:
    changes = {"models.speaker": PAID, "script.rounds": 1, "seeds.per_side": 0}
    scenario = load_scenario("land", {**changes, "proposition": "We should paint every bridge blue"})
    assert rehearse([Rehearsal(spec=plan(scenario), path=tmp_path / "x", conditions=Conditions())]).calls > 0


def test_a_program_reads_the_forecast(capsys: pytest.CaptureFixture[str]) -> None:
    app([*COMMANDS["run"], "--dry-run", "--json"], result_action="return_value")
    told = json.loads(capsys.readouterr().out)
    assert told["cost_usd"] > 0
    assert [use["model"] for use in told["models"]] == [PAID]
    assert told["calls"] == told["models"][0]["calls"]


def test_an_unknown_price_is_unknown_in_a_forecast_too(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "compulsory-voting", "--model", "compatible:x:y", "--set", "script.rounds=1", "--dry-run"]
    app(words, result_action="return_value")
    shown = capsys.readouterr().out
    assert "cost unknown" in shown
    assert "compatible:x:y" in shown
    assert "$" not in shown


def test_offline_runs_cost_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    app(["run", "compulsory-voting", "--set", "script.rounds=1", "--dry-run"], result_action="return_value")
    assert "nothing is spent" in capsys.readouterr().out


def test_who_interrupts_an_estimate_is_not_asked_to_pay(
    server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("compulsory-voting", out=tmp_path / "debate", changes={"script.rounds": 1})

    def interrupted(*_: object, **__: object) -> None:
        raise StoppedError("interrupted")

    monkeypatch.setattr("doxa.experiments.dry_runs.sit", interrupted)
    with pytest.raises(StoppedError, match="interrupted"):
        app(["judge", str(tmp_path / "debate"), "--panel", PAID], result_action="return_value")
    assert server.count == 0
