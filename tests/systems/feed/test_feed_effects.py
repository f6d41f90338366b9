"""Two arms of a feed compared: measures, and which posts made the difference, by hand and on simulated runs."""

import json
import math
from pathlib import Path

import pytest

import doxa
from app.calling import called
from doxa.analysis.comparing_sets import compare_folders
from doxa.analysis.exhibit import Table
from doxa.analysis.hooks import hooks_of
from doxa.analysis.measuring import scores_of
from doxa.records.spec import Participant, Prior
from systems.feed.feed_stage import agent, feed, played, post, upon

TREES = {("ana", 1): [post("Trees cool streets")]}
SILENT = {("ben", 2): [post("Roots break pavements")]}

PULL = 0.1 * 0.5 * 0.3 * 1.5 / (0.3 + 0.7 * 0.5)
"""What a stranger's first post without likes adds per unit of gap: step · trust · floor · new / resistance."""


@pytest.fixture
def compared(tmp_path: Path):
    """Return a function that plays two arms, of one replicate each, and returns the tables of their comparison."""

    def compare(first, second, *, measures=(), arms=None) -> dict[str, Table]:
        for arm, (spec, table) in {"first": first, "second": second}.items():
            (tmp_path / arm).mkdir()
            played(spec, tmp_path / arm / "0", table)
        exhibits = compare_folders([tmp_path / "first", tmp_path / "second"], measures=measures).exhibits
        return {exhibit.name: exhibit for exhibit in exhibits if isinstance(exhibit, Table)}

    return compare


def rows_of(tables: dict[str, Table], measure: str) -> dict[str, dict[str, object]]:
    """Return the words of the rows of one measure → the row."""
    return {str(row["words"]): row for row in tables["compare-by-posts"].records() if row["measure"] == measure}


def test_a_post_of_one_arm_makes_the_difference_by_hand(compared) -> None:
    """Ben at −0.5 and cleo at 0 met ana's post of 0.8 in one arm; in the other nobody posted before the last round."""
    tables = compared((feed(rounds=2), SILENT), (feed(rounds=2), TREES | SILENT))
    rows = rows_of(tables, "mean stance")
    mine = rows["“Trees cool streets”"]
    assert mine["added"] == pytest.approx(PULL * (1.3 + 0.8) / 3, abs=1e-11)
    assert (mine["author"], mine["round"], mine["added in reference"]) == ("ana", 1, 0.0)
    assert (mine["readers in reference"], mine["readers"]) == (None, 2), "it does not exist in the first arm"
    other = rows["“Roots break pavements”"]
    assert (other["added in reference"], other["added"], other["readers in reference"], other["readers"]) == (
        0,
        0,
        0,
        0,
    )
    assert rows["all together"]["difference"] == pytest.approx(mine["added"])
    (effect,) = [row for row in tables["compare-by"].records() if row["measure"] == "mean stance"]
    assert effect["difference"] == pytest.approx(mine["added"], abs=1e-11)
    assert (effect["low"], effect["direction"], effect["blocks"]) == (None, "undecided", 1)


def test_what_a_label_takes_from_a_post_is_the_difference(compared) -> None:
    label = {"round": 1, "do": "label", "authors": ["ana"], "text": "disputed", "factor": 0.25}
    rows = rows_of(compared((feed(rounds=2), TREES), (feed(rounds=2, events=[label]), TREES)), "mean stance")
    mine = rows["“Trees cool streets”"]
    assert mine["added in reference"] == pytest.approx(PULL * (1.3 + 0.8) / 3, abs=1e-11)
    assert mine["difference"] == pytest.approx(-0.75 * PULL * (1.3 + 0.8) / 3, abs=1e-11)
    assert (mine["readers in reference"], mine["readers"]) == (2, 2)


def test_a_named_agent_has_the_posts_that_moved_it(compared) -> None:
    tables = compared((feed(rounds=2), {}), (feed(rounds=2), TREES), measures=["stance.cleo"])
    assert set(tables["compare-by"].column("measure")) == {"stance.cleo"}
    assert rows_of(tables, "stance.cleo")["all together"]["added"] == pytest.approx(PULL * 0.8, abs=1e-11)


def test_the_same_words_are_the_same_post_wherever_they_stand_in_a_round(compared) -> None:
    """In the second arm ana votes first, so that her post has another id."""
    before = {("ben", 1): [post("Roots break pavements")]}
    voted = {("ana", 2): [upon("vote", "r01/ben/1", vote="like"), post("They can be cut")]}
    plain = {("ana", 2): [post("They can be cut")]}
    rows = rows_of(compared((feed(), before | plain), (feed(), before | voted)), "mean stance")
    mine = rows["“They can be cut”"]
    assert mine["readers in reference"] == mine["readers"] == 2
    assert mine["added in reference"] == pytest.approx(mine["added"], rel=0.1)


def test_what_the_ends_of_the_scale_cut_off_is_no_post(compared) -> None:
    people = (agent("ana", 0.5), agent("cleo", step=10.0))
    rows = rows_of(compared((feed(*people, rounds=2), {}), (feed(*people, rounds=2), TREES)), "mean stance")
    pulled = 100 * PULL * 0.8
    assert rows["“Trees cool streets”"]["added"] == pytest.approx(pulled / 2)
    assert rows["cut off at the ends of the scale"]["added"] == pytest.approx((1.0 - pulled) / 2)
    assert rows["all together"]["difference"] == pytest.approx(0.5)


