"""What the text leaves open about two metrics can be set, for a run and for a finished run, and is measured alike."""

import json

import pytest

from doxa.analysis.verify import verify
from doxa.app.cli import app
from doxa.errors import UsageError
from doxa.experiments.forking import fork
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import run
from doxa.records.cells import Estimate
from doxa.systems.round_table.exhibits.claims import name_verdict, read_claims
from doxa.systems.round_table.exhibits.discussion import compared_in, measure_discussions, read_result, spoken_in
from doxa.systems.round_table.measures import MetricDefinitions

CHANGES = {"script.rounds": 3, "policy.prompt.rule": "none"}
OTHER = {"overlap": "words", "opening_penalty": 0.0, "phrase_words": 8, "first_turn": "left_out"}


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return run("land", out=tmp_path_factory.mktemp("runs") / "land", changes=CHANGES)


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    changes = {**CHANGES, **{f"script.metrics.{name}": value for name, value in OTHER.items()}}
    return run("land", out=tmp_path_factory.mktemp("runs") / "other", changes=changes)


def test_a_run_by_the_default_definitions_has_the_spec_that_it_always_had():
    assert "metrics" not in plan(load_scenario("land")).script
    assert plan(load_scenario("land", {"script.metrics.overlap": "words"})).script["metrics"]["opening_penalty"] == 0.1


def test_a_finished_run_measured_anew_has_what_its_run_measured(log):
    result = read_result(log)
    compared = compared_in(log, result)
    assert {key: one.measured(MetricDefinitions()) for key, one in compared.items()} == result.turns


def test_flags_measure_what_a_run_with_these_keys_measures(log, other):
    assert verify(other.path).status == "verified"
    anew = {one.key: one.turn for one in spoken_in(log, OTHER)}
    for one in spoken_in(other):
        assert (anew[one.key].text, anew[one.key].non_repetition) == (one.turn.text, one.turn.non_repetition)
        assert anew[one.key].evidence == one.turn.evidence


def test_first_turns_that_are_left_out_are_counted_with_the_reason(log):
    row = measure_discussions([log], "agent", {"first_turn": "left_out"}).rows[-1]
    assert (row.turns, row.counts["non-repetition"]) == (9, 6)
    assert row.missing == {"non-repetition": {"first_turn": 3}}
    counted = measure_discussions([log], "agent").rows[-1]
    assert counted.metrics["non-repetition"] == pytest.approx((3 + 6 * row.metrics["non-repetition"]) / 9)


def test_the_command_says_by_which_definitions_it_measures(log, capsys):
    app(["metrics", str(log.path), "--overlap", "word_pairs", "--phrase-words", "4"], result_action="return_value")
    shown = " ".join(capsys.readouterr().out.split())
    assert "by other definitions than the default: overlap of word pairs, key phrases of 4 words." in shown
    app(["metrics", str(log.path), "--opening-penalty", "0", "--json"], result_action="return_value")
    assert json.loads(capsys.readouterr().out)["definitions"]["opening_penalty"] == 0.0


@pytest.mark.parametrize(("flag", "value"), [("--opening-penalty", "2"), ("--phrase-words", "0")])
def test_a_definition_out_of_range_is_refused(log, flag, value):
    with pytest.raises(UsageError, match=flag):
        app(["metrics", str(log.path), flag, value], result_action="return_value")


def test_a_fork_may_set_a_definition_that_its_parent_left_to_the_default(log, tmp_path):
    changed = fork(log.path, at="r03/farmer", changes={"script.metrics.overlap": "words"}, out=tmp_path / "fork")
    assert changed.spec.script["metrics"]["overlap"] == "words"
    assert verify(changed.path).status == "verified"


def test_a_claim_holds_where_the_whole_interval_says_so():
    for low, high, verdict in ((0.1, 0.3, "holds"), (-0.3, -0.1, "opposite"), (-0.1, 0.3, "open")):
        assert name_verdict(Estimate(value=(low + high) / 2, low=low, high=high)) == verdict
    # without an interval there is a direction and no verdict
    assert name_verdict(Estimate(value=0.2)) == "higher"
    assert name_verdict(None) == "needs models"


def test_a_claim_stands_beside_the_difference_of_the_printed_means():
    claim = next(
        one for one in read_claims() if one.says == "struct repeats least: struct > none" and one.scenario == "land"
    )
    assert claim.published == pytest.approx(0.62 - 0.43)
