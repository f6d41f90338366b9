"""``doxa metrics``: means by group, the weights that were in force, and what is refused."""

import json
from types import SimpleNamespace

import pytest

from doxa.analysis.naming import display_names
from doxa.errors import LogError
from doxa.experiments.forking import fork
from doxa.experiments.sitting import run
from doxa.log.trials import finished_runs
from doxa.models.port import Response
from doxa.models.setup import performer_for
from doxa.systems.round_table.commands import metrics
from doxa.systems.round_table.exhibits.figures import draw_discussions

ADAPTIVE = {"policy.prompt.schedule": "time_trend", "policy.prompt.correction": "behaviour", "policy.prompt.alpha": 0.4}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two discussions of three rounds, under two rules."""
    path = tmp_path_factory.mktemp("runs")
    for rule in ("none", "struct"):
        changes = {"script.rounds": 3, "policy.prompt.rule": rule, **ADAPTIVE}
        run("land", out=path / rule, changes=changes)
    return path


def told(capsys, folder, **options):
    metrics(folder, json=True, **options)
    return json.loads(capsys.readouterr().out)


def test_runs_are_pooled_by_rule_and_over_all(capsys, folder):
    found = told(capsys, folder, by="rule")
    assert [(one["group"], one["turns"]) for one in found["rows"]] == [("none", 9), ("struct", 9), ("all", 18)]
    shares = [one["metrics"]["evidence usage"] for one in found["rows"]]
    assert shares[2] == pytest.approx((shares[0] + shares[1]) / 2)


def test_nobody_responds_in_the_first_round(capsys, folder):
    rows = told(capsys, folder, by="round")["rows"]
    assert [one["group"] for one in rows] == ["1", "2", "3", "all"]
    assert rows[0]["metrics"]["responsiveness"] == 0.0
    assert rows[0]["metrics"]["non-repetition"] == 1.0


def test_the_weights_follow_from_the_trend_and_the_slips(capsys, folder):
    found = told(capsys, folder / "none")
    turns = json.loads((folder / "none" / "events.jsonl").read_text().splitlines()[-1])["body"]["result"]["turns"]
    for agent, weights in found["weights"].items():
        for number, one in enumerate(weights, 1):
            slips = turns[f"r{number:02d}/{agent}"]
            assert one["D"] == pytest.approx(1.0 - 0.1 * number + 0.4 * slips["no_evidence"])
            assert one["M"] == pytest.approx(1.0 + 0.1 * number + 0.4 * slips["no_response"])


def test_a_fork_is_measured_under_the_policy_that_it_changed_to(capsys, folder, tmp_path):
    fork(folder / "none", at="r02/farmer", changes={"policy.prompt.rule": "light"}, out=tmp_path / "fork")
    rows = told(capsys, tmp_path / "fork", by="rule")["rows"]
    assert [(one["group"], one["turns"]) for one in rows] == [("light", 6), ("none", 3), ("all", 9)]


def test_a_person_reads_names_and_that_words_are_simulated_and_a_program_ids(capsys, folder):
    metrics(folder / "none")
    out = capsys.readouterr().out
    assert [words in out for words in ("Farmer  w_M  1.10", "words simulated", "conservationist")] == [
        True,
        True,
        False,
    ]
    found = told(capsys, folder / "none")
    assert [one["group"] for one in found["rows"]] == ["community", "conservationist", "farmer", "all"]
    assert found["names"]["community"] == "Community representative"


def test_a_name_tells_agents_apart_over_runs_too():
    named = [("ada", "Farmer"), ("ben", "Farmer"), ("cleo", "Gardener"), ("cleo", "Botanist"), ("ada", "Farmer")]
    assert display_names(named) == {"ada": "Farmer (ada)", "ben": "Farmer (ben)", "cleo": "Gardener / Botanist"}


def test_metrics_and_weights_are_drawn_by_round(capsys, folder, tmp_path):
    metrics(folder, by="rule", figures=tmp_path / "drawn")
    names = {file.name for file in (tmp_path / "drawn").iterdir()}
    assert names >= {"metrics-by-round.png", "weights-by-round.svg", "exhibits.html"}
    assert "files in" in capsys.readouterr().out
    drawn, weights = draw_discussions(finished_runs(folder), "rule")
    assert [line.label for line in drawn.panels[0].lines] == ["none", "struct"]
    by_agent, _ = draw_discussions(finished_runs(folder), "agent")
    assert {line.label for line in by_agent.panels[0].lines} >= {"Farmer", "Community representative"}
    assert [panel.title for panel in weights.panels] == [f"w_{part}\nn = 1 run each, no interval" for part in "TMD"]
    # the trend from 1.0, with 0.4 after the rounds that slipped
    farmer = next(line for line in weights.panels[1].lines if line.label == "Farmer")
    assert [round(at % 0.4, 9) for at in farmer.y] == pytest.approx([1.1 % 0.4, 1.2 % 0.4, 1.3 % 0.4])


def test_who_said_nothing_has_a_row_and_a_round_without_words_has_its_place(capsys, tmp_path):
    lost = ("r02/farmer", "r01/community", "r02/community", "r03/community")
    run("land", out=tmp_path / "run", changes={"script.rounds": 3, **ADAPTIVE}, make=without(lost))
    found = told(capsys, tmp_path / "run")
    assert [(one["group"], one["turns"]) for one in found["rows"]] == [
        ("community", 0),
        ("conservationist", 3),
        ("farmer", 2),
        ("all", 5),
    ]
    assert set(found["rows"][0]["metrics"].values()) == {None}
    # the trend raises w_M by 0.1 a round; nothing is known of the slips of a round without words
    assert [one and one["M"] for one in found["weights"]["farmer"]] == [1.1, None, 1.3]
    metrics(tmp_path / "run")
    assert "Farmer  w_M  1.10    – 1.30" in capsys.readouterr().out


def without(lost):
    """The performers of a scenario, but for some steps that bring no words, or others."""

    def make(settings, conditions):
        whole = performer_for(settings, conditions)

        async def perform(request):
            key = request.step.key
            if key in lost:
                return Response(text=lost[key] if isinstance(lost, dict) else "")
            return await whole.perform(request)

        return SimpleNamespace(perform=perform, close=whole.close)

    return make


def test_a_stance_away_from_the_persona_is_drawn_within_its_panel(tmp_path):
    off = dict.fromkeys(("r01/farmer", "r01/conservationist", "r01/community"), "x = 3")
    log = run("land", out=tmp_path / "run", changes={"script.rounds": 1}, make=without(off))
    drawn, _ = draw_discussions([log], "agent")
    titles = {panel.title.splitlines()[0]: panel for panel in drawn.panels}
    lowest = {title: min(y for line in panel.lines for y in line.y) for title, panel in titles.items()}
    assert -0.1 < lowest["stance"] < 0, "an equation lies across from a conservationist"
    assert {title: panel.y_range[0] for title, panel in titles.items()} == {
        **dict.fromkeys(lowest, 0.0),
        "stance": -0.1,
    }


def test_a_debate_is_no_discussion(tmp_path):
    run("compulsory-voting", out=tmp_path / "run", changes={"script.rounds": 1})
    with pytest.raises(LogError, match="not a finished discussion"):
        metrics(tmp_path / "run")
