"""Calibration: sums by hand, fits on training folds only, synthetic truth found, intervals that hold."""

import math
from dataclasses import replace

import numpy as np
import pytest

from doxa.humans.replay.calibration import (
    ALIGNED,
    DESPITE,
    GLOBAL,
    LINEAR,
    LOW,
    METHODS,
    NO_CHANGE,
    OPPOSED,
    PRIOR_ONLY,
    PROFILE,
    WEAK,
    Thresholds,
    error_bounds,
    fit_folds,
    kinds_of,
    resample,
    row_errors,
    sums_of,
)
from doxa.humans.replay.controls import flat_posterior, inside, recover_cell, shuffle_evidence
from doxa.humans.replay.folds import Folds, split_folds
from doxa.humans.replay.grid import ANCHORS, UPTAKES, lay_exposures, stance_by_hand, stances
from doxa.humans.replay.study import Options, make_study
from doxa.scoring.bootstrap import bounds, draw_counts, number_clusters
from doxa.scoring.significance import paired_p
from humans.made import crowd, ending, planted, planted_people, round_of

GRID = [(u, a) for u in UPTAKES for a in ANCHORS]


def five(count):
    return split_folds([round_of(f"p{n}", 0, 0, ()) for n in range(count)])


def test_every_figure_agrees_with_a_plain_loop_over_folds_and_cells():
    befores, records = crowd(40, seed=3)
    after = np.random.default_rng(0).uniform(-1, 1, 40)
    met, folds = lay_exposures(befores, after.tolist(), records), five(40)
    found = fit_folds(sums_of(met), kinds_of(met, Thresholds()), folds)
    squares = np.zeros(4)
    for fold in range(5):
        train, test = np.flatnonzero(folds.train(fold)), np.flatnonzero(folds.test(fold))

        def loss(u, a, rows):
            return math.fsum((stance_by_hand(befores[n], records[n], u, a) - after[n]) ** 2 for n in rows)

        u, a = min(GRID, key=lambda cell: loss(*cell, train))
        anchor = min(ANCHORS, key=lambda one: loss(0.0, one, train))
        moved = {n: after[n] - befores[n] for n in range(40)}
        net = {n: math.fsum(sign * s for sign, s in records[n]) for n in range(40)}
        beta = math.fsum(net[n] * moved[n] for n in train) / math.fsum(net[n] ** 2 for n in train)
        assert found.slope[0, fold] == pytest.approx(beta, abs=1e-12)
        assert (GRID[found.cell[0, fold]], ANCHORS[found.anchor[0, fold]]) == ((u, a), anchor)
        squares += (
            math.fsum(moved[n] ** 2 for n in test),
            math.fsum((moved[n] - beta * net[n]) ** 2 for n in test),
            loss(0.0, anchor, test),
            loss(u, a, test),
        )
    rmse = found.rmse()[0, 0, [NO_CHANGE, LINEAR, PRIOR_ONLY, GLOBAL]]
    assert rmse == pytest.approx(np.sqrt(squares / 40), abs=1e-12)


def test_errors_of_single_rounds_add_up_to_the_tables():
    met, folds = planted(0.3, 0.6, sigma=0.3), five(200)
    alike, sums = kinds_of(met, Thresholds()), sums_of(met)
    found = fit_folds(sums, alike, folds)
    errors = row_errors(sums, alike, folds, found)
    np.testing.assert_allclose(np.sqrt(errors.mean(axis=0)), found.rmse()[0, 0], atol=1e-12)
    for kind, place in ((ALIGNED, 1), (OPPOSED, 2)):
        np.testing.assert_allclose(np.sqrt(errors[alike == kind].mean(axis=0)), found.rmse()[0, place], atol=1e-12)


def test_a_fold_is_not_fitted_on_the_people_it_predicts():
    met, folds = planted(0.2, 1.0), five(200)
    changed = replace(met, after=np.where(folds.test(0), -met.after, met.after))
    nobody = np.zeros(200, dtype=np.intp)
    before, after = (fit_folds(sums_of(one), nobody, folds) for one in (met, changed))
    assert before.cell[0, 0] == after.cell[0, 0]
    assert before.slope[0, 0] == after.slope[0, 0]
    assert before.cell[0].tolist() != after.cell[0].tolist() or before.slope[0, 1] != after.slope[0, 1]


