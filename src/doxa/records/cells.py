"""Cells of tables for people, the same in the terminal, in Markdown, on pages and in notebooks."""

from doxa.records.visible import visible

MISSING = "–"


def write_cell(cell: str | float | int | None) -> str:
    """Return a cell for people: three decimals, a real minus sign, a dash for a missing value."""
    if cell is None:
        return MISSING
    return f"{round(cell, 3) + 0.0:.3f}".replace("-", "−") if isinstance(cell, float) else visible(str(cell))
