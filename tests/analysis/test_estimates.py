"""A cell that is an estimate is written in one way for people, and in full for programs."""

import csv
import io
import math

import pytest

from doxa.analysis.exhibit import Column, Table
from doxa.records.cells import Cell, Estimate, write_cell
from doxa.terminal.exhibits import as_csv, as_markdown

HALF = Estimate(value=-0.5, low=-0.75, high=0.0004, p=0.03125)


def table(*cells: Cell, column: str | Column = "gain") -> Table:
    return Table(
        name="t", title="T", columns=("rule", column), rows=tuple((f"r{n}", cell) for n, cell in enumerate(cells))
    )


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (HALF, "−0.500 [−0.750, 0.000], p = 0.031"),
        (Estimate(value=0.25, low=0.1, high=0.4, p=0.00002), "0.250 [0.100, 0.400], p < 0.001"),
        (Estimate(value=1.0, low=0.5), "1.000 [0.500, –]"),
        (Estimate(value=-0.0001), "0.000"),
    ],
)
def test_an_estimate_reads_as_value_bounds_and_p(cell: Cell, text: str) -> None:
    assert write_cell(cell) == text


def test_its_column_chooses_decimals_and_sign() -> None:
    shown = table(
        Estimate(value=0.5, low=-0.25, high=1.0), column=Column(name="gain", show="number", decimals=1, signed=True)
    )
    assert shown.texts() == [("r0", "+0.5 [−0.2, +1.0]")]
    assert "| r0 | +0.5 [−0.2, +1.0] |" in as_markdown(shown)


def test_a_file_has_value_bounds_and_p_in_full() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(table(HALF, None, 0.125)))))
    assert rows[0] == {"rule": "r0", "gain": "-0.5", "gain low": "-0.75", "gain high": "0.0004", "gain p": "0.03125"}
    assert rows[1] == {"rule": "r1", "gain": "", "gain low": "", "gain high": "", "gain p": ""}
    assert rows[2]["gain"] == "0.125"
    assert as_csv(table(Estimate(value=1.0, low=0.5))) == "rule,gain,gain low,gain high\nr0,1.0,0.5,\n"


def test_what_is_not_defined_is_no_estimate() -> None:
    assert Estimate.of(math.nan, (0.0, 1.0)) is None
    assert Estimate.of(0.5, (math.nan, 1.0)) == Estimate(value=0.5, high=1.0)