def test_the_pull_back_and_other_starts_are_named(compared) -> None:
    """x ← a·(x + s)/2 + (1 − a)·x(0), a = 0.5: from 0 by 0.8 to 0.2, from 0.4 to 0.5; a second post pulls back."""

    def people(stance):
        one = {"kernel": "friedkin_johnsen", "belief": {"susceptibility": 0.5}}
        cleo = Participant(id="cleo", name="Cleo", prior=Prior(stance=stance), **one)
        return (Participant(id="ana", name="Ana", prior=Prior(stance=0.0), **one), cleo)

    arms = [(feed(*people(stance), rounds=3), TREES) for stance in (0.0, 0.4)]
    rows = rows_of(compared(*arms, measures=["stance.cleo"]), "stance.cleo")
    assert rows["where they began"]["difference"] == pytest.approx(0.4)
    # from 0: 0.2, then 0.25·(0.2 + 0.8) = 0.25; from 0.4: 0.3 + 0.2 = 0.5, then 0.25·1.3 + 0.2 = 0.525
    assert rows["all together"]["added in reference"] == pytest.approx(0.25)
    assert rows["all together"]["added"] == pytest.approx(0.525)
    assert rows["the pull back to where they began"]["added in reference"] == pytest.approx(0.5 * -0.2)


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return two rankings of a feed with listeners, three replicates each."""
    path = tmp_path_factory.mktemp("swept") / "sweep"
    short = {"script.rounds": 4, "script.audience.listeners": 300, "script.audience.posts": 2, "script.posts": 3}
    rankers = {"script.ranking.by": ["chronological", "popularity"]}
    doxa.sweep("feed-audience", rankers, replicates=3, changes=short, out=path)
    return path


def test_every_effect_is_the_sum_over_posts(swept: Path) -> None:
    compared = doxa.compare(swept, by="script.ranking.by")
    checked = set()
    for effect in compared.effects:
        rows = [row for row in compared.tables["compare-by-posts"].records() if row["measure"] == effect.measure]
        if rows:
            *listed, whole = rows
            checked.add(effect.measure)
            assert whole["added"] == pytest.approx(effect.mean, abs=1e-9)
            assert whole["difference"] == pytest.approx(effect.difference, abs=1e-9)
            parts = math.fsum(row["difference"] for row in listed)
            assert parts == pytest.approx(effect.difference, abs=1e-8), "rounding errors are not listed"
    assert checked == {"mean stance", "mean stance of listeners"}


def test_nothing_is_left_where_nobody_stands_at_an_end(swept: Path) -> None:
    """The moves of agents, and of listeners, are the contributions of posts alone."""
    for directory in sorted(swept.glob("by=*_k0")):
        log = doxa.open_run(directory)
        states = hooks_of("feed").contributions
        parts = {part.text: part.added for part in states(log) if not part.author}
        for measure, part in parts["cut off at the ends of the scale"].items():
            agent = measure.removeprefix("stance.")
            assert abs(part) < 1e-9 or agent == measure or abs(log.ended.stances[agent]) > 0.9


def test_a_feed_measures_reach_and_division(swept: Path) -> None:
    log = doxa.open_run(swept / "by=popularity_k0")
    scores, missing = scores_of(log)
    assert not missing
    assert {"polarisation", "bimodality", "reach", "reach.echo", "reach of listeners"} <= scores.keys()
    assert {f"{name} of listeners" for name in ("mean stance", "spread of stances", "bimodality")} <= scores.keys()
    assert 0 <= scores["reach"] <= 24


def test_the_json_of_a_comparison_has_the_posts(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(called("compare", str(swept), "--by", "script.ranking.by", "--json", capsys=capsys))
    assert facts["posts"][-1]["words"] == "all together"
    assert facts["effects"][0]["gain"] is not None


def test_a_population_is_compared_without_posts(tmp_path: Path) -> None:
    few = {"script.listeners": 200, "script.rounds": 2}
    rules = {"kernel": ["degroot", "social"]}
    sweep = doxa.sweep("million", rules, replicates=2, changes=few, out=tmp_path / "sweep")
    compared = doxa.compare(sweep, by="kernel")
    by_measure = {effect.measure: effect for effect in compared.effects}
    assert by_measure["spread of stances of listeners"].direction == "higher"
    assert by_measure["polarisation of listeners"].gain is not None
    assert "compare-by-posts" not in compared.tables


def test_sets_that_share_no_seed_say_why_measures_are_not_compared(tmp_path: Path) -> None:
    for arm, numbers in {"first": (0, 1), "second": (2, 3)}.items():
        for number in numbers:
            played(feed(rounds=1).model_copy(update={"replicate": number}), tmp_path / arm / str(number), {})
    compared = compare_folders([tmp_path / "first", tmp_path / "second"])
    assert "the sets have no seed and replicate in common" in compared.remarks[-1]
    assert "compare-by" not in [exhibit.name for exhibit in compared.exhibits]


def test_runs_that_are_gone_leave_the_effects(swept: Path, tmp_path: Path) -> None:
    """``sweep.json`` has the measures."""
    (tmp_path / "sweep.json").write_bytes((swept / "sweep.json").read_bytes())
    compared = doxa.compare(doxa.read_sweep(tmp_path), by="script.ranking.by")
    assert compared.effects
    assert "compare-by-posts" not in compared.tables
