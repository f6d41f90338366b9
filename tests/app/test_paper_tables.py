"""Tables to be pasted into a paper: LaTeX's commands are words there, and the numbers are those of the comparison."""

import re
from pathlib import Path

import pytest

import doxa
from app.calling import called, failed
from doxa.records.cells import write_latex
from library import Library


def test_signs_of_latex_are_words() -> None:
    rows = [("50 % of {a_b} & #1 \\ ~^ $", "−0.5 ± 0.1")]
    assert write_latex(("what", "mean"), rows, (False, True)).splitlines() == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"what & mean \\",
        r"\midrule",
        r"50 \% of \{a\_b\} \& \#1 \textbackslash{} \textasciitilde{}\textasciicircum{} \$ & $-$0.5 $\pm$ 0.1 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize(
    ("form", "row"), [("latex", r"^stance\.violet & (.*) \\\\$"), ("markdown", r"^\| stance\.violet \| (.*) \|$")]
)
def test_a_comparison_is_printed_as_a_table_alone(library: Library, capsys, form: str, row: str) -> None:
    sweep = library("sweep")
    told = called("compare", str(sweep), "--by", "belief.u", "--table", form, capsys=capsys)
    cells = re.split(r" [&|] ", re.findall(row, told, re.MULTILINE)[0])
    effects = doxa.compare(sweep, by="belief.u").effects
    (effect,) = [effect for effect in effects if effect.measure == "stance.violet"]
    assert float(cells[2].replace("$-$", "-").replace("−", "-")) == pytest.approx(effect.difference, abs=5e-4)


def test_a_table_is_not_asked_for_with_json(library: Library, tmp_path: Path, monkeypatch, capsys) -> None:
    words = ("compare", str(library("sweep")), "--by", "belief.u", "--table", "latex", "--json")
    assert "--table prints tables alone" in failed(monkeypatch, capsys, *words)[1]
