"""A call is journalled under the role whose model answered, also of a plug-in's tasks and of a plug-in's agents."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from doxa.analysis.verify import verify
from doxa.engine import turn
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog
from doxa.records.spec import ModelSettings, RunSpec
from doxa.systems.dialogue.tasks import RESPOND
from doxa.tasks import registry
from scenes.stage import ROLES, believer, debate, play, reporter


def cast_of(spec: RunSpec, *roles: str) -> RunSpec:
    """Return a spec with these roles too, and a model of its own for every role."""
    return spec.model_copy(
        update={"roles": {role: ModelSettings(model=f"scripted:{role}") for role in (*ROLES, *roles)}}
    )


def roles_by_actor(log: RunLog, task: str) -> dict[str, set[str]]:
    """Return actor → the roles of its calls in a task, after a check that each role's model answered."""
    calls = {call.id: call for call in log.calls()}
    assert all(call.model == log.spec.roles[call.role].model for call in calls.values())
    assert verify(log.path).status == "verified"
    outcomes = [event.body for event in log.events if event.kind == "outcome" and event.body.task == task]
    return {outcome.actor: {calls[id].role for id in outcome.calls} for outcome in outcomes}


def test_a_task_of_a_plug_ins_role_is_journalled_under_that_role(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.GROUND, "respond", replace(RESPOND, role="orator"))
    log = play(cast_of(debate(), "orator"), tmp_path / "run").log
    assert roles_by_actor(log, "respond") == {"violet": {"orator"}, "amber": {"orator"}}


def test_what_an_agent_of_a_plug_ins_role_reports_of_itself_is_journalled_under_that_role(tmp_path: Path) -> None:
    panelist = reporter("amber", 0.4).model_copy(update={"role": "panelist", "side": "con"})
    log = play(cast_of(debate(believer("violet", "pro"), panelist), "panelist"), tmp_path / "run").log
    assert roles_by_actor(log, "respond") == {"violet": {"speaker"}, "amber": {"panelist"}}
    assert roles_by_actor(log, "self_update") == {"amber": {"panelist"}}


def test_a_log_that_names_a_speaking_tasks_calls_by_the_actor_s_role_still_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def record_as_before(**fields: Any) -> CallRecord:
        return CallRecord(**fields | {"role": "speaker" if fields["role"] == "orator" else fields["role"]})

    monkeypatch.setitem(registry.GROUND, "respond", replace(RESPOND, role="orator"))
    monkeypatch.setattr(turn, "CallRecord", record_as_before)
    log = play(cast_of(debate(), "orator"), tmp_path / "run").log
    assert "orator" not in {call.role for call in log.calls()}
    assert verify(log.path).status == "verified"
