"""Whole debates against an HTTP server that misbehaves: no run hangs, nothing is invented, the log tells each step."""

from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.errors import ModelSetupError
from doxa.experiments.sitting import resume, run
from doxa.log.rundir import RunLog
from doxa.records.steps import Outcome
from servers.openai_server import KEY, OpenAIServer

SPEAKER = {
    "models.speaker": "compatible:test",
    "script.rounds": 2,
    "conditions.tries": 2,
    "conditions.first_wait_s": 0.01,
    "conditions.longest_wait_s": 0.05,
    "conditions.timeout_s": 0.4,
    "conditions.give_up_after": 50,
}
ANSWERED_AT_ONCE = ("huge", "refusal")
"""What is not tried again, nor asked again."""
JUDGE = {**SPEAKER, "models.speaker": "offline", "models.extractor": "compatible:test"}


def outcome(log: RunLog, key: str) -> Outcome:
    return next(one.body for one in log.events if one.kind == "outcome" and one.key == key)


@pytest.mark.parametrize(
    ("wrong", "status", "reason"),
    [
        ("rate_limited", "failed", "rate_limited"),
        ("rate_limited_after", "failed", "rate_limited"),
        ("server_error", "failed", "server_error"),
        ("stall", "failed", "timeout"),
        ("drip", "failed", "timeout"),
        ("no_choices", "failed", "malformed"),
        ("truncated", "failed", "malformed"),
        ("invalid_utf8", "failed", "malformed"),
        ("html", "failed", "malformed"),
        ("huge", "failed", "too_long"),
        ("refusal", "refused", "refusal"),
        ("empty", "unparsed", "empty"),
        ("no_finish", "failed", "broken_off"),
        ("zero_width", "unparsed", "empty"),
        ("unclosed_thinking", "unparsed", "empty"),
        ("unclosed_thinking_limit", "unparsed", "limit_in_reasoning"),
        ("tool_preamble", "unparsed", "tool_call"),
    ],
)
def test_a_turn_that_brings_no_words_is_recorded_as_such(
    wrong: str, status: str, reason: str, server: OpenAIServer, tmp_path: Path
) -> None:
    server.plan("ok", *[wrong] * (1 if wrong in ANSWERED_AT_ONCE else 2))
    log = run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    found = outcome(log, "r01/cobalt")
    assert (found.status, found.reason) == (status, reason)
    assert found.text is None
    assert found.reply is None
    assert outcome(log, "r02/violet").ok, "the debate goes on"
    assert log.events[-1].body.result["silent_turns"] == 1
    assert verify(log.path).status == "verified"


@pytest.mark.parametrize(
    "wrong", ["rate_limited", "rate_limited_after", "server_error", "reset", "no_choices", "stall"]
)
def test_one_bad_try_is_retried_and_the_journal_tells_of_it(wrong: str, server: OpenAIServer, tmp_path: Path) -> None:
    smooth = run("compulsory-voting", out=tmp_path / "smooth", changes=SPEAKER)
    server.plan(wrong)
    log = run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    first = next(call for call in log.calls() if call.id == "r01/violet#1")
    assert first.status == "ok"
    assert len(first.tries) == 1
    assert (log.path / "events.jsonl").read_bytes() == (smooth.path / "events.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [("half_json", "not_json"), ("prose", "not_json"), ("other_json", "wrong_shape"), ("empty", "not_json")],
)
def test_an_unreadable_judgement_is_asked_for_once_more_and_then_lost_by_name(
    wrong: str, reason: str, server: OpenAIServer, tmp_path: Path
) -> None:
    server.plan(wrong, wrong)
    log = run("compulsory-voting", out=tmp_path / "run", changes=JUDGE)
    found = outcome(log, "r01/violet/extract")
    assert (found.status, found.reason) == ("unparsed", reason)
    assert found.calls == ("r01/violet/extract#1", "r01/violet/extract#2")
    heard = next(one.body for one in log.events if one.kind == "heard" and one.key == "r01/violet")
    assert heard.claims == ()
    assert heard.lost == f"extract: unparsed ({reason})"


def test_a_second_asking_says_what_was_wrong_in_our_own_words(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("other_json")
    log = run("compulsory-voting", out=tmp_path / "run", changes=JUDGE)
    again = next(call for call in log.calls() if call.id == "r01/violet/extract#2")
    last = log.blobs.block(again.blocks[-1])
    assert last.tag == "correction"
    assert "validation" not in last.text.lower(), "a library's words would change request hashes with its version"
    assert outcome(log, "r01/violet/extract").ok


@pytest.mark.parametrize("wrong", ["key_echo", "unsupported", "not_found", "quota", "payment", "forbidden"])
def test_a_model_set_up_wrongly_stops_the_run_and_can_be_resumed(
    wrong: str, server: OpenAIServer, tmp_path: Path
) -> None:
    server.plan("ok", wrong)
    with pytest.raises(ModelSetupError) as told:
        run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    assert KEY not in str(told.value)
    assert told.value.hint
    assert resume(tmp_path / "run").finished
    assert verify(tmp_path / "run").status == "verified"
    for file in (tmp_path / "run").iterdir():
        assert KEY.encode() not in file.read_bytes(), file.name


@pytest.mark.parametrize(("wrong", "reason"), [("length", "truncated"), ("odd_finish", "unknown_finish")])
def test_how_a_speech_ended_stands_beside_it(wrong: str, reason: str, server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok", wrong)
    log = run("compulsory-voting", out=tmp_path / "run", changes=SPEAKER)
    found = outcome(log, "r01/cobalt")
    assert (found.status, found.reason) == ("ok", reason)
    assert found.text
    assert verify(log.path).status == "verified"
