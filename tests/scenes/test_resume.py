"""A run that was cut off anywhere resumes to the same bytes, and no recorded call is repeated."""

import shutil
from pathlib import Path
from random import Random

import pytest

from doxa.analysis.verify import verify
from doxa.errors import DamagedLogError, DivergedError, LockedError, LogError
from doxa.log.rundir import open_run, writing
from doxa.records.events import OutcomeReached
from log.cutting import drop_unfounded
from scenes.stage import SURVEY, Played, debate, on, play, reporter, three

SPECS = {
    "debate": debate(),
    "simultaneous": three(rounds=1),
    "self-reports": debate(reporter("violet", 0.5), reporter("amber")),
    "questions": debate(rounds=1, questions=SURVEY),
}


@pytest.fixture(scope="module", params=SPECS, ids=list(SPECS))
def whole(request, tmp_path_factory) -> Played:
    path = tmp_path_factory.mktemp("whole") / "run"
    return play(SPECS[request.param], path)


def cut(whole: Played, path: Path, events: int | None = None, calls: int | None = None) -> Path:
    """Return a copy of a run whose files end after the given numbers of bytes."""
    shutil.copytree(whole.log.path, path)
    for name, length in (("events.jsonl", events), ("calls.jsonl", calls)):
        if length is not None:
            (path / name).write_bytes((path / name).read_bytes()[:length])
    return path


def line_ends(path: Path) -> list[int]:
    """Return 0 and the length of a file after each of its lines."""
    ends = [0]
    for line in path.read_bytes().splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    return ends


def written_down(path: Path) -> set[str]:
    """Return the ids of the calls in a directory's journal and of those with a recorded outcome."""
    log = open_run(path)
    told = {name for one in log.events if isinstance(one, OutcomeReached) for name in one.body.calls}
    return told | {call.id for call in log.calls()}


def cut_calls(whole: Played, path: Path, length: int) -> Path:
    """Return a copy of a run killed when so many bytes of calls, and all events that rest on them, were on the disk."""
    drop_unfounded(cut(whole, path, calls=length))
    return path


def check_resumed(whole: Played, path: Path) -> Played:
    """Return the resumed run, after checking its bytes and that no recorded call was repeated."""
    known = written_down(path)
    resumed = play(whole.log.spec, path)
    assert resumed.bytes == whole.bytes
    assert set(resumed.asked) == set(whole.asked) - known
    return resumed


def test_a_finished_run_asks_nothing(whole, tmp_path):
    assert check_resumed(whole, cut(whole, tmp_path / "run")).asked == ()


def test_events_cut_after_any_line(whole, tmp_path):
    for length in line_ends(whole.log.path / "events.jsonl"):
        resumed = check_resumed(whole, cut(whole, tmp_path / str(length), events=length))
        assert resumed.asked == ()


def test_killed_after_any_call(whole, tmp_path):
    for length in line_ends(whole.log.path / "calls.jsonl"):
        path = cut_calls(whole, tmp_path / str(length), length)
        check_resumed(whole, path)
        assert verify(path).status == "verified"


def test_both_files_torn_anywhere(whole, tmp_path):
    draw = Random("torn")
    sizes = [(whole.log.path / name).stat().st_size for name in ("events.jsonl", "calls.jsonl")]
    for number in range(12):
        events, calls = (draw.randrange(size) for size in sizes)
        path = cut_calls(whole, tmp_path / str(number), calls)
        written = (path / "events.jsonl").read_bytes()
        (path / "events.jsonl").write_bytes(written[:events])
        check_resumed(whole, path)


def test_events_without_the_calls_that_they_rest_on_are_told(tmp_path):
    """Calls are on the disk before the events that rest on them; only somebody else takes them away."""
    whole = play(debate(), tmp_path / "whole")
    path = cut(whole, tmp_path / "cut", calls=0)
    for use in (open_run, lambda path: play(debate(), path)):
        with pytest.raises(DamagedLogError, match=r"event 1 \(line 2\) has lost its answer: there is no call seeds/em"):
            use(path)
    assert verify(path).status == "damaged"


