"""Results of analysis as notebooks show them; ``records.notebook`` writes the markup.

The values come from modules that import this one, so that types alone are imported from there.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from doxa.analysis.bars import sum_bars
from doxa.records.extras import install_command
from doxa.records.notebook import (
    Markup,
    bars,
    curves,
    paragraph,
    paragraphs,
    picture,
    remark,
    render,
    section,
    table,
    title,
)

if TYPE_CHECKING:
    from doxa.analysis.exhibit import Cell, Figure, Prose, Table
    from doxa.analysis.explain import Explanation
    from doxa.analysis.verify import Verification
    from doxa.analysis.what_if import WhatIf

MOST_BARS = 8
MOST_RECORDS = 10
MOST_NOTES = 8
"""More bars, records and notes are counted and not shown."""


def show_table(shown: "Table") -> str:
    """Return a table as HTML."""
    return render(title(shown.title), table(shown.columns, shown.rows), remark(shown.caption))


def show_prose(prose: "Prose") -> str:
    """Return prose as HTML."""
    return render(title(prose.title), paragraphs(prose.paragraphs), remark(prose.caption))


def show_figure(figure: "Figure", svg: str | None) -> str:
    """Return a figure as HTML; without a drawing its numbers, and what to install."""
    if svg is not None:
        return render(picture(svg, figure.title), remark(figure.caption))
    missing = f"Not drawn: matplotlib is not installed. {install_command('plots')}"
    return render(title(figure.title), paragraph(missing), _tabulate_points(figure), remark(figure.caption))


def show_explanation(explanation: "Explanation") -> str:
    """Return an explanation as HTML: its sentence, the turning points, what moved the stance, what counts now."""
    points = [(point.note, point.kind, point.before, point.after) for point in explanation.turning]
    parts = sum_bars(bar for move in explanation.moves for bar in move.bars)
    texts = explanation.texts | explanation.quoted
    active = [row for row in explanation.ledger if row.active]
    records = [(row.claim, texts.get(row.claim, row.text), row.contribution, row.shapley) for row in active]
    moved = bars([(bar.part, bar.label or bar.source, texts.get(bar.source, "")) for bar in parts], MOST_BARS)
    return render(
        title(explanation.sentence),
        table(("when", "what", "before", "after"), points) if points else section(),
        *((remark("What moved the stance most, summed over all rounds:"), moved) if parts else ()),
        *((remark("What counts now:"), _tabulate_records(explanation.unit, records)) if records else ()),
    )


def show_what_if(recomputed: "WhatIf") -> str:
    """Return a what-if as HTML: the stances as recorded and as recomputed."""
    rows: list[tuple[Cell, ...]] = []
    for agent, points in recomputed.curves.items():
        first, last = points[0], points[-1]
        gap = None if last.stance is None or last.recorded is None else last.stance - last.recorded
        rows.append((agent, first.recorded, first.stance, last.recorded, last.stance, gap))
    asked = [f"{path} = {setting}" for path, setting in recomputed.set.items()]
    asked += [f"without {claim}" for claim in recomputed.without]
    return render(
        title("What if " + ", ".join(asked)),
        curves(
            {agent: [point.stance for point in points] for agent, points in recomputed.curves.items()},
            {agent: [point.recorded for point in points] for agent, points in recomputed.curves.items()},
        ),
        remark("Lines: recomputed. Dashed: as recorded."),
        table(("agent", "start", "start if", "end", "end if", "difference"), rows),
        paragraphs(recomputed.notes, MOST_NOTES),
    )


def show_verification(verification: "Verification") -> str:
    """Return a verification as HTML: its status, and the problems if there are any."""
    counts = f"{verification.events:,} events, {verification.moves:,} belief moves recomputed and equal"
    problems = [(problem.event, problem.key, problem.what) for problem in verification.problems]
    return render(
        title(f"{verification.status}: {verification.path}"),
        remark(counts),
        table(("event", "key", "problem"), problems) if problems else section(),
        paragraphs(verification.notes, MOST_NOTES),
    )


def _tabulate_records(unit: str | None, records: "Sequence[tuple[Cell, ...]]") -> Markup:
    columns = ("record", "what it says", f"to {unit or 'the belief'}", "Shapley share of S")
    return table(columns, records, most=MOST_RECORDS)


def _tabulate_points(figure: "Figure") -> Markup:
    rows: list[tuple[Cell, ...]] = [
        (panel.title, line.label, x, y)
        for panel in figure.panels
        for line in panel.lines
        for x, y in zip(line.x, line.y, strict=True)
    ]
    return table(("panel", "line", "x", "y"), rows)
