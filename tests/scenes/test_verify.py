"""Verification: intact runs pass, and a single changed digit is found and its event named."""

import base64
import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest

from doxa.analysis.verify import verify
from doxa.errors import LogError
from doxa.experiments.sitting import run
from doxa.records.base import canonical_line
from scenes.stage import Played, debate, play, reporter, three

SPECS = {
    "debate": debate(),
    "simultaneous": three(),
    "self-reports": debate(reporter("violet", 0.5), reporter("amber")),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Played:
    return play(debate(), tmp_path_factory.mktemp("verify") / "run")


@pytest.fixture
def copy(whole, tmp_path) -> Path:
    return Path(shutil.copytree(whole.log.path, tmp_path / "run"))


def digits(content: bytes) -> list[int]:
    return [found.start() for found in re.finditer(rb"\d", content)]


def with_another_digit(content: bytes, place: int) -> bytes:
    other = str((int(content[place : place + 1]) + 1) % 10).encode()
    return content[:place] + other + content[place + 1 :]


def damage(file: Path, content: bytes, place: int):
    file.write_bytes(with_another_digit(content, place))
    return verify(file.parent)


@pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))
def test_a_whole_run_verifies(tmp_path, spec):
    played = play(spec, tmp_path)
    found = verify(tmp_path)
    assert (found.status, found.events, found.problems) == ("verified", len(played.events), ())
    assert found.moves == sum(one.kind in ("seeded", "moved") for one in played.events)


def test_a_changed_digit_of_an_event_names_that_event(whole, copy):
    content = whole.bytes
    for place in Random("events").sample(digits(content), 40):
        found = damage(copy / "events.jsonl", content, place)
        assert {one.event for one in found.problems} == {content[:place].count(b"\n")}, content[place - 40 : place + 9]


@pytest.mark.parametrize("number", [0, 1, -2, -1])
def test_a_changed_digit_at_either_end_names_that_event(whole, copy, number):
    line = whole.log.lines[number]
    start = whole.bytes.index(line)
    chain = start + line.index(b'"prev":"') + len(b'"prev":"')
    link = next(place for place in digits(whole.bytes) if place >= chain)
    for place in (link, start + digits(line)[0], start + digits(line)[-1]):
        found = damage(copy / "events.jsonl", whole.bytes, place)
        assert {one.event for one in found.problems} == {number % len(whole.events)}


def test_a_changed_digit_of_the_spec_names_the_first_event_and_the_field(whole, copy):
    content = whole.log.spec.line
    for place in Random("spec").sample(digits(content), 8):
        (problem,) = damage(copy / "spec.json", content, place).problems
        assert problem.event == 0
        assert "spec.json was changed after the run began: " in problem.what


@pytest.mark.parametrize("content", [b"[]\n", b"{}\n", b'{"participants":[{}]}\n', b"nothing\n", b"\xff\n"])
def test_a_spec_of_any_other_shape_is_damaged(copy, content):
    (copy / "spec.json").write_bytes(content)
    (problem,) = verify(copy).problems
    assert (problem.event, problem.key) == (0, "spec.json")


def test_a_changed_digit_of_a_blob_names_an_event_that_rests_on_it(whole, copy):
    content = (whole.log.path / "blobs.jsonl").read_bytes()
    for place in Random("blobs").sample(digits(content), 16):
        found = damage(copy / "blobs.jsonl", content, place)
        named = [one for one in found.problems if "rests on blob" in one.what and one.event is not None]
        assert named
        assert all(one.key == whole.events[one.event].key for one in named)


def test_a_lost_vector_that_no_claim_rests_on_names_the_step_that_brought_it(tmp_path):
    log = run("land", out=tmp_path / "run", changes={"script.rounds": 1})
    brought = [one for one in log.events if one.kind == "outcome" and one.body.task == "embed"]
    lost = brought[-1].body.reply["vectors"][-1]
    vector = base64.b64encode(log.blobs.vector(lost))
    lines = (log.path / "blobs.jsonl").read_bytes().splitlines(keepends=True)
    (log.path / "blobs.jsonl").write_bytes(b"".join(line for line in lines if vector not in line))
    (problem,) = verify(log.path).problems
    assert f"rests on blob {lost[:12]}" in problem.what
    assert problem.event in {one.seq for one in brought if lost in one.body.reply["vectors"]}


def test_a_changed_answer_names_the_step_that_was_read_from_it(whole, copy):
    file = copy / "calls.jsonl"
    call = next(one for one in whole.log.calls() if one.id == "r01/amber/score#1")
    number = next(one.seq for one in whole.events if one.key == "r01/amber/score")
    text = call.text.replace('"', '\\"')
    place = file.read_bytes().index(text.encode())
    (problem,) = damage(file, file.read_bytes(), place + digits(text.encode())[-1]).problems
    assert (problem.event, problem.key) == (number, "outcome r01/amber/score")


def test_a_missing_call_names_the_step_that_was_read_from_it(whole, copy):
    file = copy / "calls.jsonl"
    kept = [line for line in file.read_bytes().splitlines(keepends=True) if b'"r01/amber#1"' not in line]
    file.write_bytes(b"".join(kept))
    assert {one.key for one in verify(copy).problems} == {"outcome r01/amber"}


@pytest.mark.parametrize("number", [1, 5, -1])
def test_a_line_taken_out_is_found(whole, copy, number):
    lines = list(whole.log.lines)
    del lines[number]
    (copy / "events.jsonl").write_bytes(b"".join(lines))
    assert verify(copy).status == ("damaged" if number != -1 else "unfinished")


def test_two_lines_exchanged_are_found(whole, copy):
    lines = list(whole.log.lines)
    lines[6], lines[7] = lines[7], lines[6]
    (copy / "events.jsonl").write_bytes(b"".join(lines))
    assert verify(copy).status == "damaged"


def test_a_directory_without_a_run_is_refused(tmp_path):
    with pytest.raises(LogError, match="not a run directory"):
        verify(tmp_path)


def test_a_line_is_named_whose_change_leaves_the_next_one_unreadable(whole, copy):
    number = next(place for place, one in enumerate(whole.events) if one.kind == "heard" and len(one.body.claims) > 1)
    lines = list(whole.log.lines)
    event = json.loads(lines[number])
    del event["body"]["claims"][:]
    lines[number] = canonical_line(event)
    (copy / "events.jsonl").write_bytes(b"".join(lines))
    found = verify(copy)
    assert found.status == "damaged"
    assert {one.event for one in found.problems} == {number}
