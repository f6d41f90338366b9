"""A sweep compared by its settings: pairs over blocks, what is dropped, and what has no interval."""

from itertools import product

import numpy as np
import pytest

from doxa.analysis.sweep_exhibits import draw_sweep, exhibit_comparison, tabulate_runs, tabulate_settings
from doxa.analysis.sweep_runs import FLAT, NO_BLOCK, ONE_BLOCK, KeyComparison, SweepRun, SweepRuns, compare_by
from doxa.records.base import JsonValue

U, A = "belief.u", "belief.a"


def run_of(settings: dict[str, JsonValue], replicate: int, stance: float | None, status: str = "finished") -> SweepRun:
    name = "_".join([*(f"{key}={value}" for key, value in settings.items()), f"k{replicate}"])
    return SweepRun(run=name, replicate=replicate, settings=settings, status=status, stances={"ana": stance})


def sweep_of(runs: list[SweepRun], *keys: str) -> SweepRuns:
    return SweepRuns(folder="runs/x", keys=keys, runs=tuple(runs))


def grid(replicates: int = 4, effect: float = 0.1, noise: float = 0.0) -> SweepRuns:
    """Return a sweep in which u = 0.8 adds the effect, a = 1.0 adds 0.05, and every block has its own height."""
    random = np.random.default_rng(2)
    heights = random.normal(0, 0.3, replicates)
    runs = [
        run_of(
            {U: u, A: a},
            k,
            float(heights[k] + effect * (u == 0.8) + 0.05 * (a == 1.0) + random.normal(0, noise)),
        )
        for u, a, k in product((0.2, 0.8), (0.5, 1.0), range(replicates))
    ]
    return sweep_of(runs, U, A)


def compared(sweep: SweepRuns, *keys: str) -> KeyComparison:
    return compare_by(sweep, keys, sweep.measures)


def test_a_known_effect_is_found_whatever_the_heights_of_the_blocks() -> None:
    (effect,) = compared(grid(noise=0.01), U).effects
    assert effect.difference == pytest.approx(0.1, abs=0.02)
    assert effect.low < 0.1 < effect.high
    assert effect.high - effect.low < 0.1, "the heights, with a standard deviation of 0.3, cancel"
    assert effect.standardised == pytest.approx(effect.difference / effect.sd)
    assert effect.bootstrap is not None


def test_pairs_at_two_values_of_another_key_are_one_block() -> None:
    comparison = compared(grid(replicates=4, noise=0.01), U)
    assert comparison.averaged == (A,)
    assert len(comparison.effects[0].blocks) == 4, "not 8: both values of a share the replicate's random choices"


def test_two_keys_compare_every_combination_with_the_first() -> None:
    comparison = compared(grid(), U, A)
    assert comparison.against == ("0.2", "0.5")
    assert [effect.level for effect in comparison.effects] == [("0.2", "1.0"), ("0.8", "0.5"), ("0.8", "1.0")]
    assert [effect.difference for effect in comparison.effects] == pytest.approx([0.05, 0.1, 0.15])


def test_the_interval_covers_the_effect_in_95_of_100_sweeps() -> None:
    random = np.random.default_rng(5)
    hits = 0
    for _ in range(600):
        heights = random.normal(0, 0.3, 4)
        runs = [
            run_of({U: u}, k, float(heights[k] + 0.1 * (u == 0.8) + random.normal(0, 0.05)))
            for u, k in product((0.2, 0.8), range(4))
        ]
        (effect,) = compared(sweep_of(runs, U), U).effects
        hits += effect.low <= 0.1 <= effect.high
    assert hits / 600 == pytest.approx(0.95, abs=0.027)


def test_a_difference_that_is_the_same_in_every_block_has_no_effect_size() -> None:
    (effect,) = compared(grid(noise=0.0), U).effects
    assert (effect.standardised, effect.note) == (None, FLAT)
    assert effect.difference == pytest.approx(0.1)


def test_one_replicate_has_a_difference_and_no_interval() -> None:
    (effect,) = compared(grid(replicates=1), U).effects
    assert effect.difference == pytest.approx(0.1)
    assert (effect.low, effect.high, effect.standardised, effect.bootstrap) == (None, None, None, None)
    assert effect.note == ONE_BLOCK


def test_a_block_with_a_run_that_did_not_finish_is_dropped_and_named() -> None:
    sweep = grid(noise=0.01)
    runs = list(sweep.runs)
    runs[5] = runs[5].model_copy(update={"status": "unfinished"})
    sweep = sweep.model_copy(update={"runs": tuple(runs)})
    comparison = compared(sweep, U)
    (effect,) = comparison.effects
    assert effect.blocks == ("replicate 0", "replicate 2", "replicate 3")
    assert [(block.block, block.reason) for block in effect.dropped] == [("replicate 1", f"{runs[5].run} unfinished")]
    names = [exhibit.name for exhibit in exhibit_comparison(sweep, comparison)]
    tables = ["compare-by", "compare-by-bootstrap", "compare-by-unpaired", "compare-by-dropped"]
    assert names == [*tables, "compare-by-figure"]


