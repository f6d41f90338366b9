"""What a what-if can change: every plain setting of each believer, everybody's, other rules', and every claim."""

from pathlib import Path

import pytest

import doxa
from doxa.beliefs.base import kernel_class
from doxa.evidence.admission import Admission
from doxa.log.rundir import open_run
from doxa.studio.levers import claims_of, levers_of
from doxa.studio.shelf import handle_of
from studio.asking import Application


def test_every_setting_of_belief_and_memory_of_every_agent_has_a_lever(finished: Path) -> None:
    log = open_run(finished)
    levers = levers_of(log)
    for person, agent in zip(log.spec.participants, levers.agents, strict=True):
        paths = {lever.path for lever in agent.levers}
        belief = kernel_class(person.kernel or "").Settings.model_fields
        assert {f"agents.{person.id}.belief.{name}" for name in belief} <= paths
        assert {f"agents.{person.id}.memory.{name}" for name in Admission.model_fields} <= paths
        assert f"agents.{person.id}.prior.stance" in paths
    assert {lever.path for lever in levers.everybody} == {
        lever.path.split(".", 2)[2] for lever in levers.agents[0].levers
    }
    assert {lever.kind for agent in levers.agents for lever in agent.levers} == {"number", "choice"}


def test_every_lever_is_one_that_doxa_takes(finished: Path) -> None:
    log = open_run(finished)
    levers = levers_of(log)
    for lever in (*levers.everybody, *levers.agents[0].levers, *levers.hearing):
        if "prior." not in lever.path:  # which priors can be reached depends on the seeds
            for value in lever.choices or (lever.low, lever.high):
                assert doxa.what_if(log, {lever.path: value}).curves
    assert doxa.what_if(log, {"agents.violet.prior.stance": 0.3, "agents.violet.prior.reference_a": 0.2}).curves


def test_levers_of_other_rules_are_those_that_the_rule_takes(finished: Path) -> None:
    log = open_run(finished)
    rules = {rule.name: rule for rule in levers_of(log).rules}
    assert {"log_odds", "degroot", "friedkin_johnsen", "social"} <= rules.keys()
    for name in ("log_odds", "degroot", "friedkin_johnsen", "social"):
        changes = {f"agents.violet.{lever.path}": lever.value for lever in (*rules[name].levers, *rules[name].memory)}
        assert doxa.what_if(log, {"agents.violet.kernel": name, **changes}).curves


def test_a_setting_in_which_agents_differ_has_no_value_of_everybody(finished: Path) -> None:
    everybody = {lever.path: lever.value for lever in levers_of(open_run(finished)).everybody}
    assert everybody["memory.theta"] == 0.6
    assert everybody["prior.stance"] is None


def test_every_claim_can_be_struck_out_those_of_the_start_too(finished: Path) -> None:
    log = open_run(finished)
    found = claims_of(log)
    assert [(one.agent, one.seeds) for one in found] == [
        ("violet", False),
        ("cobalt", False),
        ("violet", True),
        ("cobalt", True),
    ]
    without = [one.claims[0].id for one in found]
    expected = doxa.what_if(log, {}, without)
    application = Application(finished.parent)
    run = f"/api/runs/{handle_of(finished.name)}"
    listed = application.ask(f"{run}/claims").json
    assert [len(one["claims"]) for one in listed] == [len(one.claims) for one in found]
    answer = application.ask(f"{run}/what-if", "POST", {"without": without}).json["answer"]
    assert answer["curves"]["violet"][-1]["stance"] == expected.curves["violet"][-1].stance


@pytest.mark.parametrize(
    "path", ["agents.violet.belief.u", "agents.violet.memory.theta", "agents.violet.policy.recent"]
)
def test_the_form_of_a_fork_has_what_may_change_with_its_value_at_the_turn(finished: Path, path: str) -> None:
    application = Application(finished.parent)
    run = f"/api/runs/{handle_of(finished.name)}"
    answer = application.ask(f"{run}/fork-form?at=r02/violet")
    assert answer.status == 200, answer.body
    left, fields = list(answer.json), {}
    while left:
        section = left.pop()
        fields |= {field["path"]: field for field in section["fields"]}
        left += section["sections"]
    assert fields[path]["written"]
    assert "script.rounds" in fields
    assert "models.speaker.model" in fields
    assert not [path for path in fields if path.endswith((".corpus", ".kernel"))]
    dry = {"at": "r02/violet", "set": {path: fields[path]["value"]}, "dry": True}
    found = application.ask(f"{run}/fork", "POST", dry).json
    assert found["command"].startswith("doxa fork ")
    assert not found["paid"]
    assert application.studio.children.going == 0
