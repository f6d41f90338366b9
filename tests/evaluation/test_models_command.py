"""``doxa models try``: what it prints, keeps and repeats, with a server that answers anything."""

import json
from pathlib import Path

import pytest

from app.calling import called
from servers.openai_server import OpenAIServer


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOXA_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_an_examination_is_shown_at_80_columns_and_repeated_only_on_request(
    server: OpenAIServer, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = called("models", "try", "compatible:some", capsys=capsys)
    table = shown[shown.index("What compatible:some") :]
    assert max(map(len, table.splitlines()[:8])) <= 80
    assert "left, by the answers so far" in shown
    for part in ("speak", "hear", "judge", "probe"):
        assert f"{part} " in table
    asked = server.count
    again = called("models", "try", "compatible:some", "--show", capsys=capsys)
    assert server.count == asked
    assert "--again examines it once more" in again
    kept = json.loads(called("models", "try", "compatible:some", "--json", capsys=capsys))
    assert kept["model"] == "compatible:some"
    assert {task["part"] for task in kept["tasks"] if task["right"] < task["least"]} == set(kept["failed"])
    repeated = json.loads(called("models", "try", "compatible:some", "--again", "--json", capsys=capsys))
    assert Path(repeated["run"]).name == "1"
    assert server.count > asked
