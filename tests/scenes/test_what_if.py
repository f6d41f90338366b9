"""What-ifs: recorded claims are folded again under other settings or without some claims; no model is called."""

import math

import pytest

from doxa.analysis.what_if import what_if
from doxa.errors import LogError, ScenarioError
from scenes.stage import Played, believer, debate, play, play_fork, reporter


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Played:
    return play(debate(rounds=3), tmp_path_factory.mktemp("what-if") / "run")


def last(found, who):
    return found.curves[who][-1]


def test_nothing_changed_is_what_was_recorded(run):
    found = what_if(run.log)
    assert all(one.stance == one.recorded for points in found.curves.values() for one in points)
    assert {who: last(found, who).stance for who in found.curves} == run.body("end", "end").stances


def test_a_setting_set_to_what_it_was_changes_nothing(run):
    found = what_if(run.log, {"belief.u": 0.5, "memory.theta": 0.6, "hearing.strength": "scorer"})
    assert all(one.stance == one.recorded for points in found.curves.values() for one in points)


def test_another_uptake_is_the_run_that_would_have_heard_the_same(run):
    # with every weight doubled the active records stay, so each contribution can be worked out anew
    found = what_if(run.log, {"belief.u": 1.0})
    records = {}
    for one in run.events:
        if one.kind in ("seeded", "moved") and one.body.listener == "amber":
            evidence = one.body.evidence if one.kind == "seeded" else (*one.body.admitted, *one.body.archived)
            records |= {record.claim: record for record in evidence}
    log_odds = math.fsum(
        one.polarity * math.log1p(one.strength * (0.6 if one.origin == "seed" else 1.0))
        for one in records.values()
        if one.active
    )
    assert last(found, "amber").stance == pytest.approx(math.tanh(log_odds / 2), abs=1e-9)


def test_without_the_last_words_the_stance_is_that_before_them(run):
    words = run.body("r03/amber", "heard").claims
    found = what_if(run.log, without=[one.id for one in words])
    for who in ("violet", "amber"):
        before, after = found.curves[who][-2:]
        assert after.stance == before.recorded


def test_without_a_seed_the_prior_is_another(run):
    found = what_if(run.log, without=["seed/violet#1"])
    assert found.curves["violet"][0].stance < found.curves["violet"][0].recorded
    assert found.curves["amber"][0].stance == found.curves["amber"][0].recorded


def test_without_any_claim_everybody_is_undecided(run):
    every = [claim.id for one in run.events if one.kind in ("heard", "seeded") for claim in one.body.claims]
    found = what_if(run.log, without=every)
    assert {one.stance for points in found.curves.values() for one in points} == {0.0}


def test_a_setting_of_one_agent_leaves_the_others(run):
    found = what_if(run.log, {"agents.amber.belief.u": 2.0})
    assert all(one.stance == one.recorded for one in found.curves["violet"])
    assert any(one.stance != one.recorded for one in found.curves["amber"])


def test_another_scorer_counts(run):
    found = what_if(run.log, {"hearing.strength": "extractor"})
    assert any(one.stance != one.recorded for one in found.curves["amber"])


@pytest.mark.parametrize(
    "path", ["script.rounds", "policy.retrieved", "models.speaker", "seed", "agents.violet.persona"]
)
def test_what_was_said_cannot_be_changed(run, path):
    with pytest.raises(ScenarioError, match="cannot be recomputed from the log"):
        what_if(run.log, {path: 1})


def test_a_path_that_is_not_there_names_the_nearest(run):
    with pytest.raises(ScenarioError, match="Did you mean 'theta'"):
        what_if(run.log, {"memory.thetta": 0.5})


@pytest.mark.parametrize("path", ["belief.u.deeper", "agents.violet.belief.far.off", "hearing.far.off"])
def test_a_path_that_goes_too_deep_is_refused(run, path):
    with pytest.raises(ScenarioError, match="there is no"):
        what_if(run.log, {path: 1})


def test_a_claim_that_is_not_there_is_refused(run):
    with pytest.raises(LogError, match="no claim 'r09/violet#1'"):
        what_if(run.log, without=["r09/violet#1"])


def test_a_log_is_left_as_it_was(run):
    before = {one.name: one.read_bytes() for one in run.log.path.iterdir()}
    what_if(run.log, {"belief.u": 2.0}, without=["seed/violet#1"])
    assert {one.name: one.read_bytes() for one in run.log.path.iterdir()} == before


