"""An audience of array listeners: the same as its kernel, as another sitting and as on Ray; settings at the edge."""

import shutil
from pathlib import Path

import pytest

import doxa
from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.beliefs.population import crowd
from doxa.errors import LogError, ModelSetupError, ScenarioError, StoppedError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, sit
from doxa.log.rundir import open_run
from doxa.models.conditions import Conditions
from doxa.models.setup import performer_for
from doxa.records.base import digest
from doxa.records.cells import signed
from doxa.records.spec import ModelSettings
from doxa.systems.feed.arrays import audience, performer
from doxa.systems.feed.arrays.performer import ArrayPerformer
from doxa.systems.feed.exhibits.audience import (
    audience_exhibits,
    begin_of,
    listener_history,
    positions_of,
    replies_of,
)
from doxa.systems.feed.hooks import tell_population
from doxa.systems.feed.protocol.population import PopulationSettings
from doxa.systems.feed.tasks import population_round
from doxa.systems.feed.views import show_audience_page
from doxa.terminal.report import write_report
from raylets import on_raylets, positions, ray_files

SMALL = {
    "agents.for.count": 4,
    "agents.against.count": 4,
    "script.listeners": 9000,
    "script.follows": 5,
    "script.rounds": 12,
    "script.engine": "numpy",
}


def planned(**changes):
    return plan(load_scenario("million", {**SMALL, **changes}))


@pytest.fixture
def whole(library):
    return open_run(library.keep("small population", lambda path: sit(planned(), path, Terms())))


class Cut(ArrayPerformer):
    """Goes as far as a round, and then the process is gone."""

    async def perform(self, request):
        if request.inputs.round == 12:
            raise StoppedError("the power is gone")
        return await super().perform(request)


def cut(path):
    def make(settings, conditions):
        return Cut() if settings.model == "arrays" else performer_for(settings, conditions)

    with pytest.raises(StoppedError, match="power"):
        sit(planned(), path, Terms(), make=make)


@pytest.mark.parametrize("left", ["the state", "a torn state", "no state"])
def test_a_run_that_was_cut_off_goes_on_to_the_same_bytes(whole, tmp_path, left):
    cut(tmp_path / "run")
    (state,) = (tmp_path / "run" / "shards" / "state").glob("*.npz")
    if left == "a torn state":
        state.write_bytes(state.read_bytes()[:1000])
    if left == "no state":
        state.unlink()
    again = sit(planned(), tmp_path / "run", Terms())
    assert again.lines == whole.lines
    assert (positions_of(again, 12) == positions_of(whole, 12)).all()


