"""Commands with a hosted speaker: who hears it, what is said of that before and after, and what it costs in calls."""

import json
from collections import Counter
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.who_does import describe_offline_hearing, plan_roles
from doxa.app.cli import app
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.log.rundir import open_run
from doxa.models.offline.accuracy import ACCURACIES, BY_SIDE
from doxa.records.spec import Amendment
from servers.openai_server import OpenAIServer

MODEL = "compatible:test"
SHORT = ["--set", "script.rounds=2", "--set", "script.turns=simultaneous", "--max-tokens", "1000000"]


def called(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Call doxa and return its output, without line breaks."""
    app(list(words), result_action="return_value")
    return " ".join(capsys.readouterr().out.split())


def roles_asked(path: Path) -> Counter[tuple[str, str]]:
    return Counter((call.role, call.model) for call in open_run(path).calls() if not call.id.startswith("seeds"))


def test_a_model_that_speaks_also_hears_in_two_calls_a_round(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = called("run", "compulsory-voting", "--model", MODEL, *SHORT, "--out", str(tmp_path / "r"), capsys=capsys)
    assert roles_asked(tmp_path / "r")["speaker", MODEL] == 4
    assert roles_asked(tmp_path / "r")["extractor", MODEL] == 4
    assert f"speaker, extractor {MODEL} scorer, embedder offline" in shown
    assert f"speaker, extractor {MODEL} (8 calls)" in shown
    assert "offline judge" not in shown


def test_hear_offline_keeps_the_fixed_judge_and_says_how_often_it_is_right(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", "compulsory-voting", "--model", MODEL, "--hear", "offline", *SHORT, "--out", str(tmp_path / "r")]
    shown = called(*words, capsys=capsys)
    assert not any(role == "extractor" and model == MODEL for role, model in roles_asked(tmp_path / "r"))
    assert shown.count(f"The offline judge hears {MODEL}.") == 2
    for kind in ("debates", "small models", "conversation", "language models", "guarded prose"):
        assert ACCURACIES[kind].sentence_part in shown
    simulated = view_of(open_run(tmp_path / "r")).simulated
    assert f"The offline judge hears {MODEL}." in simulated
    assert "a simple judge, not a language model" in simulated


def test_a_sweep_and_a_fork_name_who_speaks_and_hears(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sweep"
    words = ["sweep", "compulsory-voting", "--grid", "belief.u=0.5", "--model", MODEL, "--hear", "offline"]
    run = Path(json.loads(called(*words, *SHORT, "--out", str(out), "--json", capsys=capsys))[0]["path"])
    assert {model for role, model in roles_asked(run) if role == "extractor"} == {"offline"}
    fork = ["fork", str(run), "--at", "r02/violet", "--hear", MODEL, "--out", str(tmp_path / "fork"), "--quiet"]
    called(*fork, capsys=capsys)
    assert [call.model for call in open_run(tmp_path / "fork").calls() if call.id.startswith("b002/")] == [MODEL, MODEL]


def test_an_announcement_names_every_role_and_from_which_step_another_model_does_it() -> None:
    spec = plan(load_scenario("compulsory-voting"))
    assert [(line.roles, line.models) for line in plan_roles(spec)] == [
        (("speaker", "extractor", "scorer", "embedder"), "offline")
    ]
    amended = Amendment(at="r02/violet", set={"models.speaker": "openai:gpt-4o"})
    later = spec.model_copy(update={"amendments": (amended,)})
    assert plan_roles(later)[0].models == "offline; openai:gpt-4o from r02/violet on"
    assert "openai:gpt-4o" in describe_offline_hearing(later)


def test_the_speaker_that_a_scenario_names_is_announced_with_the_offline_judge_that_hears_it() -> None:
    sentence = describe_offline_hearing(plan(load_scenario("compulsory-voting", {"models.speaker": "openai:gpt-4o"})))
    assert sentence.startswith("The offline judge hears openai:gpt-4o.")
    assert ACCURACIES["language models"].sentence_part in sentence


def test_hearing_by_the_speakers_side_is_announced_with_how_often_that_is_right() -> None:
    changes = {"models.speaker": "openai:gpt-4o", "models.extractor": "offline"}
    sided, blind = (
        describe_offline_hearing(plan(load_scenario("compulsory-voting", {**changes, "hearing.direction": direction})))
        for direction in ("speaker", "blind")
    )
    assert BY_SIDE in sided
    assert BY_SIDE not in blind


def test_the_offline_performer_is_heard_as_the_sentences_of_its_corpus() -> None:
    assert ACCURACIES["crowd"].sentence_part in describe_offline_hearing(plan(load_scenario("compulsory-voting")))


def test_a_corpus_of_the_users_own_has_no_number(tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    rows = [f"Ban cars,Reason {n} is good.,{side},0.5" for side in ("pro", "con") for n in range(3)]
    own.write_text("\n".join(["proposition,text,polarity,strength", *rows]))
    changes = {"proposition": "Ban cars", "seeds.corpus": str(own), "seeds.per_side": 2, "agents.*.prior.mode": "seeds"}
    assert "is not measured" in describe_offline_hearing(plan(load_scenario("compulsory-voting", changes)))


def test_nothing_is_said_of_hearing_where_no_belief_needs_claims() -> None:
    assert describe_offline_hearing(plan(load_scenario("land"))) == ""
