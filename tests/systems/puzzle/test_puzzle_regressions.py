"""The regressions of Tables 4 and 5, against least squares worked by hand."""

import pytest

from doxa.errors import BeliefError
from doxa.experiments.papers import read_published
from doxa.systems.puzzle.exhibits.regressions import MIXTURES, PredictorRow, fit_regression, predictor_row, regression
from systems.puzzle.debated_puzzles import BROKEN, DEBATED

PREDICTORS = tuple(predictor_row(DEBATED).values)
PRINTED = read_published("doxa.systems.puzzle", "exhibit", "row")


def row(x, y, **others):
    values = dict.fromkeys(PREDICTORS, 1.0) | {"agents": float(x)} | others
    return PredictorRow(values=values, smooth=y, agreement=0.5)


def regressors_that_fit(r2, adjusted, n):
    """Every k for which an R² that rounds to the printed one gives an adjusted R² that rounds to the printed one."""
    unrounded = [r2 - 0.0005 + step * 1e-6 for step in range(1, 1000)]
    return {
        k
        for k in range(10, 25)
        if any(round(1 - (1 - real) * (n - 1) / (n - k - 1), 3) == adjusted for real in unrounded)
    }


def test_the_number_of_predictors_is_that_of_the_printed_fits():
    fits = ("R²", "adjusted R²", "observations")
    by_table = [
        regressors_that_fit(*(PRINTED[table, name]["coefficient"] for name in fits)) for table in ("table4", "table5")
    ]
    assert by_table == [{15, 16}, {16, 17}]
    assert by_table[0] & by_table[1] == {len(PREDICTORS)}
    rows = {name for table, name in PRINTED if table == "table4"}
    assert rows == {name for table, name in PRINTED if table == "table5"}
    assert rows == {"constant", *PREDICTORS, *fits} - set(MIXTURES)


def test_a_team_term_is_one_for_debates_of_that_team():
    names = {"het-mix-a": (0, 0), "het-mix-b": (1, 0), "het-mix-c": (0, 1), "het-mix-d": (0, 0)}
    for team, terms in names.items():
        values = predictor_row(DEBATED.model_copy(update={"team": team})).values
        assert (values["team: Het-Mix B"], values["team: Het-Mix C"]) == terms


def test_one_predictor_by_hand():
    # x 0, 1, 2, 3 and y .1, .3, .2, .4: Sxx = 5, Sxy = .4, Syy = .05: slope .08, constant .25 − .08 · 1.5 = .13
    # residuals: .05 − .08 · .4 = .018 over 2 degrees of freedom: s² = .009
    # errors: slope √(.009 / 5) = .0424264, constant √(.009 · (1/4 + 1.5² / 5)) = √.0063 = .0793725
    # R² = .032 / .05 = .64, adjusted 1 − .36 · 3 / 2 = .46
    found = fit_regression([row(x, y) for x, y in enumerate((0.1, 0.3, 0.2, 0.4))], "smooth", left_out=2)
    terms = {one.name: one for one in found.terms}
    assert (terms["agents"].coefficient, terms["agents"].error) == pytest.approx((0.08, 0.0424264), abs=1e-7)
    assert (terms["constant"].coefficient, terms["constant"].error) == pytest.approx((0.13, 0.0793725), abs=1e-7)
    assert (found.r2, found.adjusted_r2) == pytest.approx((0.64, 0.46))
    assert (found.n, found.left_out, terms["agents"].stars) == (4, 2, "")
    assert [one.note for one in found.terms if one.coefficient is None] == ["does not vary"] * 15


def test_stars_and_predictors_that_say_the_same():
    # y follows x but for ±.001: p is far below .001; twice the agents says nothing more
    rows = [row(x, 0.1 * x + (-1) ** x * 0.001, **{"debate depth": 2.0 * x}) for x in range(8)]
    terms = {one.name: one for one in fit_regression(rows, "smooth").terms}
    assert terms["agents"].stars == "***"
    assert (terms["debate depth"].coefficient, terms["debate depth"].note) == (None, "follows from those above")


def test_an_outcome_that_does_not_vary_has_no_share_explained():
    found = fit_regression([row(x, 0.5) for x in range(5)], "agreement")
    assert (found.r2, found.terms[0].coefficient) == (None, pytest.approx(0.5))


def test_sittings_that_cannot_be_used_are_counted_and_too_few_are_refused():
    assert regression([DEBATED, DEBATED, BROKEN], "smooth").left_out == 1
    with pytest.raises(BeliefError, match="needs at least 2 sittings, got 1"):
        regression([DEBATED, BROKEN], "smooth")