def test_a_setting_without_a_finished_run_has_no_difference() -> None:
    runs = [run_of({U: u}, k, 0.1, "finished" if u == 0.2 else "failed") for u, k in product((0.2, 0.8), range(2))]
    (effect,) = compared(sweep_of(runs, U), U).effects
    assert (effect.difference, effect.note) == (None, NO_BLOCK)


def test_a_swept_seed_is_a_block_unless_seeds_are_compared() -> None:
    runs = [run_of({U: u, "seed": seed}, 0, u + seed / 10 * u) for u, seed in product((0.2, 0.8), (1, 2, 3))]
    sweep = sweep_of(runs, U, "seed")
    (effect,) = compared(sweep, U).effects
    assert effect.blocks == ("seed 1, replicate 0", "seed 2, replicate 0", "seed 3, replicate 0")
    assert effect.low is not None
    assert [effect.note for effect in compared(sweep, "seed").effects] == [ONE_BLOCK, ONE_BLOCK]


def test_several_measures_have_a_row_each() -> None:
    runs = [
        run_of({U: u}, k, u + k / 10).model_copy(update={"stances": {"ana": u + k / 10, "ben": -u}, "scores": {"w": k}})
        for u, k in product((0.2, 0.8), range(3))
    ]
    sweep = sweep_of(runs, U)
    assert sweep.measures == ("stance.ana", "stance.ben", "mean stance", "spread of stances", "w")
    assert [row[0] for row in exhibit_comparison(sweep, compared(sweep, U))[0].rows] == list(sweep.measures)


def test_the_long_table_has_a_row_for_each_run_and_a_column_for_each_key() -> None:
    sweep = grid()
    runs = (*sweep.runs[:-1], sweep.runs[-1].model_copy(update={"status": "failed", "reason": 'no, "stop"\n'}))
    table = tabulate_runs(sweep.model_copy(update={"runs": runs}))
    assert table.columns[:8] == (
        "run", "block", "replicate", "status", "reason", "set.belief.u", "set.belief.a", "stance.ana",
    )  # fmt: skip
    assert len(table.rows) == 16
    assert table.rows[-1][3:5] == ("failed", 'no, "stop"\n')
    assert table.rows[-1][7] is None, "a run that failed has no outcome, and is no missing row"


def test_means_by_setting_have_intervals_only_over_several_runs() -> None:
    assert [row[-2:] for row in tabulate_settings(grid(replicates=1)).rows] == [(None, None)] * 4
    assert all(low < high for *_, low, high in tabulate_settings(grid()).rows)


def test_the_figure_has_the_key_with_most_numbers_below_and_the_other_in_lines() -> None:
    figure = draw_sweep(grid())
    (panel,) = figure.panels
    assert panel.x_label == "openness (u)"
    assert [line.label for line in panel.lines] == ["anchoring (a) = 0.5", "anchoring (a) = 1.0"]
    assert panel.lines[0].x == (0.2, 0.8)
    assert len(panel.lines[0].trials) == 4
    assert "n = 4 runs" in figure.caption


def test_the_effects_are_drawn_as_the_table_has_them_with_n_and_the_kind_of_interval() -> None:
    sweep = grid(noise=0.01).model_copy(update={"names": {"ana": "Ana Ruiz"}})
    comparison = compared(sweep, U, A)
    figure = exhibit_comparison(sweep, comparison)[-1]
    (panel,) = figure.panels
    (line,) = panel.lines
    assert (line.label, panel.x_names[0]) == ("Ana Ruiz: final stance", "openness (u) = 0.2, anchoring (a) = 1.0")
    assert line.y == tuple(effect.difference for effect in comparison.effects)
    assert line.low == tuple(effect.low for effect in comparison.effects)
    assert "95 % t interval over n = 4 blocks" in figure.caption
    assert "belief." not in str((figure.title, figure.caption, panel))


def test_words_are_names_on_the_axis() -> None:
    runs = [run_of({"kernel": kernel}, k, 0.1 * k) for kernel, k in product(("social", "log_odds"), range(2))]
    figure = draw_sweep(sweep_of(runs, "kernel"))
    assert figure.panels[0].x_names == ("social", "log_odds")


def test_a_sweep_in_which_nothing_varies_has_no_figure() -> None:
    assert draw_sweep(sweep_of([run_of({}, k, 0.1) for k in range(2)])) is None
