"""Events of a large log are read whenever they are used: the same as those in memory, and in a bounded memory."""

import tracemalloc

import pytest

from doxa.analysis.verify import verify
from doxa.errors import DamagedLogError
from doxa.log import recorded
from doxa.log.rundir import continued_run, open_run
from long_log import lengthen


@pytest.fixture
def short(library):
    return library("debate")


def test_a_log_read_again_and_again_says_what_one_in_memory_says(short, monkeypatch):
    kept = open_run(short)
    monkeypatch.setattr(recorded, "KEPT", 0)
    read = open_run(short)
    assert list(read.events) == list(kept.events)
    assert [read.events[place] for place in (0, 5, -1)] == [kept.events[place] for place in (0, 5, -1)]
    assert read.events[-3:] == kept.events[-3:]
    assert (read.last_hash, read.ended, len(read.events)) == (kept.last_hash, kept.ended, len(kept.events))
    assert verify(short).status == "verified"


@pytest.mark.parametrize("most", [0, 1 << 30])
def test_a_log_that_grew_goes_on_where_it_was(short, tmp_path, monkeypatch, most):
    monkeypatch.setattr(recorded, "KEPT", most)
    lengthen(short, tmp_path / "long", 6)
    whole = (tmp_path / "long" / "events.jsonl").read_bytes()
    half = len(b"".join(whole.splitlines(keepends=True)[:20]))
    (tmp_path / "long" / "events.jsonl").write_bytes(whole[:half])
    first = open_run(tmp_path / "long")
    (tmp_path / "long" / "events.jsonl").write_bytes(whole)
    continued, anew = continued_run(first), open_run(tmp_path / "long")
    assert (continued.lines, continued.events) == (anew.lines, anew.events)
    assert list(continued.events) == list(anew.events)
    (tmp_path / "long" / "events.jsonl").write_bytes(whole[: half - 4])
    assert continued_run(first) is None


def test_a_changed_line_is_named_when_a_log_is_opened(short, tmp_path, monkeypatch):
    monkeypatch.setattr(recorded, "KEPT", 0)
    lengthen(short, tmp_path / "long", 3)
    lines = (tmp_path / "long" / "events.jsonl").read_bytes().splitlines(keepends=True)
    lines[7] = b'{"no": "event"}\n'
    (tmp_path / "long" / "events.jsonl").write_bytes(b"".join(lines))
    with pytest.raises(DamagedLogError, match="event 7 "):
        open_run(tmp_path / "long")


def test_opening_takes_at_most_a_byte_a_byte(short, tmp_path, monkeypatch):
    monkeypatch.setattr(recorded, "KEPT", 1 << 19)
    peaks, sizes = [], []
    for rounds in (60, 240):
        lengthen(short, tmp_path / str(rounds), rounds)
        sizes.append((tmp_path / str(rounds) / "events.jsonl").stat().st_size)
        tracemalloc.start()
        log = open_run(tmp_path / str(rounds), late_blobs=True)
        assert sum(event.kind == "moved" for event in log.events) == 4 * rounds
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert sizes[0] > recorded.KEPT
    assert peaks[1] - peaks[0] <= sizes[1] - sizes[0]
