"""A fork that begins at the first failed step: it asks again what failed, and nothing that was answered before it."""

from pathlib import Path

import pytest

from doxa.errors import LogError, ModelCallError, NoAnswerError
from doxa.experiments.forking import first_failed_step, fork
from doxa.log.rundir import open_run
from doxa.models.port import Request
from scenes.stage import Answer, cast, debate, listened_to, play, three


def failing(*keys: str) -> Answer:
    def answer(request: Request):
        if request.step.key in keys:
            raise ModelCallError("the service said 529: overloaded", status="server_error")
        return cast(request)

    return answer


def fork_failed(parent: Path, out: Path) -> tuple:
    performer, prompts = listened_to(cast)
    log = fork(parent, changes={}, out=out, make=lambda settings, conditions: performer)
    return log, list(prompts)


def test_it_begins_at_the_first_failed_turn(tmp_path: Path) -> None:
    parent = play(debate(rounds=3), tmp_path / "parent", failing("r02/violet", "r03/amber"))
    whole = play(debate(rounds=3), tmp_path / "whole")
    log, asked = fork_failed(parent.log.path, tmp_path / "fork")
    assert asked[0] == "r02/violet#1"
    assert log.ended is not None
    assert log.ended.outcomes == whole.body("end", "end").outcomes
    assert log.spec.parent is not None
    assert log.spec.parent.at == "r02/violet"


def test_what_else_was_answered_in_the_round_is_not_asked_again(tmp_path: Path) -> None:
    parent = play(three(), tmp_path / "parent", failing("r02/amber"))
    log, asked = fork_failed(parent.log.path, tmp_path / "fork")
    assert "r02/amber#1" in asked
    assert not {"r02/violet#1", "r02/teal#1", "r02/violet/extract#1"} & set(asked)
    assert log.finished


def test_a_failed_hearing_is_heard_again_without_its_message(tmp_path: Path) -> None:
    parent = play(debate(), tmp_path / "parent", failing("r01/violet/extract"))
    log, asked = fork_failed(parent.log.path, tmp_path / "fork")
    assert asked[0] == "r01/violet/extract#1"
    assert log.finished


def test_seeds_that_could_not_be_prepared_are_asked_for_again(tmp_path: Path) -> None:
    with pytest.raises(NoAnswerError) as told:
        play(debate(), tmp_path / "parent", failing("seeds/embed/1"))
    assert "--failed" in told.value.hint
    log, asked = fork_failed(tmp_path / "parent", tmp_path / "fork")
    assert asked[0] == "seeds/embed/1#1"
    assert log.finished


def test_without_a_failed_step_there_is_nowhere_to_begin(tmp_path: Path) -> None:
    parent = play(debate(), tmp_path / "parent")
    with pytest.raises(LogError, match=r"no step of .* failed"):
        first_failed_step(parent.log)


def test_the_reason_of_a_call_that_was_given_up_is_journalled(tmp_path: Path) -> None:
    parent = play(debate(), tmp_path / "parent", failing("r01/violet"))
    (call,) = [call for call in open_run(parent.log.path).calls() if call.status != "ok"]
    assert [attempt["message"] for attempt in call.tries] == ["the service said 529: overloaded"]
