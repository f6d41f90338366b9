"""Cells of tables, and how people see them: the same in the terminal, in Markdown, on pages and in notebooks."""

import math
from collections.abc import Iterable, Sequence
from typing import Self

from doxa.records.base import Record
from doxa.records.outside import visible

MISSING = "–"


class Estimate(Record):
    """An estimated number with its interval, and the p of a test where there is one."""

    value: float
    low: float | None = None
    high: float | None = None
    p: float | None = None

    @classmethod
    def of(cls, value: float, bounds: tuple[float, float] | None = None, p: float | None = None) -> "Self | None":
        """Return an estimate; None where the value is not defined (NaN or infinite), as a bound then is."""
        if not math.isfinite(value):
            return None
        low, high = (bound if math.isfinite(bound) else None for bound in bounds or (math.nan, math.nan))
        return cls(value=value, low=low, high=high, p=p)


Cell = str | float | int | Estimate | tuple[float | int, ...] | tuple[str, ...] | None
"""A cell of a table: text, a number, an estimate, counts in equal cells, or ids of quotes; None is a missing value."""


def write_number(number: float | int | None, decimals: int = 3, *, signed: bool = False) -> str:
    """Return a number for people, with a real minus sign and no negative zero; a missing one as a dash."""
    if number is None:
        return MISSING
    return f"{round(number, decimals) + 0.0:{'+' if signed else ''}.{decimals}f}".replace("-", "−")


def signed(value: float | None, decimals: int = 2) -> str:
    """Return a stance or an effect with its sign; a missing value as a dash."""
    return MISSING if value is None else f"{value:+.{decimals}f}".replace("-", "−")


NAMED = 3
"""The most names that a list in words names."""


def join_names(names: Sequence[str], most: int = NAMED) -> str:
    """Return names as a list in words; of many the first, and how many more there are."""
    listed = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"


def write_p(p: float) -> str:
    """Return a p value for people; a small one as a bound."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def write_cell(cell: Cell, decimals: int = 3, *, signed: bool = False) -> str:
    """Return a cell for people: fractions with a few decimals, integers in full, a dash for a missing value."""
    match cell:
        case float():
            return write_number(cell, decimals, signed=signed)
        case Estimate(value=value, low=low, high=high, p=p):
            ends = (write_number(end, decimals, signed=signed) for end in (low, high))
            bounds = "" if low is None and high is None else f" [{', '.join(ends)}]"
            test = "" if p is None else f", p {write_p(p)}" if p < 0.001 else f", p = {write_p(p)}"
            return f"{write_number(value, decimals, signed=signed)}{bounds}{test}"
        case tuple():
            return " ".join(visible(str(part)) for part in cell)
        case None:
            return MISSING
    return visible(str(cell))


LATEX = str.maketrans({
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "±": r"$\pm$",
    "≥": r"$\ge$", "≤": r"$\le$", "×": r"$\times$", "Δ": r"$\Delta$", "…": r"\dots{}", "–": "--", "—": "---",
    "“": "``", "”": "''", "’": "'", "<": r"$<$", ">": r"$>$", "|": r"$|$", "→": r"$\to$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "α": r"$\alpha$", "γ": r"$\gamma$", "θ": r"$\theta$", "σ": r"$\sigma$", "Σ": r"$\Sigma$", "·": r"$\cdot$",
})  # fmt: skip


def write_latex_text(text: str) -> str:
    """Return a text as LaTeX sets it, in one line; its commands and signs are words."""
    return visible(" ".join(text.split())).translate(LATEX)


SHRUNK = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
"""What goes before a table that is to shrink where it is wider than its column."""


def write_latex(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[bool]) -> str:
    """Return a LaTeX tabular with the rules of booktabs, which shrinks to its column.

    Args:
        numbers: for each column whether it is set flush right.
    """
    head, *lines = [" & ".join(map(write_latex_text, row)) for row in (columns, *rows)]
    form = "".join("r" if is_number else "l" for is_number in numbers)
    parts = [SHRUNK, f"\\begin{{tabular}}{{{form}}}", r"\toprule", f"{head} \\\\", r"\midrule"]
    return "\n".join([*parts, *(f"{line} \\\\" for line in lines), r"\bottomrule", r"\end{tabular}}"])


def write_markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; a line break in a cell becomes a space, and a bar is escaped."""
    every = [[" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in (columns, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in every]
    lines.insert(1, "|" + "---|" * len(columns))
    return "\n".join(lines)
