"""A run stops where a model states to be another than before, or a plug-in has other code, until that is confirmed."""

from pathlib import Path

import pytest

from conformance.packages import STUBBORN, STUBBORN_GROUPS, Packages
from doxa.analysis.verify import verify
from doxa.app.cli import app
from doxa.engine.gate import Budget
from doxa.errors import DivergedError, StoppedError
from doxa.experiments.sitting import resume, run
from doxa.log.journal import CallRecord, read_calls, read_lines, read_sittings
from doxa.records.base import plain
from log.forging import write_objects
from servers.openai_server import OpenAIServer

MODEL = "compatible:test"
SHORT = {"script.rounds": 1, "conditions.concurrency": 1}
SPOKEN = {**SHORT, "models.speaker": MODEL}
OTHER = "compatible:test is another model now: it answered as test-2026-01-01, and answers as another-7b"


def stop_after_one_call(path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(StoppedError):
        run("compulsory-voting", out=path, changes={**changes, "budget.tokens": 1})


def cut_a_run(path: Path) -> None:
    """Make a run with the kernel of a plug-in, and cut its last events."""
    lines = run("compulsory-voting", out=path, changes={**SHORT, "kernel": "stubborn"}).lines
    (path / "events.jsonl").write_bytes(b"".join(lines[:-4]))


def revisions(path: Path) -> set[str]:
    return {call.revision for call in read_calls(path / "calls.jsonl") if call.model == MODEL}


def calls_of(path: Path) -> list[CallRecord]:
    return [call for call in read_calls(path / "calls.jsonl") if call.model == MODEL]


def test_a_resume_against_another_model_stops_and_keeps_what_it_answered(server: OpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "run"
    stop_after_one_call(path, SPOKEN)
    server.always("other_model")
    with pytest.raises(StoppedError, match=OTHER) as stopped:
        resume(path, budget=Budget())
    assert f"doxa resume {path} --as-changed" in stopped.value.hint
    paid = calls_of(path)[-1]
    assert paid.id.encode() not in (path / "events.jsonl").read_bytes(), "no event rests on the answer"
    assert (paid.revision, paid.status, bool(paid.text), bool(paid.output_tokens)) == ("another-7b", "ok", True, True)
    asked = server.count
    assert resume(path, budget=Budget(), as_changed=True).finished
    assert revisions(path) == {"test-2026-01-01", "another-7b"}
    assert [call.id for call in calls_of(path)].count(paid.id) == 1, "the answer is taken, not asked for again"
    assert len(calls_of(path)) == 2 + server.count - asked
    assert [sitting.as_changed for sitting in read_sittings(path / "calls.jsonl")] == [False, False, True]
    assert verify(path).status == "verified"


def test_a_resume_with_the_old_model_back_asks_again(server: OpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "run"
    stop_after_one_call(path, SPOKEN)
    server.always("other_model")
    for _ in range(2):  # stopped again as long as the other model answers
        with pytest.raises(StoppedError, match=OTHER):
            resume(path, budget=Budget())
    server.always(None)
    assert resume(path, budget=Budget()).finished
    assert [call.revision for call in calls_of(path)[1:4]] == ["another-7b", "another-7b", "test-2026-01-01"]
    assert len({call.id for call in calls_of(path)[1:4]}) == 1
    assert verify(path).status == "verified"


def test_what_another_model_answered_twice_is_taken_once_it_is_confirmed(server: OpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "run"
    stop_after_one_call(path, SPOKEN)
    server.always("other_model")
    for _ in range(2):
        with pytest.raises(StoppedError, match=OTHER):
            resume(path, budget=Budget())
    assert resume(path, budget=Budget(), as_changed=True).finished
    assert verify(path).status == "verified"


def test_a_change_that_was_confirmed_is_not_asked_about_again(server: OpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "run"
    stop_after_one_call(path, SPOKEN)
    server.always("other_model")
    used = calls_of(path)[0]
    one_more = 2 * ((used.input_tokens or 0) + (used.output_tokens or 0))
    with pytest.raises(StoppedError, match="budget"):
        resume(path, budget=Budget(tokens=one_more), as_changed=True)
    assert {call.revision for call in calls_of(path)} == {"test-2026-01-01", "another-7b"}
    assert resume(path, budget=Budget()).finished
    assert len({call.id for call in calls_of(path)}) == len(calls_of(path)), "no call was made again"


def test_a_call_that_stands_twice_is_reported_where_no_model_changed(server: OpenAIServer, tmp_path: Path) -> None:
    path = tmp_path / "run"
    run("compulsory-voting", out=path, changes=SPOKEN)
    lines = list(read_lines(path / "calls.jsonl"))
    again = calls_of(path)[0]
    lines.append(again.model_copy(update={"link": again.link_after(lines[-1].link)}))
    write_objects(path / "calls.jsonl", list(map(plain, lines)))
    assert [(problem.key, problem.what) for problem in verify(path).problems] == [
        (f"call {again.id}", "it stands 2 times")
    ]


def test_the_same_model_goes_on_unasked(server: OpenAIServer, tmp_path: Path) -> None:
    stop_after_one_call(tmp_path / "run", SPOKEN)
    assert resume(tmp_path / "run", budget=Budget()).finished


def test_a_model_that_changes_between_two_calls_stops_the_run_too(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok")
    server.always("other_model")
    with pytest.raises(StoppedError, match=OTHER):
        run("compulsory-voting", out=tmp_path / "run", changes=SPOKEN)
    assert revisions(tmp_path / "run") == {"test-2026-01-01", "another-7b"}
    with pytest.raises(StoppedError, match=OTHER):  # nothing of the run was taken: the first answer counts as before
        resume(tmp_path / "run")


def test_a_service_that_does_not_state_its_model_is_not_stopped(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok")
    server.always("null_model")
    assert run("compulsory-voting", out=tmp_path / "run", changes=SPOKEN).finished


def test_the_command_line_names_both_models_and_the_option(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    stop_after_one_call(path, SPOKEN)
    server.always("other_model")
    words = ["resume", str(path), "--max-tokens", "1000000"]
    with pytest.raises(StoppedError, match=OTHER):
        app(words, result_action="return_value")
    app([*words, "--as-changed"], result_action="return_value")
    assert "doxa report" in capsys.readouterr().out


def test_a_resume_with_other_code_of_a_plug_in_stops_until_it_is_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = Packages(tmp_path / "site", monkeypatch)
    packages.install("doxa-stubborn", STUBBORN, STUBBORN_GROUPS)
    path = tmp_path / "run"
    cut_a_run(path)
    packages.uninstall("doxa-stubborn")
    packages.install("doxa-stubborn", f"{STUBBORN}    # mended\n", STUBBORN_GROUPS, version="0.2.0")
    lines = list(read_lines(path / "calls.jsonl"))
    with pytest.raises(DivergedError, match="kernel stubborn has other code than before") as stopped:
        resume(path, budget=Budget())
    assert "that of doxa-stubborn 0.2.0 now, and was that of doxa-stubborn 0.1.0" in stopped.value.message
    assert f"doxa resume {path} --as-changed" in stopped.value.hint
    assert list(read_lines(path / "calls.jsonl")) == lines, "nothing was recorded"
    assert resume(path, budget=Budget(), as_changed=True).finished
    packages.uninstall("doxa-stubborn")
    packages.forget()


def test_a_new_version_with_the_same_code_goes_on_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = Packages(tmp_path / "site", monkeypatch)
    packages.install("doxa-stubborn", STUBBORN, STUBBORN_GROUPS)
    cut_a_run(tmp_path / "run")
    packages.uninstall("doxa-stubborn")
    packages.install("doxa-stubborn", STUBBORN, STUBBORN_GROUPS, version="0.2.0")
    assert resume(tmp_path / "run", budget=Budget()).finished
    packages.uninstall("doxa-stubborn")
    packages.forget()
