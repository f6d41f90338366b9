"""How often a mind that states its stance is asked, and whether words are heard that move nobody."""

from pathlib import Path

import pytest

import doxa
from doxa.analysis.verify import verify
from people.sitting import person_at

BASE = {"script.rounds": 4, "kernel": "self_report"}


def asked(log: doxa.RunLog, agent: str) -> list[str]:
    return [one.key.partition("/")[0] for one in log.outcomes if one.task == "self_update" and one.actor == agent]


@pytest.mark.parametrize(("every", "batches"), [(1, ["b001", "b003", "b005", "b007"]), (3, ["b005"]), (9, [])])
def test_a_mind_is_asked_after_every_so_many_batches_of_others(tmp_path: Path, every: int, batches: list[str]) -> None:
    log = doxa.run("compulsory-voting", changes=BASE | {"belief.every": every}, out=tmp_path / "run")
    assert asked(log, "cobalt") == batches
    notes = [event.body.trace.notes for event in log.events if event.kind == "moved"]
    assert not any("self_report" in note for note in notes)
    assert verify(log.path).problems == ()


def test_it_is_asked_about_all_that_it_heard_since(tmp_path: Path) -> None:
    log = doxa.run("compulsory-voting", changes=BASE | {"belief.every": 2}, out=tmp_path / "run")
    said = {one.key: one.text for one in log.outcomes if one.task == "respond"}
    (first, *_) = [call for call in log.calls() if "/self_update/cobalt" in call.id]
    words = " ".join(log.blobs.block(block).text for block in first.blocks)
    assert said["r01/violet"] in words
    assert said["r02/violet"] in words


def test_an_unasked_mind_carries_its_stance_and_a_silent_one_is_missing(tmp_path: Path) -> None:
    changes = BASE | {"belief.every": 2, "agents.violet.model": "person", "models.speaker.limit_s": 0.05}
    with person_at(tmp_path / "run", lambda turn: None):
        log = doxa.run("compulsory-voting", changes=changes, out=tmp_path / "run")
    notes = [
        event.body.trace.notes for event in log.events if event.kind == "moved" and event.body.listener == "violet"
    ]
    assert [note.get("self_report", "") for note in notes] == ["", "missing", "", "missing"]


def test_words_that_move_nobody_are_heard_where_that_is_wanted(tmp_path: Path) -> None:
    deaf = doxa.run("compulsory-voting", changes=BASE, out=tmp_path / "deaf")
    heard = doxa.run("compulsory-voting", changes=BASE | {"hearing.always": True}, out=tmp_path / "heard")
    counts = [sum(len(event.body.claims) for event in log.events if event.kind == "heard") for log in (deaf, heard)]
    assert counts[0] == 0
    assert counts[1] > 4
    assert verify(heard.path).problems == ()
