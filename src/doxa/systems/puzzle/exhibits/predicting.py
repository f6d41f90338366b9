"""Tables 4 and 5: predictors of accuracy and agreement, by least squares, with our and the published coefficients."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Prose, Table
from doxa.errors import BeliefError
from doxa.systems.puzzle.exhibits.captions import OUTCOME, caption, title_exhibit
from doxa.systems.puzzle.exhibits.published import FITS, TABLE4, TABLE5
from doxa.systems.puzzle.exhibits.regressions import Explained, Regression, regression
from doxa.systems.puzzle.exhibits.runs import DebateRun, sittings_of

TITLES: dict[Explained, tuple[str, str]] = {
    "smooth": ("table4", "What predicts the share of players that a decision gets right"),
    "agreement": ("table5", "What predicts agreement over rounds"),
}

SHOWS = (
    "Ordinary least squares over debates of all configurations; * p < 0.05, ** p < 0.01, *** p < 0.001. Strong and "
    "weak are the most and the least accurate agent of the single-agent benchmark; debates of teams of one model have "
    "neither and are left out ({left_out}). Team terms are 1 for debates of that team; the text has such terms, two by "
    "its adjusted R², and prints none of them (mixture coefficients). Agreement: the area of the majority's agreement "
    "over rounds, the proposals not counted."
)


def tabulate_regression(debates: Sequence[DebateRun], explained: Explained) -> list[Exhibit]:
    """Return Table 4 or 5; a text with the reason where it cannot be computed."""
    name, title = TITLES[explained]
    try:
        fit = regression(sittings_of(debates), explained)
    except BeliefError as error:
        return [Prose(name=name, title=title, paragraphs=(f"Not computed: {error.message}.", error.hint))]
    return [
        Table(
            name=name,
            title=title_exhibit(title, debates),
            caption=caption(SHOWS.format(left_out=fit.left_out), debates, OUTCOME, intervals=""),
            columns=("variable", "coef.", "std. err.", "sig.", "note", "published", "published err.", "published sig."),
            rows=(*_terms(fit), *_fit(fit)),
            sources=tuple(debate.path for debate in debates),
        )
    ]


def _terms(fit: Regression) -> list[tuple[Cell, ...]]:
    printed = TABLE4 if fit.explained == "smooth" else TABLE5
    return [
        (
            term.name,
            term.coefficient,
            term.error,
            term.stars,
            term.note,
            *printed.get(term.name, (None, None, "not printed")),
        )
        for term in fit.terms
    ]


def _fit(fit: Regression) -> list[tuple[Cell, ...]]:
    r2, adjusted, n = FITS[fit.explained]
    return [
        ("R²", fit.r2, None, "", "", r2, None, ""),
        ("adjusted R²", fit.adjusted_r2, None, "", "", adjusted, None, ""),
        ("observations", fit.n, None, "", "", n, None, ""),
    ]
