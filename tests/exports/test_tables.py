"""What the tables promise, over one kept log of every kind of run: keys, links, types, sums and counts."""

import math
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import doxa
from doxa.exports.frames import TABLES, Frames
from doxa.log.rundir import open_run, runs_in
from library import Library
from log.forging import read_objects
from log.kinds import MAKERS

TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool}


@pytest.fixture(scope="module")
def logs(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for kind in MAKERS:
        library.copy(kind, folder / kind)
    return folder


@pytest.fixture(scope="module")
def frames(logs: Path) -> Frames:
    return doxa.frames(logs)


def test_there_are_nine_tables() -> None:
    assert " ".join(TABLES) == "runs agents stances messages claims meetings moves calls measures"


@pytest.mark.parametrize("name", TABLES)
def test_keys_are_unique(frames: Frames, name: str) -> None:
    frame = frames[name]
    keys = Counter(zip(*(frame[column] for column in frame.table.key), strict=True))
    assert len(frame) > 0
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("name", TABLES)
def test_links_lead_to_rows(frames: Frames, name: str) -> None:
    frame = frames[name]
    for link in frame.table.links:
        theirs = set(zip(*(frames[link.table][column] for column in link.theirs), strict=True))
        ours = set(zip(*(frame[column] for column in link.columns), strict=True))
        assert {key for key in ours if None not in key} - theirs == set(), link


@pytest.mark.parametrize("name", TABLES)
def test_every_cell_is_of_its_column(frames: Frames, name: str) -> None:
    frame = frames[name]
    for column in frame.table.columns:
        cells = [cell for cell in frame[column.name] if cell is not None]
        assert all(isinstance(cell, TYPES[column.kind]) for cell in cells), column.name
        assert column.kind == "boolean" or not any(isinstance(cell, bool) for cell in cells), column.name
        assert not column.always or len(cells) == len(frame), column.name
        assert not column.words or set(cells) <= set(column.words), column.name


def test_moves_add_up_to_the_change_of_log_odds_and_of_other_stances(frames: Frames) -> None:
    parts: dict[tuple[object, ...], list[float]] = defaultdict(list)
    for move in frames.moves.rows():
        if move["delta"] is not None:
            parts[move["run"], move["listener"], move["batch"]].append(move["delta"])
    propositions = dict(zip(frames.runs["run"], frames.runs["proposition_id"], strict=True))
    compared = Counter[str]()
    for row in frames.stances.rows():
        if row["topic"] != propositions[row["run"]]:
            continue
        total = math.fsum(parts[row["run"], row["agent"], row["batch"]])
        if row["log_odds"] is not None:
            change = row["log_odds_change"] if row["batch"] else row["log_odds"]
            assert total == pytest.approx(change, abs=1e-9)
            compared["L"] += 1
        elif row["change"] is not None and abs(row["stance"]) < 1:
            assert total == pytest.approx(row["change"], abs=1e-9)
            compared["S"] += 1
    assert compared["L"] > 50
    assert compared["S"] > 20


def test_a_rule_without_log_odds_says_so(frames: Frames) -> None:
    said = {(move["unit"], move["status"], move["delta"] is None) for move in frames.moves.rows()}
    assert said == {("L", "log_odds", False), ("S", "no log-odds", False), ("none", "no numbers", True)}


def test_row_counts_are_those_of_the_log(logs: Path, frames: Frames) -> None:
    rows = {name: Counter(frames[name]["run"]) for name in TABLES}
    places = dict(zip(frames.runs["path"], frames.runs.rows(), strict=True))
    for path in runs_in(logs):
        run = places[str(path)]
        events = read_objects(path / "events.jsonl")
        kinds = Counter(event["kind"] for event in events)
        seeded = [event["body"] for event in events if event["kind"] == "seeded"]
        moved = [event["body"] for event in events if event["kind"] == "moved"]
        heard = [event["body"] for event in events if event["kind"] == "heard"]
        id = run["run"]
        assert run["batches"] == kinds["batch"]
        assert rows["agents"][id] == len(open_run(path).spec.participants)
        assert rows["stances"][id] == kinds["seeded"] * (kinds["batch"] + 1)
        assert rows["claims"][id] == sum(len(body["claims"]) for body in (*seeded, *heard))
        assert rows["calls"][id] == len(open_run(path).calls())
        items = sum(len(body["trace"]["items"]) for body in (*seeded, *moved))
        jumps = [event["body"]["jumps"] for event in events if event["kind"] == "amended"]
        items += sum(len(trace["items"]) for traces in jumps for trace in traces.values())
        assert rows["moves"][id] == items
        admitted = sum(len(body["admitted"]) for body in moved) + sum(len(body["evidence"]) for body in seeded)
        records = [row for row in frames.meetings.rows() if row["run"] == id and row["status"] != "unread"]
        assert len(records) == admitted
        assert [rows[name][id] for name in ("messages", "claims", "calls")] == [
            run["messages"], run["claims"], run["calls"],
        ]  # fmt: skip


def test_every_turn_that_produced_no_words_has_a_row(frames: Frames) -> None:
    silent = [row for row in frames.messages.rows() if row["status"] != "ok"]
    assert silent
    assert all(row["text"] is None and row["reason"] for row in silent)


def test_a_run_with_a_score_has_it_among_the_measures(frames: Frames) -> None:
    measured = {(row["instrument"], row["item"]) for row in frames.measures.rows() if row["who"] == "run"}
    assert ("measures", "players right") in measured


def test_a_feeds_posts_are_messages_and_its_audience_is_measured(frames: Frames) -> None:
    posts = [row for row in frames.messages.rows() if row["kind"] == "post"]
    assert posts
    assert all(row["stated_stance"] is not None for row in posts)
    audience = {row["item"] for row in frames.measures.rows() if row["role"] == "audience"}
    assert {"mean", "polarisation", "cell 01 of 40"} <= audience


def test_verdicts_of_judges_are_measures(frames: Frames) -> None:
    verdicts = {row["item"]: row["text"] for row in frames.measures.rows() if row["instrument"] == "verdict"}
    assert {"final", "engagement", "annotation"} <= set(verdicts)
    assert set(verdicts.values()) <= {"pro", "con", "no winner"}