def test_people_set_aside_are_not_fitted_on():
    met, folds = planted(0.2, 1.0), five(200)
    aside = folds.aside.copy()
    aside[0] = ~folds.test(0)
    aside[0, np.flatnonzero(folds.train(0))[:3]] = False
    found = fit_folds(sums_of(met), np.zeros(200, dtype=np.intp), replace(folds, aside=aside))
    three = np.flatnonzero(folds.train(0))[:3]
    beta = (met.net[three] * (met.after - met.before)[three]).sum() / (met.net[three] ** 2).sum()
    assert found.slope[0, 0] == pytest.approx(beta, abs=1e-10)


def test_kinds_by_hand():
    strong, weak = [(1, 0.9)], [(1, 0.2)]
    met = lay_exposures(
        [0, 0, 0, 0, 0, 0.2], [0.5, -0.5, 0.5, 0.05, 0.05, 0.3], [strong, strong, weak, weak, strong, []]
    )
    assert kinds_of(met, Thresholds()).tolist() == [ALIGNED, OPPOSED, WEAK, LOW, DESPITE, LOW]
    assert kinds_of(met, Thresholds(pressure=1.0)).tolist() == [WEAK, WEAK, WEAK, LOW, LOW, LOW]
    # six points: −1, −0.6, −0.2, 0.2, 0.6, 1; 0 rounds up to 0.2, −0.5 down to −0.6
    assert kinds_of(met, Thresholds(tolerance="six-point")).tolist() == [ALIGNED, OPPOSED, WEAK, LOW, DESPITE, LOW]
    assert kinds_of(lay_exposures([0.2], [0.2], [strong]), Thresholds(tolerance=0.0, pressure=0)).tolist() == [DESPITE]


def test_no_evidence_at_all_is_weak_even_without_a_threshold():
    assert kinds_of(lay_exposures([0.0], [1.0], [[]]), Thresholds(pressure=0.0)).tolist() == [WEAK]


@pytest.mark.parametrize(("u", "a"), [(0.02, 1.0), (0.1, 0.5), (0.3, 0.8), (0.6, 1.2), (0.8, 0.2)])
def test_the_grid_finds_the_planted_cell_or_its_neighbour(u, a):
    found = fit_folds(sums_of(planted(u, a)), np.zeros(200, dtype=np.intp), five(200))
    for cell in (*found.cell[0], found.best):
        i, j = divmod(int(cell), len(ANCHORS))
        assert abs(i - UPTAKES.index(u)) <= 1
        assert abs(j - ANCHORS.index(a)) <= 1


def test_on_its_own_people_the_rule_beats_every_reference_and_says_how_surely():
    met, folds = planted(0.4, 1.0, sigma=0.1), five(200)
    drawn = resample(sums_of(met), kinds_of(met, Thresholds()), folds, np.arange(200), 400)
    for reference in (NO_CHANGE, LINEAR, PRIOR_ONLY):
        low, _ = bounds(drawn.rmse[:, 0, reference] - drawn.rmse[:, 0, GLOBAL])
        assert low > 0


def test_a_bootstrap_replicate_is_the_table_of_the_people_drawn():
    met, folds = planted(0.3, 0.7, sigma=0.2, count=60), five(60)
    (weights,) = draw_counts(np.repeat(np.arange(30), 2), 3, seed=5)
    alike = kinds_of(met, Thresholds())
    together = fit_folds(sums_of(met), alike, folds, weights)
    for replicate in range(3):
        rows = np.repeat(np.arange(60), weights[replicate].astype(int))
        columns = replace(sums_of(met), columns=sums_of(met).columns[rows])
        part = Folds(split="person", of=folds.of[rows], count=5, aside=folds.aside[:, rows])
        alone = fit_folds(columns, alike[rows], part)
        np.testing.assert_allclose(together.rmse()[replicate], alone.rmse()[0], atol=1e-9)
    assert (weights[:, ::2] == weights[:, 1::2]).all(), "a person is drawn with all of their rounds"


