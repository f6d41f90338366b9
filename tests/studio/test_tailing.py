"""A stream that breaks anywhere and comes back has every event once; a log that is no longer the same begins anew."""

import asyncio
import json
from pathlib import Path

import pytest

from doxa.log.rundir import open_run, writing
from doxa.studio.tailing import Tail, Watch
from studio.conftest import copy_run

SPEC = "0" * 12


def watched(path: Path, last_id: str = "", most: int = 10_000) -> list[tuple[str, str]]:
    """Return (id, event) of the first events of a stream of a finished run."""

    async def read() -> list[tuple[str, str]]:
        told = []
        async for part in Watch(path=path, spec=SPEC, last_id=last_id).stream():
            fields = dict(line.split(": ", 1) for line in part.decode().splitlines() if ": " in line)
            if "event" in fields:
                told.append((fields.get("id", ""), fields["event"]))
            if len(told) == most:
                break
        return told

    return asyncio.run(asyncio.wait_for(read(), 20))


def test_every_event_has_the_number_of_its_line(finished: Path) -> None:
    count = len(open_run(finished).events)
    assert watched(finished) == [(f"{SPEC}:{number}", "log") for number in range(count)] + [("", "over")]


@pytest.mark.parametrize("broken_after", [1, 2, 7])
def test_a_connection_that_breaks_again_and_again_misses_nothing(finished: Path, broken_after: int) -> None:
    count = len(open_run(finished).events)
    had: list[str] = []
    while len(had) < count:
        part = [id for id, kind in watched(finished, had[-1] if had else "", broken_after) if kind == "log"]
        assert part
        had += part
    assert had == [f"{SPEC}:{number}" for number in range(count)]


@pytest.mark.parametrize("id", ["other:3", f"{SPEC}:x", f"{SPEC}:999999", "nonsense", f"{SPEC}:-1"])
def test_an_id_of_another_log_begins_anew(finished: Path, id: str) -> None:
    assert ("", "reset") in watched(finished, id)


def test_half_a_line_waits_for_its_end_and_a_file_cut_back_is_told(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    tail = Tail(path=file)
    assert tail.lines() == []
    file.write_bytes(b'{"seq":0}\n{"se')
    assert tail.lines() == [b'{"seq":0}\n']
    with file.open("ab") as more:
        more.write(b'q":1}\n')
    assert tail.lines() == [b'{"seq":1}\n']
    file.write_bytes(b'{"seq":0}\n')
    assert tail.lines() is None
    assert tail.lines() == [b'{"seq":0}\n']


def test_words_cannot_end_an_event(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_bytes(b"")
    calls = tmp_path / "calls.jsonl"
    hostile = "a\n\nevent: over\ndata: {}\n\n"
    said = {"id": "r01/a#1", "role": "speaker", "text": hostile}

    async def read() -> bytes:
        parts = []
        stream = Watch(path=tmp_path, spec=SPEC).stream()
        parts += [await anext(stream), await anext(stream)]  # how soon to come back, and that nobody drives it
        assert b"driven" in parts[-1]
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.3)
        calls.write_text(json.dumps(said) + "\n")
        parts.append(await asyncio.wait_for(waiting, 10))
        await stream.aclose()
        return parts[-1]

    told = asyncio.run(read()).decode()
    assert told.startswith("event: said\n")
    assert told.count("\n\n") == 1
    assert json.loads(told.partition("data: ")[2])["text"] == hostile


def first_of(path: Path, kind: str) -> dict[str, object]:
    """Return the content of the first event of a kind in a stream."""

    async def read() -> dict[str, object]:
        async for part in Watch(path=path, spec=SPEC).stream():
            head, _, content = part.decode().partition("data: ")
            if f"event: {kind}\n" in head:
                return dict(json.loads(content))
        raise AssertionError(f"no {kind}")

    return asyncio.run(asyncio.wait_for(read(), 20))


def cut(finished: Path, to: Path, events: int) -> Path:
    """Return a copy of a run with its first events only, and its whole journal."""
    copy_run(finished, to)
    (to / "events.jsonl").write_bytes(b"".join((finished / "events.jsonl").read_bytes().splitlines(True)[:events]))
    return to


def test_what_was_said_before_the_page_came_and_is_not_in_the_log_is_shown(finished: Path, tmp_path: Path) -> None:
    log = open_run(finished)
    spoken = [number for number, event in enumerate(log.events) if event.kind == "outcome" and event.body.text]
    told = first_of(cut(finished, tmp_path / "run", spoken[2]), "said")
    assert told["step"] == log.events[spoken[2]].key
    assert told["text"]


def test_a_page_is_told_whether_somebody_drives_the_run(finished: Path, tmp_path: Path) -> None:
    run = cut(finished, tmp_path / "run", 9)
    assert first_of(run, "driven") == {"driven": False}
    with writing(run, open_run(finished).spec):
        assert first_of(run, "driven") == {"driven": True}
