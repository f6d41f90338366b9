"""The offline speaker obeys its prompt, so that effects which instructions cause have their direction."""

import pytest

from doxa.app.commands.run import prompt
from doxa.errors import ScenarioError
from doxa.experiments.forking import fork
from doxa.experiments.sitting import run
from doxa.systems.round_table.measures import METRICS, MeasuredTurn, mean_known


def played(path, **changes):
    given = {"script.rounds": 4, **{key.replace("__", "."): value for key, value in changes.items()}}
    log = run("land", out=path, changes=given)
    return log, {key: MeasuredTurn.model_validate(one) for key, one in log.events[-1].body.result["turns"].items()}


def measured(path, metric, **changes):
    return mean_known(map(METRICS[metric], played(path, **changes)[1].values()))


RULE, W_T, W_M, W_D, SHOWS = (f"policy__prompt__{one}" for one in ("rule", "w_t", "w_m", "w_d", "shows"))


def test_weight_of_knowledge_and_rule_raise_the_use_of_evidence_and_without_knowledge_there_is_none(tmp_path):
    low = measured(tmp_path / "low", "evidence usage", **{RULE: "none", W_D: 0.5})
    high = measured(tmp_path / "high", "evidence usage", **{RULE: "none", W_D: 1.5})
    light = measured(tmp_path / "light", "evidence usage", **{RULE: "light", W_D: 0.5})
    assert low < light <= high
    assert measured(tmp_path / "none", "evidence usage", **{RULE: "light", SHOWS: ["T", "M"]}) == 0.0


def test_without_the_persona_stances_are_less_consistent(tmp_path):
    kept = measured(tmp_path / "kept", "stance", **{W_T: 1.5})
    assert measured(tmp_path / "gone", "stance", **{SHOWS: ["M", "D"]}) < kept


def test_high_weights_recap_cite_twice_and_begin_with_the_persona(tmp_path):
    _, turns = played(tmp_path / "run", **{RULE: "none", W_T: 1.5, W_M: 1.5, W_D: 1.5})
    text = turns["r02/farmer"].text
    assert text.startswith("So far Community representative has said")
    assert "I speak as Farmer: A farmer whose family" in text
    assert sum(lead in text for lead in ("What I know is", "on record", "Consider the facts", "well established")) == 2


@pytest.mark.parametrize(("rule", "most"), [("struct", 3), ("light", 2)])
def test_a_rule_limits_the_sentences(tmp_path, rule, most):
    _, turns = played(tmp_path / "run", **{RULE: rule, "policy__prompt__sentences": 2})
    assert max(one.text.count(". ") + 1 for one in turns.values()) <= most


def test_an_agent_has_a_policy_of_its_own(tmp_path):
    own = {"agents.farmer.policy.prompt.w_d": 1.5, "policy.prompt.rule": "none", "script.rounds": 1}
    people = run("land", out=tmp_path / "run", changes=own).spec.participants
    assert {one.id: (one.policy.prompt.rule, one.policy.prompt.w_d) for one in people} == {
        "farmer": ("none", 1.5),
        "conservationist": ("none", 1.0),
        "community": ("none", 1.0),
    }


def test_a_policy_changes_in_a_fork(tmp_path):
    log, before = played(tmp_path / "run")
    forked = fork(log.path, at="r03/farmer", changes={"policy.prompt.rule": "struct"}, out=tmp_path / "fork")
    after = forked.events[-1].body.result["turns"]
    assert after["r02/farmer"]["text"] == before["r02/farmer"].text
    assert after["r03/farmer"]["text"].count(". ") <= 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policy.prompt.rule": "strukt"}, "no rule is named 'strukt'"),
        ({"policy.prompt.schedule": "light"}, "no schedule is named 'light'"),
        ({"policy.prompt.rul": "light"}, r"policy\.prompt\.rul: there is no such key\nDid you mean 'rule'"),
        ({"policy.prompt.w_d": 2.5}, r"policy\.prompt\.w_d"),
        ({"protocol": "dialogue"}, "no such key|no prompt policies|no knowledge"),
    ],
)
def test_what_a_policy_cannot_be_is_refused_before_anything_is_asked(tmp_path, changes, message):
    with pytest.raises(ScenarioError, match=message):
        run("land", out=tmp_path / "run", changes=changes)
    with pytest.raises(ScenarioError, match="no prompt policies"):
        run("compulsory-voting", out=tmp_path / "run", changes={"policy.prompt.rule": "light"})


def test_the_prompt_is_shown_with_its_reasons(capsys):
    prompt("land", agent="farmer", round=2, sets=("policy.prompt.w_m=1.5",))
    told = capsys.readouterr().out
    phrases = (
        "w_M is high: recap and unresolved points come first.",
        "Rule light: a limit on length.",
        "Source: ",
        "simulated offline",
    )
    assert [phrase for phrase in phrases if phrase not in told] == []


@pytest.mark.parametrize(("agent", "number"), [("fisher", 1), ("farmer", 0)])
def test_a_prompt_of_nobody_is_refused(agent, number):
    with pytest.raises(ScenarioError):
        prompt("land", agent=agent, round=number)
