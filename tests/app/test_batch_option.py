"""``--batch`` as a user gives it: how often runs wait is told beforehand, and everything goes out in batches."""

from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.log.journal import read_calls
from humans.made import lines_file
from servers.batch_server import BatchServer

MODEL = "openai:gpt-4o-mini"
LIVE = ("/completions", "/embeddings")


@pytest.fixture(autouse=True)
def soon(batch_server: BatchServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doxa.models.providers.batching.QUIET", 0.1)
    batch_server.looks = 1


def test_a_sweep(batch_server: BatchServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", "land", "--model", MODEL, "--set", "script.rounds=1", "--replicates", "3"]
    words += ["--out", str(tmp_path / "runs"), "--batch"]
    assert "By batch: " in called(*words, "--dry-run", capsys=capsys)
    assert not batch_server.paths
    shown = called(*words, capsys=capsys)
    assert "By batch: runs wait together, " in " ".join(shown.split())
    assert not any(path.endswith(LIVE) for path in batch_server.paths)
    assert batch_server.sizes[0] % 3 == 0
    files = list((tmp_path / "runs").glob("*/calls.jsonl"))
    assert len(files) == 3
    assert {bool(call.batch) for file in files for call in read_calls(file) if call.model == MODEL} == {True}


def test_a_run_and_its_cost(batch_server: BatchServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "land", "--model", MODEL, "--set", "script.rounds=1", "--out", str(tmp_path / "run")]
    full = called(*words, "--dry-run", capsys=capsys)
    half = called(*words, "--dry-run", "--batch", capsys=capsys)
    costs = [float(text.partition("about $")[2].split()[0].rstrip(".")) for text in (full, half)]
    assert costs[1] == pytest.approx(costs[0] / 2, abs=1e-4)
    assert "By batch" not in full
    shown = called(*words, "--batch", capsys=capsys)
    assert "By batch: " in shown
    assert batch_server.batches


def test_a_replay(batch_server: BatchServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"proposition": "We should", "initial": 2, "final": 5, "scale": [1, 6]}
    row["messages"] = [{"text": "Compulsory voting raises turnout among the poor.", "speaker": "q", "stance": 5}]
    file = lines_file(
        tmp_path / "own.jsonl",
        [row | {"person": f"p{n}", "group": f"g{n % 4}", "initial": 1 + n % 5} for n in range(8)],
    )
    words = ["replay", str(file), "--judge", MODEL, "--replicates", "20", "--out", str(tmp_path / "out"), "--batch"]
    assert "By batch: " in called(*words, "--dry-run", capsys=capsys)
    called(*words, capsys=capsys)
    assert batch_server.batches
    assert not any(path.endswith(LIVE) for path in batch_server.paths)


def test_a_fit_and_its_test(batch_server: BatchServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"proposition": "We should", "initial": 2, "final": 5, "scale": [1, 6]}
    row["messages"] = [{"text": "Compulsory voting raises turnout among the poor.", "speaker": "q", "stance": 5}]
    first, second = (
        str(lines_file(tmp_path / f"{name}.jsonl", [row | {"person": f"{name}{n}"} for n in range(4)]))
        for name in ("first", "second")
    )
    fit, folder = str(tmp_path / "fit.json"), str(tmp_path / "first")
    words = ["replay", "fit", first, "--judge", MODEL, "--out", fit, "--folder", folder, "--batch"]
    assert "By batch: " in called(*words, capsys=capsys)
    fitted = len(batch_server.batches)
    assert fitted > 0
    called("replay", "test", second, "--fit", fit, "--out", str(tmp_path / "second"), "--batch", capsys=capsys)
    assert len(batch_server.batches) > fitted
    assert not any(path.endswith(LIVE) for path in batch_server.paths)


def test_a_service_without_batches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_BASE_URL", "http://127.0.0.1:1/v1")
    words = ["run", "land", "--model", "compatible:x", "--out", str(tmp_path / "run"), "--batch"]
    _, told = failed(monkeypatch, capsys, *words)
    assert "compatible has no batch interface" in told
    assert "openai, anthropic or google" in told
