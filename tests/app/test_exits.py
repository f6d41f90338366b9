"""Exit codes as ``doxa --help`` lists them: 2 for wrong words, 3 where resuming can help, 1 for what else failed."""

import sys
from pathlib import Path

import pytest

from doxa.app.cli import main
from servers.openai_server import OpenAIServer


def ended(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["doxa", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(str(stop.value.code))


@pytest.mark.parametrize(
    "words",
    [
        ("run", "no-such-scenario"),
        ("run", "compulsory-voting", "--nope"),
        ("run", "compulsory-voting", "--set", "belief.uptake=1"),
        ("run", "compulsory-voting", "--set", "belief.u"),
        ("run", "compulsory-voting", "--set", "models.speaker=nosuch:x"),
        ("run", "compulsory-voting", "--set", "seeds.corpus=nosuch"),
        ("run", "compulsory-voting", "--max-usd", "-1"),
        ("run", "compulsory-voting", "--max-tokens", "1.5"),
        ("run", "compulsory-voting", "--max-usd", "inf"),
        ("sweep", "compulsory-voting", "--grid", "seed=1,2", "--out", "x", "--max-usd", "inf"),
        ("ensemble", "union", "--epochs", "1", "--runs", "1", "--max-usd", "nan", "--out", "x"),
        ("judge", "nowhere", "--max-usd", "1e400"),
        ("resume", "nowhere", "--max-usd", "-inf"),
        ("sweep", "compulsory-voting", "--grid", "belief.u=0.1,0.1", "--out", "x"),
        ("sweep", "compulsory-voting", "--out", "x", "--at-once", "0"),
        ("fork", "x"),
        ("reproduce", "nosuch"),
        ("reproduce", "belief-engine", "fig2left"),
        ("replay", "persuasiontrace", "--theta", "7"),
        ("judge", "nowhere", "--layers", "nosuch"),
        ("docs", "nosuch"),
        ("nosuch",),
    ],
    ids=" ".join,
)
def test_wrong_words_end_with_2(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert ended(monkeypatch, *words) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("limit", ["inf", "nan", "1e400", "-inf"])
@pytest.mark.parametrize("words", [("run", "compulsory-voting"), ("ensemble", "union"), ("resume", "nowhere")])
def test_a_limit_that_is_none_is_blamed_on_its_own_option(
    words: tuple[str, ...],
    limit: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ended(monkeypatch, *words, f"--max-usd={limit}") == 2
    told = "".join(capsys.readouterr())
    assert "--max-usd" in told
    assert "finite" in told
    assert "--set" not in told


def test_a_reply_that_resuming_would_only_find_again_ends_with_1(
    server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compulsory-voting", "--set", "models.embedder=compatible:test"]
    server.always("filtered")
    assert ended(monkeypatch, "run", *words, "--out", str(tmp_path / "run")) == 1
    assert f"doxa fork {tmp_path / 'run'} --failed" in capsys.readouterr().err
    asked = server.count
    assert ended(monkeypatch, "resume", str(tmp_path / "run")) == 1
    assert server.count == asked


def test_a_spent_budget_ends_with_3(server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["compulsory-voting", "--set", "models.speaker=compatible:test", "--max-tokens", "1"]
    assert ended(monkeypatch, "run", *words, "--out", str(tmp_path / "run")) == 3


def test_a_directory_that_is_no_run_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(monkeypatch, "verify", str(tmp_path)) == 1
