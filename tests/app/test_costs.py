"""What a user reads of costs: an unknown one is unknown in every command, and never a number or nothing."""

import json
import re
from pathlib import Path

import pytest

from doxa.app.cli import app
from doxa.engine.gate import UsageWarning
from doxa.log.rundir import open_run
from servers.openai_server import OpenAIServer

SHORT = {
    "feed": ["script.rounds=1", "models.speaker=compatible:test"],
    "compulsory-voting": ["script.rounds=1", "models.speaker=compatible:test"],
    "land": ["script.rounds=1", "models.speaker=compatible:test"],
    "union": ["models.speaker=compatible:test", "script.words=60"],
    "puzzles/anchor": ["script.size=4", 'team.models=["compatible:test","compatible:test"]'],
}


def words(scenario: str, out: Path, *more: str) -> list[str]:
    return ["run", scenario, "--out", str(out), *(w for one in SHORT[scenario] for w in ("--set", one)), *more]


@pytest.mark.parametrize("scenario", SHORT)
def test_an_unknown_cost_is_unknown_in_the_words_of_every_protocol(
    scenario: str, server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app(words(scenario, tmp_path / "run"), result_action="return_value")
    shown = capsys.readouterr().out
    assert not re.search(r"\$0\.0+\b", shown)
    assert "nothing spent" not in shown
    assert "cost unknown" in shown


def test_a_program_reads_an_unknown_cost_as_null(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app(words("compulsory-voting", tmp_path / "run", "--json"), result_action="return_value")
    assert json.loads(capsys.readouterr().out)["cost_usd"] is None


def test_an_absurd_use_is_told_and_recorded_and_not_counted(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok", "absurd_usage")
    with pytest.warns(UsageWarning, match="cannot be"):
        app(words("compulsory-voting", tmp_path / "run", "--quiet"), result_action="return_value")
    calls = [call for call in open_run(tmp_path / "run").calls() if call.model == "compatible:test"]
    assert [bool(call.reported_usage) for call in calls] == [False, True]
    assert (calls[1].input_tokens, calls[1].output_tokens, calls[1].status) == (None, None, "ok")
    assert "1000000000000000" in calls[1].reported_usage
