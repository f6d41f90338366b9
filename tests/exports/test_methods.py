"""The paragraph for a methods section says what the logs say, and no more."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import doxa
from app.calling import called, failed
from doxa.experiments.sitting import run
from doxa.log.seals import seal_of
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import performer_for
from library import Library


def test_a_sweep_is_told_with_what_varies_and_what_does_not(library: Library, capsys) -> None:
    sweep = library("sweep")
    told = called("methods", str(sweep), capsys=capsys)
    assert f"We made 8 runs of the protocol dialogue with doxa {doxa.__version__}; 8 finished." in told
    assert "openness (u) (0.2 and 0.8)" in told
    assert "anchoring (a) (0.5 and 1.0)" in told
    assert "rounds = 1" in told
    (seed,) = {doxa.open_run(path).spec.seed for path in sweep.iterdir() if path.is_dir()}
    assert f"The seed was {seed}, the replicate 0 and 1;" in told
    calls = sum(len(doxa.open_run(path).calls()) for path in sweep.iterdir() if path.is_dir())
    assert f"by offline ({calls:,} calls)" in told
    assert "In 8 runs: Plain code put together, offline, what Violet said" in told
    assert f"The seal is {seal_of(sweep)};" in told
    assert re.search(rf"The doxa authors\. .* \(version {doxa.__version__}\)\. https://", told)
    assert not re.search(r"belief\.|script\.|None", told)


def test_a_run_is_told_with_its_agents_and_who_judged_it_afterwards(library: Library, tmp_path: Path, capsys) -> None:
    run = library.copy("debate", tmp_path / "run")
    assert "read afterwards" not in called("methods", str(run), capsys=capsys)
    called("stances", str(run), "--quiet", capsys=capsys)
    told = called("methods", str(run), capsys=capsys)
    assert "Agents were Violet (for) and Cobalt (against). Stances followed the belief rule log_odds." in told
    assert "“We should introduce compulsory voting”" in told
    assert "Runs were read afterwards: judge by offline" in told


def test_a_run_without_an_end_has_no_seal_and_counts_as_unfinished(library: Library, tmp_path: Path, capsys) -> None:
    run = library.copy("debate", tmp_path / "run")
    events = run / "events.jsonl"
    events.write_bytes(b"".join(events.read_bytes().splitlines(keepends=True)[:-1]))
    told = called("methods", str(run), capsys=capsys)
    assert "We made 1 run of the protocol dialogue" in told
    assert "; 0 finished." in told
    assert "There is no seal: a run has no end yet." in told


def test_a_language_model_is_named_with_its_temperature(tmp_path: Path, capsys) -> None:
    def make(settings, conditions=None):
        return (
            ScriptedPerformer(lambda request: "Turnout rises.")
            if settings.model.startswith("test:")
            else performer_for(settings)
        )

    changes = {"script.rounds": 1, "models.speaker": "test:voice", "models.speaker.temperature": 0.3}
    run("compulsory-voting", out=tmp_path / "run", changes=changes, make=make)
    told = called("methods", str(tmp_path / "run"), capsys=capsys)
    assert "speaker by test:voice (2 calls)" in told
    assert "Models were sampled thus: speaker at temperature 0.3." in told
    assert "put together" not in told


def test_a_folder_without_runs_is_refused(tmp_path: Path, monkeypatch, capsys) -> None:
    assert "holds no run" in failed(monkeypatch, capsys, "methods", str(tmp_path))[1]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex here")
def test_latex_sets_the_paragraph(library: Library, tmp_path: Path, capsys) -> None:
    paragraph = called("methods", str(library("sweep")), "--format", "latex", capsys=capsys)
    paper = f"\\documentclass{{article}}\\usepackage[T1]{{fontenc}}\\begin{{document}}\n{paragraph}\\end{{document}}\n"
    (tmp_path / "paper.tex").write_text(paper)
    done = subprocess.run(["pdflatex", "-halt-on-error", "paper.tex"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-1500:]
