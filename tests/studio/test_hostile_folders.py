"""A folder that somebody sent: whatever lies in it, the other runs are listed, and nothing hangs or is reached."""

import os
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from doxa.studio import looking
from doxa.studio.shelf import RunShelf
from studio.asking import Application
from studio.conftest import copy_run

WAIT = 20
"""Seconds after which a request counts as hanging."""


@pytest.fixture
def folder(tmp_path: Path, finished: Path) -> Path:
    copy_run(finished, tmp_path / "runs" / "good")
    return tmp_path / "runs"


def soon(work: Callable[[], Any]) -> Any:
    """Return what some work gives; fail where it does not end."""
    given: list[Any] = []
    thread = threading.Thread(target=lambda: given.append(work()), daemon=True)
    thread.start()
    thread.join(WAIT)
    assert given, "it hangs or failed"
    return given[0]


def listed(folder: Path) -> dict[str, Any]:
    answer = soon(lambda: Application(folder).ask("/api/shelf"))
    assert answer.status == 200, answer.body
    return {row["path"]: row for row in answer.json["runs"]}


@pytest.mark.parametrize("name", ["spec.json", "events.jsonl"])
def test_a_pipe_in_place_of_a_file_is_not_opened(folder: Path, finished: Path, name: str) -> None:
    bad = copy_run(finished, folder / "bad")
    (bad / name).unlink()
    os.mkfifo(bad / name)
    assert listed(folder)["good"]["status"] == "finished"


@pytest.mark.parametrize("name", ["calls.jsonl", "blobs.jsonl"])
def test_a_run_with_a_pipe_beside_its_events_is_refused_with_a_sentence(
    folder: Path, finished: Path, name: str
) -> None:
    bad = copy_run(finished, folder / "bad")
    (bad / name).unlink(missing_ok=True)
    os.mkfifo(bad / name)
    application = Application(folder)
    handle = listed(folder)["bad"]["handle"]
    for address in ("view", "spark", "levers"):
        answer = soon(partial(application.ask, f"/api/runs/{handle}/{address}"))
        assert answer.status == 400
        assert "not a file" in answer.json["error"]


def test_a_spec_that_is_a_folder_is_no_run(folder: Path) -> None:
    (folder / "bad" / "spec.json").mkdir(parents=True)
    assert list(listed(folder)) == ["good"]


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "two\nlines", "‮gnp.exe", "'; drop", "%2e%2e%2f", os.fsdecode(b"\xff\xfe")]
)
def test_odd_names_are_told_as_text_and_opened(folder: Path, finished: Path, name: str) -> None:
    copy_run(finished, folder / name)
    rows = listed(folder)
    assert len(rows) == 2
    odd = next(row for path, row in rows.items() if path != "good")
    assert Application(folder).ask(f"/api/runs/{odd['handle']}/view").status == 200


def test_thousands_of_nested_folders_do_not_stop_the_look(folder: Path) -> None:
    here = os.open(folder, os.O_RDONLY)
    try:
        for _ in range(3000):
            os.mkdir("d", dir_fd=here)
            inner = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        assert list(listed(folder)) == ["good"]
    finally:
        os.close(here)
        subprocess.run(["rm", "-rf", str(folder / "d")], check=True)  # too deep for pytest to remove


def test_thousands_of_folders_beside_each_other_are_looked_at(folder: Path) -> None:
    for number in range(3000):
        (folder / f"empty-{number}").mkdir()
    assert list(listed(folder)) == ["good"]


@pytest.mark.parametrize("content", [b"x" * 5_000_000, b"[" * 1_000_000, b'{"seq":' + b"9" * 10_000, b"\n" * 100_000])
def test_huge_lines_are_shown_as_damaged(folder: Path, finished: Path, content: bytes) -> None:
    (copy_run(finished, folder / "bad") / "events.jsonl").write_bytes(content + b"\n")
    rows = listed(folder)
    assert rows["good"]["status"] == "finished"
    assert rows["bad"]["status"] in ("damaged", "unfinished")
    assert Application(folder).ask(f"/api/runs/{rows['bad']['handle']}/view").status == 400


@pytest.mark.parametrize("content", [b"{" * 100_000, b'{"a":' * 100_000, b"null", b"", b'{"name":"' + b"x" * 1_000_000])
def test_a_spec_of_nonsense_is_damaged(folder: Path, finished: Path, content: bytes) -> None:
    (copy_run(finished, folder / "bad") / "spec.json").write_bytes(content)
    assert listed(folder)["bad"]["status"] == "damaged"
    assert Application(folder).ask(f"/api/runs/{listed(folder)['bad']['handle']}/view").status == 400


def test_a_file_beyond_all_bounds_is_not_read(folder: Path, finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = copy_run(finished, folder / "bad")
    with (bad / "spec.json").open("r+b") as file:
        file.truncate(1 << 40)  # a terabyte of nothing
    monkeypatch.setattr(looking, "LONGEST", 1 << 20)
    assert RunShelf(root=folder).rows()
    assert listed(folder)["bad"]["status"] == "damaged"


def test_a_page_of_exhibits_shows_itself_and_does_nothing(folder: Path, tmp_path: Path) -> None:
    (folder / "good" / "exhibits").mkdir()
    (folder / "good" / "exhibits" / "exhibits.html").write_text("<script>fetch('/api/shelf')</script>")
    secret = tmp_path / "secret.html"
    secret.write_text("secret")
    (folder / "linked").mkdir()
    (folder / "linked" / "exhibits.html").symlink_to(secret)
    application = Application(folder)
    shelf = application.ask("/api/shelf").json
    assert shelf["pages"] == []  # that of a run stands with the run
    run = shelf["runs"][0]["handle"]
    (page,) = application.ask(f"/api/runs/{run}/kin").json["pages"]
    answer = application.ask(f"/exhibits/{page['handle']}")
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'sha256-")
    assert "allow-same-origin" not in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    assert "frame-ancestors 'none'" in policy
    assert application.ask("/exhibits/..%2f..%2fsecret.html").status in (400, 404)


def test_a_page_that_becomes_a_link_is_not_shown(folder: Path, tmp_path: Path) -> None:
    (folder / "exhibits.html").write_text("tables")
    application = Application(folder)
    (page,) = application.ask("/api/shelf").json["pages"]
    secret = tmp_path / "secret.html"
    secret.write_text("secret")
    (folder / "exhibits.html").unlink()
    (folder / "exhibits.html").symlink_to(secret)
    assert application.ask(f"/exhibits/{page['handle']}").status == 400
