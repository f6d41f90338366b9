"""Tables as pandas and R read them when nobody tells them the types: what is a name stays one."""

import csv
import json
import subprocess
from pathlib import Path
from shutil import which

import pandas
import pytest

import doxa
from doxa.exports.frame import RUN, Frame, TableColumn, TableSchema, as_identifier
from doxa.exports.frames import TABLES, Frames
from library import Library
from log.kinds import MAKERS

READ_IN_R = Path(__file__).with_name("read_tables.R")

NAMED = (
    "1",
    "01",
    "1.10",
    "1.1",
    "1e5",
    "12345e678901",
    "0x1F",
    "1L",
    "NA",
    "None",
    "TRUE",
    "T",
    "inf",
    "nan",
    ".5",
    "",
)
WORDS = ("s1r10", "e5", "r2d2", "1/2", "NaNa", "true story", "one", "-", "1_000", "٣")


@pytest.fixture(scope="module")
def frames(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Frames:
    """Return every kind of run, and twelve replicates of a dialogue whose agents are called by numbers."""
    folder = tmp_path_factory.mktemp("logs")
    for kind in MAKERS:
        library.copy(kind, folder / kind)
    scenario = folder / "numbers.toml"
    scenario.write_text(
        'proposition = "We should introduce compulsory voting"\nscript.rounds = 1\n'
        '[agents.1]\nside = "pro"\n[agents.2]\nside = "con"\n'
    )
    doxa.sweep(str(scenario), {"belief.u": [0.2]}, replicates=12, out=folder / "sweep")
    return doxa.frames(folder)


@pytest.fixture(scope="module")
def written(frames: Frames, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("csv")
    for name in TABLES:
        frames[name].to_csv(folder / f"{name}.csv")
    return folder


@pytest.mark.parametrize("text", NAMED)
def test_a_name_that_could_be_a_number_is_no_number(text: str) -> None:
    assert as_identifier(text) == f"id-{text}"


@pytest.mark.parametrize("text", WORDS)
def test_any_other_name_stays_as_it_is(text: str) -> None:
    assert as_identifier(text) == text


def test_no_two_names_become_one(tmp_path: Path) -> None:
    table = TableSchema(name="t", about="", columns=(RUN, TableColumn("agent", "string", "")), key=("run", "agent"))
    called = [f"id-{name}" for name in NAMED]
    rows = [{"run": "000000000001", "agent": name} for name in (*NAMED, *called, *WORDS)]
    Frame.of_rows(table, rows).to_csv(tmp_path / "t.csv")
    read = pandas.read_csv(tmp_path / "t.csv")
    assert read["agent"].nunique() == len(rows)
    assert set(read["run"]) == {"id-000000000001"}


@pytest.mark.parametrize("name", TABLES)
def test_pandas_reads_what_the_typed_frame_has(frames: Frames, written: Path, name: str) -> None:
    read, frame = pandas.read_csv(written / f"{name}.csv"), frames[name]
    for column in frame.table.columns:
        told = [None if pandas.isna(cell) else cell for cell in read[column.name]]
        expected = list(frame[column.name])
        if column.kind == "string" and column.name not in frame.table.identifiers:
            expected = [cell if cell is None or cell.strip() else None for cell in expected]
        if column.kind == "number":
            expected = [None if cell is None else pytest.approx(float(cell), nan_ok=True) for cell in expected]
        assert told == expected, column.name


def test_replicates_of_a_sweep_are_one_block_each(frames: Frames, written: Path) -> None:
    read = pandas.read_csv(written / "runs.csv")
    sweep = read[read["directory"].str.startswith("sweep")]
    assert sweep["block"].nunique() == 12


@pytest.mark.r
@pytest.mark.skipif(which("Rscript") is None, reason="no R: install it")
def test_r_reads_what_the_typed_frame_has(frames: Frames, written: Path) -> None:
    told = json.loads(subprocess.check_output(["Rscript", READ_IN_R, written], text=True))
    for name in TABLES:
        frame = frames[name]
        for column in frame.table.columns:
            present = [cell for cell in frame[column.name] if cell is not None]
            found = told[name][column.name]
            if column.kind == "string" and column.name in frame.table.identifiers and present:
                assert found == {"type": "character", "present": len(present), "unlike": len(set(present))}, column.name
            elif column.kind in ("number", "integer") and present:
                assert found["type"] in ("integer", "numeric"), column.name
                assert found["present"] == len(present), column.name


def test_every_row_has_the_header_s_columns(written: Path) -> None:
    for name in TABLES:
        with (written / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert len({len(row) for row in csv.reader(file)}) == 1