def test_what_is_hashed_and_asked_does_not_grow_with_the_rounds_before(tmp_path, monkeypatch):
    hashed = []
    monkeypatch.setattr(population_round, "digest", lambda content: (hashed.append(len(content)), digest(content))[1])
    log = sit(planned(**{"script.rounds": 30, "script.listeners": 50}), tmp_path / "run", Terms())
    bytes_a_round = [sum(part) for part in (hashed[: len(hashed) // 3], hashed[-len(hashed) // 3 :])]
    assert bytes_a_round[1] <= 1.1 * bytes_a_round[0]
    asked = [
        len(log.blobs.block(name).text) for call in log.calls() if call.role == "listeners" for name in call.blocks
    ]
    assert max(asked) <= min(asked) + 200


@pytest.mark.parametrize("listener", [0, 4095, 4096, 8999])
def test_a_listener_stands_where_the_kernel_leads_it(whole, listener):
    history = listener_history(whole, listener)
    assert [one.round for one in history] == list(range(1, 13))
    assert all(abs(one.after - one.stored) <= 1e-12 for one in history)
    assert len({one.speaker for one in history[0].exposures}) == 5
    assert history[0].before != history[-1].after


def test_the_page_draws_where_all_began_and_the_paths_of_the_first(whole):
    strip, table = show_audience_page(whole)
    first, second = listener_history(whole, 0), listener_history(whole, 1)
    assert strip.paths[1] == pytest.approx([second[0].before, *(one.after for one in second)], abs=5e-4)
    assert strip.paths[0][0] == pytest.approx(first[0].before, abs=5e-4)
    assert [sum(cells) for cells in strip.counts] == [9000] * 13
    assert strip.counts[1:] == table.column("stances")
    assert min(strip.counts[0]) > 150  # listeners begin evenly spread: 225 in each of 40 cells
    assert (len(strip.paths), strip.note) == (1000, "From listener 1,000 on: doxa audience DIR --listener N.")


def test_the_page_has_what_a_post_added_to_a_voice_once(whole):
    moves = view_of(whole).moves
    assert len(moves) == 8 * 12
    for move in moves:
        assert move.bars == (), "they would say no more than the items"
        assert sum(item.after - item.before for item in move.items) == pytest.approx(move.after - move.before)


@pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM to its path")
def test_the_ledger_draws_items_in_units_of_the_stance_as_its_parts(whole, tmp_path):
    write_report(view_of(whole), tmp_path / "report.html")
    first = next(move for move in view_of(whole).moves if move.batch == 2)
    largest = max(first.items, key=lambda item: abs(item.after - item.before))
    with open_page(tmp_path / "report.html", address="#batch=2") as page:
        page.wait_for("document.querySelector('#ledger').dataset.batch === '2'")
        item = f"document.querySelector('#ledger .move[data-agent=\"{first.agent}\"] .item')"
        assert page.evaluate(f"{item}.dataset.claim") == largest.claim
        assert float(page.evaluate(f"{item}.dataset.after")) == pytest.approx(largest.after - largest.before)
        assert page.evaluate(f"{item}.querySelector('.item-nums').textContent") == signed(
            largest.after - largest.before, 3
        )
        together = page.evaluate(f"{item}.closest('.move').querySelector('.sum').textContent")
        assert together.endswith("all bars together " + signed(first.after - first.before, 3))


def test_the_story_begins_where_listeners_begin(whole):
    start, end, story = begin_of(whole), positions_of(whole, 12), tell_population(whole)
    assert f"went from {signed(start.mean())} at the start to {signed(end.mean())} after round 12" in story
    assert f"closer together (spread 0.58 to {end.std():.2f})" in story  # 1/√3 when evenly spread


@pytest.mark.parametrize("listener", [4096, 8999])
def test_a_listener_of_a_later_block_begins_where_its_shard_has_it(whole, listener):
    assert begin_of(whole)[listener] == pytest.approx(listener_history(whole, listener)[0].before, abs=1e-11)


def test_a_run_without_its_shards_says_why_no_listener_is_drawn(whole, tmp_path):
    alone = shutil.copytree(whole.path, tmp_path / "run", ignore=shutil.ignore_patterns("*.npz"))
    strip, _ = show_audience_page(open_run(alone))
    assert strip.paths == ()
    assert "No single listener can be drawn: shard" in strip.note


def test_shards_do_not_matter(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(audience, "SHARD", audience.BLOCK)
    parted = sit(planned(**{"script.rounds": 3}), tmp_path / "run", Terms())
    assert len(replies_of(parted)[0]["positions"]) == 3
    for number in (1, 2, 3):
        assert (positions_of(parted, number) == positions_of(whole, number)).all()


@pytest.mark.long
@on_raylets
def test_one_worker_and_two_on_ray_give_the_same_numbers_beside_a_stale_address_file(whole, tmp_path, monkeypatch):
    pytest.importorskip("ray")
    monkeypatch.setattr(audience, "SHARD", audience.BLOCK)
    with ray_files() as files:
        (files / "ray_current_cluster").write_text("127.0.0.1:1")
        for workers in (1, 2):
            terms = Terms(conditions=Conditions(population_workers=workers))
            there = sit(planned(**{"script.rounds": 3}), tmp_path / str(workers), terms)
            for number in (1, 2, 3):
                assert (positions_of(there, number) == positions_of(whole, number)).all()


def test_what_is_told_of_a_round_is_counted_over_all_listeners(whole):
    last, positions = replies_of(whole)[-1], positions_of(whole, 12)
    assert sum(last["counts"]) == len(positions) == 9000
    assert (last["mean"], last["variance"]) == pytest.approx((positions.mean(), positions.var()), abs=1e-11)
    assert last["exposures"] == 45_000


def test_listeners_that_prefer_near_voices_stay_further_apart(tmp_path):
    # follows from the rule: those who hear both camps are pulled to the middle
    spread = [
        replies_of(sit(planned(**{"script.alike": alike, "script.rounds": 3}), tmp_path / str(alike), Terms()))[-1]
        for alike in (0.0, 8.0)
    ]
    assert spread[0]["variance"] < spread[1]["variance"]


def test_a_classic_rule_can_be_listened_under(tmp_path):
    spec = planned(**{"kernel": "hegselmann_krause", "script.rounds": 2, "script.start": "camps"})
    log = sit(spec, tmp_path / "run", Terms())
    history = listener_history(log, 17)
    assert all(abs(one.after - one.stored) <= 1e-12 for one in history)


def test_a_missing_shard_is_told(whole, tmp_path):
    log = sit(planned(**{"script.rounds": 1}), tmp_path / "run", Terms())
    (path,) = (tmp_path / "run" / "shards").glob("*.npz")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    found = doxa.verify(log.path)
    assert [one.what for one in found.problems] == [f"shard {path.stem[:12]}… was changed after it was written"]
    path.unlink()
    assert "is missing" in doxa.verify(log.path).problems[0].what


def test_a_preference_too_large_for_its_weights_is_refused():
    # exp(−1000·2) is 0: nobody far off could be drawn at all, and exp(1000·2) is no number
    with pytest.raises(ValueError, match="alike"):
        PopulationSettings(alike=1000)


def test_voices_of_several_rules_are_refused():
    with pytest.raises(ScenarioError, match="belief rule of its voices"):
        planned(**{"agents.for.kernel": "degroot"})


def test_an_unknown_listener_and_round_are_refused(whole):
    for read, number, message in ((listener_history, 9000, "no listener 9000"), (positions_of, 13, "no round 13")):
        with pytest.raises(LogError, match=message):
            read(whole, number)


def test_arrays_carry_out_nothing_else(tmp_path):
    with pytest.raises(ModelSetupError, match="moved by 'arrays'"):
        performer_for(ModelSettings(model="arrays:big"))


def test_exhibits_hold_every_round(whole):
    shown, divided, table = audience_exhibits(whole)
    assert [sum(shares) for shares in zip(*shown.panels[0].heat.values, strict=True)] == pytest.approx([1.0] * 12)
    assert [one.label for one in divided.panels[0].lines] == ["variance", "bimodality", "polarisation"]
    assert [row[0] for row in table.rows] == list(range(1, 13))
    assert "Assumed" in shown.caption


FEW = {**SMALL, "script.listeners": 2000, "script.rounds": 3}


def test_a_history_that_grows_gives_the_same_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = plan(load_scenario("million", {**FEW, "script.grain": 1e-3}))
    roomy = sit(spec, tmp_path / "roomy", Terms())
    monkeypatch.setattr(crowd, "ROOM", 1)
    grown = sit(spec, tmp_path / "grown", Terms())
    assert positions(grown) == positions(roomy)


def test_a_tiny_grain_needs_room_only_for_what_is_met(tmp_path: Path) -> None:
    assert sit(plan(load_scenario("million", {**FEW, "script.grain": 1e-9})), tmp_path / "run", Terms()).finished


def test_a_grain_that_a_log_would_record_as_nothing_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"script\.grain: input should be greater than 0") as refused:
        plan(load_scenario("million", {**FEW, "script.grain": 1e-300}))
    assert refused.value.hint == "Numbers are rounded to 12 decimals."


def test_listeners_that_no_memory_could_hold_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(performer, "_count_memory", lambda: 10**9)
    with pytest.raises(ModelSetupError, match=r"100,000,000 listeners do not fit into the .* memory"):
        sit(plan(load_scenario("million", {**FEW, "script.listeners": 10**8})), tmp_path / "run", Terms())
