"""A run as tables: the first look at a run, and its files."""

import csv
from pathlib import Path

import pytest

import doxa
from doxa.app.commands.frames import frames
from library import Library


@pytest.fixture
def dialogue(library: Library, tmp_path: Path) -> Path:
    return library.copy("dialogue", tmp_path / "run")


def test_stances_have_the_prior_and_a_row_for_everybody_after_every_batch(dialogue: Path) -> None:
    stances = doxa.frames(dialogue).stances
    batches = sorted(set(stances["batch"]))
    assert batches[0] == 0
    assert len(stances) == len(batches) * len(set(stances["agent"]))
    assert [stances["status"][row] for row in range(2)] == ["prior", "prior"]


def test_the_command_writes_a_file_for_every_table(dialogue: Path, tmp_path: Path) -> None:
    frames(dialogue, out=tmp_path / "tables")
    with (tmp_path / "tables" / "stances.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["stance"]) for row in rows] == list(doxa.frames(dialogue).stances["stance"])


def test_a_folder_without_runs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(doxa.DoxaError, match="holds no run"):
        doxa.frames(tmp_path)
