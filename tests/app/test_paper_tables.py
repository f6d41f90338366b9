"""Tables to be pasted into a paper: LaTeX's commands are words there, and the numbers are those of the comparison."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import doxa
from app.calling import called, failed
from doxa.records.cells import write_latex, write_latex_text
from library import Library


def test_signs_of_latex_are_words() -> None:
    rows = [("50 % of {a_b} & #1 \\ ~^ $", "−0.5 ± 0.1")]
    assert write_latex(("what", "mean"), rows, (False, True)).splitlines() == [
        r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"what & mean \\",
        r"\midrule",
        r"50 \% of \{a\_b\} \& \#1 \textbackslash{} \textasciitilde{}\textasciicircum{} \$ & $-$0.5 $\pm$ 0.1 \\",
        r"\bottomrule",
        r"\end{tabular}}",
    ]


@pytest.mark.parametrize(
    ("form", "row"),
    [("latex", r"^Violet: final stance & (.*) \\\\$"), ("markdown", r"^\| Violet: final stance \| (.*) \|$")],
)
def test_a_comparison_is_printed_as_a_table_alone(library: Library, capsys, form: str, row: str) -> None:
    sweep = library("sweep")
    told = called("compare", str(sweep), "--by", "belief.u", "--table", form, capsys=capsys)
    cells = re.split(r" [&|] ", re.findall(row, told, re.MULTILINE)[0])
    effects = doxa.compare(sweep, by="belief.u").effects
    (effect,) = [effect for effect in effects if effect.measure == "stance.violet"]
    assert float(cells[2].replace("$-$", "-").replace("−", "-")) == pytest.approx(effect.difference, abs=5e-4)


PAPER = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs,graphicx}
\begin{document}
%s
\end{document}
"""


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex here")
def test_latex_sets_the_tables_and_figures_of_a_sweep(library: Library, tmp_path: Path, capsys) -> None:
    called("compare", str(library("sweep")), "--by", "belief.u,belief.a", "--out", str(tmp_path), capsys=capsys)
    floats = sorted(file.name for file in tmp_path.glob("*.tex"))
    assert floats == [f"compare-by{part}.tex" for part in ("-bootstrap", "-figure", "-unpaired", "")]
    inputs = "".join(f"\\input{{{name}}}\n" for name in floats)
    (tmp_path / "paper.tex").write_text(PAPER % (inputs + write_latex_text("Σ p·ln(1 + s·γ) for θ ≥ ½, “50 %”")))
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "paper.tex"], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-1500:]
    assert b"Overfull" not in done.stdout
    assert (tmp_path / "paper.pdf").stat().st_size > 20_000


def test_a_table_is_not_asked_for_with_json(library: Library, tmp_path: Path, monkeypatch, capsys) -> None:
    words = ("compare", str(library("sweep")), "--by", "belief.u", "--table", "latex", "--json")
    assert "--table prints tables alone" in failed(monkeypatch, capsys, *words)[1]
