"""The Belief Engine's exhibits from made-up trials: what they compute, compare, count and say."""

import pytest

from doxa.corpora.stances import is_training_motion, read_stances
from doxa.systems.dialogue.exhibits.baselines import MEASURES, describe_gaps, fig3, figA1, tableA2
from doxa.systems.dialogue.exhibits.expressed import expression
from doxa.systems.dialogue.exhibits.profiles import fig2_right, figA2_A5, tableA8
from doxa.systems.dialogue.exhibits.published import PAIRINGS, column_of, final_of, model_of, setup_of
from doxa.systems.dialogue.exhibits.sweeps import describe_order, fig2_left, level_of, swept_by
from doxa.systems.dialogue.reproduction import UNTRAINED
from systems.dialogue.debated import FAILED, sweep, trial

ATHEISM, CANNABIS = "We should adopt atheism", "We should legalize cannabis"
SOCIAL = "Social media brings more harm than good"
STANDS_IN = {"settings": {"motion": SOCIAL}}
"""What a trial on a motion that stands in for the paper's says."""

ENDS = {"open/open": 0.1, "open/stubborn": 0.3, "stubborn/open": 0.3, "stubborn/stubborn": 0.6}


def rows_of(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def grid(motions=(ATHEISM, CANNABIS), trials=3, **more):
    return [
        trial(pairing, pro=end + at / 100, con=-end, motion=motion, replicate=at, **more)
        for motion in motions
        for pairing, end in ENDS.items()
        for at in range(trials)
    ]


def conditions(**more):
    names = {"BE": "maintained", "prompt self-update": "self_report", "retrieval plus self-update": "self_report"}
    return [
        trial(name, pro=0.3 + at / 10, con=-0.2, kind=kind, judged=(0.4, -0.5), replicate=at, **more)
        for name, kind in names.items()
        for at in range(3)
    ]


def test_every_exhibit_of_no_trials_is_empty():
    figures = [fig2_left([])[0], fig2_right([]), fig3([]), figA1([]), expression([])[0]]
    assert all(not one.panels or not one.panels[0].lines for one in figures)
    assert [fig2_left([])[1].rows, tableA2([]).rows, tableA8([]).rows, figA2_A5([])] == [(), (), (), ()]
    assert expression([])[1].rows[0][3] is None


def test_both_sweeps_are_told_apart_by_what_is_held():
    for settings, swept in (
        ({"belief.u": 0.2, "belief.a": 0.7}, "u"),
        ({"belief.u": 0.4, "belief.a": 0.2}, "a"),
        ({"belief.a": 0.2}, "a"),
        ({"belief.u": 0.3, "belief.a": 0.3}, None),
    ):
        assert swept_by(trial(settings=settings)) == swept
    assert level_of(trial(settings={"prior.reference_a": 0.7}), "a") is None


def test_levels_are_ordered_strictly_or_not():
    falling = [([0.8, 0.5, 0.1], "u", "yes"), ([0.8, 0.5, 0.5], "u", "no")]
    for means, swept, ordered in [*falling, ([0.1, 0.2], "a", "yes"), ([0.1, None, 0.3], "a", None)]:
        assert describe_order(means, swept) == ordered


def test_fig2_left_has_a_panel_a_model_and_parameter():
    figure, table = fig2_left(sweep() + sweep(model="ollama:qwen3.5:9b"))
    assert [panel.title[-7:] for panel in figure.panels] == ["a = 0.7"] * 2 + ["u = 0.4"] * 2
    assert [line.label for line in figure.panels[0].lines] == [
        f"u = {level}" for level in ("0.2", "0.4", "0.6", "0.8", "1")
    ]
    assert len(figure.panels[0].lines[0].trials) == 5
    assert [row["monotone"] for row in rows_of(table) if row["level"] == "all"] == ["yes"] * 4


def test_fig2_left_stands_beside_the_printed_finals():
    _, table = fig2_left(sweep() + sweep(model="ollama:qwen3.5:9b"))
    printed = {(row["model"], row["swept"], row["level"]): row["published"] for row in rows_of(table)}
    assert {
        ("offline", "u", 0.2): "0.81",
        ("offline", "u", 1.0): "−0.99 to −0.49",
        ("ollama:qwen3.5:9b", "u", 1.0): "−0.96",
        ("ollama:qwen3.5:9b", "a", 1.0): None,
        ("offline", "u", 0.4): None,
    }.items() <= printed.items()


def test_common_random_numbers_narrow_the_changes():
    _, table = fig2_left(sweep())
    steps = [row for row in rows_of(table) if row["level"] == 0.6]
    assert all(row["narrowing"] > 3 for row in steps)
    assert steps[0]["change low"] <= steps[0]["change from the level before"] <= steps[0]["change high"]
    assert "divides the width" in table.caption


def test_failed_levels_are_counted_and_leave_the_order_open():
    every = [one if one.settings.get("belief.u") != 1.0 else one.model_copy(update=FAILED) for one in sweep()]
    _, table = fig2_left(every)
    last = next(row for row in rows_of(table) if row["level"] == 1.0)
    assert (last["n"], last["failed"], last["mean final S"], last["compares"]) == (0, 5, None, None)
    assert next(row for row in rows_of(table) if row["level"] == "all")["monotone"] is None
    assert "5 failed (quota)" in table.caption


def test_a_start_that_moves_with_a_is_told():
    low = trial(pro=0.1, start=0.7, settings={"belief.a": 0.2})
    _, table = fig2_left([low, trial(pro=0.6, start=0.99, settings={"belief.a": 0.8})])
    assert [row["mean start S"] for row in rows_of(table)] == [0.7, 0.99, None]
    assert "It starts between +0.70 and +0.99" in table.caption
    assert "It starts at +0.70." in fig2_left([low])[1].caption


def test_trials_of_neither_sweep_are_told():
    _, table = fig2_left([*sweep(), trial(pro=0.1, settings={"belief.u": 0.3, "belief.a": 0.3})])
    assert "Left out: 1 trials that belong to neither sweep" in table.caption


def test_table_a8_by_hand_beside_the_published_values():
    atheism, cannabis, mean = rows_of(tableA8(grid()))
    # pro .10, .11, .12 against con −.10: convergence 1.5 − .21
    assert (atheism["open/open"], atheism["mean"]) == pytest.approx((1.29, (1.29 + 0.89 + 0.89 + 0.29) / 4))
    assert (atheism["published open/open"], cannabis["published open/open"]) == (1.286, None)
    assert atheism["open/open closer"] == "yes"
    assert "converges more than stubborn/stubborn in 2 of 2 rows" in tableA8(grid()).caption
    assert (mean["stubborn/stubborn"], mean["published mean"]) == pytest.approx((0.29, 0.879))


def test_table_a8_names_replaced_motions_and_what_anchoring_still_does():
    caption = tableA8([*grid((ATHEISM,)), *grid((CANNABIS,), **STANDS_IN)]).caption
    for words in (
        f"“{CANNABIS}” stands in for “{SOCIAL}”; stand-ins have no published values.",
        "Not run here: Homeopathy brings more harm than good",
        "a acts only through seeds that are archived",
    ):
        assert words in caption


def test_a_stand_in_gets_no_published_value():
    stood_in = grid((CANNABIS,), **STANDS_IN)
    found = rows_of(tableA8(stood_in))[0]
    assert (found["motion"], found["published open/open"]) == (CANNABIS, None)
    assert rows_of(tableA2(conditions(motion=CANNABIS, **STANDS_IN)))[0]["published final gap"] is None
    assert CANNABIS in figA2_A5(stood_in)[0].title


def test_a_missing_pairing_leaves_cells_empty():
    found = rows_of(tableA8([one for one in grid() if one.condition != "open/open"]))[0]
    assert [found[name] for name in ("open/open", "mean", "low", "open/open closer")] == [None] * 4


def test_profiles_are_drawn_in_the_order_of_the_pairings():
    figure = fig2_right(list(reversed(grid())), motion=ATHEISM)
    assert tuple(panel.title for panel in figure.panels) == PAIRINGS
    assert [line.label for line in figure.panels[0].lines] == ["pro", "con"]
    assert [one.name for one in figA2_A5(grid())] == ["figA2-A5-01", "figA2-A5-02"]


def test_table_a2_keeps_kinds_apart_and_compares_the_measured_one():
    found = {(row["setup"], row["measure"]): row for row in rows_of(tableA2(conditions()))}
    maintained = found["BE · offline", "maintained"]
    measures = ("final pro", "final gap", "gap reduction")
    assert [maintained[name] for name in measures] == pytest.approx([0.4, 0.6, 0.9])
    assert (maintained["published final gap"], maintained["compares"]) == ("0.07 to 0.50", "0.10 above")
    judged = found["prompt self-update · offline", "judged"]
    assert (judged["final gap"], judged["published final gap"]) == (pytest.approx(0.9), "0.63")
    assert found["prompt self-update · offline", "self_report"]["published final gap"] is None
    assert found["retrieval plus self-update · offline", "judged"]["published for"] == "RAG plus self-update"
    assert len(found) == 6


def test_a_condition_of_which_all_trials_failed_keeps_its_row():
    row = rows_of(tableA2([trial("BE", **FAILED)]))[0]
    assert (row["n"], row["failed"], row["final gap"], row["compares"]) == (0, 1, None, None)


def test_fig3_draws_one_kind_a_panel_and_fig_a1_the_judged_one():
    every = conditions() + conditions(motion="We should subsidize journalism")
    assert [panel.y_label for panel in fig3(every).panels] == ["maintained stance S", "judged stance", "judged stance"]
    judged = figA1(every)
    assert {panel.y_label for panel in judged.panels} == {"judged stance"}
    assert judged.panels[0].lines[0].y[0] is None
    assert "9 trials, 0 failed" in judged.caption


def test_captions_say_where_effects_come_from_and_only_of_simulated_words():
    offline, asked = tableA2(conditions()).caption, tableA2(conditions(simulated=False)).caption
    for said in ("Emergent", "Assumed by the performer", "Needs models", "simulated offline"):
        assert said in offline
    assert "Emergent" in asked
    assert not any(said in asked for said in ("Assumed by the performer", "Needs models", "simulated"))


def test_expression_by_hand():
    points = [(at / 10, 0.86 * at / 10) for at in range(-10, 11)]
    figure, table = expression([*points, (0.5, None)], human=[(1.0, 0.4), (-1.0, -0.2), (1.0, -0.1)])
    generated, human = rows_of(table)
    measures = ("r", "slope", "published r", "published slope", "n", "missing")
    assert [generated[name] for name in measures] == pytest.approx([1.0, 0.86, 0.967, 0.86, 21, 1])
    assert human["sign agrees"] == pytest.approx(2 / 3)
    assert "instrument check" in figure.title
    assert "instrument check" not in expression(points, offline=False)[0].title


def test_published_names_are_found_however_they_are_written():
    models = ["openai:gpt-4o-mini", "ollama:qwen3.5:9b", "offline"]
    assert list(map(model_of, models)) == ["GPT-4o-mini", "Qwen 3.5 9B", None]
    for condition, model, setups in (
        ("BE", "openai:gpt-5.4-mini-2026-01-01", ("BE GPT-5.4-mini",)),
        ("RAG plus self-update", "offline", ("RAG plus self-update",)),
        ("open/open", "offline", ()),
    ):
        assert setup_of(condition, model) == setups
    assert column_of("We should adopt Atheism.", ("BE Gemma 4 E4B",), "gap").text == "0.07"
    assert final_of("u", 0.6, "offline") is None


def test_a_value_is_compared_to_the_printed_decimals():
    gap = column_of(ATHEISM, setup_of("BE", "offline"), "gap")
    assert (gap.against(0.504), gap.against(0.6), gap.against(0.02)) == ("within", "0.10 above", "0.05 below")
    assert column_of(ATHEISM, ("BE Gemma 4 E4B",), "gap").against(0.0721) == "same"


def test_all_seven_published_columns_stand_beside_ours():
    rows = rows_of(tableA2(conditions()))
    row = next(row for row in rows if row["setup"].startswith("prompt") and row["measure"] == "judged")
    printed = [row[f"published {name}"] for name in MEASURES]
    assert printed == ["0.23", "−0.40", "0.63", "0.87", "0.45", "0.44", "0.00"]
    assert row["published for"] == "Prompt self-update"


def test_the_caption_says_where_the_order_of_section_4_2_is_reversed():
    judged = {"kind": "self_report", "pro": 0.5, "con": -0.5}
    reversed_order = [trial("BE", pro=0.6, con=-0.5), trial("prompt self-update", judged=(0.2, -0.2), **judged)]
    for words in ("Section 4.2 comes out reversed", "the order is assumed", "BE 1.10 (published"):
        assert words in tableA2(reversed_order).caption
    same_order = [trial("BE", pro=0.1, con=0.0), trial("prompt self-update", judged=(0.6, -0.4), **judged)]
    assert "The order is that of section 4.2" in tableA2(same_order).caption
    assert describe_gaps(same_order[:1]) == ""


def test_human_arguments_are_of_a_motion_that_trained_no_judge():
    assert not is_training_motion(UNTRAINED)
    assert UNTRAINED in {row.proposition for row in read_stances("argkp", "test")}
    assert is_training_motion("We should introduce compulsory voting")
