"""Explanations of third-party kernels show what a kernel offers, in its own unit, and nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.analysis.explain import explain
from doxa.analysis.verify import verify
from doxa.analysis.what_if import what_if
from doxa.app.commands.explain import explain as explain_command
from doxa.records.spec import Participant, Prior
from scenes.outside import install_kernels
from scenes.stage import Played, believer, debate, play


@pytest.fixture(scope="module")
def play_kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Played]]:
    """Return one debate under each kernel, violet for and amber against."""
    with pytest.MonkeyPatch.context() as patch:
        install_kernels(tmp_path_factory.mktemp("outside"), patch)
        yield {name: played(name, tmp_path_factory.mktemp(name)) for name in ("stubborn", "tallying", "wordless")}


def played(kernel: str, folder: Path) -> Played:
    belief = {"rate": 0.1} if kernel == "stubborn" else {}
    people = [
        Participant(id=id, name=id.title(), side=side, kernel=kernel, prior=Prior(stance=stance), belief=belief)
        for id, side, stance in (("violet", "pro", 0.5), ("amber", "con", -0.5))
    ]
    return play(debate(*people, rounds=3, seeds=debate().seeds), folder / "run")


def printed(run: Played, capsys: pytest.CaptureFixture[str], **options) -> str:
    explain_command(run.log.path, agent="violet", **options)
    return capsys.readouterr().out


def test_a_kernel_that_offers_nothing_is_explained_by_its_items(play_kernel):
    found = explain(play_kernel["stubborn"].log, "violet")
    assert found.unit == "S"
    assert found.ledger == ()
    for move in found.moves:
        assert {item.weight for item in move.items} <= {None}
        assert sum(move.moved.values()) == pytest.approx(move.after.stance - move.before.stance, abs=1e-9)
    assert re.search("what moved it most, by |the strongest argument .* was Amber's", found.sentence)


def test_its_items_are_printed_in_its_unit_without_columns_that_it_has_not(play_kernel, capsys):
    shown = printed(play_kernel["stubborn"], capsys, round=2)
    assert "round 2: heard r02/" in shown
    assert "to S +0.0" in shown
    assert all(absent not in shown for absent in ("γ", " L ", "to L", " s –", "What counts"))


def test_what_moved_it_most_is_summed_over_the_run(play_kernel, capsys):
    shown = printed(play_kernel["stubborn"], capsys)
    assert "What moved it most" in shown
    assert "item by item: add --round N" in shown


def test_its_json_gives_no_weight_where_there_is_none(play_kernel, capsys):
    told = json.loads(printed(play_kernel["stubborn"], capsys, json=True))
    items = [item for move in told["moves"] for item in move["items"]]
    assert items
    assert {item["weight"] for item in items} == {None}


def test_contributions_and_weights_that_it_offers_make_a_ledger_in_its_unit(play_kernel, capsys):
    run = play_kernel["tallying"]
    found = explain(run.log, "violet")
    active = [row for row in found.ledger if row.active]
    assert sum(row.contribution for row in active) == pytest.approx(found.now, abs=1e-9)
    assert [(row.text, row.contribution) for row in active if row.origin == "own"] == [("where it began", 0.25)]
    assert {row.weight for row in active if row.origin == "peer"} == {0.02}
    assert all(row.without == row.shapley == row.contribution for row in active)
    shown = printed(run, capsys)
    assert f"S = {found.now:+.3f}".replace("-", "−") in shown
    assert "γ 0.050  to S +0.050" in shown
    assert "Shapley" not in shown


def test_a_rule_that_cannot_be_itemised_names_no_cause(play_kernel, capsys):
    run = play_kernel["wordless"]
    assert explain(run.log, "violet").sentence.endswith("; its belief rule does not say what moved it.")
    shown = printed(run, capsys, round=1)
    assert all(absent not in shown for absent in ("γ", "to S", "to L", "to None"))


def test_the_view_has_the_unit_and_leaves_out_what_is_not_offered(play_kernel):
    view = view_of(play_kernel["stubborn"].log)
    assert {agent.unit for agent in view.agents} == {"S"}
    assert {item.weight for move in view.moves for item in move.items} == {None}
    assert {(row.weight, row.contribution, row.without) for row in view.memory["violet"]} == {(None, None, None)}


@pytest.mark.parametrize("kernel", ["stubborn", "tallying", "wordless"])
def test_its_run_verifies(play_kernel, kernel):
    assert verify(play_kernel[kernel].log.path).status == "verified"


def test_what_if_folds_it_again_under_other_settings_and_without_claims(play_kernel):
    log = play_kernel["stubborn"].log
    still = what_if(log, {"belief.rate": 0.0}).curves["violet"]
    assert {point.stance for point in still} == {0.5}
    without = what_if(log, without=["seed/violet#1"])
    assert without.curves["violet"][-1].stance != without.curves["violet"][-1].recorded
    assert without.notes == ("Messages are as recorded; only beliefs were folded again.",)


def test_what_if_says_whose_belief_holds_no_claims(tmp_path):
    run = play(debate(Participant(id="violet", name="Violet", kernel="fixed"), believer("amber", "con")), tmp_path)
    found = what_if(run.log, without=["seed/amber#1"])
    assert "Claims do not enter the belief of violet (fixed): without them it stays as it was." in found.notes
