"""Reproductions: experiments become runs, an outside judge reads them, and three kinds of stance stay apart."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from doxa.analysis.exhibit import Exhibit, Prose
from doxa.analysis.trial import Trial, failed_trial, trial_of
from doxa.analysis.verify import verify
from doxa.errors import DoxaError, UnknownNameError
from doxa.experiments import reproductions
from doxa.experiments.papers import PaperStudy, read_paper, run_experiment
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import (
    Begin,
    Order,
    Reproduction,
    reproduced as exhibits_of,
    reproduction_named,
    reproduction_names,
)
from doxa.experiments.runner import run_jobs
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, last_terms, run
from doxa.judging.stances import judging, stances_of, statements_of
from doxa.log.rundir import RunLog, open_run
from doxa.records.spec import ModelSettings
from doxa.systems.dialogue.exhibits.profiles import tableA8
from doxa.systems.dialogue.exhibits.sweeps import fig2_left
from doxa.systems.dialogue.reproduction import judge_human_arguments
from library import Library

OFFLINE_JUDGE = ModelSettings(model="offline", temperature=0.0, corpus="argkp")
SHORT = {"script.rounds": 2}
SOCIAL = "Social media brings more harm than good"


PAPER = read_paper("doxa.systems.dialogue", "belief-engine.toml")


def trials_of(name: str, order: Order, **levels: tuple[str, ...]) -> list[Trial]:
    """Run an experiment of the Belief Engine with some levels of its factors only."""
    experiment = PAPER.experiments[name]
    few = experiment.model_copy(update={"factors": {**experiment.factors, **levels}})
    paper = PAPER.model_copy(update={"experiments": {name: few}})
    trials = run_experiment(PaperStudy(paper=paper, order=order, wanted=(), values={}), name, lambda name, about: None)
    return list(trials)


def test_every_condition_of_every_experiment_can_be_planned() -> None:
    for experiment in PAPER.experiments.values():
        for levels in product(*experiment.factors.values()):
            changes = PAPER.changes(dict(zip(experiment.factors, levels, strict=True)))
            assert plan(load_scenario(experiment.scenario, changes)).hash


def test_every_level_and_need_that_a_file_names_is_in_it() -> None:
    needed = {need for exhibit in PAPER.exhibits.values() for need in exhibit.needs} - {"order"}
    assert needed == set(PAPER.experiments)
    for experiment in PAPER.experiments.values():
        for factor, levels in experiment.factors.items():
            assert set(levels) <= set(PAPER.levels.get(factor, levels))


def test_the_texts_ten_motions_are_distinct_in_the_corpus_too() -> None:
    assert len({settings["proposition"] for settings in PAPER.levels["motion"].values()}) == 10


def read_by_judge(log: RunLog) -> RunLog:
    """Let the outside judge read a run, and return the reading's log."""
    job = judging(log, OFFLINE_JUDGE, Terms())
    (cell,) = run_jobs([job])
    assert cell.status == "finished"
    return open_run(job.path)


def test_a_judge_sees_each_statement_and_nothing_else_of_the_run_and_leaves_it_alone(
    library: Library, tmp_path: Path
) -> None:
    log = open_run(library.copy("debate", tmp_path / "run"))
    before = {file.name: file.read_bytes() for file in log.path.iterdir() if file.is_file()}
    reading = read_by_judge(log)
    assert reading.spec.parent is not None
    assert reading.spec.parent.last == log.last_hash
    assert set(reading.events[-1].body.result["stances"]) == {one.key for one in statements_of(log)}
    assert verify(reading.path).status == "verified"
    assert {file.name: file.read_bytes() for file in log.path.iterdir() if file.is_file()} == before
    first, *_ = reading.calls()
    prompt = " ".join(reading.blobs.block(name).text for name in first.blocks)
    others = [one.text for one in statements_of(log) if one.key not in first.step]
    assert not any(text in prompt for text in [*others, "level"])


@pytest.mark.parametrize(
    ("kernel", "own"),
    [("log_odds", "maintained"), ("self_report", "self_report"), ("self_report_with_memory", "self_report")],
)
def test_three_kinds_of_stance_stay_apart(kernel: str, own: str, tmp_path: Path) -> None:
    log = run("compulsory-voting", out=tmp_path / "run", changes={**SHORT, "kernel": kernel})
    trial = trial_of(log, condition="x", settings={}, judged=stances_of(read_by_judge(log)))
    assert sorted({curve.kind for curve in trial.curves}) == sorted({own, "judged"})
    for curve in trial.curves:
        assert len(curve.stances) == 3, "the prior and two rounds"
        assert (curve.stances[0] is None) == (curve.kind == "judged"), "nothing was said before the first round"