def test_self_reports_stay_as_they_were(tmp_path):
    run = play(debate(reporter("violet", 0.5), believer("amber", "con")), tmp_path)
    found = what_if(run.log, {"agents.amber.belief.u": 2.0})
    assert all(one.stance == one.recorded for one in found.curves["violet"])


def test_the_order_in_which_settings_are_given_changes_nothing(run):
    own, shared = {"agents.amber.belief.u": 2.0}, {"belief.u": 0.1}
    one, other = what_if(run.log, {**own, **shared}), what_if(run.log, {**shared, **own})
    assert one.curves == other.curves
    assert one.curves["amber"] == what_if(run.log, own).curves["amber"]


def test_a_fork_is_folded_with_its_own_amendments(run, tmp_path):
    child = play_fork(run.log.path, tmp_path / "child", at="r02/amber", changes={"belief.u": 2.0})
    found = what_if(child.log)
    assert all(one.stance == one.recorded for points in found.curves.values() for one in points)
    assert {who: last(found, who).stance for who in found.curves} == child.body("end", "end").stances


def test_every_believer_can_be_changed_where_some_only_report(tmp_path):
    run = play(debate(reporter("violet", 0.5), believer("amber", "con")), tmp_path)
    found = what_if(run.log, {"belief.u": 2.0})
    assert found.curves["amber"] == what_if(run.log, {"agents.amber.belief.u": 2.0}).curves["amber"]
    assert last(found, "amber").stance != last(found, "amber").recorded
    assert all(one.stance == one.recorded for one in found.curves["violet"])


def test_another_rule_reads_the_same_messages_as_posts(run):
    found = what_if(run.log, {"kernel": "degroot", "belief.own_weight": 3.0})
    before = found.curves["amber"][0].recorded
    assert found.curves["amber"][0].stance == before
    claims = run.body("r01/violet", "heard").claims
    strengths = [(one.polarity, one.strengths["scorer"]) for one in claims if one.polarity]
    shown = sum(p * s for p, s in strengths) / sum(s for _, s in strengths)
    assert found.curves["amber"][1].stance == pytest.approx((3.0 * before + shown) / 4.0, abs=1e-9)
    assert any("degroot for violet, amber" in note for note in found.notes)


def test_one_agent_gets_another_rule(run):
    found = what_if(run.log, {"agents.amber.kernel": "degroot", "belief.u": 0.5})
    assert all(one.stance == one.recorded for one in found.curves["violet"])
    assert last(found, "amber").stance != last(found, "amber").recorded


def test_the_rule_that_agents_have_changes_nothing(run):
    found = what_if(run.log, {"kernel": "log_odds"})
    assert all(one.stance == one.recorded for points in found.curves.values() for one in points)


@pytest.mark.parametrize("rule", ["self_report", "self_report_with_memory", "ballot"])
def test_a_rule_that_reads_what_nobody_was_asked_is_refused(run, rule):
    with pytest.raises(ScenarioError, match="this run did not ask the agent"):
        what_if(run.log, {"kernel": rule})


def test_a_rule_for_nobody_is_refused(run):
    with pytest.raises(ScenarioError, match="no agent with a belief"):
        what_if(run.log, {"agents.teal.kernel": "degroot"})


def test_a_run_without_claims_and_posts_has_nothing_for_a_rule_that_reads_them(tmp_path):
    run = play(debate(reporter("violet", 0.5), reporter("amber", -0.5)), tmp_path)
    with pytest.raises(ScenarioError, match="nobody's words were read for claims"):
        what_if(run.log, {"kernel": "log_odds"})


def test_a_believer_by_claims_can_report_where_it_was_asked(tmp_path):
    run = play(debate(reporter("violet", 0.5), believer("amber", "con")), tmp_path)
    found = what_if(run.log, {"agents.violet.kernel": "log_odds"})
    assert found.curves["violet"][0].stance == pytest.approx(0.5)
    assert any(one.stance != one.recorded for one in found.curves["violet"][1:])


def test_a_number_that_is_not_finite_names_the_field(run):
    with pytest.raises(ScenarioError, match=r"belief\.u: input should be a finite number"):
        what_if(run.log, {"belief.u": math.nan})
