"""The tool that holds names, on folders whose faults are known."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def check_names():
    spec = importlib.util.spec_from_file_location("check_names", ROOT / "tools" / "check_names.py")
    module = importlib.util.module_from_spec(spec)
    # a dataclass looks its module up by name
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "check_names", module)
        spec.loader.exec_module(module)
        yield module


def package(folder: Path, **modules: str) -> Path:
    """Write a folder of modules, each given by its name and text; return the folder."""
    folder.mkdir()
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def test_a_class_name_of_two_modules_is_refused_with_both_places(check_names, tmp_path):
    folder = package(tmp_path / "twice", speaking="class Speech: ...\n", judging="\n\nclass Speech: ...\n")
    assert check_names.faults_of(check_names.survey_of(folder)) == [
        "the class name Speech stands 2 times: twice/judging.py:3, twice/speaking.py:1"
    ]


def test_inputs_replies_and_private_classes_may_repeat(check_names, tmp_path):
    text = "class Inputs: ...\nclass Reply: ...\nclass _Speech: ...\n"
    folder = package(tmp_path / "tasks", speaking=text, judging=text)
    assert check_names.faults_of(check_names.survey_of(folder)) == []


def test_a_vague_parameter_counts_and_self_does_not(check_names, tmp_path):
    text = "class Voter:\n    def vote(self, told, ballot, *, motion): ...\n\n\nby_length = lambda one: len(one)\n"
    survey = check_names.survey_of(package(tmp_path / "votes", voting=text))
    assert survey.shares()["vague parameters"][0] == 2 / 4
    assert survey.places == ["votes/voting.py:2 parameter told", "votes/voting.py:5 parameter one"]
    assert check_names.faults_of(survey) == ["most in votes/voting.py (2)"]


def test_the_command_fails_on_a_folder_with_a_repeated_class(check_names, tmp_path, monkeypatch):
    folder = package(tmp_path / "twice", speaking="class Speech: ...\n", judging="class Speech: ...\n")
    monkeypatch.setattr("sys.argv", ["check_names.py", str(folder)])
    with pytest.raises(SystemExit, match="the class name Speech stands 2 times"):
        check_names.main()
