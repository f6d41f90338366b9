"""A budget and a model that does not say what its answers used: told at the first of them and at the end."""

from pathlib import Path

import pytest

from doxa.app.outcome import conclude
from doxa.engine.gate import Budget, BudgetWarning, uncounted
from doxa.experiments.sitting import run
from doxa.log.journal import CallRecord
from doxa.models.port import Response, Usage
from doxa.models.scripted import ScriptedPerformer

CROWD = """
proposition = "We should adopt atheism"
kernel = "fixed"
models.speaker = "compatible:test"
script = {rounds = 2, turns = "simultaneous"}
agents.ada.count = 3
budget.tokens = 10000
"""


def told(path: Path, usage: Usage, capsys: pytest.CaptureFixture[str]) -> str:
    (path / "crowd.toml").write_text(CROWD)
    answer = Response(text="Nobody knows.", usage=usage)
    log = run(path / "crowd.toml", out=path / "run", make=lambda *_: ScriptedPerformer(lambda _: answer))
    conclude(log, json=False, quiet=False)
    return capsys.readouterr().out


def test_a_model_that_does_not_say_what_it_used_is_told_on_at_once_and_in_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.warns(BudgetWarning, match="compatible:test does not say what an answer used"):
        assert "did not say what they used: 6 of compatible:test. The budget" in told(tmp_path, Usage(), capsys)


def test_a_model_that_says_so_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did not say" not in told(tmp_path, Usage(input_tokens=1, output_tokens=1), capsys)


@pytest.mark.parametrize(
    ("budget", "call", "missed"),
    [
        (Budget(), {}, 0),
        (Budget(tokens=1), {}, 1),
        (Budget(tokens=1), {"input_tokens": 0}, 0),
        (Budget(tokens=1), {"status": "timeout"}, 0),
        (Budget(usd=1), {"cost": 0.0}, 0),  # what runs on one's own machine costs nothing, however many tokens
        (Budget(usd=1), {"input_tokens": 9}, 1),
    ],
)
def test_what_a_budget_does_not_count(budget: Budget, call: dict[str, object], missed: int) -> None:
    asked = {"id": "a#1", "role": "speaker", "model": "m", "request": "", "blocks": (), "reply_schema": ""}
    assert uncounted(budget, [CallRecord(**asked | {"status": "ok"} | call)]).total() == missed
