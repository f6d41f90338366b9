"""Logs that earlier versions wrote, kept as they were: every later doxa reads, verifies and continues them.

A file is added with each new format, and never changed. The sentences in format-4 are of the corpus argkp
(src/doxa/corpora says whose they are).
"""

import shutil
import tarfile
from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.experiments.sitting import resume
from doxa.log.rundir import open_run

KEPT = sorted((Path(__file__).parent / "kept").glob("*.tar.xz"))

ENDS = {
    "format-4": (
        {"cobalt": -0.707070882739, "violet": 0.704047312026},
        "5454c8ae9583a48c034f941c0c1fd9fc35914dd6ad51ff95f9ee29f6be9ce086",
    )
}
"""Log → its final stances, and its seal."""


@pytest.fixture(params=KEPT, ids=lambda file: file.name.partition(".")[0])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with tarfile.open(request.param) as archive:
        archive.extractall(tmp_path / "run", filter="data")
    return tmp_path / "run"


def test_it_is_read_and_verified(run: Path, request: pytest.FixtureRequest) -> None:
    stances, seal = ENDS[request.node.callspec.id]
    found = verify(run, seal=seal)
    assert (found.status, found.problems) == ("verified", ())
    log = open_run(run)
    assert log.ended is not None
    assert log.ended.stances == stances
    spoken = [call for call in log.calls() if call.role == "speaker"]
    assert [text for text in doxa.frames(run).messages["text"] if text] == [call.text for call in spoken]
    assert len(spoken) == 4


def test_it_goes_on_from_anywhere_to_the_same_bytes(run: Path, tmp_path: Path) -> None:
    whole = (run / "events.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    for place in (1, len(lines) // 2, len(lines) - 1):
        cut = Path(shutil.copytree(run, tmp_path / str(place)))
        (cut / "events.jsonl").write_bytes(b"".join(lines[:place]))
        assert resume(cut, as_recorded=True).finished
        assert (cut / "events.jsonl").read_bytes() == whole


def test_a_population_of_before_is_verified(tmp_path: Path) -> None:
    """Its listeners' rounds are arrays, and fields that later versions added to them are in none of its lines."""
    with tarfile.open(Path(__file__).parent / "kept" / "population" / "format-4.tar.xz") as archive:
        archive.extractall(tmp_path / "run", filter="data")
    found = verify(tmp_path / "run")
    assert (found.status, found.problems, found.differences) == ("verified", (), ())
