"""A thousand hostile texts come back from every format as they were said."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import polars
import pytest
from pyarrow import parquet

import doxa
from doxa.conversations.convokit import UTTERANCES
from doxa.exports.convokit import write_convokit
from doxa.exports.files import write_tables
from doxa.exports.frame import FORMULAS, Frame, TableColumn, TableSchema
from doxa.log.journal import Answers
from doxa.log.rundir import open_run
from doxa.log.shortening import BatchLines
from doxa.records.base import digest
from doxa.records.events import OutcomeReached, RunEnded, sealed
from exports.hostile import hostile_texts
from library import Library

TABLE = TableSchema(
    "said",
    "Texts.",
    (TableColumn("n", "integer", "number", always=True), TableColumn("text", "string", "text")),
    key=("n",),
)
TEXTS = hostile_texts()


@pytest.fixture
def frame() -> Frame:
    return Frame.of_rows(TABLE, ({"n": n, "text": text} for n, text in enumerate(TEXTS)))


@pytest.fixture(autouse=True)
def long_cells() -> Iterator[None]:
    before = csv.field_size_limit(10**9)  # Python's reader takes 131,072 characters a cell unless told otherwise
    yield
    csv.field_size_limit(before)


def read_csv(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def test_there_are_a_thousand() -> None:
    assert len(set(TEXTS)) == 1000


def test_csv(frame: Frame, tmp_path: Path) -> None:
    frame.to_csv(tmp_path / "said.csv")
    assert read_csv(tmp_path / "said.csv") == TEXTS


def test_json_lines(frame: Frame, tmp_path: Path) -> None:
    frame.to_jsonl(tmp_path / "said.jsonl")
    assert [json.loads(line)["text"] for line in (tmp_path / "said.jsonl").read_bytes().split(b"\n")[:-1]] == TEXTS


def test_parquet_pandas_and_polars(frame: Frame, tmp_path: Path) -> None:
    frame.to_parquet(tmp_path / "said.parquet")
    assert parquet.read_table(tmp_path / "said.parquet")["text"].to_pylist() == TEXTS
    assert frame.to_polars()["text"].to_list() == TEXTS
    assert polars.DataFrame(frame)["text"].to_list() == TEXTS
    assert frame.to_pandas()["text"].tolist() == TEXTS


def test_polars_reads_the_csv(frame: Frame, tmp_path: Path) -> None:
    frame.to_csv(tmp_path / "said.csv")
    assert polars.read_csv(tmp_path / "said.csv", infer_schema=False)["text"].to_list() == TEXTS


def test_the_guard_marks_what_a_spreadsheet_would_compute_and_nothing_else(frame: Frame, tmp_path: Path) -> None:
    frame.to_csv(tmp_path / "said.csv", guard=True)
    for text, written in zip(TEXTS, read_csv(tmp_path / "said.csv"), strict=True):
        assert written.removeprefix("'" if not text.startswith("'") else "") == text
        assert not written.lstrip(" ").startswith(FORMULAS)


def test_an_empty_text_is_no_missing_one(tmp_path: Path) -> None:
    Frame.of_rows(TABLE, [{"n": 1, "text": ""}, {"n": 2}]).to_csv(tmp_path / "said.csv")
    assert (tmp_path / "said.csv").read_bytes() == b'"n","text"\r\n1,""\r\n2,\r\n'


def test_lone_surrogates_become_the_mark_that_the_log_has_for_them(tmp_path: Path) -> None:
    said = Frame.of_rows(TABLE, [{"n": 1, "text": "a\ud800b"}])
    assert said["text"] == ("a\ufffdb",)
    said.to_csv(tmp_path / "said.csv")
    assert read_csv(tmp_path / "said.csv") == ["a\ufffdb"]


def say_otherwise(run: Path, texts: list[str]) -> None:
    """Give the turns of a run other words, in a log whose hashes hold."""
    before, lines = digest((run / "spec.json").read_bytes()), []
    left = iter(texts)
    writing = BatchLines(Answers(run / "calls.jsonl"))
    for event in open_run(run).events:
        event = event.model_copy(update={"prev": before})
        if isinstance(event, OutcomeReached) and event.body.text:
            event = event.model_copy(update={"body": event.body.model_copy(update={"text": next(left)})})
        line = writing.line_of(sealed(event) if isinstance(event, RunEnded) else event)
        lines.append(line)
        before = digest(line)
    (run / "events.jsonl").write_bytes(b"".join(lines))


def test_words_of_a_run_come_back_through_the_files_of_a_run(library: Library, tmp_path: Path) -> None:
    run = library.copy("troubles", tmp_path / "run")
    texts = hostile_texts()[: len([text for text in doxa.frames(run).messages["text"] if text is not None])]
    say_otherwise(run, texts)
    frames = doxa.frames(run)
    assert frames.runs["status"] == ("finished",)
    write_tables(frames, tmp_path / "tables", to="csv", tables=["messages"])
    assert [text for text in read_csv(tmp_path / "tables" / "messages.csv") if text] == texts
    write_convokit(frames, tmp_path / "corpus")
    utterances = (tmp_path / "corpus" / UTTERANCES).read_bytes().split(b"\n")[:-1]
    assert [json.loads(line)["text"] for line in utterances] == texts
