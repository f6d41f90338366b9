"""Sets side by side: paired where replicates match, counted where trials failed, empty where nothing is."""

import pytest

from doxa.analysis.comparison import band_line, compare, difference, finals
from doxa.analysis.trial import Curve, by_side
from systems.dialogue.debated import FAILED, trial


def spread(condition, ends, **more):
    return [trial(condition, pro=end, con=-end, replicate=at, **more) for at, end in enumerate(ends)]


def row_of(table, *start):
    return next(dict(zip(table.columns, row, strict=True)) for row in table.rows if row[: len(start)] == start)


def test_matching_replicates_are_paired():
    first, second = spread("A", [0.1, 0.3, 0.6]), spread("B", [0.2, 0.45, 0.7])
    got = difference(finals(second, "pro", "maintained"), finals(first, "pro", "maintained"))
    assert got.pairs == 3
    assert got.narrowing > 2
    assert got.low <= got.value <= got.high


def test_replicates_that_do_not_match_are_compared_apart():
    first, second = spread("A", [0.1, 0.3]), [trial("B", pro=end, replicate=at) for at, end in ((7, 0.2), (8, 0.4))]
    got = difference(finals(second, "pro", "maintained"), finals(first, "pro", "maintained"))
    assert (got.pairs, got.narrowing) == (None, None)
    assert got.low is not None


def test_a_failed_trial_costs_its_pair_and_is_counted():
    first, second = spread("A", [0.1, 0.3, 0.6]), [*spread("B", [0.2, 0.4]), trial("B", replicate=2, **FAILED)]
    _, ends, differences, forest = compare({"A": first, "B": second})
    assert row_of(ends, "B", "pro")["failed"] == 1
    assert row_of(ends, "B", "pro")["n"] == 2
    assert row_of(differences, "B", "A", "pro")["pairs"] == 2
    (panel,) = forest.panels
    assert panel.lines[0].label == "for: maintained stance S"
    assert panel.lines[0].y == (row_of(differences, "B", "A", "pro")["difference"],)
    assert "n = 3 (A), 2 (B)" in forest.caption
    assert "1 failed (quota) and left out" in ends.caption


def test_a_last_stance_that_is_missing_is_not_taken_from_the_round_before():
    whole = trial("A", pro=0.5)
    torn = whole.model_copy(
        update={"curves": tuple(one.model_copy(update={"stances": (0.75, 0.6, None)}) for one in whole.curves)}
    )
    _, ends, _ = compare({"A": [torn]})
    got = row_of(ends, "A", "pro")
    assert (got["n"], got["missing"], got["mean final"]) == (0, 1, None)


def neutral(agent, *stances, kind="maintained"):
    return Curve(agent=agent, side="neutral", kind=kind, stances=stances)


def test_several_agents_of_a_side_count_as_their_mean():
    three = trial("A").model_copy(
        update={
            "curves": (
                neutral("ada", 0.0, 0.2, 0.4),
                neutral("ben", 0.0, None, 0.8),
                neutral("mute", None, None, None),
                neutral("ada", 0.1, None, None, kind="self_report"),
            )
        }
    )
    own, asked = by_side(three).curves
    # (0.4 + 0.8) / 2 in the end; the round in which ben shows nothing has no mean, and who never shows any is no part
    assert [None if one is None else round(one, 12) for one in own.stances] == [0.0, None, 0.6]
    assert (own.agents, asked.agents, asked.agent) == (2, 1, "ada")
    _, ends, _ = compare({"A": [by_side(three)]})
    assert row_of(ends, "A", "neutral")["mean final"] == pytest.approx(0.6)
    assert "Several agents of one side count as their mean." in ends.caption
    assert "Several agents" not in compare({"A": [trial("A", pro=0.5)]})[1].caption


def test_kinds_of_stance_never_share_a_row_or_a_panel():
    figure, ends, _ = compare({"A": spread("A", [0.1, 0.2], judged=(0.9, -0.9))})
    assert {row[2] for row in ends.rows} == {"maintained", "judged"}
    assert {panel.y_label for panel in figure.panels} == {"maintained stance S", "judged stance"}
    assert row_of(ends, "A", "pro", "judged")["mean final"] == 0.9


def test_bands_average_what_is_there():
    found = band_line("pro", [(0.0, 0.5, None), (0.2,)])
    assert found.y == (0.1, 0.5, None)
    assert found.low[1] is None
    assert found.trials == ((0.0, 0.5, None), (0.2, None, None))


def test_the_strongest_arguments_come_first():
    carried = {"A": [(f"claim {at}", share) for at, share in enumerate((0.1, -0.4, 0.2, 0.05, 0.02, 0.01))]}
    *_, table = compare({"A": spread("A", [0.1, 0.2])}, carried)
    assert [row[2] for row in table.rows] == ["claim 1", "claim 2", "claim 0", "claim 3", "claim 4"]


def test_simulated_words_are_said_to_be():
    mixed = {"A": spread("A", [0.1, 0.2]), "B": spread("B", [0.3, 0.4], simulated=False)}
    assert "The words are simulated offline" in compare({"A": mixed["A"]})[1].caption
    assert "In 2 of the trials the words are simulated offline" in compare(mixed)[1].caption
    assert "simulated" not in compare({"B": mixed["B"]})[1].caption


def test_nothing_to_compare():
    assert all(one.rows == () for one in compare({})[1:])
    assert compare({"A": []})[0].panels == ()
