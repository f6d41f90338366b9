"""Runs in a folder: sweeps, copies, and runs that stopped or were changed."""

import json
import shutil
from pathlib import Path

import pytest

import doxa
from doxa.records.base import canonical_line
from library import Library


@pytest.fixture
def run(library: Library, tmp_path: Path) -> Path:
    return library.copy("dialogue", tmp_path / "of" / "run")


def test_an_unfinished_run_has_rows_up_to_where_it_stopped(run: Path) -> None:
    whole = doxa.frames(run)
    events = run / "events.jsonl"
    lines = events.read_bytes().splitlines(keepends=True)
    events.write_bytes(b"".join(lines[:-2]))  # the end, and one of the last batch's two moves
    stopped = doxa.frames(run)
    assert stopped.runs["status"] == ("unfinished",)
    assert stopped.runs["reason"] == (None,)
    assert len(stopped.stances) == len(whole.stances)
    assert stopped.stances["status"].count("pending") == 1


def test_a_damaged_run_has_a_row_that_says_why_and_no_others(run: Path) -> None:
    events = run / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"voting", b"coting", 1))
    frames = doxa.frames(run)
    assert frames.runs["status"] == ("damaged",)
    assert "changed after it was written" in str(frames.runs["reason"][0])
    assert frames.runs["protocol"] == ("dialogue",)
    assert [len(frames[name]) for name in frames.names if name != "runs"] == [0] * 8


def test_a_run_whose_spec_is_none_is_damaged(run: Path) -> None:
    (run / "spec.json").write_text("[1")
    frames = doxa.frames(run)
    assert frames.runs["status"] == ("damaged",)
    assert frames.runs["seed"] == (None,)


def test_readings_are_no_runs_and_a_folder_is_searched_to_its_end(run: Path) -> None:
    shutil.copytree(run, run / "readings" / "judging-1")
    other = Path(shutil.copytree(run, run.parent / "deep" / "er" / "run"))
    (other / "spec.json").write_bytes((other / "spec.json").read_bytes().replace(b'"replicate":0', b'"replicate":1'))
    assert len(doxa.frames(run.parent)) == 2


def test_verified_is_missing_unless_asked_for(run: Path) -> None:
    assert doxa.frames(run).runs["verified"] == (None,)
    assert doxa.frames(run, verify=True).runs["verified"][0] in ("verified", "differs")


def make_sweep(run: Path, **changes: list[object]) -> Path:
    """Return a folder with a copy of the run's spec for each value of some settings of all agents' beliefs."""
    spec = json.loads((run / "spec.json").read_bytes())
    folder = run.parent / "sweep"
    for name, values in changes.items():
        for replicate in range(2):
            for value in values:
                for participant in spec["participants"]:
                    participant["belief"][name] = value
                spec["replicate"] = replicate
                path = folder / f"{name}={value}_k{replicate}"
                path.mkdir(parents=True)
                (path / "spec.json").write_bytes(canonical_line(spec))
    return folder


def test_a_setting_that_varies_is_a_column_and_replicates_are_blocks(run: Path) -> None:
    runs = doxa.frames(make_sweep(run, u=[0.2, 0.6])).runs
    assert [name for name in runs.names if name.startswith("set.")] == ["set.belief.u"]
    assert sorted(set(runs["set.belief.u"])) == [0.2, 0.6]
    assert len(set(runs["block"])) == 2
    assert runs.types["set.belief.u"] == "number"


def test_a_setting_that_agents_do_not_share_is_a_column_for_each(run: Path) -> None:
    folder = make_sweep(run, u=[0.2, 0.6])
    path = next(folder.iterdir()) / "spec.json"
    spec = json.loads(path.read_bytes())
    spec["participants"][0]["belief"]["u"] = 0.9
    path.write_bytes(canonical_line(spec))
    names = [name for name in doxa.frames(folder).runs.names if name.startswith("set.")]
    assert names == [f"set.agents.{participant['id']}.belief.u" for participant in sorted(
        spec["participants"], key=lambda participant: participant["id"]
    )]  # fmt: skip


def test_a_swept_setting_has_its_own_name_even_where_the_spec_has_another(run: Path) -> None:
    folder = make_sweep(run, u=[0.2])
    cells = [{"path": f"elsewhere/{path.name}", "set": {"seeds.count": number}} for number, path in enumerate(
        sorted(path for path in folder.iterdir())
    )]  # fmt: skip
    (folder / "sweep.json").write_text(json.dumps(cells))
    runs = doxa.frames(folder).runs
    assert runs["set.seeds.count"] == (0, 1)
    assert runs.types["set.seeds.count"] == "integer"


def test_wide_settings_are_in_every_table(run: Path) -> None:
    whole = run.parent / "runs"
    shutil.copytree(run, whole / "a")
    shutil.copytree(make_sweep(run, u=[0.123]), whole / "b")
    frames = doxa.frames(whole, wide_settings=True)
    for name in frames.names:
        assert {"set.belief.u", "block", "replicate"} <= set(frames[name].names), name
    assert set(frames.stances["set.belief.u"]) != {None}
