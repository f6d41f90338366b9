"""Tables 4 and 5: predictors of accuracy and agreement, by ordinary least squares, beside the published coefficients.

Fitted by statsmodels (extra ``stats``), with the classic standard errors, as in the text. * p < 0.05, ** p < 0.01,
*** p < 0.001. A predictor that does not vary over the sittings, or that is a combination of others, has no
coefficient, and its row says why.

The tables list fourteen predictors; the text adds that mixture coefficients (team composition) are omitted. Their
number follows from what is printed: adjusted R² = 1 − (1 − R²)(n − 1)/(n − k − 1), with n = 745, gives k = 15 or 16 for
Table 4 (R² .393, adjusted .380) and k = 16 or 17 for Table 5 (.290, .274); 16 fits both. doxa's two terms are those
that the text names for accuracy, Mix B and Mix C; the reference is every other team.

doxa's reading of what the text leaves open: initial accuracies are means over the agents' proposals; an agent's
minority is the share of players for whom it proposes another role than the strict majority does (a missing role does
not count); a sitting has initial chaos where no role has a strict majority for some player.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Exhibit, Prose
from doxa.errors import BeliefError
from doxa.experiments.papers import read_published
from doxa.records.base import Record
from doxa.records.plugins import install_command
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.exhibits.captions import WORDS, tabulate
from doxa.systems.puzzle.exhibits.runs import Alone, HeldDebates, sittings_of
from doxa.systems.puzzle.measures.sittings import Sitting, area_of, majority_answer, smooth, strict

MIXTURES = {"team: Het-Mix B": "het-mix-b", "team: Het-Mix C": "het-mix-c"}
"""Predictor → the team of which it is 1; 0 of every other team. The text prints no coefficient of these."""

CONSTANT = "constant"
STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))

Floats = NDArray[np.float64]

Explained = Literal["smooth", "agreement"]
"""Table 4: final smooth accuracy. Table 5: the majority's agreement over rounds."""


class PredictorRow(Record):
    """One observation: every predictor by name, and both outcomes."""

    values: dict[str, float]
    smooth: float
    agreement: float
    """The area of agree_major, without the proposals."""


def predictor_row(sitting: Sitting) -> PredictorRow | None:
    """Return a sitting's row; None without rounds, or without a known strongest and weakest agent."""
    agreement = area_of(sitting, "agree_major")
    if agreement is None or sitting.strongest is None or sitting.weakest is None:
        return None
    smooths, stricts = ([score(answer, sitting.solution) for answer in sitting.initial] for score in (smooth, strict))
    values = {
        "game size": float(sitting.size),
        "agents": float(len(sitting.agents)),
        "debate depth": float(sitting.depth),
        "initial smooth accuracy": mean(smooths),
        "initial strict accuracy": mean(stricts),
        "strong: initial smooth accuracy": smooths[sitting.strongest],
        "strong: initial strict accuracy": stricts[sitting.strongest],
        "weak: initial smooth accuracy": smooths[sitting.weakest],
        "weak: initial strict accuracy": stricts[sitting.weakest],
        "strong in minority": in_minority(sitting, sitting.strongest),
        "weak in minority": in_minority(sitting, sitting.weakest),
        "confidence visible": float(sitting.confidence_visible),
        "order the same": float(sitting.same_order),
        "initial chaos": float(None in majority_answer(sitting.initial)),
        **{name: float(sitting.team == team) for name, team in MIXTURES.items()},
    }
    return PredictorRow(values=values, smooth=smooth(sitting.decided, sitting.solution), agreement=agreement)


def in_minority(sitting: Sitting, agent: int) -> float:
    """Return the share of players on whom an agent proposes another role than the strict majority."""
    pairs = zip(sitting.initial[agent], majority_answer(sitting.initial), strict=True)
    return mean([float(None not in (label, leading) and label != leading) for label, leading in pairs])


class RegressionTerm(Record):
    """One row of a table."""

    name: str
    coefficient: float | None = None
    error: float | None = None
    """Standard error."""
    stars: str = ""
    note: str = ""
    """Why there is no coefficient."""


class Regression(Record):
    """Table 4 or 5."""

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
    names = tuple(rows[0].values) if rows else ()
    predictors = np.array([list(row.values.values()) for row in rows], dtype=np.float64).reshape(len(rows), len(names))
    outcomes = np.array([getattr(row, explained) for row in rows], dtype=np.float64)
    notes = _unusable(predictors)
    columns = [place for place in range(len(names)) if place not in notes]
    if len(rows) < len(columns) + 2:
        raise BeliefError(
            f"a regression on {len(columns)} predictors needs at least {len(columns) + 2} sittings, got {len(rows)}",
            hint="Debate more puzzles.",
        )
    from statsmodels.regression.linear_model import OLS  # type: ignore[import-untyped]

    fit = OLS(outcomes, np.column_stack([np.ones(len(rows)), predictors[:, columns]])).fit()
    terms = {place: _term(names[place], fit, column) for column, place in enumerate(columns, 1)}
    terms |= {place: RegressionTerm(name=names[place], note=note) for place, note in notes.items()}
    varies = bool(np.ptp(outcomes) > 0)
    return Regression(
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
    return RegressionTerm(name=name, coefficient=coefficient, error=error, stars=stars)


def tabulate_regression(held: HeldDebates, benchmarks: Sequence[Alone], name: str, explained: Explained) -> Exhibit:
    """Return Table 4 or 5; a text with the reason where it cannot be computed."""
    debates = held.main
    try:
        fit = regression([rank_agents(sitting, benchmarks) for sitting in sittings_of(debates)], explained)
    except BeliefError as error:
        return Prose(
            name=name, title=WORDS.exhibits[name].title, paragraphs=(f"Not computed: {error.message}.", error.hint)
        )
    terms = [(term.name, term.coefficient, term.error, term.stars, term.note) for term in fit.terms]
    fits = [("R²", fit.r2), ("adjusted R²", fit.adjusted_r2), ("observations", fit.n)]
    rows = [(*row, *_published_cells(name, row[0])) for row in (*terms, *((*row, None, "", "") for row in fits))]
    return tabulate(name, debates, rows, left_out=fit.left_out)


def rank_agents(sitting: Sitting, benchmarks: Sequence[Alone]) -> Sitting:
    """Return a sitting with its strongest and weakest agent by the benchmark; None where unknown or shared."""
    accuracies = {benchmark.model: benchmark.accuracy for benchmark in benchmarks}
    known = [accuracies[model] for model in sitting.models if model in accuracies]
    if len(known) < len(sitting.models) or known.count(min(known)) > 1:
        return sitting
    # an added agent has the strongest model too, so either of the two is the strongest
    return sitting.model_copy(update={"strongest": known.index(max(known)), "weakest": known.index(min(known))})


def _published_cells(table: str, name: str) -> tuple[Cell, Cell, Cell]:
    """Return the printed coefficient, standard error and stars of a row."""
    printed = read_published("doxa.systems.puzzle", "exhibit", "row").get((table, name))
    if printed is None:
        return None, None, "not printed"
    coefficient = printed["coefficient"]
    whole = int(coefficient) if name == "observations" else coefficient
    return whole, printed.get("error"), "*" * int(printed.get("stars", 0))
