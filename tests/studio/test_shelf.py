"""The shelf lists runs from their spec and last event, and reaches nothing outside its folder."""

import json
import os
from pathlib import Path

import pytest

from doxa.errors import LogError
from doxa.log.lines import last_line
from doxa.log.rundir import locked, open_run
from doxa.studio.shelf import RunShelf
from studio.asking import Application
from studio.conftest import copy_run


@pytest.fixture
def folder(tmp_path: Path, finished: Path) -> Path:
    copy_run(finished, tmp_path / "runs" / "one")
    copy_run(finished, tmp_path / "runs" / "sweep" / "two")
    return tmp_path / "runs"


def test_a_row_says_what_the_log_says(folder: Path) -> None:
    row = next(row for row in RunShelf(root=folder).rows() if row.path == "one")
    log = open_run(folder / "one")
    assert (row.motion, row.seed, row.protocol) == (log.spec.proposition.text, log.spec.seed, log.spec.protocol)
    assert (row.status, row.events, row.words) == ("finished", len(log.events), "simulated")
    assert row.stances == log.ended.stances
    assert row.agents == len(log.spec.participants)


def test_runs_of_a_folder_share_its_name(folder: Path) -> None:
    assert {row.path: row.group for row in RunShelf(root=folder).rows()} == {"one": "", "sweep/two": "sweep"}


def test_an_unfinished_run_is_running_only_while_a_process_holds_it(folder: Path) -> None:
    events = folder / "one" / "events.jsonl"
    events.write_bytes(b"".join(events.read_bytes().splitlines(keepends=True)[:-1]))
    shelf = RunShelf(root=folder)

    def status() -> str:
        return next(row.status for row in shelf.rows() if row.path == "one")

    assert status() == "unfinished"
    with locked(folder / "one"):
        assert status() == "running"
    assert status() == "unfinished"


@pytest.mark.parametrize("content", [b"", b"{", b"[]\n", b'{"name":1}\n', b"\xff\xfe\n", b"null"])
def test_a_directory_that_is_no_run_is_listed_as_damaged_beside_the_others(folder: Path, content: bytes) -> None:
    (folder / "odd").mkdir()
    (folder / "odd" / "spec.json").write_bytes(content)
    statuses = {row.path: row.status for row in RunShelf(root=folder).rows()}
    assert statuses == {"one": "finished", "sweep/two": "finished", "odd": "damaged"}


def test_links_are_neither_listed_nor_followed(folder: Path, tmp_path: Path, finished: Path) -> None:
    copy_run(finished, tmp_path / "outside")
    os.symlink(tmp_path / "outside", folder / "linked")
    (folder / "half").mkdir()
    os.symlink(tmp_path / "outside" / "spec.json", folder / "half" / "spec.json")
    assert {row.path for row in RunShelf(root=folder).rows()} == {"one", "sweep/two"}


def test_a_run_that_becomes_a_link_is_not_opened(folder: Path, tmp_path: Path, finished: Path) -> None:
    shelf = RunShelf(root=folder)
    handle = next(row.handle for row in shelf.rows() if row.path == "one")
    (folder / "one").rename(tmp_path / "moved")
    os.symlink(tmp_path / "moved", folder / "one")
    with pytest.raises(LogError, match="outside"):
        shelf.path(handle)


@pytest.mark.parametrize("handle", ["..", "one", "../../etc", "%2e%2e", "0" * 16])
def test_no_path_is_a_handle(folder: Path, handle: str) -> None:
    assert Application(folder).ask(f"/api/runs/{handle}/view").status in (400, 404)


def test_the_last_line_of_a_long_file_is_found_and_half_a_line_is_none(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    long = json.dumps({"text": "x" * 300_000}).encode()
    file.write_bytes(b'{"a":1}\n' + long + b"\n" + b'{"half":')
    assert last_line(file) == long
    file.write_bytes(b'{"half":')
    assert last_line(file) is None
    assert last_line(tmp_path / "none") is None
