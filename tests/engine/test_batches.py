"""Runs that are asked by batch: the same events, half the price, and nothing sent twice."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doxa.analysis.verify import verify
from doxa.errors import ModelSetupError, StoppedError
from doxa.experiments.sitting import resume, run
from doxa.experiments.sweeping import Sweep, run_sweep
from doxa.log.batches import NAME, BatchLine
from doxa.log.journal import CallRecord, read_calls
from doxa.log.lines import Lines
from doxa.log.rundir import RunLog
from doxa.records.outside import parse_json
from servers.batch_server import BatchServer

BY_BATCH = {
    "conditions.batch": True,
    "conditions.batch_check_s": 0.05,
    "conditions.timeout_s": 1,
    "conditions.first_wait_s": 0.01,
    "conditions.longest_wait_s": 0.01,
}
MODELS = ("openai:gpt-4o-mini", "anthropic:claude-haiku-4-5", "google:gemini-2.5-flash")


def asked_of(model: str) -> dict[str, Any]:
    return {"models.speaker": model, "models.extractor": model, "script.rounds": 1}


def calls_of(path: Path, model: str) -> list[CallRecord]:
    return [call for call in read_calls(path / "calls.jsonl") if call.model == model]


def taken(batch_server: BatchServer) -> set[int]:
    """How often each request was taken in a batch."""
    return set(batch_server.submitted.values())


def interrupt_at_a_look(batch_server: BatchServer) -> None:
    """Interrupt this process at the first look at a batch, and only then: a second signal would end it at once."""

    def watch(asked: str, moment: str) -> None:
        if "/batch-0" in asked:
            batch_server.watch = lambda asked, moment: None
            signal.raise_signal(signal.SIGINT)

    batch_server.watch = watch


@pytest.mark.parametrize("model", MODELS)
def test_a_batch_has_the_live_bodies_and_its_run_the_live_events(
    batch_server: BatchServer, tmp_path: Path, model: str
) -> None:
    live = run("compulsory-voting", out=tmp_path / "live", changes=asked_of(model))
    assert not batch_server.batches
    bodies, count = sorted(map(str, batch_server.bodies)), len(batch_server.paths)
    batched = run("compulsory-voting", out=tmp_path / "batched", changes=asked_of(model) | BY_BATCH)
    assert [*batched.lines] == [*live.lines]
    assert verify(batched.path).status == "verified"
    assert {call.batch for call in calls_of(batched.path, model)} == set(batch_server.batches)
    assert sorted(str(row[2]) for batch in batch_server.batches.values() for row in batch["_rows"]) == bodies
    assert not any(
        path.endswith(("/completions", "/messages", ":generateContent")) for path in batch_server.paths[count:]
    )
    assert taken(batch_server) == {1}
    full, half = ({call.id: call.cost or 0.0 for call in calls_of(log.path, model)} for log in (live, batched))
    assert half == pytest.approx({call: cost / 2 for call, cost in full.items()}, rel=0.05)
    assert all(half.values())


@pytest.mark.parametrize("model", MODELS)
def test_what_a_batch_did_not_answer_is_asked_again_in_another(
    batch_server: BatchServer, tmp_path: Path, model: str
) -> None:
    live = run("compulsory-voting", out=tmp_path / "live", changes=asked_of(model))
    batch_server.spoil = lambda request, before: {0: "expired", 1: "busy"}.get(before, "")
    batched = run("compulsory-voting", out=tmp_path / "batched", changes=asked_of(model) | BY_BATCH)
    assert [*batched.lines] == [*live.lines]
    tries = [[attempt["status"] for attempt in call.tries] for call in calls_of(batched.path, model) if call.tries]
    assert tries == [["server_error", "rate_limited"]] * batch_server.sizes[0]
    assert taken(batch_server) == {1}


@pytest.mark.parametrize("model", MODELS)
def test_a_refusal_in_a_batch_is_one_and_is_not_asked_again(
    batch_server: BatchServer, tmp_path: Path, model: str
) -> None:
    batch_server.spoil = lambda request, before: "refused" if before == 0 else ""
    log = run("compulsory-voting", out=tmp_path / "run", changes=asked_of(model) | BY_BATCH)
    first = calls_of(log.path, model)[0]
    assert (first.status, first.finish, len(first.tries)) == ("ok", "refusal", 0)


def test_a_request_that_is_wrong_fails_as_a_live_one(batch_server: BatchServer, tmp_path: Path) -> None:
    batch_server.spoil = lambda request, before: "wrong"
    with pytest.raises(StoppedError, match=r"rejects the request.*is not right"):
        run("compulsory-voting", out=tmp_path / "run", changes=asked_of(MODELS[0]) | BY_BATCH)
    assert len(batch_server.batches) == 5  # conditions.tries


@pytest.mark.parametrize("model", MODELS)
def test_a_batch_whose_acceptance_was_lost_is_found_and_not_sent_again(
    batch_server: BatchServer, tmp_path: Path, model: str
) -> None:
    ends = {"o": "/batches", "a": "/messages/batches", "g": ":batchGenerateContent"}
    batch_server.lost = {ends[model[0]]: 2}
    log = run("compulsory-voting", out=tmp_path / "run", changes=asked_of(model) | BY_BATCH)
    assert batch_server.lost == {ends[model[0]]: 0}
    assert taken(batch_server) == {1}
    assert {call.batch for call in calls_of(log.path, model)} == set(batch_server.batches)


def test_what_never_arrived_is_sent_again(batch_server: BatchServer, tmp_path: Path) -> None:
    batch_server.lost = {"/files": 1}
    run("compulsory-voting", out=tmp_path / "run", changes=asked_of(MODELS[0]) | BY_BATCH)
    assert taken(batch_server) == {1}


def test_the_batch_is_written_down_before_it_is_waited_for(batch_server: BatchServer, tmp_path: Path) -> None:
    path, seen = tmp_path / "run", []

    def watch(asked: str, moment: str) -> None:
        if moment == "before" and (asked == "/v1/batches" or "/batch-" in asked):
            line = BatchLine.model_validate(parse_json(Lines(path / NAME)[-1]))
            seen.append((asked.rpartition("/")[2], line.id, len(line.requests)))

    batch_server.watch = watch
    run("compulsory-voting", out=path, changes=asked_of(MODELS[0]) | BY_BATCH)
    assert seen[:3] == [("batches", "", batch_server.sizes[0]), *[("batch-0", "batch-0", batch_server.sizes[0])] * 2]


@pytest.mark.parametrize(
    "go_on", [resume, lambda path: run("compulsory-voting", out=path, changes=asked_of(MODELS[0]))]
)
def test_an_interrupted_wait_is_collected_later_without_the_option(
    batch_server: BatchServer, tmp_path: Path, go_on: Callable[[Path], RunLog]
) -> None:
    live = run("compulsory-voting", out=tmp_path / "live", changes=asked_of(MODELS[0]))
    path, batch_server.looks = tmp_path / "run", 10**9
    interrupt_at_a_look(batch_server)
    with pytest.raises(StoppedError, match="interrupted"):
        run("compulsory-voting", out=path, changes=asked_of(MODELS[0]) | BY_BATCH)
    assert not calls_of(path, MODELS[0])
    batch_server.watch, batch_server.looks = lambda asked, moment: None, 1
    assert [*go_on(path).lines] == [*live.lines]
    assert taken(batch_server) == {1}


def test_runs_of_a_sweep_wait_together(batch_server: BatchServer, tmp_path: Path) -> None:
    sweep = Sweep(
        scenario="compulsory-voting",
        grid={},
        replicates=12,
        out=tmp_path,
        changes=asked_of(MODELS[0]) | BY_BATCH | {"conditions.batch_check_s": 2},
    )
    batch_server.looks = 1
    cells = run_sweep(sweep)
    assert {cell.status for cell in cells} == {"finished"}
    alone = max(len({call.batch for call in calls_of(Path(cell.path), MODELS[0])}) for cell in cells)
    assert len(batch_server.batches) == alone
    assert max(batch_server.sizes) >= 12


def test_a_service_without_batches_says_so_before_anything_is_asked(
    batch_server: BatchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_BASE_URL", batch_server.base_url)
    with pytest.raises(ModelSetupError, match="compatible has no batch interface"):
        run("compulsory-voting", out=tmp_path / "run", changes=asked_of("compatible:some") | BY_BATCH)
    assert not batch_server.paths
    assert not (tmp_path / "run").exists()


def test_a_batch_that_the_service_has_no_longer_says_how_to_ask_anew(batch_server: BatchServer, tmp_path: Path) -> None:
    path, batch_server.looks = tmp_path / "run", 10**9
    interrupt_at_a_look(batch_server)
    with pytest.raises(StoppedError, match="interrupted"):
        run("compulsory-voting", out=path, changes=asked_of(MODELS[0]) | BY_BATCH)
    batch_server.forget()
    with pytest.raises(ModelSetupError, match=r"could not look at batch batch-0.*no such batch") as stop:
        resume(path)
    assert "delete batches.jsonl of the run" in stop.value.hint
    (path / NAME).unlink()
    assert resume(path).finished
    assert set(batch_server.submitted.values()) == {1}