def test_a_run_cut_after_any_line_is_unfinished_and_never_damaged(whole, tmp_path):
    path = cut(whole, tmp_path / "run")
    for length in line_ends(path / "events.jsonl")[:-1]:
        (path / "events.jsonl").write_bytes(whole.bytes[:length])
        assert (verify(path).status, verify(path).problems) == ("unfinished", ())


def test_a_second_asking_alone_is_made_when_the_first_is_written_down(tmp_path):
    spec, answer = debate(), on("r01/violet/extract", lambda request: "unreadable")
    whole = play(spec, tmp_path / "whole", answer)
    first = whole.asked.index("r01/violet/extract#1")
    path = cut(whole, tmp_path / "cut", events=0, calls=line_ends(whole.log.path / "calls.jsonl")[first + 1])
    resumed = play(spec, path, answer)
    assert resumed.asked[0] == "r01/violet/extract#2"
    assert resumed.bytes == whole.bytes


def test_a_recorded_step_that_would_be_asked_differently_is_named(tmp_path):
    whole = play(debate(), tmp_path / "whole")
    path = cut(whole, tmp_path / "cut", events=0)
    calls = (path / "calls.jsonl").read_text()
    hashed = next(call.request for call in whole.log.calls() if call.id == "r01/amber#1")
    (path / "calls.jsonl").write_text(calls.replace(hashed, "0" * 64))
    with pytest.raises(DivergedError, match="step r01/amber was recorded with other inputs"):
        play(debate(), path)


def test_a_changed_event_is_named(tmp_path):
    whole = play(debate(), tmp_path / "whole")
    path = cut(whole, tmp_path / "cut", events=len(whole.bytes) - len(whole.log.lines[-1]))
    (number, moved) = next((number, one) for number, one in enumerate(whole.events) if one.kind == "moved")
    stance = str(moved.body.trace.after.stance)
    lines = list(whole.log.lines)
    lines[number] = lines[number].replace(stance.encode(), b"0.5")
    (path / "events.jsonl").write_bytes(b"".join(lines[:-1]))
    with pytest.raises(DivergedError, match=rf"event {number} \(moved batch/1/violet\).* 0\.5 there, {stance} now"):
        play(debate(), path)


def test_a_directory_holds_one_run(tmp_path):
    play(debate(), tmp_path)
    with pytest.raises(LogError, match="holds another run"):
        play(three(), tmp_path)


def test_a_directory_is_run_by_one_process_at_a_time(tmp_path):
    with writing(tmp_path, debate()), pytest.raises(LockedError), writing(tmp_path, debate()):
        pass


def test_a_directory_without_a_spec_is_not_taken_over(tmp_path):
    play(debate(), tmp_path)
    (tmp_path / "spec.json").unlink()
    with pytest.raises(DamagedLogError, match=r"events but no spec\.json"):
        play(debate(), tmp_path)


def test_vectors_lost_with_the_power_are_asked_for_again(tmp_path):
    whole = play(debate(), tmp_path / "whole")
    path = cut(whole, tmp_path / "cut", events=0)
    blobs = path / "blobs.jsonl"
    blobs.write_bytes(blobs.read_bytes()[: line_ends(blobs)[-6]])
    assert play(debate(), path).bytes == whole.bytes


def test_a_long_value_of_a_changed_event_is_cut_short(tmp_path):
    whole = play(debate(), tmp_path / "whole")
    path = cut(whole, tmp_path / "cut", events=len(whole.bytes) - len(whole.log.lines[-1]))
    number = next(number for number, one in enumerate(whole.events) if one.kind == "batch")
    lines = list(whole.log.lines)
    lines[number] = lines[number].replace(b"round 1", b"x" * 100)
    (path / "events.jsonl").write_bytes(b"".join(lines[:-1]))
    with pytest.raises(DivergedError, match=r'is "x{76}… there'):
        play(debate(), path)
