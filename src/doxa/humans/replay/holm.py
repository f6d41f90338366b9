"""The p values of a report, corrected for how many there are: none is left to look small by number alone."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Cell, Exhibit, Table
from doxa.records.cells import write_p
from doxa.scoring.significance import correct_holm

P_COLUMNS = ("p", "paired p")
"""Columns of tables whose numbers are p values."""

HOLM = "p, Holm"


def correct_tables(exhibits: Sequence[Exhibit]) -> tuple[list[Exhibit], list[float]]:
    """Return the exhibits with a corrected p beside every p of every table, and all corrected p values."""
    values = [p for exhibit in exhibits for p in _values(exhibit)]
    corrected = [p for p in correct_holm(values) if p is not None]
    remaining = iter(corrected)
    count = len(values)
    return [
        _with_corrected(exhibit, [next(remaining) for _ in _values(exhibit)], count) for exhibit in exhibits
    ], corrected


def _values(exhibit: Exhibit) -> list[float]:
    place = _p_column(exhibit)
    if not isinstance(exhibit, Table) or place is None:
        return []
    return [float(p) for row in exhibit.rows if isinstance(p := row[place], (int, float))]


def _p_column(exhibit: Exhibit) -> int | None:
    names = exhibit.names if isinstance(exhibit, Table) else ()
    return next((place for place, name in enumerate(names) if name in P_COLUMNS), None)


def _with_corrected(exhibit: Exhibit, corrected: list[float], count: int) -> Exhibit:
    place = _p_column(exhibit)
    if not isinstance(exhibit, Table) or place is None or not corrected:
        return exhibit
    remaining = iter(corrected)
    rows: list[tuple[Cell, ...]] = []
    for row in exhibit.rows:
        p = row[place]
        pair = (write_p(p), write_p(next(remaining))) if isinstance(p, (int, float)) else (None, None)
        rows.append((*row[:place], *pair, *row[place + 1 :]))
    return exhibit.model_copy(
        update={
            "columns": (*exhibit.columns[: place + 1], HOLM, *exhibit.columns[place + 1 :]),
            "rows": tuple(rows),
            "caption": f"{exhibit.caption} “{HOLM}” is corrected for the {count} p values of this report.",
        }
    )
