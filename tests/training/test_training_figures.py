"""Figures of trained models, worked by hand, and the cards that tell them."""

from pathlib import Path

import numpy as np
import pytest

from doxa.corpora.argument_sets import RankedArgument
from doxa_train.cards import polarity_card, quality_card, strength_card
from doxa_train.figures import FITTED_ON, POOLED, polarity_report, quality_report, strength_report
from doxa_train.message_figures import examine
from doxa_train.orders import CrossOrder, PolarityOrder, QualityOrder, StrengthOrder, TrainingPlace

PLACE = TrainingPlace(out=Path("somewhere"), seed=7)


def ranked(id: str, length: int, rank: float, debate: str = "a") -> RankedArgument:
    return RankedArgument(
        id=id,
        text="x" * length,
        side=f"{debate}_yes",
        rank=rank,
        debate=debate,
        proposition="P",
        polarity=1,
        part="train",
    )


ARGUMENTS = [ranked("long", 100, 0.1), ranked("middle", 90, 0.5), ranked("short", 10, 0.9), ranked("b", 50, 0.2, "b")]
PAIRS = [("long", "middle"), ("middle", "short"), ("short", "long")]


def strength_figures():
    return strength_report(ARGUMENTS, PAIRS, {"long": 1.0, "middle": 2.0, "short": 0.0, "b": 5.0})


def test_the_share_of_pairs_in_order_beside_that_of_length():
    found = strength_figures()
    assert (found["pairs"], found["in_order"], found["length_in_order"]) == (
        3,
        pytest.approx(1 / 3),
        pytest.approx(2 / 3),
    )
    # long and middle differ by 10 %, the other pairs by more than 20 %
    assert (found["near_pairs"], found["near_in_order"], found["length_near_in_order"]) == (1, 0.0, 1.0)
    # more convincing means lower rank: the order is long, middle, short; scores turn round one of three pairs
    assert found["debates"]["a"]["tau"] == pytest.approx(1 / 3)
    assert found["debates"]["b"] == {
        "pairs": 0,
        "in_order": None,
        "length_in_order": None,
        "near_pairs": 0,
        "near_in_order": None,
        "length_near_in_order": None,
        "tau": None,
    }
    assert found["mean_of_debates"] == pytest.approx(1 / 3)
    assert (found["tau"], found["length_tau"]) == (pytest.approx(1 / 3), 1.0)


def test_arguments_without_a_score_are_left_out():
    found = strength_report(ARGUMENTS, PAIRS, {"long": 1.0, "middle": 1.0})
    assert (found["pairs"], found["in_order"]) == (1, 0.5)
    assert list(found["debates"]) == ["a"]


LABELS = {name: ([1, 1, -1, -1], np.array([3.0, 1.0, -2.0, 0.5])) for name in (*FITTED_ON, *POOLED)}


def polarity_figures():
    return polarity_report(LABELS)


def test_a_threshold_is_fitted_on_what_is_read_where_that_is_known():
    # read with guards every claim is right, and the least sure of them has a probability of 0.6
    report = polarity_report(LABELS, {name: [0.9, 0.8, 0.3, 0.4] for name in FITTED_ON})
    assert report["calibration"]["threshold"] == pytest.approx(0.6, abs=1e-4)
    assert (report["calibration"]["coverage"], report["calibration"]["accuracy"]) == (1.0, 1.0)
    assert report["parts"][f"{FITTED_ON[0]}, as read"]["accuracy"] == 1.0
    assert report["calibration"]["temperature"] == polarity_figures()["calibration"]["temperature"]


def test_a_polarity_report_by_hand():
    found = polarity_figures()
    one = found["parts"]["ibm test"]
    assert (one["texts"], one["accuracy"]) == (4, 0.75)
    # for: 2 right, none missed, 1 too many; against: 1 right, 1 missed
    assert one["macro_f1"] == pytest.approx((4 / 5 + 2 / 3) / 2)
    assert one["accuracy_at_70_percent"] == 1.0
    assert found["parts"]["all tests"]["texts"] == 12
    fitted = found["calibration"]
    # without the least sure guess all are right, with it three of four
    assert (fitted["accuracy"], fitted["coverage"]) == (1.0, 0.75)
    assert fitted["fitted_on"] == list(FITTED_ON)
    assert [point["coverage"] for point in found["curve"]][-1] == 1.0


def test_quality_beside_length():
    found = quality_report([0.1, 0.5, 0.9], [1.0, 2.0, 3.0], [30, 20, 10])
    assert found["pearson"] == pytest.approx(1.0)
    assert found["length_spearman"] == pytest.approx(-1.0)


def test_cards_tell_the_figures_and_the_limits():
    small = polarity_card(polarity_figures(), PolarityOrder(place=PLACE, teacher=Path("large")))
    assert "| ibm test | 4 | 0.750 |" in small
    assert "with seed 7" in small
    assert "larger encoder" in small
    assert "larger encoder" not in polarity_card(polarity_figures(), PolarityOrder(place=PLACE))
    assert "`some/encoder`" in polarity_card(polarity_figures(), CrossOrder(place=PLACE, backbone="some/encoder"))
    told = strength_figures()
    figures = {"arguments": 4, "held_out": told, "test": told, "knots_from": "debates left out of training"}
    assert strength_card(figures, StrengthOrder(place=PLACE)).count("| all pairs | 3 | 0.333 | 0.667 |") == 2
    unknown = strength_card({**figures, "held_out": None}, StrengthOrder(place=PLACE, only_final=True))
    assert unknown.count("| all pairs |") == 1
    assert "No debate but those of the test part" in unknown
    parts = {"test": quality_report([0.1, 0.5, 0.9], [1.0, 2.0, 3.0], [30, 20, 10])}
    rated = quality_card(parts, QualityOrder(place=PLACE, backbone="some/encoder", dataset="aqr"))
    assert "| test | 3 | 1.000 |" in rated


def test_a_message_is_examined_alone_and_as_the_judge_reads_it():
    text = "My opponent says that towns need cars. Buses reach every village and cost little."
    # against "should not ban" is for "should ban"
    for as_read, proposition, side in ((False, "We should not ban cars", -1), (True, "We should ban cars", 1)):
        (row,) = examine("We should not ban cars", -1, text, as_read=as_read).rows
        assert (row.claim, row.proposition, row.polarity) == (text, proposition, side)
