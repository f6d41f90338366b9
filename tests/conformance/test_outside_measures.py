"""Measures of other packages: their numbers in frames, sweeps and comparisons, and the reason where one is missing."""

import json
from pathlib import Path

import pytest

import doxa
from conformance.packages import Packages
from doxa import plugin
from doxa.analysis.measuring import scores_of
from doxa.app.cli import app

MODULE = '''\
"""Measures of somebody else's."""


def turns(log):
    """Return the number of steps, and that of each agent."""
    actors = [outcome.actor for outcome in log.outcomes if outcome.task == "respond"]
    return {"all": len(actors), **{agent.id: actors.count(agent.id) for agent in log.spec.participants}}


def events(log):
    """Return the number of events."""
    return len(log.events)


def nothing(log):
    """Return None: it has nothing to measure."""


def broken(log):
    """Return a number that no run has."""
    raise ValueError("no such number")


def endless(log):
    """Return infinity."""
    return float("inf")
'''
NAMES = ("turns", "events", "nothing", "broken", "endless")
GROUPS = {"doxa.measures": {name: f"doxa_counts:{name}" for name in NAMES}}
BRIEF = {"script.rounds": 1}
REASONS = {
    "broken": "ValueError: no such number",
    "endless": "the measure endless returned inf, which is no finite number",
}


@pytest.fixture
def run(packages: Packages, tmp_path: Path) -> doxa.RunLog:
    packages.install("doxa-counts", MODULE, GROUPS)
    return doxa.run("compulsory-voting", out=tmp_path / "run", changes=BRIEF)


def test_a_run_has_their_numbers_and_a_reason_for_each_that_fails(run: doxa.RunLog) -> None:
    scores, missing = scores_of(run)
    assert scores == {"turns.all": 2, "turns.violet": 1, "turns.cobalt": 1, "events": len(run.events)}
    assert missing == REASONS


def test_the_table_of_measures_has_a_row_for_each(run: doxa.RunLog) -> None:
    rows = doxa.frames(run)["measures"].rows()
    named = {(row["instrument"], row["item"], row["who"]): row for row in rows}
    assert named["measures", "turns", "violet"]["value"] == 1
    assert named["measures", "turns", "violet"]["role"] == "debater"
    assert named["measures", "turns.all", "run"]["value"] == 2
    assert named["measures", "broken", "run"]["value"] is None
    assert named["measures", "broken", "run"]["missing_reason"] == REASONS["broken"]


def test_a_finished_run_prints_them(run: doxa.RunLog, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        app(["run", "compulsory-voting", "--set", "script.rounds=1", "--json", "--out", f"{run.path}-again"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["measures"]["turns.all"] == 2
    assert printed["missing_measures"] == REASONS


def test_sweeps_and_comparisons_have_them(run: doxa.RunLog) -> None:
    out = run.path.with_name("sweep")
    swept = doxa.sweep("compulsory-voting", {"script.rounds": ["1", "2"]}, out=out, replicates=2)
    assert [one.measures["turns.all"] for one in swept.runs.runs] == [2, 2, 4, 4]
    assert "turns.all" in swept.run_table.columns
    assert f"Missing: broken ({REASONS['broken']}), endless" in swept.run_table.caption
    compared = doxa.compare(out, by="script.rounds", measures=["turns.all"])
    assert [effect.difference for effect in compared.effects] == [2.0]


def test_of_two_packages_with_one_name_neither_is_used_and_both_are_named(run: doxa.RunLog, packages: Packages) -> None:
    packages.install("doxa-others", MODULE, {"doxa.measures": {"events": "doxa_others:turns"}})
    scores, missing = scores_of(run)
    assert "events" not in scores
    words, _, named = missing["events"].partition(": ")
    assert words == "two installed packages bring the measure 'events'"
    assert sorted(named.split(" and ")) == ["doxa-counts 0.1.0", "doxa-others 0.1.0"]


def test_a_name_of_doxas_own_measures_is_refused(run: doxa.RunLog, packages: Packages) -> None:
    packages.install("doxa-others", MODULE, {"doxa.measures": {"stance": "doxa_others:turns"}})
    why = scores_of(run)[1]["stance"]
    assert why.startswith("two installed packages bring the measure 'stance': doxa-others 0.1.0 and doxa ")


def test_an_unfinished_run_has_none(run: doxa.RunLog) -> None:
    cut = type(run)(**{**vars(run), "events": run.events[:-1]})
    assert scores_of(cut) == ({}, {})


def test_the_check_names_what_is_wrong(run: doxa.RunLog) -> None:
    import doxa_counts as counts

    for measure in (counts.turns, counts.events):
        plugin.check(measure)
        plugin.check(measure, run.path)
    with pytest.raises(AssertionError, match="nothing measures nothing"):
        plugin.check(counts.nothing)
    with pytest.raises(doxa.errors.PluginError, match="endless returned inf, which is no finite number"):
        plugin.check(counts.endless)
    with pytest.raises(AssertionError, match="has no docstring"):
        plugin.check(lambda log: 1.0)
    drawn = iter(range(9))

    def restless(log: doxa.RunLog) -> float:
        """Return another number each time."""
        return next(drawn)

    with pytest.raises(AssertionError, match="restless returned 0, then 1, of one log"):
        plugin.check(restless)
