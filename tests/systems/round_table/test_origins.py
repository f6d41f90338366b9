"""What plain code did is said by role: words, judgements, both or neither."""

import json
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.app.cli import app
from doxa.experiments.reproductions import Order, reproduced
from doxa.experiments.sitting import run
from doxa.log.rundir import open_run
from servers.openai_server import OpenAIServer

MODEL = "compatible:test"
OWN = {f"agents.{agent}.model": MODEL for agent in ("farmer", "conservationist", "community")}
SHORT = {"script.rounds": 2, "script.passages": 1}


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    app(list(words), result_action="return_value")
    return " ".join(capsys.readouterr().out.split())


def sets(changes: dict[str, object]) -> list[str]:
    return [word for path, value in changes.items() for word in ("--set", f"{path}={json.dumps(value)}")]


@pytest.mark.parametrize("change", [OWN, {"models.speaker": MODEL}])
def test_a_discussion_among_models_does_not_say_that_words_are_simulated(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object]
) -> None:
    out = str(tmp_path / "run")
    told = shown(capsys, "run", "land", *sets(change | SHORT), "--out", out)
    assert "words simulated" not in told
    assert "Offline: responsiveness and rebuttal judged by string rules (docs/offline.md)." in told
    assert "words simulated" not in shown(capsys, "metrics", out)
    note = view_of(open_run(out)).simulated
    assert "put together offline" not in note
    assert "judged offline, by a plain rule" in note
    told = json.loads(shown(capsys, "run", "land", *sets(change | SHORT), "--out", out, "--json"))
    assert not any(role.startswith("speaker") for role in told["simulated"])


def test_a_discussion_among_models_with_a_model_as_judge_says_nothing(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "run")
    told = shown(capsys, "run", "land", *sets(OWN | SHORT | {"models.judge": MODEL}), "--out", out)
    assert "Offline:" not in told
    assert view_of(open_run(out)).simulated == ""


def test_a_dialogue_among_agents_with_models_of_their_own_is_not_simulated(
    server: OpenAIServer, tmp_path: Path
) -> None:
    own = {"agents.violet.model": MODEL, "agents.cobalt.model": MODEL}
    log = run("compulsory-voting", changes={**own, "script.rounds": 1}, out=tmp_path / "run")
    note = view_of(log).simulated
    assert "put together offline" not in note
    assert "Claims were extracted and scored offline" in note


@pytest.mark.long
def test_tables_of_models_before_an_offline_judge_say_so_in_title_and_caption(
    server: OpenAIServer, tmp_path: Path
) -> None:
    order = Order(out=tmp_path, models=(MODEL,), changes=dict(SHORT), trials=1)
    table4, *_ = reproduced("policy-prompts", ("table4",), order, lambda name, about: None)
    assert table4.title == "Metrics with adaptive weights (responses judged offline by string rules)"
    phrases = (
        "judged offline by string rules",
        "adaptive weights of the dialogue follow them",
        "--judge provider:model",
    )
    assert [phrase for phrase in phrases if phrase not in table4.caption] == []
    assert "simulated" not in table4.caption
    asked = Order(out=tmp_path / "asked", models=(MODEL,), judge=MODEL, changes=dict(SHORT), trials=1)
    table4, *_ = reproduced("policy-prompts", ("table4",), asked, lambda name, about: None)
    assert table4.title == "Metrics with adaptive weights"
    assert "judged" not in table4.caption


def test_every_metric_of_an_offline_exhibit_is_classed(tmp_path: Path) -> None:
    order = Order(out=tmp_path, changes=dict(SHORT), trials=1)
    table4, *_ = reproduced("policy-prompts", ("table4",), order, lambda name, about: None)
    assert table4.title.endswith("(simulated offline)")
    assumed = table4.caption.split("Assumed by the performer:")[1].split("Needs models:")[0]
    assert all(f"{metric}: " in assumed for metric in ("responsiveness", "rebuttal", "evidence usage", "stance"))
    assert "Needs models: non-repetition: " in table4.caption
