"""``doxa puzzle`` as a person and as a program meets it."""

import json
import sys
from pathlib import Path

import pytest

from doxa.app.cli import app, main
from doxa.systems.puzzle.files import read_puzzles


def called(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    app(["puzzle", *words], result_action="return_value")
    return capsys.readouterr().out


def failed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    """Return what a call that fails prints, and its errors."""
    monkeypatch.setattr(sys, "argv", ["doxa", "puzzle", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code in (1, 2)
    captured = capsys.readouterr()
    return captured.out, captured.err


@pytest.fixture
def file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "puzzles.jsonl"
    told = called("make", "--players", "4..6", "--count", "3", "--seed", "7", "--out", str(path), capsys=capsys)
    assert f"9 puzzles in {path}: " in told
    return path


def test_a_file_is_made_and_solved_in_its_order(file, capsys):
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [one["game_id"] for one in rows] == [f"{size}-{n}" for size in (4, 5, 6) for n in (1, 2, 3)]
    told = [json.loads(line) for line in called("solve", str(file), "--json", capsys=capsys).splitlines()]
    assert [one["game_id"] for one in told] == [one["game_id"] for one in rows]
    for one, row in zip(told, rows, strict=True):
        (solution,) = one["solutions"]
        assert "".join(f"{name} is a {role}.\n" for name, role in solution.items()) == row["text_solution"]
    # 4 · 2³ assignments have one spy among four; the last statement leaves one
    assert (rows[0]["assignments_left"][0], rows[0]["assignments_left"][-1]) == (32, 1)


def test_the_same_call_again_is_the_same_file_and_another_does_not_replace_it(file, capsys, monkeypatch):
    before = file.read_bytes()
    called("make", "--players", "4,5,6", "--count", "3", "--seed", "7", "--out", str(file), capsys=capsys)
    assert file.read_bytes() == before
    other = ("make", "--players", "4", "--count", "1", "--seed", "8", "--out", str(file))
    assert "exists with other content" in failed(monkeypatch, capsys, *other)[1]
    assert file.read_bytes() == before
    called(*other, "--force", capsys=capsys)
    assert len(read_puzzles(file)) == 1


def test_a_person_is_told_solutions_the_way_there_and_how_hard(file, capsys):
    assert "9 of 9 have the solution that the file gives." in called("solve", str(file), capsys=capsys)
    explained = called("solve", str(file), "--game", "5-2", "--explain", capsys=capsys)
    assert [word in explained for word in ("Suppose ", "Contradiction: ", "So ")] == [True] * 3
    shown = called("show", str(file), "--game", "5-2", "--solution", capsys=capsys)
    assert shown.startswith(json.loads(file.read_text().splitlines()[4])["text_game"])
    assert "the hints" in shown


def test_what_answering_one_role_everywhere_would_score_is_told(tmp_path, capsys):
    # all players are spies, in every puzzle
    path = tmp_path / "spies.jsonl"
    told = called("make", "--players", "3", "--spies", "3", "--count", "2", "--out", str(path), capsys=capsys)
    assert told.endswith("0% knights, 0% knaves, 100% spies\n")


def test_puzzles_without_a_single_solution_are_counted(tmp_path, capsys):
    path = tmp_path / "knights.txt"
    blocks = [f"---\nPlayer name: {name}\nPlayer statement: I am a knight.\n" for name in ("Ada", "Ben", "Cleo")]
    path.write_text(
        "".join(blocks) + "---\nMessage from the game manager: Among all players, there is exactly one spy.\n"
    )
    # nothing is ruled out: 3 · 2² assignments with one spy
    (told,) = called("solve", str(path), "--json", capsys=capsys).splitlines()
    assert (json.loads(told)["game_id"], len(json.loads(told)["solutions"])) == ("knights", 12)
    assert "12 solutions" in called("solve", str(path), capsys=capsys)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda lines: [lines[0], "{", *lines[2:]], "line 2: expected a JSON object, found '{'"),
        (lambda lines: ["Who is what?", *lines[1:]], "line 1: expected a JSON object, found 'Who is what?'"),
        (lambda lines: ["[" + lines[0] + "]"], "line 1: expected a JSON object, found '[{"),
        (lambda lines: [lines[0].replace("exactly one spy", "one spy")], "line 1: game 4-1, text_game, line "),
        (lambda lines: [], "there is no puzzle in it"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(file, change, expected, capsys, monkeypatch):
    file.write_text("\n".join(change(file.read_text().splitlines())))
    _, told = failed(monkeypatch, capsys, "solve", str(file), "--json")
    assert str(file) in told
    assert expected in told


def test_a_puzzle_that_cannot_be_read_costs_no_other_and_the_call_fails(file, capsys, monkeypatch):
    lines = file.read_text().splitlines()
    bad = json.loads(lines[3]) | {"text_game": "---\nPlayer name: Ada\n"}
    uncompared = json.loads(lines[5]) | {"raw_solution": "1, 2"}
    # files joined to one: the first id again, and solved again
    file.write_text("\n".join([*lines[:3], json.dumps(bad), "{", json.dumps(uncompared), "", lines[0]]))
    out, errors = failed(monkeypatch, capsys, "solve", str(file), "--json")
    assert [json.loads(one)["game_id"] for one in out.splitlines()] == ["4-1", "4-2", "4-3", "5-3", "4-1"]
    faults = (
        "4: game 5-1, text_game, line",
        "5: expected a JSON object, found '{'",
        "6: game 5-3: expected raw_solution",
    )
    assert [fault for fault in faults if f"line {fault}" not in errors] == []


def test_puzzles_of_one_id_are_told_apart_by_line(file, capsys, monkeypatch):
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines, "", lines[1].replace('"4-2"', '"4-1"')]))
    called("show", str(file), "--line", "11", capsys=capsys)
    app(["puzzle", "solve", str(file), "--game", "4-1", "--json"], result_action="return_value")
    told = capsys.readouterr()
    rows = [json.loads(row) for row in told.out.splitlines()]
    assert [(row["line"], row["game_id"]) for row in rows] == [(1, "4-1"), (11, "4-1")]
    assert "1 of the game_ids stand in an earlier line already" in " ".join(told.err.split())


