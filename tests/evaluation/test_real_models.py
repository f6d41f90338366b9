"""``doxa reproduce real-models``: the plan, turns on trial, effects with a known answer, and a command that goes on."""

import json
import random
import re
import tarfile
from dataclasses import replace
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from doxa.analysis.exhibit import Exhibit, Table
from doxa.analysis.verify import verify
from doxa.errors import StoppedError, UsageError
from doxa.evaluation import real_models
from doxa.evaluation.published_effects import Numbers, decide, estimate_effect
from doxa.evaluation.real_models import PAPER, cut_paper, estimate_seconds, list_blocks, make_plan, trim
from doxa.experiments import reproductions
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import Order, reproduction_named
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import run
from doxa.log.rundir import open_run, runs_in
from doxa.log.seals import seal_of
from doxa.models import examined as examined_models
from doxa.models.cache import VARIABLE
from doxa.models.conditions import Conditions
from doxa.models.examined import Examination
from doxa.models.known import identity_of, keep
from doxa.models.port import Performer, Request
from doxa.models.providers.capacity import Capacity
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import HearingCalibration
from doxa.records.cells import Estimate
from doxa.records.spec import LetterWeighing, ModelSettings
from library import Library
from systems.feed.feed_stage import feed, played, post

DOCS = Path(__file__).parents[2] / "docs"

MODEL = "openai:tiny"
WORDS = ("bread", "river", "window", "market", "engine", "garden", "winter", "letter", "bridge", "silver", "morning")


def speak(request: Request) -> str:
    """Answer as a model whose turns are fit; its target then leans to the persuader's side, by 0.4 or 0.44."""
    if request.task.name == "probe_stance":
        before, keyed = request.inputs.round == 0, request.inputs.asked.keyed
        argued = 1 if "/for/" in str(request.directory) else -1
        lean = 22 if "journalism" in str(request.directory) else 20
        return json.dumps({"answer": 50 + lean * (not before) * argued * keyed})
    return " ".join(random.Random(f"{request.directory} {request.step.key}").choices(WORDS, k=40))


def repeat(request: Request) -> str:
    """Answer as a model that says the motion again."""
    return request.scene.proposition.text if request.task.free_text else speak(request)


