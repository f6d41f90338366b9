"""``doxa argue``: what the studio's turn of one's own does, as a command, and Python that gives the same numbers."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from app.calling import called, failed
from doxa.experiments.arguing import OwnArgument, try_argument
from doxa.log.rundir import open_run
from doxa.studio.levers import commands_of
from library import Library

WORDS = "Fines for staying at home fall on the poor, who already have the least time. A forced vote is a careless vote."


@pytest.fixture
def finished(library: Library) -> Path:
    return library("debate")


def test_it_shows_the_claims_that_were_heard_and_how_far_each_mind_moves(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = called("argue", str(finished), WORDS, "--agent", "cobalt", capsys=capsys)
    assert "Cobalt says after the last turn" in shown
    assert "#1 against" in shown
    violet = next(line for line in shown.splitlines() if line.startswith("Violet"))
    tried = try_argument(open_run(finished), OwnArgument(text=WORDS, speaker="cobalt"))
    effect = next(effect for effect in tried.effects if effect.agent == "violet")
    assert f"{effect.after:+.3f}" in violet
    assert "#1 new" in violet
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    "argument",
    [
        OwnArgument(text=WORDS, speaker="cobalt"),
        OwnArgument(text=WORDS, speaker="cobalt", at="r02/cobalt"),
        OwnArgument(text="Fines for nobody.", speaker="cobalt", side="pro"),
        OwnArgument(text='- it\'s "fair",\nfor $5 a day', speaker="violet", heard_by=("cobalt",)),
    ],
)
def test_the_command_and_the_python_that_the_page_shows_give_its_numbers(
    finished: Path, capsys: pytest.CaptureFixture[str], argument: OwnArgument
) -> None:
    expected = try_argument(open_run(finished), argument)
    shown = commands_of(finished, argument)
    _, *words = shlex.split(shown["command"])
    assert json.loads(called(*words, "--json", capsys=capsys)) == json.loads(expected.model_dump_json())
    *statements, expression = shown["python"].split("; ", 1)
    names: dict[str, object] = {}
    exec(statements[0], names)
    assert eval(expression, names) == expected


def test_words_can_be_piped_in(
    finished: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WORDS.encode())))
    piped = called("argue", str(finished), "--agent", "cobalt", "--json", capsys=capsys)
    assert piped == called("argue", str(finished), WORDS, "--agent", "cobalt", "--json", capsys=capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Fines.", "--agent", "nobody"], "no agent 'nobody'"),
        (["Fines.", "--agent", "cobalt", "--at", "r99/cobalt"], "no turn 'r99/cobalt'"),
        (["Fines.", "--agent", "cobalt", "--heard-by", "nobody"], "no agent 'nobody'"),
        (["   ", "--agent", "cobalt"], "no words"),
    ],
)
def test_what_cannot_be_said_is_refused_with_what_to_do(
    finished: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    code, error = failed(monkeypatch, capsys, "argue", str(finished), *words)
    assert code in (1, 2)
    assert said in " ".join(error.split())
    assert "→" in error


def test_a_dry_run_says_that_offline_judges_cost_nothing(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing is spent" in called("argue", str(finished), WORDS, "--agent", "cobalt", "--dry-run", capsys=capsys)


def test_an_argument_that_nobody_can_place_says_what_helps(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "Il faudrait que tout le monde se promène dans la forêt, car le vent souffle."
    shown = called("argue", str(finished), words, "--agent", "cobalt", "--side", "neutral", capsys=capsys)
    assert "heard as arguing neither side" in shown
    assert "#1 unclear" in shown
    assert "What helps: a side" in " ".join(shown.split())
