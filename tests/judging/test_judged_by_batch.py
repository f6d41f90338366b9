"""Judging by batch: all debates wait together, and each is judged as it is live."""

import shutil
from pathlib import Path

import pytest

from doxa.judging.cases import Judges, cases_of_path, judge
from doxa.judging.commands.judge import judge as judge_command
from doxa.models.conditions import Conditions
from servers.batch_server import BatchServer

MODEL = "openai:gpt-4o-mini"


@pytest.fixture
def folder(transcript: Path, tmp_path: Path) -> Path:
    path = tmp_path / "debates"
    path.mkdir()
    for name in ("first", "second", "third"):
        shutil.copy(transcript, path / f"{name}.csv")
    (path / "third.csv").write_text(transcript.read_text().replace("bus", "tram"))
    return path


def test_debates_of_a_folder_wait_together_and_are_judged_as_live(
    batch_server: BatchServer, folder: Path, tmp_path: Path
) -> None:
    events, waits = [], []
    for conditions in (Conditions(), Conditions(batch=True, batch_check_s=1.0)):
        batch_server.looks = 1
        judges = Judges(panel=(MODEL,), layers=("holistic", "rubric"), conditions=conditions)
        cases, _ = cases_of_path(folder, "", judges, tmp_path / str(conditions.batch))
        judge(cases, judges)
        events.append([(case.path / "events.jsonl").read_bytes() for case in cases])
        waits.append(len(batch_server.batches))
    assert events[0] == events[1]
    assert waits[0] == 0
    assert min(batch_server.sizes) % 3 == 0  # each wait is one of all three
    assert set(batch_server.submitted.values()) == {1}


def test_how_often_judging_waits_is_told_beforehand(
    batch_server: BatchServer, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch
) -> None:
    monkeypatch.setattr("doxa.models.providers.batching.QUIET", 0.2)
    batch_server.looks = 1
    out = tmp_path / "out"
    judge_command(folder, panel=MODEL, layers="holistic", out=out, batch=True, dry_run=True)
    dry = " ".join(capsys.readouterr().out.split())
    assert not batch_server.paths
    judge_command(folder, panel=MODEL, layers="holistic", out=out, batch=True)
    told = capsys.readouterr()
    waits = "By batch: runs wait together, once, each time up to 24 hours."
    assert waits in dry
    assert waits in " ".join(told.out.split())
    assert len(batch_server.batches) == 1
    assert "openai took a batch of" in told.err
