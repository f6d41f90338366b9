"""A server that is gone, has too small a context or one slot: the run stops resumably, or waits, and loses no turn."""

from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.errors import StoppedError
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import open_run
from servers.openai_server import OpenAIServer

HOSTED = {
    "models.speaker": "compatible:test",
    "script.rounds": 2,
    "conditions.tries": 2,
    "conditions.first_wait_s": 0.01,
}
CROWD = """
proposition = "We should adopt atheism"
kernel = "fixed"
models.speaker = "compatible:test"
script = {rounds = 1, turns = "simultaneous"}
agents.ada.count = 8
conditions = {timeout_s = 0.7, first_wait_s = 0.05}
"""


@pytest.mark.parametrize("answers", range(4))
def test_a_server_that_dies_stops_the_run_and_the_resumed_log_is_that_of_a_server_that_lives(
    answers: int, server: OpenAIServer, tmp_path: Path
) -> None:
    whole = run("compulsory-voting", out=tmp_path / "whole", changes=HOSTED)
    server.plan(*["ok"] * answers)
    server.always("reset")
    with pytest.raises(StoppedError, match=r"r0\d/\w+: compatible:test could not.*\(after 2 tries\)") as stop:
        run("compulsory-voting", out=tmp_path / "run", changes=HOSTED)
    assert "Start its server" in stop.value.message
    assert f"doxa resume {tmp_path / 'run'}" in stop.value.hint
    asked = [call for call in open_run(tmp_path / "run").calls() if call.model == "compatible:test"]
    assert [call.status for call in asked] == ["ok"] * answers
    server.always(None)
    resume(tmp_path / "run")
    assert (tmp_path / "run/events.jsonl").read_bytes() == (whole.path / "events.jsonl").read_bytes()
    assert verify(tmp_path / "run").status == "verified"


def test_a_server_that_no_longer_listens_is_gone_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = {**HOSTED, "script.rounds": 3}
    with OpenAIServer() as first:
        monkeypatch.setenv("DOXA_BASE_URL", first.base_url)
        whole = run("compulsory-voting", out=tmp_path / "whole", changes=changes)
    second = OpenAIServer(port=first.port).__enter__()
    with pytest.raises(StoppedError, match="Connect call failed"):
        run("compulsory-voting", out=tmp_path / "run", changes=changes, watch=lambda _: second.__exit__())
    with OpenAIServer(port=first.port):
        resume(tmp_path / "run")
    assert (tmp_path / "run/events.jsonl").read_bytes() == (whole.path / "events.jsonl").read_bytes()


def test_a_first_prompt_that_no_context_has_room_for_stops_the_run_before_anything_is_paid(
    server: OpenAIServer, tmp_path: Path
) -> None:
    server.always("context")
    with pytest.raises(StoppedError, match=r"cannot take a prompt this long.*8192 tokens.*--ctx-size") as stop:
        run("compulsory-voting", out=tmp_path / "run", changes=HOSTED)
    assert server.count == 1
    assert f"doxa resume {tmp_path / 'run'}" in stop.value.hint
    server.always(None)
    log = resume(tmp_path / "run")
    assert log.events[-1].body.outcomes["ok"] == sum(log.events[-1].body.outcomes.values())


def test_a_later_prompt_that_is_too_long_is_that_turns_own_failure(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok", "context")
    log = run("compulsory-voting", out=tmp_path / "run", changes=HOSTED)
    assert log.events[-1].body.result["silent_turns"] == 1


def test_a_server_with_one_slot_answers_many_at_once(server: OpenAIServer, tmp_path: Path) -> None:
    server.latency, server.is_single = 0.2, True
    (tmp_path / "crowd.toml").write_text(CROWD)
    log = run(tmp_path / "crowd.toml", out=tmp_path / "run")
    assert [call.status for call in log.calls() if call.role == "speaker"] == ["ok"] * 8
    assert any(attempt["status"] == "timeout" for call in log.calls() for attempt in call.tries)
