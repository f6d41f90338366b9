"""What ``doxa run`` shows of a discussion: words while it goes on, metrics at its end, stances where there are any."""

import json

import pytest

from doxa.app.cli import app
from doxa.engine.drive import Progress
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.records.claims import Readout
from doxa.records.steps import Batch, Outcome, Step
from doxa.terminal.console import console
from doxa.terminal.outcome import Watching
from doxa.terminal.progress import RoundLines

BAR = "···┼···"


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(console, "_width", 120)


def shown(capsys, *words):
    app(list(words), result_action="return_value")
    return capsys.readouterr().out


def test_a_discussion_shows_words_an_exchange_and_the_metrics(tmp_path, capsys):
    told = shown(capsys, "run", "land", "--out", str(tmp_path / "run"), "--set", "script.rounds=2")
    assert told.startswith("Should the public be given more freedom to roam?\nFarmer, Conservationist, Community")
    lines = [line for line in told.splitlines() if line.lstrip().startswith("round ")]
    assert [line.split(":")[0].split(maxsplit=2) for line in lines] == [
        ["round", "1", "Farmer"],
        ["round", "2", "Conservationist"],
    ]
    assert "responsiveness  rebuttal  non-repetition" in told
    assert [line.split()[0] for line in told.splitlines() if " 2 " in line and "0." in line][-1] == "Farmer"
    assert f"doxa metrics {tmp_path / 'run'} --by round" in told
    assert BAR not in told
    assert "exposes no stance" not in told
    assert "doxa explain" not in told


def test_the_summary_for_programs_has_the_metrics(tmp_path, capsys):
    told = json.loads(
        shown(capsys, "run", "land", "--out", str(tmp_path / "run"), "--set", "script.rounds=1", "--json")
    )
    everybody = told["metrics"][-1]
    assert (everybody["agent"], everybody["responsiveness"], everybody["non-repetition"]) == ("all", 0.0, 1.0)


def test_a_sweep_of_discussions_has_no_empty_stances_and_says_where_its_metrics_are(tmp_path, capsys):
    words = ["sweep", "land", "--grid", "policy.prompt.rule=none", "--set", "script.rounds=1", "--out", str(tmp_path)]
    told = shown(capsys, *words)
    assert "final stance" not in told
    assert "–" not in told
    assert f"doxa metrics {tmp_path} --by rule" in told


def lines_of(capsys, spec, *batches):
    """Print the progress of batches: their note, what is said, and the stances after each."""
    lines = Watching(RoundLines(spec))
    for note, said, stances in batches:
        steps = tuple(Step(key=f"{note}/{who}", actor=who, task="discuss", inputs={}) for who in said or {"-": ""})
        outcomes = tuple(
            Outcome(key=f"{note}/{who}", task="discuss", actor=who, status="ok", text=text)
            for who, text in said.items()
        )
        readouts = {who: Readout(stance=stance) for who, stance in stances.items()}
        batch = Batch(steps=steps, note=note)
        lines(Progress(batch=batch, outcomes=outcomes, readouts=readouts, asked=1, calls=1, cost=0.0, tokens=0))
    lines.close()
    return [line.strip() for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def land():
    return plan(load_scenario("land", {"script.rounds": 2}))


def test_what_prepares_or_measures_has_no_line_and_a_round_has_one(capsys, land):
    told = lines_of(
        capsys,
        land,
        ("knowledge", {}, {}),
        ("round 1, retrieval", {}, {}),
        ("round 1", {"farmer": "One.", "community": "Two."}, {}),
        ("round 2, retrieval", {}, {}),
        ("round 2", {"farmer": "[red]Three.", "community": "Four " * 40}, {}),
        ("round 2, judged", {}, {}),
        ("measured", {}, {}),
    )
    assert told[0] == "round 1  Farmer: One."
    assert told[1].startswith("round 2  Community representative: Four Four")
    assert told[1].endswith("Four …")
    assert len(told) == 2


def test_stances_are_shown_where_there_are_any(capsys, land):
    told = lines_of(capsys, land, ("round 1", {"farmer": "One."}, {"farmer": 0.5, "community": None}))
    assert "+0.50" in told[0]
    assert "One." not in told[0]