def test_a_solution_in_words_that_contradicts_the_numbers_is_told(file, capsys):
    row = json.loads(file.read_text().splitlines()[0])
    wrong = {"knight": "knave", "knave": "spy", "spy": "knight"}
    words = row["text_solution"].splitlines()
    first = words[0].rstrip(".").rpartition(" ")
    words[0] = f"{first[0]} {wrong[first[2]]}."
    file.write_text(json.dumps(row | {"text_solution": "\n".join(words)}))
    app(["puzzle", "solve", str(file)], result_action="return_value")
    told = capsys.readouterr()
    assert f"text_solution contradicts raw_solution on {first[0].split()[0]}" in " ".join(told.err.split())
    assert "1 of 1 have the solution that the file gives" in told.out


def test_many_puzzles_that_cannot_be_read_are_counted(tmp_path, capsys, monkeypatch):
    path = tmp_path / "wrong.jsonl"
    path.write_text("Who is what?\n" * 30)
    _, told = failed(monkeypatch, capsys, "solve", str(path))
    assert told.count("expected a JSON object") == 20
    assert "… and 10 more" in told


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("make", "--players", "4x"), "not a number of players"),
        (("make", "--players", "13"), "3 to 12 players"),
        (("make", "--players", "4", "--spies", "5"), "cannot have 5 spies"),
        (("make", "--count", "0"), "at least 1"),
        (("show", "--hints", "-1"), "-1 hints"),
        (("solve", "nowhere.jsonl"), "nowhere.jsonl: No such file"),
    ],
)
def test_what_cannot_be_asked(words, expected, capsys, monkeypatch):
    assert expected in failed(monkeypatch, capsys, *words)[1]


def test_an_unknown_game_is_named(file, capsys, monkeypatch):
    assert "no puzzle has the game_id '7-1'" in failed(monkeypatch, capsys, "solve", str(file), "--game", "7-1")[1]
