"""The identified model: its likelihood, what it recovers, and what it says where nothing can be told apart."""

from dataclasses import replace

import numpy as np
import pytest

from doxa.errors import UsageError
from doxa.humans.data.registry import read_people
from doxa.humans.identified.classes import check_column
from doxa.humans.identified.estimates import describe_estimates, estimate_sample
from doxa.humans.identified.methods import Method, fit_plain
from doxa.humans.identified.model import START, censored_normal, fit_sample, likelihood, log_upper_tail, pull_of
from doxa.humans.identified.sample import Sample
from doxa.humans.identified.scores import forecast_folds, held_out_tables, score_held_out
from doxa.humans.replay.folds import split_folds
from doxa.humans.replay.grid import lay_exposures, prior, stance_by_hand
from humans.made import round_of


def lay(befores, afters, records, controls, traits=None, persons=None):
    """Lay rounds as a sample: the side argued is the sign of the first record."""
    names = persons or [f"p{n:03d}" for n in range(len(befores))]
    rounds = tuple(
        round_of(
            names[n], float(befores[n]), float(afters[n]), ["m"], id=f"r{n}", control=bool(controls[n]),
            argued=0 if controls[n] else records[n][0][0], traits=traits[n] if traits else {}, proposition=f"P{n % 5}",
        )
        for n in range(len(befores))
    )  # fmt: skip
    met = lay_exposures(list(befores), list(afters), [() if c else r for r, c in zip(records, controls, strict=True)])
    _, numbers = np.unique(names, return_inverse=True)
    return Sample(rounds=rounds, met=met, log_odds=prior(met.before), persons=numbers.astype(np.intp))


def planted(u, a, *, count=240, controls=0.25, against=True, sigma=0.15, u_spread=0.2, seed=2, traits=None):
    """People of a known world, argued against their own sign or either way."""
    random = np.random.default_rng(seed)
    befores = random.uniform(0.2, 0.9, count) * random.choice([-1, 1], count)
    sides = -np.sign(befores) if against else random.choice([-1, 1], count)
    records = [[(int(side), 0.6)] * int(random.integers(2, 6)) for side in sides]
    control = np.arange(count) < controls * count
    uptakes = random.normal(u, u_spread, count)
    afters = []
    for before, record, is_control, uptake in zip(befores, records, control, uptakes, strict=True):
        pull = sum(sign * np.log1p(s * abs(uptake)) for sign, s in record) * np.sign(uptake) * (not is_control)
        afters.append(np.tanh(0.5 * (random.normal(a, 0.2) * 2 * np.arctanh(before) + pull)))
    afters = np.clip(np.asarray(afters) + random.normal(0, sigma, count), -1, 1)
    return lay(befores, afters, records, control, traits)


class TestLikelihood:
    def test_the_gradient_is_that_of_the_likelihood(self):
        sample = planted(0.4, 0.8, count=30)
        sample = sample.ending(np.where(np.arange(30) % 5 == 0, 1.0, sample.met.after))  # some are at an end
        slopes = likelihood(START, sample).gradients.sum(axis=0)
        for place in range(5):
            step = np.zeros(5)
            step[place] = 1e-5
            up, down = (likelihood(START + sign * step, sample).by_person.sum() for sign in (1, -1))
            assert slopes[place] == pytest.approx((up - down) / 2e-5, rel=1e-5)

    def test_a_pull_is_that_of_the_rule_and_odd(self):
        sample = lay([0.3], [0.1], [[(1, 0.5), (-1, 0.2), (1, 0.9)]], [False])
        for u in (0.001, 0.4, 3.0):
            (pull,), _ = pull_of(sample, u)
            assert np.tanh(pull / 2) == pytest.approx(stance_by_hand(0.0, [(1, 0.5), (-1, 0.2), (1, 0.9)], u, 1.0))
            assert pull_of(sample, -u)[0] == pytest.approx([-pull])

    def test_an_end_holds_everything_beyond_it(self):
        total = np.exp(censored_normal(np.linspace(-0.9995, 0.9995, 2000), np.asarray(0.4), 0.5)[0]).sum() * 0.001
        ends = np.exp(censored_normal(np.asarray([-1.0, 1.0]), np.full(2, 0.4), 0.5)[0]).sum()
        assert total + ends == pytest.approx(1.0, abs=1e-3)

    def test_the_tail_of_a_normal(self):
        log_tail, hazard = log_upper_tail(np.asarray([0.0, 1.959964, -1.0, 10.0]))
        np.testing.assert_allclose(np.exp(log_tail[:3]), [0.5, 0.025, 0.841344746], rtol=1e-5)
        assert log_tail[3] == pytest.approx(-53.23128515051247)  # scipy.stats.norm.logsf(10)
        assert hazard[0] == pytest.approx(0.7978845608)


