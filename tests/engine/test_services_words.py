"""Whole debates against a service that refuses in words of its own: what stops a run, and what costs it one call."""

from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.engine.gate import CutPromptWarning
from doxa.errors import StoppedError
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import RunLog
from doxa.records.steps import Outcome
from servers.misbehaviour import Reply, error
from servers.openai_server import OpenAIServer

SPEAKER = {
    "models.speaker": "compatible:test",
    "script.rounds": 2,
    "conditions.tries": 2,
    "conditions.first_wait_s": 0.01,
    "conditions.longest_wait_s": 0.02,
}
RISK = error("400 Bad Request", "Content Exists Risk", "invalid_request_error", "invalid_request_error")
STRANGE = error("400 Bad Request", "The moon is in the wrong quarter", "moon", "invalid_request_error")


def outcome(log: RunLog, key: str) -> Outcome:
    return next(event.body for event in log.events if event.kind == "outcome" and event.key == key)


@pytest.mark.parametrize(
    ("reply", "times", "status", "reason", "words"),
    [(RISK, 1, "refused", "refusal", "Content Exists Risk"), (STRANGE, 2, "failed", "rejected", "wrong quarter")],
    ids=["its content", "words that no rule knows"],
)
def test_what_a_service_refuses_costs_that_call_alone_and_its_words_are_kept(
    server: OpenAIServer, tmp_path: Path, reply: Reply, times: int, status: str, reason: str, words: str
) -> None:
    server.plan("ok", *[reply] * times)
    log = run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    lost = outcome(log, "r01/cobalt")
    assert (lost.status, lost.reason, lost.text) == (status, reason, None)
    assert outcome(log, "r02/violet").ok, "the debate goes on"
    call = next(call for call in log.calls() if call.id == "r01/cobalt#1")
    assert words in call.text + "".join(str(attempt) for attempt in call.tries)
    assert verify(log.path).status == "verified"


def test_a_refusal_of_the_first_call_does_not_stop_the_run(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan(RISK)
    log = run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    assert outcome(log, "r01/violet").status == "refused"
    assert outcome(log, "r01/cobalt").ok


def test_unknown_words_at_the_first_call_stop_the_run_and_a_resume_goes_on(
    server: OpenAIServer, tmp_path: Path
) -> None:
    server.plan(STRANGE, STRANGE)
    with pytest.raises(StoppedError, match="rejects the request: 400 The moon is in the wrong quarter") as stop:
        run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    assert "Leave out the setting" in str(stop.value)
    log = resume(tmp_path / "run")
    assert verify(log.path).status == "verified"
    assert {event.body.status for event in log.events if event.kind == "outcome"} == {"ok"}


def test_a_server_that_cuts_prompts_is_told_once_a_run(server: OpenAIServer, tmp_path: Path) -> None:
    server.always("half_usage")
    with pytest.warns(CutPromptWarning, match="compatible:test counted 40 tokens") as told:
        run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    assert len(told) == 1
