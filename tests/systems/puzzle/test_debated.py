"""Debates over puzzles at the command line: nothing breaks on a run without a stance, and what is shown is of use."""

import contextlib
import json

import pytest

from doxa.analysis.building import view_of
from doxa.app.cli import app
from doxa.log.rundir import open_run

SMALL = ["--set", "script.size=3"]


def shown(capsys, *words):
    capsys.readouterr()
    with contextlib.suppress(SystemExit):
        app([str(one) for one in words])
    told = capsys.readouterr()
    assert not told.err
    return told.out


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("debated") / "run"
    app(["run", "puzzles/anchor", *SMALL, "--out", str(path), "--quiet"], result_action="return_value")
    return path


def test_a_run_shows_the_puzzle_the_roles_by_round_and_who_was_right(capsys, tmp_path):
    out = shown(capsys, "run", "puzzles/anchor", *SMALL, "--out", tmp_path / "run")
    phrases = (
        "Message from the game manager",
        "K knight, V knave, S spy",
        "  round 3  Amber ",
        "The team is right about",
        "Agents are reasoners of declared strength standing in",
    )
    assert [phrase for phrase in phrases if phrase not in out] == []
    assert "+1 for" not in out


def test_a_finished_debate_is_verified_explained_and_reported(capsys, folder):
    assert "verified" in shown(capsys, "verify", folder)
    told = shown(capsys, "explain", folder, "--agent", "teal")
    assert "proposed/teal" in told
    assert "stance" not in told
    shown(capsys, "report", folder)
    view = view_of(open_run(folder))
    assert "offline:reasoner-weak" in view.simulated
    assert any("Agrees with" in one.text or "Disagrees with" in one.text for one in view.turns)
    assert (folder / "report.html").stat().st_size > 10_000


def test_a_round_is_explained_by_what_changed_in_it(capsys, folder):
    told = shown(capsys, "explain", folder, "--agent", "amber", "--round", "3")
    assert "proposed/amber" not in told


def test_a_program_gets_the_answers(capsys, folder):
    found = json.loads(shown(capsys, "run", "puzzles/anchor", *SMALL, "--out", folder, "--json"))
    result = open_run(folder).ended.result
    assert [row["team"] for row in found["puzzle"]] == result["sitting"]["decided"]
    assert found["decisions"]
    asked = {call.role for call in open_run(folder).calls()}
    assert set(found["simulated"]) <= asked, "a role that was not asked simulated nothing"
    assert "speaker" in {role.partition("@")[0] for role in found["simulated"]}


def test_votes_are_shown_as_votes(capsys, tmp_path):
    out = shown(capsys, "run", "puzzles/votes", *SMALL, "--set", "script.samples=3", "--out", tmp_path / "run")
    assert "3 proposals of each agent, no debate" in " ".join(out.split())


def test_a_sweep_tells_how_many_were_right(capsys, tmp_path):
    out = shown(capsys, "sweep", "puzzles/votes", *SMALL, "--replicates", "2", "--out", tmp_path)
    assert "puzzles right" in out
    assert "Nobody shows a stance" not in out


def test_a_prompt_of_a_debate_is_shown_without_asking_the_model_of_any_role(capsys):
    paid = ("--set", "models.supervisor=openai:gpt-4o-mini")
    words = ("prompt", "puzzles/anchor", *SMALL, *paid, "--agent", "cobalt", "--round", "2")
    out = shown(capsys, *words)
    assert "3 agents take part in a debate about a logic puzzle." in out
    assert "You are Cobalt." in out
    coached = shown(capsys, *words, "--set", "script.prompts=coached")
    assert "3 agents solve a logic puzzle together." in coached
    assert "a majority can be wrong" in coached


def test_the_report_of_a_vote_holds_what_each_agent_proposed(tmp_path):
    path = tmp_path / "run"
    app(["run", "puzzles/votes", *SMALL, "--out", str(path), "--quiet"], result_action="return_value")
    log = open_run(path)
    view, result = view_of(log), log.ended.result
    assert list(view.parts["puzzle"].column("solution")) == result["solution"]
    panel = view.parts["roles"].panels[0]
    for agent, column in zip(panel.columns, zip(*panel.squares, strict=True), strict=True):
        assert [[square.value for square in column]] == result["answers"][agent]
    assert "reasoners" in view.simulated
    assert view.middle == "transcript"


def test_the_report_holds_the_answers_of_the_log(folder):
    log = open_run(folder)
    result, parts = log.ended.result, view_of(log).parts
    sitting = result["sitting"]
    assert list(parts["puzzle"].column("player")) == result["players"]
    assert list(parts["puzzle"].column("team")) == sitting["decided"]
    assert list(parts["puzzle"].column("solution")) == sitting["solution"]
    assert list(parts["puzzle"].column("by")) == result["decided_by"]
    assert all(words in str(log.spec.script["puzzle"]) for words in parts["puzzle"].column("says"))
    for place, panel in enumerate(parts["roles"].panels):
        assert panel.agent == sitting["agents"][place]
        assert panel.columns == ("proposals", "round 1", "round 2", "round 3", "decisions")
        for column, answers in ((0, sitting["initial"]), (3, sitting["rounds"][-1]["answers"]), (4, sitting["final"])):
            squares = [row[column] for row in panel.squares]
            assert [square.value for square in squares] == answers[place]
            right = [role == true for role, true in zip(answers[place], sitting["solution"], strict=True)]
            assert [square.mark == "right" for square in squares] == right
