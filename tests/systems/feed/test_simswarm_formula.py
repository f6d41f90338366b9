"""SimSwarm's worked update: every number of the printed example, worked by hand, and its conditions as they are run."""

import pytest

from doxa.errors import DoxaError
from doxa.experiments.reproductions import Order, reproduced
from doxa.log.rundir import open_run
from doxa.systems.feed.exhibits.formula import worked_example
from doxa.systems.feed.exhibits.simswarm import (
    MEASURES,
    FeedRun,
    draw_opinions,
    feed_run,
    measure_camps,
    tabulate_camps,
    write_mean,
)
from doxa.systems.feed.exhibits.story import story_of

BY_HAND = {
    "resistance": 0.72,  # 0.3 + 0.7·0.6
    "ana's post: social proof": 0.65,  # 0.3 + 5·0.07
    "ana's post: influence": 0.947917,  # 0.7·0.65·1.5 / 0.72
    "ana's post: contribution": 0.056875,  # 0.1·(0.8 − 0.2)·0.947917
    "ben's post: influence": 0.104167,  # 0.5·0.3·0.5 / 0.72
    "ben's post: contribution": -0.00625,  # 0.1·(−0.4 − 0.2)·0.104167
    "position": 0.250625,  # 0.2 + 0.056875 − 0.00625
    "trust in ana": 0.711266,  # 0.7 + 0.05·(1 − 0.549375/2 − 0.5)
    "trust in ben": 0.508734,  # 0.5 + 0.05·(1 − 0.650625/2 − 0.5)
    "confidence": 0.607,  # 0.6 + 3·0.005 − 1·0.008
}


def number(cell):
    return float(str(cell).replace("−", "-"))


def test_the_worked_example_is_right_and_the_kernel_gives_it():
    rows = {str(row[0]): row for row in worked_example().rows}
    for what, value in BY_HAND.items():
        assert number(rows[what][3]) == pytest.approx(value, abs=1e-6), what
    assert all(row[4] in ("–", row[3]) for row in rows.values()), "the kernel gives every number that it shows"


ROUNDS = ({"for-1": 0.5, "for-2": 0.3, "against-1": -0.4}, {"for-1": 0.2, "for-2": 0.2, "against-1": 0.2})


def run(**changes):
    measures = (0.0,) * len(MEASURES)
    settings = {"condition": "doxa", "path": "x", "simulated": True, "rounds": ROUNDS, "measures": measures}
    return FeedRun(**settings | changes)


def test_camps_are_measured_by_hand():
    # start (0.5 + 0.3)/2 − (−0.4), end, spread, polarisation, mean
    assert measure_camps(ROUNDS) == pytest.approx((0.8, 0.0, 0.0, 0.0, 0.2))
    # mean 0.4/3; squares 0.25 + 0.09 + 0.16 = 0.5; 0.5/3 − 0.017778 = 0.148889, root 0.385861
    assert measure_camps(ROUNDS[:1])[2] == pytest.approx(0.385861, abs=1e-6)
    assert [write_mean([None, None]), write_mean([0.1, 0.3])] == ["–", "0.20 (0.10 to 0.30)"]


def test_failed_runs_are_told_and_missing():
    runs = [FeedRun(condition="original", path="y", reason="needs VADER"), run()]
    camps = tabulate_camps(runs)
    assert (camps.rows[0][:3], camps.rows[1][:2]) == (("original", 0, "–"), ("doxa", 1))
    assert "1 of 2 runs failed: needs VADER." in camps.caption
    assert [len(panel.lines) for panel in draw_opinions(runs).panels] == [0, 2]


def test_what_is_assumed_is_said():
    assert "Assumed by the performer" in tabulate_camps([run()]).caption
    assert "Assumed" not in tabulate_camps([run(simulated=False)]).caption


def test_one_model_at_a_time(tmp_path):
    with pytest.raises(DoxaError, match="one model at a time"):
        reproduced("simswarm", (), Order(out=tmp_path, models=("a", "b")), lambda name, about: None)


SMALL = {
    "script.rounds": 2,
    "agents.for.count": 3,
    "agents.against.count": 3,
    "network.parameters.sizes": [3, 3],
    "script.events": [],
    "script.bots": {},
}


def test_original_and_ours_side_by_side(tmp_path):
    order = Order(out=tmp_path, changes=SMALL, trials=1)
    made = reproduced("simswarm", ("camps", "opinions"), order, lambda name, about: None)
    rows = {str(row[0]): row for row in made[0].rows}
    assert {row[1] for row in rows.values()} == {1}
    assert rows["original"][3:6] == ("0.00", "0.00", "0.00"), "no likes, nothing known again, confidence frozen"
    assert [panel.title for panel in made[1].panels] == list(rows)
    found = feed_run(story_of(open_run(tmp_path / "camps" / "doxa" / "k0")), "doxa")
    assert len(found.rounds) == 3
