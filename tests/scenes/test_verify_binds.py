"""Verification binds calls to outcomes and outcomes to what the script gives, also where every hash is made anew."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doxa.analysis.verify import Verification, verify
from doxa.records.base import canonical, digest
from log.forging import make_hashes_anew, read_objects, relink_journal, write_objects
from scenes.stage import Played, cast, debate, on, play, reporter, three

Change = Callable[[dict[str, Any]], object]
Chosen = Callable[[dict[str, Any]], bool]

SPECS = {
    "debate": debate(),
    "simultaneous": three(),
    "self-reports": debate(reporter("violet", 0.5), reporter("amber")),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(debate(), tmp_path_factory.mktemp("binds") / "run", on("r01/violet", twice))


def twice(request: Any) -> Any:
    """Answer with nothing at first, so that the step is asked again."""
    return "" if request.attempt == 1 else cast(request)


@pytest.fixture
def copy(whole: Played, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole.log.path, tmp_path / "run"))


def changed(
    run: Path, file: str, chosen: Callable[[dict[str, Any]], bool], change: Change, forged: bool = True
) -> None:
    """Change the first chosen line of a file; a forger makes every hash anew."""
    lines = read_objects(run / file)
    change(next(line for line in lines if chosen(line)))
    write_objects(run / file, lines)
    if forged:
        make_hashes_anew(run)


def call(name: str) -> Chosen:
    return lambda line: line.get("id") == name


def event(kind: str, key: str) -> Chosen:
    return lambda line: (line["kind"], line["key"]) == (kind, key)


def whats(found: Verification) -> str:
    return "\n".join(f"{problem.key}: {problem.what}" for problem in found.problems)


@pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))
def test_driving_a_run_again_gives_all_of_it(tmp_path: Path, spec: Any) -> None:
    play(spec, tmp_path)
    found = verify(tmp_path)
    assert (found.status, found.bound, found.notes) == ("verified", True, ())


CALLS: dict[str, tuple[Change, str]] = {
    "model": (lambda line: line.update(model="other"), "has the model other, the spec says scripted"),
    "role": (lambda line: line.update(role="scorer"), "has the role scorer, the script gives extractor"),
    "request": (lambda line: line.update(request="0" * 64), "the request of call r01/amber/extract#1 is not that of"),
    "schema": (lambda line: line.update(reply_schema="0" * 64), "rests on blob 000000000000"),
    "prompt": (lambda line: line["blocks"].pop(), "the request of call r01/amber/extract#1 is not that of"),
    "status": (lambda line: line.update(status="timeout"), "its calls give reason = 'timeout', the log says ''"),
    "refusal": (lambda line: line.update(finish="refusal"), "its calls give reason = 'refusal', the log says ''"),
    "cut off": (lambda line: line.update(finish="length"), "its calls give reason = 'truncated', the log says ''"),
    "words": (
        lambda line: line.update(text='{"claims":[]}'),
        "driven again, gives heard r01/amber in its place",
    ),
}


@pytest.mark.parametrize(("change", "what"), CALLS.values(), ids=list(CALLS))
def test_a_forged_call_is_found(copy: Path, change: Change, what: str) -> None:
    changed(copy, "calls.jsonl", call("r01/amber/extract#1"), change)
    assert what in whats(verify(copy))


EVENTS: dict[str, tuple[str, str, Change, str]] = {
    "heard text": ("heard", "r01/amber", lambda body: body.update(text="Nothing."), "gives text = "),
    "claim": ("heard", "r01/amber", lambda body: body["claims"][0].update(text="No."), "gives claims.0.text = "),
    "place": ("heard", "r01/amber", lambda body: body["claims"][0].update(place=[1, 2]), "gives claims.0.place.0 = 0"),
    "tags": ("heard", "r01/amber", lambda body: body["claims"][0].update(tags=[]), "gives claims.0.tags = "),
    "result": ("end", "end", lambda body: body["result"].update(won="violet"), "gives result.won = None"),
    "counts": ("end", "end", lambda body: body["outcomes"].update(ok=1), "gives outcomes.ok = "),
    "move": (
        "moved",
        "batch/1/amber",
        lambda body: body["trace"]["after"].update(stance=0.5),
        "recomputing the belief",
    ),
    "note": ("batch", "batch/1", lambda body: body.update(note="round 9"), "gives note = 'round 1'"),
    "audience": ("outcome", "r01/amber", lambda body: body.update(audience=[]), "its calls give audience = "),
    "attempts": ("outcome", "r01/violet", lambda body: body["calls"].pop(), "its calls give"),
    "spec": ("opened", "spec", lambda body: body["spec"].update(name="other"), "gives spec.name = 'scene'"),
}


@pytest.mark.parametrize(("kind", "key", "change", "what"), EVENTS.values(), ids=list(EVENTS))
def test_a_forged_event_is_found(copy: Path, kind: str, key: str, change: Change, what: str) -> None:
    changed(copy, "events.jsonl", event(kind, key), lambda line: change(line["body"]))
    problems = verify(copy).problems
    assert problems[0].key == f"{kind} {key}"
    assert what in problems[0].what


@pytest.mark.parametrize(
    ("forged", "what"), [(True, "call r09/amber#1: no step asks for it"), (False, "or a line before it, was changed")]
)
def test_a_call_that_no_step_asks_for_is_found(copy: Path, forged: bool, what: str) -> None:
    file = copy / "calls.jsonl"
    ghost = read_objects(file)[-1] | {"id": "r09/amber#1"}
    write_objects(file, [*read_objects(file), ghost])
    if forged:
        make_hashes_anew(copy)
    assert what in whats(verify(copy))


def test_a_call_that_stands_twice_is_found(copy: Path) -> None:
    file = copy / "calls.jsonl"
    again = next(line for line in read_objects(file) if line["id"] == "r01/amber#1")
    write_objects(file, [*read_objects(file), again])
    make_hashes_anew(copy)
    assert "call r01/amber#1: it stands 2 times" in whats(verify(copy))


@pytest.mark.parametrize("field", ["cost", "seconds", "input_tokens", "revision"])
def test_a_changed_price_or_time_is_found_by_its_link_and_by_nothing_else(copy: Path, field: str) -> None:
    other = "x" if field == "revision" else 7
    changed(copy, "calls.jsonl", call("r01/amber#1"), lambda line: line.update({field: other}), forged=False)
    (problem,) = verify(copy).problems
    assert (problem.key, "call r01/amber#1" in problem.what) == ("outcome r01/amber", True)
    relink_journal(copy)
    assert verify(copy).status == "verified"


def test_the_words_of_an_answer_that_could_not_be_read_are_bound_by_the_seal(whole: Played, copy: Path) -> None:
    changed(copy, "calls.jsonl", call("r01/violet#1"), lambda line: line.update(text="  "))
    found = verify(copy, seal=verify(whole.log.path).seal)
    assert "this is not the run that was published" in whats(found)


def test_a_published_seal_holds_the_run_to_it(whole: Played) -> None:
    seal = verify(whole.log.path).seal
    assert seal == whole.log.ended.seal
    assert verify(whole.log.path, seal=seal).status == "verified"
    assert verify(whole.log.path, seal="0" * 64).status == "damaged"


def test_an_unfinished_run_has_no_seal_to_be_held_to(copy: Path) -> None:
    lines = (copy / "events.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "events.jsonl").write_bytes(b"".join(lines[:-1]))
    assert verify(copy).status == "unfinished"
    assert "it has no seal, since the run has no end yet" in whats(verify(copy, seal="0" * 64))


def test_every_schema_stands_once_in_the_blobs(whole: Played) -> None:
    blobs = [json.loads(line) for line in (whole.log.path / "blobs.jsonl").read_bytes().splitlines()]
    schemas = [blob for blob in blobs if "schema" in blob]
    ids = {digest(canonical(blob["schema"])) for blob in schemas}
    assert len(schemas) == len(ids)
    assert ids == {one.reply_schema for one in whole.log.calls()}
