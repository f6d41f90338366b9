"""Cells of exhibits: a spreadsheet runs none of them as a formula, and numbers stay numbers."""

import csv
import io

import pytest

from doxa.analysis.exhibit import Table
from doxa.terminal.exhibits import as_csv

FORMULAS = ("=1+1", "+SUM(A1)", "-2+3", "@cmd", "\t=1", " =1", '=HYPERLINK("http://h")', "＝1+1")


def cells(*row: object) -> list[str]:
    table = Table(name="t", title="t", caption="", columns=tuple("abc"[: len(row)]), rows=(row,))  # type: ignore[arg-type]
    return list(csv.reader(io.StringIO(as_csv(table), newline="")))[1]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_looks_like_a_formula_is_guarded(text: str) -> None:
    assert cells(text) == [f"'{text}"]


def test_a_lone_carriage_return_does_not_begin_a_row() -> None:
    assert cells("\r=1", "a\r\nb") == ["'\n=1", "a\nb"]


def test_numbers_words_and_missing_cells_stay() -> None:
    assert cells(-0.5, "a = b", None) == ["-0.5", "a = b", ""]
    assert cells("-0.5", "+1e3", 3) == ["-0.5", "+1e3", "3"]


def test_names_of_columns_are_guarded_too() -> None:
    assert as_csv(Table(name="t", title="t", caption="", columns=("=x",), rows=())) == "'=x\n"
