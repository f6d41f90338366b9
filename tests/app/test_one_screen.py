"""What judges and papers print: one screen and each disclaimer once; with --verbose everything."""

import math
from pathlib import Path

import pytest

from app.calling import called
from doxa.analysis.exhibit import Prose, Table
from doxa.judging.exhibits.captions import ARITHMETIC, JUDGES, NOTES, natures
from doxa.terminal.console import callable_name, console
from doxa.terminal.exhibits import print_exhibits
from library import Library

WIDTH, SCREEN = 80, 40
DISCLAIMER = "All of it is simulated. Nobody was asked."


def count_lines(text: str) -> int:
    """Return the lines that a text takes on a terminal of 80 columns."""
    return sum(max(1, math.ceil(len(line) / WIDTH)) for line in text.splitlines())


def table(name: str, rows: int) -> Table:
    cells = tuple((f"{name} row {number}", number) for number in range(rows))
    return Table(
        name=name, title=f"The {name}", caption=f"About {name}. {DISCLAIMER}", columns=("what", "n"), rows=cells
    )


TABLES = (
    table("verdict", 5),
    table("votes", 12),
    table("claims", 12),
    Prose(name="why", title="Why", paragraphs=("So.",)),
)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_width", WIDTH)


def test_the_first_exhibits_are_printed_and_the_others_named(capsys) -> None:
    print_exhibits(TABLES)
    told = capsys.readouterr().out
    assert "verdict row 4" in told
    assert "votes row 11" in told
    assert "claims row" not in told
    assert "With --verbose, and on the page: “The claims” and “Why”." in told
    assert told.count(DISCLAIMER) == 1
    assert "About votes." in told


def test_verbose_prints_everything_and_each_disclaimer_once(capsys) -> None:
    print_exhibits(TABLES, verbose=True)
    told = capsys.readouterr().out
    assert "claims row 11" in told
    assert "So." in told
    assert told.count(DISCLAIMER) == 1
    assert "With --verbose" not in told


def test_a_long_table_is_cut_and_says_so(capsys) -> None:
    print_exhibits([table("verdict", 300)])
    told = capsys.readouterr().out
    shown = sum("verdict row" in line for line in told.splitlines())
    assert 10 < shown < SCREEN
    assert f"The verdict, the first {shown} rows" in told
    assert "About verdict." in told
    assert count_lines(told) <= SCREEN


def test_rows_that_wrap_count_as_the_lines_that_they_take(capsys) -> None:
    wide = Table(name="w", title="W", columns=tuple("abcdefgh"), rows=tuple(("x" * 30,) * 8 for _ in range(30)))
    print_exhibits([wide])
    assert count_lines(capsys.readouterr().out) <= SCREEN


def test_a_judged_debate_fits_a_screen_with_one_disclaimer(
    library: Library, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path takes lines of its own
    run = library.copy("union", Path("run"))
    told = called("judge", str(run), "--quiet", capsys=capsys)
    assert count_lines(told) <= SCREEN
    assert "Who won, layer by layer" in told
    assert "Too close to call" in told or "wins" in told
    words = " ".join(told.split())
    for sentence in natures((ARITHMETIC, NOTES, JUDGES), offline=True):
        assert words.count(sentence) == 1
    everything = " ".join(called("judge", str(run), "--quiet", "--verbose", capsys=capsys).split())
    assert "Oral adjudication, clash by clash" in everything
    for sentence in natures((ARITHMETIC, NOTES, JUDGES), offline=True):
        assert everything.count(sentence) == 1
    assert "Oral adjudication" in (next(run.rglob("exhibits.html"))).read_text(encoding="utf-8")


def test_a_reproduction_fits_a_screen(tmp_path: Path, capsys) -> None:
    words = ("really-debate", "table3", "fig2", "--puzzles", "1", "--quiet", "--out", str(tmp_path))
    told = called("reproduce", *words, capsys=capsys)
    assert count_lines(told) <= SCREEN
    assert "With --verbose, and on the page: “" in told


@pytest.mark.parametrize(
    ("argv", "name"), [("doxa", "doxa"), ("/nowhere/doxa", "/nowhere/doxa"), ("bin/x y/doxa", "'bin/x y/doxa'")]
)
def test_calls_are_printed_as_they_can_be_typed(argv: str, name: str, tmp_path: Path, monkeypatch) -> None:
    found = tmp_path / "doxa"
    found.write_text("#!/bin/sh\n")
    found.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for called_by, told in ((argv, name), (str(found), "doxa")):
        monkeypatch.setattr("sys.argv", [called_by])
        callable_name.cache_clear()
        assert callable_name() == told
    callable_name.cache_clear()