class TestFit:
    def test_planted_uptake_and_anchoring_are_inside_their_intervals_although_everybody_hears_the_other_side(self):
        fit = fit_sample(planted(0.5, 0.8))
        for name, truth in (("u", 0.5), ("a", 0.8)):
            low, high = fit.interval(name)
            assert low < truth < high
            assert high - low < 0.6
        assert fit.interval("u")[0] > 0

    def test_shrinking_is_not_taken_for_persuasion(self):
        fits = [fit_sample(planted(0.0, 0.5, u_spread=0.0, seed=seed)) for seed in range(3, 9)]
        assert sum(not fit.interval("u")[0] < 0 < fit.interval("u")[1] for fit in fits) <= 1
        assert abs(np.mean([fit.u for fit in fits])) < 0.03

    def test_uptake_ends_where_it_is_and_not_on_a_grid(self):
        assert abs(fit_sample(planted(0.0, 0.8, u_spread=0.0, sigma=0.01)).u) < 0.02
        assert fit_sample(planted(-0.1, 0.8, u_spread=0.0, sigma=0.01)).u < 0

    def test_without_controls_one_direction_is_not_identified_and_two_are(self):
        one = estimate_sample(planted(0.5, 0.8, controls=0), "all", "argued")
        assert one.fit is None
        assert one.why_not == "not identified: one direction, and no controls"
        assert one.why_not in describe_estimates([one])
        two = estimate_sample(planted(0.5, 0.8, controls=0, against=False), "all", "argued")
        assert two.fit is not None
        assert two.fit.u == pytest.approx(0.5, abs=0.15)

    def test_too_few_people_and_no_evidence_have_no_estimate(self):
        sample = planted(0.5, 0.8)
        assert "fewer than" in estimate_sample(sample.take(np.arange(len(sample)) > 235), "all", "argued").why_not
        assert estimate_sample(lay([0.5] * 12, [0.1] * 12, [[(1, 0.0)]] * 12, [False] * 12), "all", "judged").why_not

    def test_the_same_person_is_one_person(self):
        sample = planted(0.5, 0.8, count=80)
        twice = lay(
            np.repeat(sample.met.before, 2), np.repeat(sample.met.after, 2),
            [record for row in range(80) for record in (sample.met.records[row] or [(1, 0.5)],) * 2],
            np.repeat(sample.control, 2), persons=[f"p{n // 2:03d}" for n in range(160)],
        )  # fmt: skip
        assert (twice.people, len(twice)) == (80, 160)
        assert likelihood(START, twice).by_person.shape == (80,)
        assert likelihood(START, twice).gradients.shape == (80, 5)


class TestForecasts:
    def test_it_beats_trivial_forecasts_where_its_world_is_true(self):
        sample = planted(0.6, 0.8, against=False)
        treated = [one for one in sample.rounds if not one.control]
        scores = score_held_out({"argued": sample}, treated, split_folds(treated))
        best = "identified, by the argued side"
        assert all(scores.log_score(best) >= scores.log_score(name) for name in scores.errors)
        assert scores.rmse(best) < scores.rmse("no change") - 0.05
        rmse, log_score = held_out_tables(scores, "Held out", 200, 1)
        assert [row[0] for row in rmse.rows] == [row[0] for row in log_score.rows] == list(scores.errors)
        assert rmse.rows[0][4] is None

    def test_a_control_of_a_predicted_person_is_not_fitted_on(self):
        sample = planted(0.6, 0.8, count=40)
        treated = [one for one in sample.rounds if not one.control]
        shared = tuple(replace(one, person=treated[0].person) if one.control else one for one in sample.rounds)
        trained, folds = [], split_folds(treated)

        def watching(train):
            trained.append({one.person for one in train.rounds})
            return Method(name="identified", kind="population", evidence="argued").fit(train)

        forecast_folds(replace(sample, rounds=shared), treated, folds, watching)
        for fold, fitted in enumerate(trained):
            assert not fitted & {one.person for one, of in zip(treated, folds.of, strict=True) if of == fold}

    def test_trivial_forecasts_by_hand(self):
        sample = lay([0.5, -0.5], [0.3, -0.1], [[(-1, 0.5)], [(1, 0.5)]], [False, False])
        assert fit_plain("mean change", sample)[0] == pytest.approx((0.3,))
        assert fit_plain("no change", sample)[1] == pytest.approx(np.sqrt((0.2**2 + 0.4**2) / 2))


BY_MODEL = Method(name="by model", kind="classes", evidence="argued", column="model")


class TestClasses:
    def test_classes_known_beforehand_are_told_apart_and_small_ones_lean_on_all(self):
        traits = [{"model": "open" if n % 2 else "closed"} for n in range(300)]
        open_, closed = (planted(u, 0.8, count=300, against=False, u_spread=0.1) for u in (0.9, 0.05))
        mixed = np.where(np.arange(300) % 2, open_.met.after, closed.met.after)
        rounds = tuple(
            replace(one, final=float(after), traits={"model": "rare"} if n == 299 else trait)
            for n, (one, after, trait) in enumerate(zip(open_.rounds, mixed, traits, strict=True))
        )
        fits = BY_MODEL.fit(replace(open_.ending(mixed), rounds=rounds))
        by_name = {profile.name: profile for profile in fits.classes}
        assert by_name["open"].u == pytest.approx(0.9, abs=0.2)
        assert by_name["closed"].u == pytest.approx(0.05, abs=0.2)
        assert by_name["rare"].errors[0] > 2 * by_name["open"].errors[0]
        assert fits.population_of("never met").u == pytest.approx(fits.centre[0])

    def test_classes_that_do_not_differ_are_not_spread(self):
        traits = [{"model": str(n % 4)} for n in range(240)]
        uptakes = [profile.u for profile in BY_MODEL.fit(planted(0.5, 0.8, traits=traits)).classes]
        assert max(uptakes) - min(uptakes) < 0.15

    @pytest.mark.parametrize(
        ("column", "complaint"),
        [
            ("country", "no round has the column 'country'"),
            ("proposition", "more than 60 classes"),
            ("audio", "there is one class"),
        ],
    )
    def test_a_column_that_is_not_there_or_does_not_divide_is_refused(self, column, complaint):
        rounds = [one for one in read_people("persuasiontrace").rounds if one.traits["audio"] == "no"]
        with pytest.raises(UsageError, match=complaint):
            check_column(rounds, column)
