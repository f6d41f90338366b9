"""The two regressions of Tables 4 and 5: ordinary least squares with standard errors, by statsmodels (extra ``stats``).

Standard errors are the classic ones, as in the text. * p < 0.05, ** p < 0.01, *** p < 0.001. A predictor that does not
vary over the sittings, or that is a combination of others, has no coefficient, and its row says why.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.records.base import Record
from doxa.records.extras import install_command
from doxa.systems.puzzle.measures.predictors import PREDICTORS, PredictorRow, predictor_row
from doxa.systems.puzzle.measures.sittings import Sitting

CONSTANT = "constant"
STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))

Floats = NDArray[np.float64]

Explained = Literal["smooth", "agreement"]
"""Table 4: final smooth accuracy. Table 5: the majority's agreement over rounds."""


class RegressionTerm(Record):
    """One row of a table."""

    name: str
    coefficient: float | None = None
    error: float | None = None
    """Standard error."""
    p: float | None = None
    stars: str = ""
    note: str = ""
    """Why there is no coefficient."""


class Regression(Record):
    """Table 4 or 5."""

    explained: Explained
    terms: tuple[RegressionTerm, ...]
    """The constant, then every predictor."""
    r2: float | None
    """None where the outcome does not vary."""
    adjusted_r2: float | None
    n: int
    left_out: int
    """How many sittings are left out: without rounds, or without a known strongest and weakest agent."""


def regression(sittings: Sequence[Sitting], explained: Explained) -> Regression:
    """Return Table 4 or 5 over sittings.

    Raises:
        BeliefError: statsmodels is missing, or there are no more sittings than predictors that vary.
    """
    rows = [row for sitting in sittings if (row := predictor_row(sitting)) is not None]
    return fit_regression(rows, explained, left_out=len(sittings) - len(rows))


def fit_regression(rows: Sequence[PredictorRow], explained: Explained, *, left_out: int = 0) -> Regression:
    """Return the regression of given rows; raises as ``regression``."""
    if find_spec("statsmodels") is None:
        raise BeliefError("the regressions need statsmodels", hint=install_command("stats"))
    predictors = np.array([row.values for row in rows], dtype=np.float64).reshape(len(rows), len(PREDICTORS))
    outcomes = np.array([getattr(row, explained) for row in rows], dtype=np.float64)
    notes = _unusable(predictors)
    columns = [place for place in range(len(PREDICTORS)) if place not in notes]
    if len(rows) < len(columns) + 2:
        raise BeliefError(
            f"a regression on {len(columns)} predictors needs at least {len(columns) + 2} sittings, got {len(rows)}",
            hint="Debate more puzzles.",
        )
    from statsmodels.regression.linear_model import OLS  # type: ignore[import-untyped]

    fit = OLS(outcomes, np.column_stack([np.ones(len(rows)), predictors[:, columns]])).fit()
    terms = {place: _term(PREDICTORS[place], fit, column) for column, place in enumerate(columns, 1)}
    terms |= {place: RegressionTerm(name=PREDICTORS[place], note=note) for place, note in notes.items()}
    varies = bool(np.ptp(outcomes) > 0)
    return Regression(
        explained=explained,
        terms=(_term(CONSTANT, fit, 0), *(terms[place] for place in sorted(terms))),
        r2=float(fit.rsquared) if varies else None,
        adjusted_r2=float(fit.rsquared_adj) if varies else None,
        n=len(rows),
        left_out=left_out,
    )


def _unusable(predictors: Floats) -> dict[int, str]:
    """Return column → reason, for columns that can have no coefficient of their own."""
    notes: dict[int, str] = {}
    basis = np.ones((len(predictors), 1))
    for place in range(predictors.shape[1]):
        column = predictors[:, place]
        if not len(predictors) or np.ptp(column) == 0:
            notes[place] = "does not vary"
            continue
        extended = np.column_stack([basis, column])
        if np.linalg.matrix_rank(extended) < extended.shape[1] <= len(predictors):
            notes[place] = "follows from those above"
        else:
            basis = extended
    return notes


def _term(name: str, fit: object, column: int) -> RegressionTerm:
    coefficient, error, p = (float(getattr(fit, attribute)[column]) for attribute in ("params", "bse", "pvalues"))
    if not np.isfinite(p):
        return RegressionTerm(name=name, coefficient=coefficient, error=error, note="no error to test against")
    stars = next((stars for below, stars in STARS if p < below), "")
    return RegressionTerm(name=name, coefficient=coefficient, error=error, p=p, stars=stars)