def test_an_experiment_runs_and_is_not_run_again(tmp_path: Path) -> None:
    order = Order(out=tmp_path, changes=SHORT, trials=2)
    first = trials_of("baselines", order, motion=(SOCIAL,))
    assert {(one.status, one.condition, one.settings["motion"], one.motion) for one in first} == {
        ("finished", condition, SOCIAL, PAPER.levels["motion"][SOCIAL]["proposition"])
        for condition in ("BE", "prompt self-update", "RAG plus self-update")
    }
    assert len(first) == 6
    calls = {file: file.read_bytes() for file in tmp_path.rglob("calls.jsonl")}
    assert trials_of("baselines", order, motion=(SOCIAL,)) == first
    assert calls == {file: file.read_bytes() for file in tmp_path.rglob("calls.jsonl")}


def test_trials_share_their_seeds_across_conditions(tmp_path: Path) -> None:
    found = trials_of("sweep", Order(out=tmp_path, changes=SHORT, trials=1), level=("u=0.2", "u=0.4"))
    first, second = (open_run(one.path).spec.seeds for one in found)
    assert first == second


def test_a_failed_run_is_a_trial_with_its_reason(tmp_path: Path) -> None:
    order = Order(out=tmp_path, changes={**SHORT, "agents.violet.prior.stance": -0.9}, trials=1)
    (found,) = trials_of("sweep", order, level=("u=0.2",))
    assert (found.status, found.curves) == ("failed", ())
    assert "no common factor" in found.reason


@pytest.mark.long
def test_stance_falls_with_uptake_and_rises_with_anchoring(tmp_path: Path) -> None:
    """The paper has five trials."""
    found = trials_of("sweep", Order(out=tmp_path, trials=5))
    assert len(found) == 10 * 5
    _, table = fig2_left(found)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["swept"], row["monotone"]) for row in rows if row["level"] == "all"] == [("u", "yes"), ("a", "yes")]


def test_open_pairs_come_closer_than_stubborn_ones(tmp_path: Path) -> None:
    order = Order(out=tmp_path, changes={"script.rounds": 6}, trials=1)
    motions = (SOCIAL, "Homeopathy brings more harm than good")
    found = trials_of("pairings", order, motion=motions, profiles=("open/open", "stubborn/stubborn"))
    table = tableA8(found)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["open/open closer"] for row in rows if row["motion"] != "mean"] == ["yes"] * 2


def test_every_installed_reproduction_names_its_exhibits_once() -> None:
    assert {"belief-engine", "policy-prompts"} <= set(reproduction_names())
    for name in reproduction_names():
        exhibits = reproduction_named(name).exhibits
        assert len(set(exhibits)) == len(exhibits) > 0


def test_a_reproduction_or_an_exhibit_that_is_not_there_is_told_with_the_nearest(tmp_path: Path) -> None:
    for name, exhibits, nearest in (
        ("policy-prompt", (), "policy-prompts"),
        ("policy-prompts", ("tabel13",), "table13"),
    ):
        with pytest.raises(UnknownNameError, match=f"Did you mean '{nearest}'"):
            exhibits_of(name, exhibits, Order(out=tmp_path), lambda name, about: None)


def test_human_arguments_are_judged_beside_the_trials_that_finished(tmp_path: Path) -> None:
    lost = {"condition": "c", "model": "offline", "motion": "m", "replicate": 0, "settings": {}}
    failed = failed_trial(tmp_path / "never made", "no such model", **lost)
    assert judge_human_arguments([failed], Order(out=tmp_path)) == []
    log = run("counter-arguments", out=tmp_path / "run", changes={**SHORT, "conditions.timeout_s": 7.0})
    finished = trial_of(log, condition="c", settings={})
    found = judge_human_arguments([failed, finished], Order(out=tmp_path), most=4)
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
    monkeypatch.setattr(reproductions, "reproduction_named", lambda name: mine)
    found = exhibits_of("mine", ("two",), Order(out=tmp_path), lambda *told: begun.append(told))
    assert ([one.name for one in found], begun) == (["two"], [("all", "everything")])
