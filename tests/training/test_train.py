"""``doxa train`` as a person meets it where torch is not installed, and what it refuses."""

import importlib.util
import re
from pathlib import Path

import pytest

from doxa.app.cli import app
from doxa.errors import CorpusError, DoxaError, ModelSetupError, ScenarioError, StoppedError
from doxa_train import commands as command, strength
from doxa_train.orders import Advance
from doxa_train.system import PARTS


def called(*words: str) -> None:
    app(["train", *words], result_action="return_value")


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())


@pytest.mark.parametrize("part", ["polarity", "strength"])
def test_help_tells_what_is_written(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    called(part, "--help")
    shown = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert PARTS[f"train {part}"].splitlines()[0] in shown
    assert "MODEL_CARD.md" in shown


@pytest.mark.parametrize("words", [["polarity"], ["strength", "--backbone", "some/encoder"]])
def test_without_torch_it_says_what_to_install(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelSetupError, match="training needs torch") as caught:
        called(*words, "--out", str(tmp_path / "out"))
    assert caught.value.hint == "pip install 'doxa[train]'"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["polarity", "--backbone", "some/encoder", "--teacher", "large"], "a backbone learns from labels alone"),
        (["polarity", "--start", "models/polarity"], "--start is for a training with a teacher"),
        (["polarity", "--epochs", "0"], "--epochs 0 is not above 0"),
        (["strength", "--backbone", "some/encoder", "--rate", "-0.1"], "--rate -0.1 is not above 0"),
        (["polarity", "--frozen-layers", "3"], "for an encoder of your own"),
        (["strength", "--dataset", "aqr"], "for an encoder of your own"),
        (["strength", "--path", "a.csv"], "for an encoder of your own"),
        (["polarity", "--backbone", "some/encoder", "--frozen-layers", "-1"], "--frozen-layers -1 is below 0"),
        (["polarity", "--rate", "nan"], "--rate nan is not above 0"),
        (["polarity", "--threads", "-2"], "--threads -2 is not above 0"),
        (["strength", "--backbone", "some/encoder", "--path", "a.csv"], "--path is for --dataset aqr"),
        (["strength", "--backbone", "some/encoder", "--dataset", "aqr"], "does not ship"),
        (
            ["strength", "--backbone", "some/encoder", "--dataset", "aqr", "--path", "a.csv", "--folds", "4"],
            "--folds is for --dataset ukp",
        ),
        (["strength", "--epochs", "3"], "--epochs is for an encoder of your own"),
        (["strength", "--device", "cpu", "--threads", "1"], "--threads and --device is for an encoder of your own"),
    ],
)
def test_what_no_training_can_have_is_refused_before_it_begins(words: list[str], said: str, torch: None) -> None:
    with pytest.raises(ScenarioError, match=said) as caught:
        called(*words, "--out", "nowhere")
    assert isinstance(caught.value, DoxaError)
    assert caught.value.hint
    assert not Path("nowhere").exists()


@pytest.mark.parametrize("folds", ["1", "17"])
def test_folds_that_there_cannot_be_are_refused_before_a_text_is_read(
    folds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "read_features", lambda *_: pytest.fail("texts were read"))
    with pytest.raises(CorpusError, match=f"16 topics cannot be left out in {folds} folds"):
        called("strength", "--folds", folds, "--out", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_an_interrupt_is_a_stop_that_can_be_resumed() -> None:
    with pytest.raises(StoppedError, match="interrupted") as caught, command._resumable(Path("models/mine")):
        raise KeyboardInterrupt
    assert "--out models/mine" in caught.value.hint


def test_progress_tells_the_stage_and_the_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 40.0, 80.0])
    monkeypatch.setattr(command.time, "monotonic", lambda: next(clock))
    lines = command._Stages()
    for done in (10, 20, 30):
        lines(Advance(stage="training", done=done, total=30, note="epoch 1 of 1, loss 0.500"))
    assert capsys.readouterr().out.splitlines() == [
        "  training: 20 of 30, epoch 1 of 1, loss 0.500, about 40 s left",
        "  training: 30 of 30, epoch 1 of 1, loss 0.500, took 1:20 min",
    ]
