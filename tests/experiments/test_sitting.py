"""Sittings and forks in odd circumstances: a notebook's running loop, an interrupted copy, an impossible prior."""

import asyncio
import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from doxa.analysis.explain import explain
from doxa.analysis.story import moved_by
from doxa.app.commands.new import plugin_files
from doxa.beliefs import base as kernels
from doxa.errors import DamagedLogError, ScenarioError, UnreachablePriorError
from doxa.experiments import shipped
from doxa.experiments.forking import fork
from doxa.experiments.scenario import load_scenario
from doxa.experiments.shipped import PACKAGE, find_scenario
from doxa.experiments.sitting import last_terms, plan_runs, resume, run
from doxa.log.journal import NAME, Journal, read_sittings
from doxa.log.lines import LineFile
from doxa.log.rundir import open_run
from doxa.records import plugins
from library import Library

SHORT = {"script.rounds": 3}


def test_a_run_works_where_a_loop_is_running_already(tmp_path: Path) -> None:
    async def notebook() -> bool:
        return run("compulsory-voting", out=tmp_path / "run", changes=SHORT).finished

    assert asyncio.run(notebook())


def test_an_interrupted_copy_does_not_pass_for_a_fork(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = open_run(library("debate"))
    add, added = Journal.add, []

    def interrupted(self: Journal, call: object) -> None:
        added.append(call)
        if len(added) == 3:
            raise KeyboardInterrupt
        add(self, call)  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fork(parent.path, at="r03/violet", changes={"belief.u": 0.9}, out=tmp_path / "fork")
    monkeypatch.setattr(Journal, "add", add)
    assert not (tmp_path / "fork").exists()
    child = fork(parent.path, at="r03/violet", changes={"belief.u": 0.9}, out=tmp_path / "fork")
    earlier = [one.body for one in parent.events if one.kind == "outcome" and one.key < "r03"]
    assert earlier == [one.body for one in child.events if one.kind == "outcome" and one.key < "r03"]


def test_a_fork_that_ends_before_it_begins_is_refused_and_leaves_nothing(library: Library, tmp_path: Path) -> None:
    parent = open_run(library("debate"))
    with pytest.raises(ScenarioError, match="ended before step"):
        fork(parent.path, at="r03/violet", changes={"script.rounds": 1}, out=tmp_path / "fork")
    assert not (tmp_path / "fork").exists()


def test_a_changed_outcome_refuses_to_resume_and_is_named(library: Library, tmp_path: Path) -> None:
    log = open_run(library.copy("debate", tmp_path / "run"))
    changed = [line.replace(b'"task":"', b'"status":"fine","task":"', 1) for line in log.lines[:-1]]
    place = next(number for number, line in enumerate(changed) if line != log.lines[number])
    (log.path / "events.jsonl").write_bytes(b"".join(changed))
    with pytest.raises(DamagedLogError, match=rf"event {place} \(line {place + 1}\) is not an event") as told:
        resume(log.path)
    assert f"doxa verify {log.path}" in told.value.hint


def test_a_log_that_lost_what_it_rests_on_does_not_say_that_nothing_is_lost(library: Library, tmp_path: Path) -> None:
    log = open_run(library.copy("debate", tmp_path / "run"))
    (log.path / "events.jsonl").write_bytes(b"".join(log.lines[:-1]))
    blobs = (log.path / "blobs.jsonl").read_bytes().splitlines(keepends=True)
    (log.path / "blobs.jsonl").write_bytes(b"".join(line for line in blobs if b'"int8"' not in line))
    with pytest.raises(DamagedLogError, match=r"is missing from blobs\.jsonl") as told:
        resume(log.path)
    assert "Nothing is lost" not in told.value.hint


@pytest.mark.parametrize("kernel", ["log_odds", "self_report"])
def test_what_an_outcome_rests_on_is_durable_before_it_is_written(
    kernel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut may keep any line that was written and lose any that was not made durable."""
    append, sync = LineFile.append, LineFile.sync
    waiting: set[str] = set()
    outcomes = 0

    def appended(self: LineFile, line: bytes) -> None:
        nonlocal outcomes
        if self.path.name != "events.jsonl":
            waiting.add(self.path.name)
        elif b'"kind":"outcome"' in line:
            outcomes += 1
            assert not waiting, "an outcome is written that rests on what a power cut would take"
        append(self, line)

    def synced(self: LineFile) -> None:
        sync(self)
        waiting.discard(self.path.name)

    monkeypatch.setattr(LineFile, "append", appended)
    monkeypatch.setattr(LineFile, "sync", synced)
    run("compulsory-voting", out=tmp_path / "run", changes={"script.rounds": 2, "kernel": kernel})
    assert outcomes > 4


def test_an_impossible_prior_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnreachablePriorError):
        run("compulsory-voting", out=tmp_path / "run", changes={"agents.violet.prior.stance": -0.5})
    assert not (tmp_path / "run").exists()


def test_parts_of_a_movement_add_up_and_settings_are_a_cause_of_their_own(tmp_path: Path) -> None:
    parent = run("compulsory-voting", out=tmp_path / "parent", changes={"script.rounds": 5})
    child = fork(parent.path, at="r03/violet", changes={"belief.u": 2.0}, out=tmp_path / "fork")
    for log in (parent, child):
        found = explain(log, "violet")
        assert None not in (found.now, found.start)
        assert sum(moved_by(found.moves).values()) == pytest.approx((found.now or 0) - (found.start or 0), abs=1e-9)
    assert "-" in moved_by(explain(child, "violet").moves)


@pytest.mark.parametrize("id", ["a/extract", "-", "../../x", "a b"])
def test_an_agents_id_cannot_look_like_a_step(id: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'proposition = "We should adopt atheism"\n[agents."{id}"]\nside = "pro"\n')
    with pytest.raises(ScenarioError, match="agents"):
        load_scenario(path)


def test_naming_a_model_keeps_its_roles_sampling_and_the_provider_can_decide() -> None:
    for changes, temperature in (
        ({"models.speaker": "ollama:qwen3"}, 0.7),
        ({"models.speaker.temperature": "provider"}, None),
    ):
        assert load_scenario("compulsory-voting", changes).models.speaker.temperature == temperature


def test_a_kernel_without_log_odds_is_explained_by_its_own_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The skeleton of ``doxa new kernel`` moves a stance and itemises in units of stance."""
    for path, text in plugin_files("kernel", "drifting").items():
        if path.name == "doxa_drifting.py":
            (tmp_path / path.name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint(name="drifting", group=kernels.GROUP, value="doxa_drifting:Drifting")
    others = plugins.entry_points
    monkeypatch.setattr(
        plugins,
        "entry_points",
        lambda group, **named: [point] if group == point.group else others(group=group, **named),
    )
    kernels.kernel_class.cache_clear()
    log = run("compulsory-voting", out=tmp_path / "run", changes={**SHORT, "kernel": "drifting"})
    found = explain(log, "violet")
    kernels.kernel_class.cache_clear()
    assert found.now != found.start
    assert found.ledger == (), "there are no contributions to L to show"
    assert "stayed near where it began" in found.sentence
    assert sum(moved_by(found.moves).values()) == pytest.approx((found.now or 0) - (found.start or 0), abs=1e-9)


def test_a_run_names_files_of_doxa_from_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it can be resumed under another install, and shows no folder of the machine when it is published."""
    (planned,) = plan_runs(find_scenario("maternity-ward"))
    written = run(find_scenario("maternity-ward"), out=tmp_path / "run")
    (sitting,) = read_sittings(written.path / NAME)
    assert str(PACKAGE) not in json.dumps(sitting.conditions)
    assert sitting.conditions["source"] == "doxa:systems/dialogue/scenarios/maternity-ward.toml"
    terms = last_terms(written.path)
    assert terms.source == planned.terms.source, "where the file lies here"
    assert terms.conditions.corpora == planned.terms.conditions.corpora
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path / "other")
    elsewhere = last_terms(written.path)
    files = [elsewhere.source, *elsewhere.conditions.corpora.values()]
    assert len(files) > 1
    assert all(Path(file).is_relative_to(tmp_path / "other") for file in files), "where it lies in another install"
