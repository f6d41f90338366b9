"""What was paid for stays on disk: no failing run, fork or resume removes or repeats a call that a model answered."""

import asyncio
import errno
import json
import os
from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.engine.turn import Desk
from doxa.errors import BeliefError, DiskError, ScenarioError
from doxa.experiments.discarding import discard_run
from doxa.experiments.forking import fork
from doxa.experiments.sitting import resume, run
from doxa.log import disk
from doxa.log.journal import CallRecord, read_calls
from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Request
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from library import Library
from log.cutting import drop_unfounded
from servers.openai_server import OpenAIServer

EMBEDDED = {
    "models.embedder": "compatible:vectors",
    "script.rounds": 3,
    "conditions.tries": 2,
    "conditions.first_wait_s": 0.01,
}
SHORT = {"script.rounds": 2}


def embed_calls(path: Path) -> list[CallRecord]:
    return [call for call in read_calls(path / "calls.jsonl") if call.role == "embedder"]


def test_a_vector_of_another_width_is_malformed_when_it_arrives(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan(*["ok"] * 3)
    server.always("other_width")
    log = run("compulsory-voting", out=tmp_path / "run", changes=EMBEDDED)
    assert log.finished
    assert [call.status for call in embed_calls(log.path)] == ["ok"] * 3 + ["malformed"] * 4
    assert verify(log.path).status == "verified"


def test_one_vector_of_another_width_is_asked_for_again(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan(*["ok"] * 3, "other_width")
    log = run("compulsory-voting", out=tmp_path / "run", changes=EMBEDDED)
    assert {call.status for call in embed_calls(log.path)} == {"ok"}
    assert [attempt["status"] for attempt in embed_calls(log.path)[3].tries] == ["malformed"]


def test_a_resumed_run_knows_the_width_of_the_vectors_before(server: OpenAIServer, tmp_path: Path) -> None:
    whole = run("compulsory-voting", out=tmp_path / "run", changes=EMBEDDED)
    lines = (whole.path / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (whole.path / "calls.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    drop_unfounded(whole.path)
    server.always("other_width")
    assert resume(whole.path).finished
    assert embed_calls(whole.path)[-1].status == "malformed"


def test_a_refused_embedding_is_found_again_when_the_run_resumes(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan(*["ok"] * 2, "filtered")
    whole = run("compulsory-voting", out=tmp_path / "run", changes=EMBEDDED)
    before = (whole.path / "events.jsonl").read_bytes()
    asked = server.count
    (whole.path / "events.jsonl").write_bytes(b"".join(whole.lines[:3]))
    assert resume(whole.path).finished
    assert (whole.path / "events.jsonl").read_bytes() == before
    assert server.count == asked
    refused = [event.body for event in whole.events if event.kind == "outcome" and event.body.status == "refused"]
    assert [outcome.task for outcome in refused] == ["embed"]


class Disk(disk.FileSystem):
    """A disk that notes, of blobs and calls, what is written and what is synced; nothing can be synced while broken."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []
        self.is_broken = False
        self._names: dict[int, str] = {}

    def open_file(self, path: Path, flags: int) -> int:
        file = super().open_file(path, flags)
        self._names[file] = path.name
        return file

    def write(self, file: int, content: bytes) -> int:
        kind = next((kind for kind in (b"int8", b'"role":"embedder"') if kind in content), b"other")
        self.done.append((self._names[file], kind.decode()))
        return super().write(file, content)

    def sync(self, file: int) -> None:
        if self.is_broken and self._names[file] == "blobs.jsonl":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.done.append((self._names[file], "sync"))
        super().sync(file)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return the disk that everything is written to."""
    system = Disk()
    monkeypatch.setattr(disk, "SYSTEM", system)
    return system


def test_vectors_are_on_the_disk_before_the_line_of_their_call(system: Disk, tmp_path: Path) -> None:
    """Else a power cut could keep an answered call that nothing can answer any more."""
    run("compulsory-voting", out=tmp_path / "run", changes=SHORT)
    unsynced = 0
    lines = 0
    for name, what in system.done:
        unsynced += what == "int8"
        unsynced = 0 if (name, what) == ("blobs.jsonl", "sync") else unsynced
        if what == '"role":"embedder"':
            assert unsynced == 0
            lines += 1
    assert lines > 4


def test_a_call_whose_vectors_cannot_be_synced_is_not_journalled(system: Disk, tmp_path: Path) -> None:
    system.is_broken = True
    with pytest.raises(DiskError, match=r"What had just been answered for seeds/\S+ is not recorded"):
        run("compulsory-voting", out=tmp_path / "run", changes=SHORT)
    assert embed_calls(tmp_path / "run") == []
    system.is_broken = False
    resumed = resume(tmp_path / "run")
    assert len({call.id for call in resumed.calls()}) == len(resumed.calls())
    assert verify(resumed.path).status == "verified"


def test_vectors_that_arrived_are_kept_where_the_run_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancelled(desk: Desk) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(Desk, "_sync_vectors", cancelled)
    with pytest.raises(asyncio.CancelledError):
        run("compulsory-voting", out=tmp_path / "run", changes=SHORT)
    assert embed_calls(tmp_path / "run")
    monkeypatch.undo()
    resumed = resume(tmp_path / "run")
    assert len({call.id for call in resumed.calls()}) == len(resumed.calls())


def answer_until_midway(request: Request) -> str:
    if request.step.key == "r02/violet":
        raise BeliefError("a number that no kernel takes")
    return f"I am {request.scene.actor.name}, and for trees."


def make(settings: ModelSettings, conditions: Conditions) -> Performer:
    """Return the performer of a model; one that is not offline answers until the second round."""
    return (
        performer_for(settings, conditions) if settings.model == "offline" else ScriptedPerformer(answer_until_midway)
    )


def test_a_fresh_run_that_fails_midway_keeps_the_calls_of_its_models(tmp_path: Path) -> None:
    changes = {**SHORT, "models.speaker": "scripted:test"}
    with pytest.raises(BeliefError) as refused:
        run("compulsory-voting", out=tmp_path / "run", changes=changes, make=make)
    speeches = [call.id for call in read_calls(tmp_path / "run/calls.jsonl") if call.role == "speaker"]
    assert speeches == ["r01/violet#1", "r01/cobalt#1"]
    assert "calls that were made are kept" in refused.value.hint


def test_a_fork_that_fails_midway_keeps_what_it_asked_anew(library: Library, tmp_path: Path) -> None:
    changes = {"models.speaker": "scripted:test"}
    with pytest.raises(BeliefError):
        fork(library("debate"), at="r01/cobalt", changes=changes, out=tmp_path / "fork", make=make)
    assert (tmp_path / "fork/calls.jsonl").exists()


def test_a_fork_that_asked_nothing_is_removed_and_not_said_to_be_kept(library: Library, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="ended before step 'r02/violet'") as refused:
        fork(library("debate"), at="r02/violet", changes={"script.rounds": 1}, out=tmp_path / "fork")
    assert not (tmp_path / "fork").exists()
    assert "kept" not in refused.value.hint


def test_a_file_that_is_not_of_a_run_is_never_removed(library: Library, tmp_path: Path) -> None:
    thesis = tmp_path / "fork.part" / "thesis.tex"
    thesis.parent.mkdir()
    thesis.write_text("years of work")
    assert not discard_run(thesis.parent)
    with pytest.raises(ScenarioError, match="in the way"):
        fork(library("debate"), at="r02/violet", changes={}, out=tmp_path / "fork")
    assert thesis.exists()


@pytest.mark.parametrize("content", [b"", b'{"kind":"sp'])
def test_what_an_interrupted_copy_left_is_in_no_forks_way(content: bytes, library: Library, tmp_path: Path) -> None:
    (tmp_path / "fork.part").mkdir()
    (tmp_path / "fork.part/spec.json.part").write_bytes(content)
    log = fork(library("debate"), at="r02/violet", changes={}, out=tmp_path / "fork")
    assert verify(log.path).status == "verified"
    assert not (tmp_path / "fork.part").exists()


@pytest.mark.parametrize("damage", [b"not json\n", b'{"kind":"call"}\n'])
def test_a_journal_that_cannot_be_read_counts_as_one_with_calls(
    damage: bytes, library: Library, tmp_path: Path
) -> None:
    path = library.copy("debate", tmp_path / "run")
    (path / "calls.jsonl").write_bytes(damage)
    assert not discard_run(path)


def test_a_run_in_which_plain_code_alone_answered_can_be_removed(library: Library, tmp_path: Path) -> None:
    path = library.copy("debate", tmp_path / "run")
    assert json.loads((path / "calls.jsonl").read_bytes().splitlines()[1])["model"] == "offline"
    assert discard_run(path)
    assert not path.exists()
