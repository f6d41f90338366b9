"""Long runs: the parts are the whole view, a first look says what a fold says, and a log is read on where it ended."""

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.glance import Glance
from doxa.analysis.view import RunView, ViewHead, ViewPage, head_of, pages_of
from doxa.errors import DoxaError
from doxa.experiments.forking import fork
from doxa.log.rundir import continued_run, open_run, paused_collection
from doxa.studio import opened
from doxa.studio.folding import MEMORIES, EncodedView, FoldingProcess, encode_view
from doxa.studio.opened import Opened, OpenedRuns
from doxa.studio.shelf import handle_of
from long_log import lengthen
from studio.asking import Application
from studio.conftest import copy_run

Make = Callable[[Path, Path], Path]


def keep(finished: Path, folder: Path) -> Path:
    return finished


def forked(finished: Path, folder: Path) -> Path:
    key = [event.key for event in open_run(finished).events if event.kind == "heard"][3]
    fork(finished, at=key, changes={"belief.u": 0.5, "memory.confirmation_bias": 0.4}, out=folder / "fork")
    return folder / "fork"


def unfinished(finished: Path, folder: Path) -> Path:
    lengthen(finished, folder / "long", 30)
    return folder / "long"


@pytest.fixture(params=[keep, forked])
def verified(finished: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    make: Make = request.param
    return make(finished, tmp_path)


@pytest.fixture
def long(finished: Path, tmp_path: Path) -> Path:
    return unfinished(finished, tmp_path)


def joined(encoded: EncodedView) -> RunView:
    head = ViewHead.model_validate_json(encoded.head)
    pages = [ViewPage.model_validate_json(encoded.page(number)) for number in range(len(encoded.pages))]
    memories = {agent: MEMORIES.validate_json(encoded.memory(agent)) for agent in encoded.memories}
    agents = list(dict.fromkeys([*head.memories, *(move.agent for page in pages for move in page.moves)]))
    return head.view.model_copy(
        update={
            "turns": tuple(turn for page in pages for turn in page.turns),
            "moves": tuple(move for agent in agents for page in pages for move in page.moves if move.agent == agent),
            "memory": {agent: memories[agent] for agent in head.memories},
        }
    )


def test_the_parts_of_a_view_are_the_view_byte_for_byte(verified: Path, long: Path) -> None:
    for path in (verified, long):
        view = view_of(open_run(path))
        assert joined(encode_view(view)).model_dump_json() == view.model_dump_json()


def test_a_process_of_its_own_folds_the_same_parts(long: Path) -> None:
    assert joined(FoldingProcess().fold(long)).model_dump_json() == view_of(open_run(long)).model_dump_json()


def test_what_the_process_cannot_read_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(DoxaError, match="is not a run directory"):
        FoldingProcess().fold(tmp_path)


def test_after_the_studio_ends_nothing_is_folded(long: Path) -> None:
    folder = FoldingProcess()
    folder.stop()
    with pytest.raises(DoxaError, match="ends"):
        folder.fold(long)


def test_a_first_look_shows_what_the_fold_shows(verified: Path) -> None:
    log = open_run(verified)
    view, glance = view_of(log), Glance(log=log)
    assert [glance.page(number) for number in range(len(pages_of(view)))] == pages_of(view)
    only_folded = {"summaries": (), "story": "", "roles": (), "reasons": (), "prefix": {}, "parts": {}}
    whole, first = head_of(view), glance.head()
    assert first.view == whole.view.model_copy(update=only_folded)
    assert first.sizes == whole.sizes
    assert not first.is_whole


def test_a_log_that_grows_is_read_on_and_says_the_same_as_read_whole(finished: Path, tmp_path: Path) -> None:
    path = copy_run(finished, tmp_path / "run")
    lines = (finished / "events.jsonl").read_bytes().splitlines(keepends=True)
    (path / "events.jsonl").write_bytes(b"".join(lines[:20]))
    log = open_run(path)
    for count in (20, 21, 40, len(lines)):
        half = b"".join(lines[count : count + 1])[:30]
        (path / "events.jsonl").write_bytes(b"".join(lines[:count]) + half)
        found = continued_run(log)
        assert (found.lines, found.events) == (open_run(path).lines, open_run(path).events)
        log = found


def test_a_log_that_was_cut_back_or_replaced_is_read_anew(finished: Path, tmp_path: Path) -> None:
    path = copy_run(finished, tmp_path / "run")
    log = open_run(path)
    (path / "events.jsonl").write_bytes(b"".join((path / "events.jsonl").read_bytes().splitlines(keepends=True)[:-2]))
    assert continued_run(log) is None
    (path / "events.jsonl").unlink()
    assert continued_run(log) is None
    (path / "spec.json").unlink()
    assert continued_run(log) is None


def test_runs_that_are_not_looked_at_give_up_what_can_be_read_again(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened, "HELD", 1)
    runs = OpenedRuns()
    paths = []
    for number in range(4):
        lengthen(finished, tmp_path / str(number), 6)
        paths.append(tmp_path / str(number))
    first = [runs.open(path).view() for path in paths]
    held: list[Opened] = list(runs._kept.values())
    assert [run._log is None for run in held] == [True, True, True, False]
    assert [runs.open(path).view() for path in paths] == first


def test_the_page_gets_a_long_run_in_parts(long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "LONG_ALIVE", 1)
    application = Application(long.parent)
    run = f"/api/runs/{handle_of(long.name)}"
    opening = application.ask(f"{run}/opening").json
    assert opening["parts"] is True
    assert not opening["head"]["is_whole"]
    assert all(not turn["text"] for turn in opening["head"]["view"]["turns"])
    page = application.ask(f"{run}/pages/1").json
    assert [turn["batch"] for turn in page["turns"]] == list(range(20, 40))
    whole = application.ask(f"{run}/whole").json
    assert whole["is_whole"]
    assert len(application.ask(f"{run}/memory/violet").json) == whole["memories"]["violet"][1]
    assert application.ask(f"{run}/pages/1").json["turns"] == page["turns"]
    words = page["turns"][0]["text"][:30]
    assert page["turns"][0]["key"] in application.ask(f"{run}/find?words={words.replace(' ', '%20')}").json
    for refused in ("pages/999", "pages/x", "pages/-1", "memory/nobody"):
        assert application.ask(f"{run}/{refused}").status == 400


def test_the_collector_runs_again_after_a_pause() -> None:
    with paused_collection():
        assert not gc.isenabled()
        with paused_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_runs_again_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), paused_collection():
        _ = 1 / 0
    assert gc.isenabled()
