"""Reproductions: experiments become runs, an outside judge reads them, and three kinds of stance stay apart."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from doxa.analysis.collecting import failed_trial, trial_of
from doxa.analysis.exhibit import Exhibit, Prose
from doxa.analysis.verify import verify
from doxa.errors import DoxaError, UnknownNameError
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import registry
from doxa.experiments.reproductions.ordering import Begin, Order
from doxa.experiments.reproductions.registry import Reproduction, reproduction_named, reproduction_names
from doxa.experiments.reproductions.registry import reproduced as exhibits_of
from doxa.experiments.runner import run_jobs
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, last_terms, run
from doxa.judging.stances import judging, stances_of, statements_of
from doxa.log.rundir import open_run
from doxa.records.spec import ModelSettings
from doxa.systems.dialogue.exhibits import fig2_left, tableA8
from doxa.systems.dialogue.reproduction.conditions import TEN, DialogueExperiment, experiments, motion_in_corpus
from doxa.systems.dialogue.reproduction.running import human_points, run_experiment

OFFLINE_JUDGE = ModelSettings(model="offline", temperature=0.0, corpus="argkp")
SHORT = {"script.rounds": 2}


def small(name: str, *, conditions: int) -> DialogueExperiment:
    """An experiment with its first conditions only."""
    found = next(one for one in experiments() if one.name == name)
    return replace(found, conditions=found.conditions[:conditions])


def test_every_condition_of_every_experiment_can_be_planned() -> None:
    for experiment in experiments():
        for condition in experiment.conditions:
            changes = {"proposition": motion_in_corpus(condition.motion), **condition.changes}
            assert plan(load_scenario(condition.scenario, changes)).hash


def test_the_texts_ten_motions_are_distinct_in_the_corpus_too() -> None:
    assert len({motion_in_corpus(motion) for motion in TEN}) == 10


def test_a_reading_judges_every_statement_and_leaves_the_run_alone(tmp_path: Path) -> None:
    log = run("compulsory-voting", out=tmp_path / "run", changes=SHORT)
    before = {file.name: file.read_bytes() for file in log.path.iterdir() if file.is_file()}
    job = judging(log, OFFLINE_JUDGE, Terms())
    (cell,) = run_jobs([job])
    assert cell.status == "finished"
    reading = open_run(job.path)
    assert reading.spec.parent is not None
    assert reading.spec.parent.last == log.last_hash
    assert set(reading.events[-1].body.result["stances"]) == {one.key for one in statements_of(log)}
    assert verify(job.path).status == "verified"
    assert {file.name: file.read_bytes() for file in log.path.iterdir() if file.is_file()} == before


def test_the_judge_sees_the_statement_and_nothing_else_of_the_run(tmp_path: Path) -> None:
    log = run("compulsory-voting", out=tmp_path / "run", changes=SHORT)
    job = judging(log, OFFLINE_JUDGE, Terms())
    run_jobs([job])
    reading = open_run(job.path)
    first, *_ = reading.calls()
    prompt = " ".join(reading.blobs.block(name).text for name in first.blocks)
    others = [one.text for one in statements_of(log) if one.key not in first.step]
    assert all(text not in prompt for text in others)
    assert "level" not in prompt


@pytest.mark.parametrize(
    ("kernel", "own"),
    [("log_odds", "maintained"), ("self_report", "self_report"), ("self_report_with_memory", "self_report")],
)
def test_three_kinds_of_stance_stay_apart(kernel: str, own: str, tmp_path: Path) -> None:
    log = run("compulsory-voting", out=tmp_path / "run", changes={**SHORT, "kernel": kernel})
    job = judging(log, OFFLINE_JUDGE, Terms())
    run_jobs([job])
    trial = trial_of(log, condition="x", settings={}, judged=stances_of(open_run(job.path)))
    assert sorted({curve.kind for curve in trial.curves}) == sorted({own, "judged"})
    for curve in trial.curves:
        assert len(curve.stances) == 3, "the prior and two rounds"
        assert (curve.stances[0] is None) == (curve.kind == "judged"), "nothing was said before the first round"


def test_an_experiment_runs_and_is_not_run_again(tmp_path: Path) -> None:
    order = Order(out=tmp_path, changes=SHORT, trials=2)
    first = run_experiment(small("baselines", conditions=3), order)
    assert [one.status for one in first] == ["finished"] * 6
    assert {one.condition for one in first} == {"BE", "prompt self-update", "RAG plus self-update"}
    assert all(one.motion == "Social media brings more harm than good" for one in first)
    calls = {file: file.read_bytes() for file in tmp_path.rglob("calls.jsonl")}
    assert run_experiment(small("baselines", conditions=3), order) == first
    assert calls == {file: file.read_bytes() for file in tmp_path.rglob("calls.jsonl")}


def test_trials_share_their_seeds_across_conditions(tmp_path: Path) -> None:
    found = run_experiment(small("sweep", conditions=2), Order(out=tmp_path, changes=SHORT, trials=1))
    seeds = [open_run(one.path).spec.seeds for one in found]
    assert seeds[0] == seeds[1]


def test_a_failed_run_is_a_trial_with_its_reason(tmp_path: Path) -> None:
    order = Order(out=tmp_path, changes={**SHORT, "agents.violet.prior.stance": -0.9}, trials=1)
    (found,) = run_experiment(small("sweep", conditions=1), order)
    assert found.status == "failed"
    assert "no common factor" in found.reason
    assert found.curves == ()


@pytest.mark.long
def test_stance_falls_with_uptake_and_rises_with_anchoring(tmp_path: Path) -> None:
    """The paper has five trials."""
    found = run_experiment(small("sweep", conditions=10), Order(out=tmp_path, trials=5))
    assert len(found) == 10 * 5
    _, table = fig2_left(found)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["swept"], row["monotone"]) for row in rows if row["level"] == "all"] == [("u", "yes"), ("a", "yes")]


def test_open_pairs_come_closer_than_stubborn_ones(tmp_path: Path) -> None:
    pairings = next(one for one in experiments() if one.name == "pairings").conditions
    chosen = tuple(one for one in pairings if one.name in ("open/open", "stubborn/stubborn"))[:4]
    few = replace(next(one for one in experiments() if one.name == "pairings"), conditions=chosen)
    found = run_experiment(few, Order(out=tmp_path, changes={"script.rounds": 6}, trials=1))
    table = tableA8(found)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["open/open closer"] for row in rows if row["motion"] != "mean"] == ["yes"] * 2


def test_every_installed_reproduction_names_its_exhibits_once() -> None:
    assert {"belief-engine", "policy-prompts"} <= set(reproduction_names())
    for name in reproduction_names():
        exhibits = reproduction_named(name).exhibits
        assert exhibits
        assert len(set(exhibits)) == len(exhibits)


def test_a_reproduction_or_an_exhibit_that_is_not_there_is_told_with_the_nearest(tmp_path: Path) -> None:
    order = Order(out=tmp_path)
    with pytest.raises(UnknownNameError, match="Did you mean 'policy-prompts'"):
        exhibits_of("policy-prompt", (), order, lambda name, about: None)
    with pytest.raises(UnknownNameError, match="Did you mean 'table13'"):
        exhibits_of("policy-prompts", ("tabel13",), order, lambda name, about: None)


def test_human_arguments_are_judged_beside_the_trials_that_finished(tmp_path: Path) -> None:
    lost = {"condition": "c", "model": "offline", "motion": "m", "replicate": 0, "settings": {}}
    failed = failed_trial(tmp_path / "never made", "no such model", **lost)
    assert human_points([failed], Order(out=tmp_path)) == []
    log = run("counter-arguments", out=tmp_path / "run", changes={**SHORT, "conditions.timeout_s": 7.0})
    finished = trial_of(log, condition="c", settings={})
    found = human_points([failed, finished], Order(out=tmp_path), most=4)
    assert [side for side, _ in found] == [1.0, 1.0, -1.0, -1.0]
    judged = tmp_path / "expression" / "offline" / "human-arguments"
    assert last_terms(judged).conditions.timeout_s == 7.0, "the judge is asked under the conditions of the runs"


@pytest.mark.parametrize("trials", [0, -2])
def test_no_trials_are_refused_and_not_taken_for_the_texts_number(trials: int, tmp_path: Path) -> None:
    with pytest.raises(DoxaError, match=f"--trials {trials}: nothing would be run"):
        exhibits_of("policy-prompts", ("table2",), Order(out=tmp_path, trials=trials), lambda name, about: None)


def test_a_plug_in_reproduces_a_paper_with_one_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def make(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
        begin("all", "everything")
        return [Prose(name=one, title=one, paragraphs=()) for one in names]

    mine = Reproduction(exhibits=("one", "two"), make=make)
    monkeypatch.setattr(registry, "reproduction_named", lambda name: mine)
    found = exhibits_of("mine", ("two",), Order(out=tmp_path), lambda *told: begun.append(told))
    assert [one.name for one in found] == ["two"]
    assert begun == [("all", "everything")]
