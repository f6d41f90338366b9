"""Is the assigned stance visible in the text? Assigned S against the outside judge's reading (section 4.1).

Published: r = .967, slope ≈ .86. Offline, speaker and judge are plain code by the same authors, so the figure
only checks the instrument; it also shows how the judge reads human arguments on a motion that it was not trained on.
"""

from collections.abc import Sequence

from doxa.analysis.comparison import INTERVALS, SIMULATED
from doxa.analysis.exhibit import Cell, Effect, Figure, Line, Panel, Table, natures
from doxa.errors import BeliefError
from doxa.scoring.bootstrap import Interval, Statistic, correlation, line_interval, slope
from doxa.systems.dialogue.exhibits.published import EXPRESSION

Point = tuple[float, float | None]
"""(assigned stance, judged stance); None where the judge could read no stance or gave no answer."""

COLUMNS = (
    "texts",
    "n",
    "missing",
    "r",
    "r low",
    "r high",
    "published r",
    "slope",
    "slope low",
    "slope high",
    "published slope",
    "sign agrees",
)

EFFECTS = (
    Effect(what="that texts express the stance that they were assigned, and that the judge sees it", nature="assumed"),
    Effect(what="how strongly a language model's words follow its assigned stance", nature="needs models"),
)


def expression(
    points: Sequence[Point],
    *,
    offline: bool = True,
    human: Sequence[Point] = (),
    sources: Sequence[str] = (),
) -> tuple[Figure, Table]:
    """Return the scatter of judged against assigned stance, and r and slope with intervals.

    Args:
        points: generated texts.
        human: human arguments, whose assigned stance is their side, −1 or +1.
    """
    check = " (instrument check, simulated offline)" if offline else ""
    words = _caption(points, human, offline)
    figure = Figure(
        name="expression",
        title=f"Assigned and judged stance{check}",
        caption=words,
        panels=(_panel("generated texts", points), *([_panel("human arguments", human)] if human else [])),
        sources=tuple(sources),
    )
    rows = [_row(f"generated{check}", points, published=True)]
    rows += [_row("human arguments", human, published=False)] if human else []
    table = Table(
        name="expression",
        title=f"How well the judge reads the assigned stance{check}",
        caption=words,
        columns=COLUMNS,
        rows=tuple(rows),
        sources=tuple(sources),
    )
    return figure, table


def _caption(points: Sequence[Point], human: Sequence[Point], offline: bool) -> str:
    lost = sum(judged is None for _, judged in (*points, *human))
    words = [
        f"{len(points)} generated texts and {len(human)} human arguments, {lost} of them left out: the judge read no "
        "stance in those.",
        "The line is least squares, judged on assigned stance. A human argument's assigned stance is its side; human "
        "arguments are on a motion of ArgKP's test part, whose labels trained no judge, and not on the generated "
        "texts' motion.",
        INTERVALS.replace("of the mean ", ""),
    ]
    if offline:
        words += ["Offline this is an instrument check.", SIMULATED]
    return " ".join([*words, *natures(EFFECTS, offline)])


def _drop_unjudged(points: Sequence[Point]) -> list[tuple[float, float]]:
    return [(assigned, judged) for assigned, judged in points if judged is not None]


def _panel(title: str, points: Sequence[Point]) -> Panel:
    pairs = sorted(_drop_unjudged(points))
    lines = []
    if pairs:
        assigned, judged = zip(*pairs, strict=True)
        lines.append(Line(label="texts", x=assigned, y=judged, points=True))
    if fitted := _estimate_interval(pairs, slope):
        lines.append(_fit(pairs, fitted.estimate))
    return Panel(
        title=title, x_label="assigned stance", y_label="judged stance", lines=tuple(lines), y_range=(-1.0, 1.0)
    )


def _fit(pairs: Sequence[tuple[float, float]], rise: float) -> Line:
    assigned, judged = zip(*pairs, strict=True)
    intercept = sum(judged) / len(judged) - rise * sum(assigned) / len(assigned)
    ends = (min(assigned), max(assigned))
    return Line(label=f"least squares, slope {rise:.2f}", x=ends, y=tuple(intercept + rise * end for end in ends))


def _row(texts: str, points: Sequence[Point], *, published: bool) -> tuple[Cell, ...]:
    pairs = _drop_unjudged(points)
    r, rise = _estimate_interval(pairs, correlation), _estimate_interval(pairs, slope)
    sided = [assigned * judged > 0 for assigned, judged in pairs if assigned != 0]
    agrees = sum(sided) / len(sided) if sided else None
    return (
        texts,
        len(pairs),
        len(points) - len(pairs),
        *_cells(r),
        EXPRESSION["r"] if published else None,
        *_cells(rise),
        EXPRESSION["slope"] if published else None,
        agrees,
    )


def _estimate_interval(pairs: Sequence[tuple[float, float]], statistic: Statistic) -> Interval | None:
    """Return the statistic with its interval; None where the points allow none."""
    try:
        return line_interval(pairs, statistic)
    except BeliefError:
        return None


def _cells(interval: Interval | None) -> tuple[Cell, Cell, Cell]:
    return (interval.estimate, interval.low, interval.high) if interval else (None, None, None)