def test_a_profile_that_nobody_was_fitted_on_takes_the_slope_of_everybody():
    """Three who met one argument of strength 1, each a fold, and moved by 0.8, −0.2 and −0.4."""
    met = lay_exposures([0.0] * 3, [0.8, -0.2, -0.4], [[(1, 1.0)]] * 3)
    folds = split_folds([round_of(f"p{n}", 0, 0, ()) for n in range(3)])
    found = fit_folds(sums_of(met), np.asarray([ALIGNED, OPPOSED, OPPOSED]), folds)
    # without the first: −(0.2 + 0.4)/2, for aligned and stable people too, of whom there are none
    assert found.slopes[0, folds.of[0], :3] == pytest.approx([-0.3, -0.3, -0.3])
    # without the second (0.8 − 0.4)/2, without the third (0.8 − 0.2)/2, for stable people alone
    assert found.slopes[0, folds.of[1], :3] == pytest.approx([0.8, -0.4, 0.2])
    assert found.slopes[0, folds.of[2], :3] == pytest.approx([0.8, -0.2, 0.3])


def test_a_replicate_of_one_fold_alone_is_predicted_by_nothing():
    """Three who never move, each a fold: who is drawn three times leaves nobody to fit on, and no cell is chosen."""
    met = lay_exposures([0.4] * 3, [0.4] * 3, [[(1, 0.5)]] * 3)
    folds = split_folds([round_of(f"p{n}", 0, 0, ()) for n in range(3)])
    rmse = fit_folds(sums_of(met), np.full(3, LOW), folds, np.asarray([[3.0, 0, 0], [2.0, 1, 0]])).rmse()
    assert rmse[0, 0, NO_CHANGE] == 0.0
    assert np.isnan(rmse[0, 0, LINEAR:]).all()
    assert np.isfinite(rmse[1, 0]).all()


def test_a_round_whose_fold_has_nobody_to_fit_on_has_no_error():
    met, folds = planted(0.2, 1.0), five(200)
    aside, alone = folds.aside.copy(), folds.test(0)
    aside[0] = ~alone
    folds = replace(folds, aside=aside)
    alike, sums = kinds_of(met, Thresholds()), sums_of(met)
    errors = row_errors(sums, alike, folds, fit_folds(sums, alike, folds))
    np.testing.assert_allclose(errors[:, NO_CHANGE], (met.after - met.before) ** 2)
    assert np.isnan(errors[alone, LINEAR:]).all()
    assert np.isfinite(errors[~alone]).all()


