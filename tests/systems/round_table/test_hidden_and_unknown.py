"""What an agent is not shown cannot be held against it, and what it cannot have is missing and not 0."""

import json

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.verify import verify
from doxa.app.cli import app
from doxa.experiments.forking import fork
from doxa.experiments.sitting import run
from doxa.policies.schedules import Slips, weights_at
from doxa.records.spec import PromptPolicy
from doxa.systems.round_table.exhibits.discussion import measure_discussions, read_result

GREEN = """
proposition = "The village green should be fenced"
protocol = "round_table"
kernel = "fixed"
[script]
rounds = 2
[policy.prompt]
rule = "light"
[agents.ada]
persona = "A farmer whose sheep graze beside the green."
knowledge = "land/farmer"
[agents.ben]
persona = "A walker who crosses the green every day."
"""
ADAPTIVE = {"policy.prompt.schedule": "time_trend", "policy.prompt.correction": "behaviour"}


@pytest.fixture(scope="module")
def green(tmp_path_factory):
    folder = tmp_path_factory.mktemp("green")
    (folder / "green.toml").write_text(GREEN, encoding="utf-8")
    return run(folder / "green.toml", out=folder / "run")


def test_an_agent_without_knowledge_has_no_evidence_usage_and_is_left_out_of_the_mean(green):
    rows = {row.group: row for row in measure_discussions([green], "agent").rows}
    assert rows["ben"].metrics["evidence usage"] is None
    assert rows["ben"].missing == {"evidence usage": {"no_knowledge": 2}}
    assert rows["all"].metrics["evidence usage"] == rows["ada"].metrics["evidence usage"] == 1.0
    assert (rows["all"].turns, rows["all"].counts["evidence usage"]) == (4, 2)


def test_the_terminal_shows_a_dash_and_says_how_many_turns_count(green, capsys):
    app(["metrics", str(green.path)], result_action="return_value")
    shown = capsys.readouterr().out
    assert next(line for line in shown.splitlines() if line.startswith(" Ben")).split()[5] == "–"
    assert "evidence usage: n = 2 of 4 (2 turns without: the agent has no knowledge)" in " ".join(shown.split())
    app(["metrics", str(green.path), "--json"], result_action="return_value")
    assert json.loads(capsys.readouterr().out)["rows"][-1]["missing"] == {"evidence usage": {"no_knowledge": 2}}


def test_the_page_says_why_a_value_is_missing(green):
    marks = view_of(green).parts["behaviour"]
    assert marks.mark("evidence usage")["r01/ben"] is None
    assert "evidence usage: 2 of 4 turns have it (2 not, since the agent has no knowledge)" in marks.caption


def test_a_part_that_is_not_shown_is_not_corrected():
    slips = Slips(evidence=True, response=True)
    for shows, weight in ((("T",), 1.0), (("T", "M", "D"), 1.2)):
        weights = weights_at(PromptPolicy(correction="behaviour", shows=shows), 2, slips)
        assert (weight, weight) == (weights.D, weights.M)


@pytest.fixture(scope="module")
def hidden(tmp_path_factory):
    changes = {"script.rounds": 3, "policy.prompt.rule": "none", "policy.prompt.shows": ["T"], **ADAPTIVE}
    return run("land", out=tmp_path_factory.mktemp("runs") / "hidden", changes=changes)


def test_nobody_slips_over_passages_or_words_that_the_prompt_did_not_show(hidden):
    turns = read_result(hidden).turns.values()
    assert {turn.evidence for turn in turns} == {False}, "passages were retrieved, and nobody could use them"
    assert not any(turn.no_evidence or turn.no_response for turn in turns)
    weights = measure_discussions([hidden], "agent").weights["farmer"]
    assert [(each.M, each.D) for each in weights] == [(1.1, 0.9), (1.2, 0.8), (1.3, 0.7)]


def test_a_fork_that_shows_a_part_corrects_its_weight_only_after_a_round_that_showed_it(hidden, tmp_path):
    changes = {"policy.prompt.shows": ["T", "M", "D"]}
    shown = fork(hidden.path, at="r02/farmer", changes=changes, out=tmp_path / "fork")
    turns = read_result(shown).turns
    assert not any(turns[f"r02/{agent}"].no_evidence for agent in ("farmer", "conservationist", "community"))
    assert all(
        turns[f"r03/{agent}"].no_evidence == (turns[f"r02/{agent}"].evidence is False)
        for agent in ("farmer", "conservationist", "community")
    )
    assert verify(shown.path).status == "verified"
