"""Events of a large log are read whenever they are used: the same as those in memory, and in a bounded memory."""

import tracemalloc

import pytest

from doxa.analysis.building import FoldedRun
from doxa.analysis.verify import verify
from doxa.errors import DamagedLogError
from doxa.log import journal, recorded, rundir
from doxa.log.rundir import continued_run, open_run
from doxa.models.conditions import Conditions
from doxa.records.claims import Evidence, Item
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


def test_calls_are_found_by_id_in_any_order_and_again(short):
    path = short / journal.NAME
    every, calls = list(journal.read_calls(path)), journal.CallsById(path)
    there = [calls.get(call.id) for call in (every[2], every[0], every[-1], every[2], every[1])]
    assert there == [every[2], every[0], every[-1], every[2], every[1]]
    assert calls.get("nobody#1") is None
    assert [*calls.places] == [call.id for call in every]


def test_of_a_call_that_stands_twice_the_last_line_counts(short, tmp_path):
    lines = journal.Journal(tmp_path / journal.NAME)
    first, second, *_ = journal.read_calls(short / journal.NAME)
    for call in (first, second, first.model_copy(update={"text": "again"})):
        lines.add(call)
    lines.close()
    calls = journal.CallsById(tmp_path / journal.NAME)
    assert [calls.get(first.id).text, calls.get(second.id).text] == ["again", second.text]


def test_calls_and_vectors_of_a_large_log_are_those_of_a_small_one(short, monkeypatch):
    small = open_run(short)
    kept = list(small.calls())
    monkeypatch.setattr(rundir, "KEPT", 0)
    large = open_run(short, late_blobs=True)
    assert list(large.calls()) == kept
    assert (len(large.calls()), large.calls()[-1], large.calls()[:2]) == (len(kept), kept[-1], tuple(kept[:2]))
    names = list(small.blobs.vectors())
    assert names
    assert [large.blobs.vector(name) for name in names] == [small.blobs.vector(name) for name in names]
    with pytest.raises(DamagedLogError, match="is missing"):
        large.blobs.vector("0" * 64)


def test_outcomes_are_read_from_their_lines(short):
    log = open_run(short)
    outcomes = recorded.Outcomes(log.lines, log.events.answers)
    reached = [event for event in log.events if event.kind == "outcome"]
    assert [outcomes.get(event.body.key) for event in reversed(reached)] == reached[::-1]
    assert outcomes.get("nobody") is None


def test_a_view_keeps_the_memories_of_the_last_minds_alone(short):
    folded = FoldedRun(open_run(short))
    whole = [dict(chapter.minds) for chapter in folded]
    *past, last = folded.chapters
    assert past
    assert not any(len(mind.memory) for chapter in past for mind in chapter.minds.values())
    assert last.minds == whole[-1]
    assert all(len(mind.memory) for mind in last.minds.values())
    for before, chapter in zip(whole, past, strict=False):
        assert {agent: mind.readout for agent, mind in before.items()} == {
            agent: mind.readout for agent, mind in chapter.minds.items()
        }


def test_settings_alone_remember_which_fields_were_given():
    item = Item(source="a", origin="peer", polarity=1, before=0.0, after=1.0)
    assert item.model_fields_set == set(Item.model_fields)
    assert Conditions(concurrency=3).model_fields_set == {"concurrency"}


def test_evidence_takes_less_than_half_a_kilobyte():
    fields = dict.fromkeys(Evidence.model_fields) | {"claim": "c", "polarity": 1, "origin": "peer", "active": True}
    fields |= {"reason": "new"}
    Evidence.model_validate(fields)
    tracemalloc.start()
    records = [Evidence.model_validate(fields) for _ in range(1000)]
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken < 500 * len(records)