def test_the_same_seed_draws_the_same_people():
    persons = np.arange(50)
    first, again, other = (next(draw_counts(persons, 10, seed)) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
    assert (first.sum(axis=1) == 50).all()


def test_the_interval_of_a_difference_is_empty_of_zero_only_where_there_is_one():
    random = np.random.default_rng(2)
    base = random.gamma(2, 0.1, 400)
    same, better = base + random.normal(0, 0.01, 400), base * 0.5
    (_, of_same, of_better) = error_bounds(np.column_stack([base, same, better]), np.arange(400), 500)
    assert of_same[0] < 0 < of_same[1]
    assert of_better[1] < 0


def test_a_paired_test_by_hand():
    # eight people, all one way by the same amount: 2 of 2^8 sign patterns are as far out
    first, second, persons = np.ones(8), np.zeros(8), np.arange(8)
    assert paired_p(first, second, persons, 20_000) == pytest.approx(2 / 256, abs=0.003)
    assert paired_p(first, first, persons, 500) == 1.0
    # one person with eight rounds is one difference: either sign is as far out
    assert paired_p(first, second, np.zeros(8, dtype=int), 500) == 1.0


def test_persons_are_numbered_in_order():
    assert number_clusters(["b", "a", "b"]).tolist() == [0, 1, 0]


def test_intervals_of_uptake_and_anchoring_cover_at_their_nominal_rate():
    """200 simulations whose truth is drawn from the grid: an interval holds it as often as it says."""
    random = np.random.default_rng(11)
    befores, records = crowd(80, seed=5)
    cells = stances(lay_exposures(befores, befores, records)).reshape(80, -1)
    hits = {level: [0, 0] for level in (0.5, 0.8, 0.95)}
    sizes = {level: [0.0, 0.0] for level in hits}
    for _ in range(200):
        truth = int(random.integers(169))
        final = np.clip(cells[:, truth] + random.normal(0, 0.3, 80), -1, 1)
        shares = flat_posterior(((cells - final[:, None]) ** 2).sum(axis=0)[None], 80).reshape(1, 13, 13)
        for level in hits:
            for axis, place in ((0, truth // 13), (1, truth % 13)):
                marginal = shares.sum(axis=2 - axis)
                hits[level][axis] += bool(inside(marginal, place, level)[0])
                held = [n for n in range(13) if inside(marginal, n, level)[0]]
                sizes[level][axis] += float(marginal[0, held].sum()) / 200
    for level in hits:
        for axis in (0, 1):
            # an interval of whole cells holds somewhat more than its level: what it says it holds is its rate
            says = sizes[level][axis]
            band = 3.3 * math.sqrt(says * (1 - says) / 200) + 0.02
            assert says >= level
            assert hits[level][axis] / 200 == pytest.approx(says, abs=band)


def test_the_bootstrap_interval_of_the_gain_covers_at_its_nominal_rate():
    """200 data sets of one population whose true gain is known from many more people."""
    befores, records = crowd(40_000, seed=8, mean=5)
    met = lay_exposures(befores, befores, records)
    rule = stances(met, (0.3,), (1.0,))[:, 0, 0]
    after = np.clip(rule + np.random.default_rng(3).normal(0, 0.35, len(rule)), -1, 1)
    errors = np.column_stack([(met.before - after) ** 2, (rule - after) ** 2])
    truth = float(np.diff(np.sqrt(errors.mean(axis=0)))[0])
    hits = 0
    for simulation in range(200):
        rows = np.arange(200) + 200 * simulation
        low, high = error_bounds(errors[rows], np.arange(200), 300, seed=simulation, level=0.9)[1]
        hits += low <= truth <= high
    assert hits / 200 == pytest.approx(0.9, abs=3 * math.sqrt(0.9 * 0.1 / 200))


def test_recovery_tells_what_was_planted_where_exposures_can_tell():
    cells = stances(planted(0.4, 1.0))
    place = (UPTAKES.index(0.4), ANCHORS.index(1.0))
    found = recover_cell(cells, (UPTAKES, ANCHORS), place, sigma=0.1, simulations=50, seed=1)
    assert found.planted == (0.4, 1.0)
    assert found.near.mean() > 0.95
    assert abs(found.u.mean() - 0.4) < 0.05
    assert found.u_inside.mean() > 0.85
    lost = recover_cell(cells, (UPTAKES, ANCHORS), place, sigma=3.0, simulations=50, seed=1)
    assert lost.near.mean() < found.near.mean(), "noise without end cannot be seen through"


def test_shuffled_evidence_finds_nothing_and_own_evidence_is_found():
    people, judged = planted_people(0.6, 1.0, count=80)
    found = shuffle_evidence(make_study(people, judged, Options(replicates=50)), shuffles=40)
    assert found.own > found.others.max()
    assert found.p == pytest.approx(1 / 41)
    assert abs(np.median(found.others)) < found.own / 4


def test_evidence_that_moved_nobody_is_no_better_than_that_of_others():
    people, judged = planted_people(0.6, 1.0, count=80)
    random = np.random.default_rng(0)
    finals = [float(np.clip(one.initial + random.normal(0, 0.1), -1, 1)) for one in people.rounds]
    found = shuffle_evidence(make_study(ending(people, finals), judged, Options(replicates=50)), shuffles=40)
    assert found.p > 0.02


def test_profiles_are_named_in_the_order_of_methods():
    assert METHODS[PROFILE] == "profile"
    assert METHODS[GLOBAL] == "global"