class Given:
    """The model of an order: what it answers, and how often it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answer, self.asked = speak, 0
        monkeypatch.setattr(reproductions, "performer_for", self.make)

    def make(self, settings: ModelSettings, conditions: Conditions) -> Performer:
        return ScriptedPerformer(self._answer) if settings.model == MODEL else performer_for(settings, conditions)

    def _answer(self, request: Request) -> str:
        self.asked += 1
        return self.answer(request)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """A scripted model, and a paper of one small exhibit: persuasion, on two topics, a round each."""

    def small(name: str) -> Any:
        factors = PAPER.experiments[name].factors | {"rounds": ("1",)}
        few = {"topic": factors["topic"][:2]} if "topic" in factors else {}
        return PAPER.experiments[name].model_copy(update={"trials": 1, "factors": {**factors, **few}})

    levels = PAPER.levels | {"rounds": {"1": {"script.rounds": 1}}}
    experiments = {name: small(name) for name in ("persuasion-trial", "persuasion")}
    exhibits = {"persuasion": PAPER.exhibits["persuasion"]}
    paper = PAPER.model_copy(update={"levels": levels, "experiments": experiments, "exhibits": exhibits})
    monkeypatch.setattr(real_models, "PAPER", paper)
    return Given(monkeypatch)


def make(order: Order) -> dict[str, Table]:
    made: list[Exhibit] = reproduction_named("real-models").make((), order, lambda *_: None)
    return {table.name: table for table in made if isinstance(table, Table)}


@pytest.mark.parametrize(
    ("low", "high", "published", "here"),
    [
        (0.1, 0.3, "up", "seen"),
        (0.1, 0.3, "down", "not seen"),
        (-0.3, -0.1, "down", "seen"),
        (-0.3, -0.1, "up", "not seen"),
        (-0.1, 0.3, "up", "undecided"),
        (0.0, 0.3, "up", "undecided"),
        (None, None, "up", "undecided"),
        (0.5, 0.5, "up", "undecided"),
        (0.3, 0.1 + 0.2, "up", "undecided"),
    ],
)
def test_an_effect_is_seen_where_its_whole_interval_is_on_the_published_side(low, high, published, here) -> None:
    assert decide(Estimate(value=0.1, low=low, high=high), published) == here


def test_an_effect_is_a_mean_over_blocks_with_all_their_conditions() -> None:
    effect = {"measure": "move", "of": ["a", "b"], "less": ["c"]}
    block = {"a": 0.5, "b": 0.7, "c": 0.2}  # (0.5 + 0.7) / 2 − 0.2 = 0.4
    other = {"a": 0.1, "b": 0.3, "c": 0.0}  # 0.2
    numbers: Numbers = {("", 0, name): {"move": number} for name, number in block.items()}
    numbers |= {("", 1, name): {"move": number} for name, number in other.items()}
    numbers |= {("", 2, "a"): {"move": 9.0}, ("", 2, "b"): {"move": 9.0}, ("", 2, "c"): {"other": 1.0}}
    n, estimate = estimate_effect(effect, numbers)
    assert (n, estimate and estimate.value) == (2, pytest.approx(0.3))
    # t of one degree of freedom is 12.706; the standard error of 0.4 and 0.2 is 0.1
    assert estimate is not None
    assert estimate.low == pytest.approx(0.3 - 1.2706, abs=1e-3)
    one_block = {key: number for key, number in numbers.items() if key[1] == 0}
    n, estimate = estimate_effect(effect, one_block)
    assert (n, estimate and estimate.value, estimate and estimate.low) == (1, pytest.approx(0.4), None)
    assert estimate_effect({"measure": "move", "of": ["a"], "number": 0.5}, one_block) == (1, Estimate(value=0.0))
    assert estimate_effect(effect, {}) == (0, None)


def decide_tosses(heads: int, tosses: int) -> str:
    numbers = {("", toss, "a"): {"heads": float(toss < heads)} for toss in range(tosses)}
    n, estimate = estimate_effect({"measure": "heads", "of": ["a"], "number": 0.5}, numbers)
    assert n == tosses
    assert estimate is not None
    assert estimate.value == pytest.approx(heads / tosses - 0.5)
    return decide(estimate, "up")


@pytest.mark.parametrize("tosses", range(1, 13))
def test_of_a_fair_coin_at_most_one_series_in_twenty_is_decided(tosses: int) -> None:
    decided = [comb(tosses, heads) for heads in range(tosses + 1) if decide_tosses(heads, tosses) != "undecided"]
    assert sum(decided) <= 0.05 * 2**tosses


def test_a_coin_that_falls_always_alike_is_found_out() -> None:
    assert [decide_tosses(heads, 6) for heads in (0, 6)] == ["not seen", "seen"]


@pytest.mark.parametrize(
    ("limit", "steps"), [(100, (0, 0)), (12, (1, 0)), (9, (2, 0)), (5, (2, 1)), (3, (2, 2)), (0.5, (2, 2))]
)
def test_rounds_fall_before_replicates(limit, steps) -> None:
    hours = {(0, 0): 20.0, (1, 0): 12.0, (2, 0): 8.0, (2, 1): 5.0, (2, 2): 3.0}
    assert trim(lambda *step: hours[step], 3, 3, limit) == steps


def test_only_replicates_of_points_three_and_four_fall() -> None:
    whole, cut = cut_paper(0, 0).experiments, cut_paper(2, 2).experiments
    fallen = {name: (whole[name].trials, cut[name].trials) for name in whole if whole[name].trials != cut[name].trials}
    assert fallen == {"policies": (8, 4), "debates": (20, 8), "votes": (20, 8)}
    assert (whole["beliefs"].factors["rounds"], cut["beliefs"].factors["rounds"]) == (("6",), ("3",))
    assert (whole["feed"].factors["rounds"], cut["feed"].factors["rounds"]) == (("5",), ("3",))


def test_every_condition_can_be_planned_and_every_effect_names_conditions_that_are_run() -> None:
    order = Order(out=Path("nowhere"), models=("offline",))
    for experiment in PAPER.experiments.values():
        for levels in product(*experiment.factors.values()):
            changes = PAPER.changes(dict(zip(experiment.factors, levels, strict=True)))
            changes = real_models.fill_model(order, {}, order.name_models("offline", changes))
            assert plan(load_scenario(experiment.scenario, changes)).hash
    for exhibit in PAPER.exhibits.values():
        run = {level for need in exhibit.needs for level in PAPER.experiments[need].factors.get("condition", ())}
        effects: Any = exhibit.settings["effects"]
        assert effects
        assert {name for effect in effects for part in ("of", "less") for name in effect.get(part, ())} <= run


def test_what_is_said_of_votes_is_how_many_proposals_they_have() -> None:
    effects: Any = PAPER.exhibits["puzzles"].settings["effects"]
    for size in (4, 5):
        votes = PAPER.levels["condition"][f"votes, {size} players"]
        agents: Any = PAPER.levels["system"]["puzzles"]["team.models"]
        proposals = int(str(votes["script.samples"])) * len(agents)
        assert f"{size} players: the debate less votes on {proposals} proposals" in [each["words"] for each in effects]
        assert str(proposals) in str(PAPER.exhibits["puzzles"].settings["about"])
        assert str(votes["script.samples"]) in PAPER.experiments["votes"].about


def test_the_command_makes_turns_on_trial_and_runs_and_the_page(given: Given, tmp_path: Path) -> None:
    made = make(Order(out=tmp_path, models=(MODEL,)))
    means = {mean: by_condition for mean, *by_condition in made["persuasion"].rows}
    assert made["persuasion"].names == ("mean", "for", "against")
    assert means["runs"] == [2, 2]
    assert [estimate.value for estimate in means["move"]] == [pytest.approx(0.42)] * 2
    effects = dict(zip(made["effects"].column("effect"), made["effects"].column("here"), strict=True))
    assert effects["… argued for"] == "seen"
    page = (tmp_path / "real-models.md").read_text()
    assert "2 of 2 turns on trial are fit." in page
    assert "| runs | 2 | 2 |" in page
    assert f"Seal of these runs: `{seal_of(tmp_path / 'persuasion')}`." in page
    assert all(verify(path).status == "verified" for path in runs_in(tmp_path))


def test_an_exhibit_with_too_few_fit_turns_is_not_run_and_shows_them(given: Given, tmp_path: Path) -> None:
    given.answer = repeat
    made = make(Order(out=tmp_path, models=(MODEL,)))
    assert made["persuasion"].names == ("fault", "turn on trial")
    assert made["persuasion"].column("fault") == ("motion", "motion")
    assert "0 of 2 turns on trial are fit. Not run, as fewer than half are fit." in made["persuasion"].caption
    assert set(made["effects"].column("here")) == {"not run yet"}
    assert not (tmp_path / "persuasion" / "runs").exists()


def test_an_effect_that_no_run_shows_is_not_measured(given: Given, tmp_path: Path) -> None:
    def agree(request: Request) -> str:
        """Contradict itself in some runs: agree with a proposition and with its opposite."""
        is_asked = request.task.name == "probe_stance" and "/for/" in str(request.directory)
        return json.dumps({"answer": 100}) if is_asked else speak(request)

    given.answer = agree
    made = make(Order(out=tmp_path, models=(MODEL,)))
    effects = dict(zip(made["effects"].column("effect"), made["effects"].column("here"), strict=True))
    assert effects["… argued for"] == "not measured"
    assert effects["… argued against"] == "seen"
    (moves,) = (row for row in made["persuasion"].rows if str(row[0]).startswith("move"))
    assert moves[:2] == ("move, in 2 of 4 runs", None)


def test_a_stopped_command_leaves_its_page_and_goes_on(given: Given, tmp_path: Path) -> None:
    def stop(request: Request) -> str:
        if given.asked > 30:
            raise StoppedError("interrupted")
        return speak(request)

    given.answer = stop
    with pytest.raises(StoppedError):
        make(Order(out=tmp_path, models=(MODEL,), at_once=1))
    assert "| runs, of 2 by the plan | 1 |" in (tmp_path / "real-models.md").read_text()
    given.answer, given.asked = speak, 0
    made = make(Order(out=tmp_path, models=(MODEL,), at_once=1))
    assert made["persuasion"].rows[0] == ("runs", 2, 2)
    assert 0 < given.asked < 30
    given.asked = 0
    assert make(Order(out=tmp_path, models=(MODEL,), at_once=1)) == made
    assert given.asked == 0


def test_runs_go_on_with_the_calibration_that_they_began_with(
    given: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = PAPER.experiments["persuasion-trial"].model_copy(update={"judged": True})
    monkeypatch.setitem(real_models.PAPER.experiments, "persuasion-trial", trial)
    order = Order(out=tmp_path / "out", models=(MODEL,), judge=MODEL)
    for machine, threshold in (("first", 0.8), ("second", 0.7), ("third", None)):
        monkeypatch.setenv(VARIABLE, str(tmp_path / machine))
        if threshold:
            weighing = LetterWeighing(model=MODEL, threshold=threshold)
            found = HearingCalibration(weighing=weighing, texts=48, right=threshold, offline=0.79)
            keep(found, identity_of(MODEL, Conditions()))
        given.asked = 0
        make(order)
        assert bool(given.asked) == (machine == "first"), "another machine, with other numbers, asks nobody again"
        assert "is right of 0.80 of 48 dev texts" in (order.out / "real-models.md").read_text()


def test_as_many_topics_and_replicates_are_made_together_as_there_are_runs_at_once() -> None:
    paper = cut_paper(2, 0)

    def replicates(name: str, at_once: int) -> list[tuple[str, int | None]]:
        order = Order(out=Path(), at_once=at_once, trials=5)
        return list(dict.fromkeys((need, block.order.trials) for block, need in list_blocks(paper, name, order)))

    one = [(need, trials) for trials in range(1, 6) for need in ("debates", "votes")]
    assert replicates("puzzles", at_once=1) == replicates("puzzles", at_once=3) == one
    assert replicates("puzzles", at_once=4) == [(need, trials) for trials in (2, 4, 5) for need in ("debates", "votes")]
    assert replicates("beliefs", at_once=55) == [("beliefs", trials) for trials in range(1, 6)], "of 28 runs"
    for at_once, topics in ((13, [1, 1, 1, 1]), (14, [2, 2]), (27, [3, 1]), (28, [4])):
        order = Order(out=Path(), at_once=at_once, trials=1)
        blocks = [block.paper.experiments[need].factors for block, need in list_blocks(paper, "beliefs", order)]
        assert [len(factors["topic"]) for factors in blocks] == topics


def test_one_model_is_taken_at_a_time(given: Given, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one model at a time"):
        make(Order(out=tmp_path, models=(MODEL, "offline")))


@pytest.mark.parametrize(
    ("scenario", "changes", "numbers"),
    [
        (
            "puzzles/anchor",
            {"script.size": 3},
            {"gained over first proposals", "self-contradicting", "confidences alike"},
        ),
        ("land", {"script.rounds": 1}, {"responsiveness", "rebuttal", "evidence usage", "stance", "non-repetition"}),
        (
            str(real_models.FOLDER / "examination" / "duel.toml"),
            {"script.words": 60},
            {"points taken", "one side in both orders", "as the offline panel"},
        ),
        (
            "compulsory-voting",
            {"script.rounds": 2},
            {"mean move", "spread after", "judged on the maintained side", "maintained, turn 1", "judged, turn 2"},
        ),
        ("persuasion", {"script.rounds": 1}, {"move"}),
    ],
)
def test_runs_of_every_kind_have_the_numbers_of_their_effects(scenario, changes, numbers, tmp_path) -> None:
    log = run(scenario, out=tmp_path / "run", changes=changes)
    measured = real_models.measure_run(log, Order(out=tmp_path, models=("offline",)))
    assert numbers <= measured.keys()
    assert measured.get("turns fit", 1.0) == 1.0, "missing where another model speaks"


def test_a_dry_run_asks_nobody(given: Given, tmp_path: Path) -> None:
    make(Order(out=tmp_path, models=(MODEL,), dry=True))
    assert given.asked == 0
    assert len(runs_in(tmp_path)) == 5


def test_the_plan_is_made_once(given: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_models, "estimate_seconds", lambda order, rounds, share: {"persuasion": 3600.0 * 13})
    order = Order(out=tmp_path, models=(MODEL,))
    assert make_plan(order) == ([0, 2], {"persuasion": 46800.0})
    monkeypatch.setattr(real_models, "estimate_seconds", None)
    assert make_plan(order) == ([0, 2], {"persuasion": 46800.0})


def test_hours_are_those_of_the_speed_that_was_measured(
    given: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = Order(out=tmp_path / "out", models=(MODEL,))
    assert estimate_seconds(order, 0, 0) == {"persuasion": 0.0}, "nobody measured it"
    assert "an unknown number of hours" in make(order)["persuasion"].caption
    examined = Examination(
        model=MODEL, date="2026-11-30", run="", tasks=(), failed=("probe",), seconds_in=0.0, seconds_out=2.0,
        together=None, capacity=Capacity(), lengths={}, ratios={},
    )  # fmt: skip
    monkeypatch.setattr(examined_models, "recall", lambda kind, identity: examined)
    assert estimate_seconds(order, 0, 0)["persuasion"] > 0
    alone = estimate_seconds(order, 0, 0)["persuasion"]
    trial = real_models.PAPER.experiments["persuasion-trial"]
    runs = real_models.PAPER.experiments["persuasion"].folder
    first = trial.model_copy(update={"folder": runs})
    with monkeypatch.context() as patched:
        patched.setitem(real_models.PAPER.experiments, "persuasion-trial", first)
        assert estimate_seconds(order, 0, 0)["persuasion"] < alone, "a trial that is the first of the runs is made once"
    page = make(replace(order, out=tmp_path / "other")) and (tmp_path / "other" / "real-models.md").read_text()
    assert "What it cannot do by `doxa models try`: probe." in page


def test_the_page_says_how_often_the_letters_of_a_calibrated_judge_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert real_models.describe_judge(MODEL) == "The judge was not calibrated."
    found = HearingCalibration(weighing=LetterWeighing(model=MODEL), texts=48, right=0.77, offline=0.79)
    monkeypatch.setattr(real_models, "calibration_of", lambda model, conditions: found)
    assert "is right of 0.77 of 48 dev texts, the offline judge's of 0.79." in real_models.describe_judge(MODEL)


def test_posts_are_compared_with_the_side_that_their_author_held(tmp_path: Path) -> None:
    said = {("ana", 1): [post("Trees cool streets")], ("cleo", 1): [post("A storm felled ten")],
            ("ben", 1): [post("They can be cut"), post("Roots break pavements")]}  # fmt: skip
    run = played(feed(rounds=1), tmp_path / "feed", said)
    shares = real_models.compare_posts(run.log, Order(out=tmp_path, models=(MODEL,)))
    assert shares == {"posts on their author's side": 2 / 3, "posts of the opposed on their side": 1 / 2}


def test_messages_that_the_model_only_hears_are_its_turns(library: Library) -> None:
    log = open_run(library("debate"))
    turns = real_models.list_turns(log, "nobody")
    heard = [event.body for event in log.events if event.kind == "heard"]
    assert [words for _, words in turns] == [body.text for body in heard]
    assert [not fault for fault, _ in turns] == [bool(body.claims) for body in heard]


def test_the_page_of_the_docs_is_made_by_the_command() -> None:
    page = (DOCS / "real-models.md").read_text(encoding="utf-8")
    template = (real_models.FOLDER / "real-models.md").read_text(encoding="utf-8")
    assert all(part in page for part in template.split("<!-- results -->"))
    assert all(f"### {exhibit.settings['title']}" in page for exhibit in PAPER.exhibits.values())


def test_the_seals_of_the_page_are_those_of_the_runs_that_are_kept_beside_it(tmp_path: Path) -> None:
    with tarfile.open(DOCS / "real-models.tar.xz") as kept:
        kept.extractall(tmp_path, filter="data")
    page = (DOCS / "real-models.md").read_text(encoding="utf-8")
    seals = re.findall(r"Seal of these runs: `(\w+)`", page)
    folders = [tmp_path / "real" / name for name in PAPER.exhibits]
    assert sorted(seals) == sorted(map(seal_of, folders))
    assert seals
    assert {verify(run).status for folder in folders for run in runs_in(folder)[:2]} == {"verified"}


def test_an_effect_of_a_replay_is_read_from_its_row() -> None:
    columns = ("method", "− no change", "− no change low", "− no change high")
    rows = (("no change", 0.0, 0.0, 0.0), ("identified, by the judge", -0.2, -0.3, -0.1))
    replayed = {"listening": Table(name="r", title="r", columns=columns, rows=rows)}
    (row,) = real_models.tabulate_effects({"listening": {}}, replayed).rows
    assert row[2:4] == (60, Estimate(value=-0.2, low=-0.3, high=-0.1))
    assert row[6] == "seen", "an error that falls, as published"
    (row,) = real_models.tabulate_effects({"listening": {}}, {}).rows
    assert (row[2], row[6]) == (0, "not run yet")
