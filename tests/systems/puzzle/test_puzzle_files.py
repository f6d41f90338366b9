"""Files of puzzles are debated by line: one run, a sweep, and the exhibits of the paper."""

import json
from pathlib import Path

import pytest

from doxa.errors import ScenarioError, UsageError
from doxa.experiments.planning import plan
from doxa.experiments.reproductions import Order, reproduced
from doxa.experiments.scenario import load_scenario
from doxa.systems.puzzle.files import as_lines, describe_puzzles
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.reproduction import Configuration, choose_size, choose_sizes


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two puzzles of three players and two of four, with ids that repeat, and one solution in words that is wrong."""
    puzzles = [puzzle for size in (3, 4) for puzzle in generate(Sort(players=size, spies=1, hints=0), 2, 5)]
    rows = [
        json.loads(line) | {"game_id": number % 2 + 1} for number, line in enumerate(as_lines(puzzles).splitlines())
    ]
    rows[3]["text_solution"] = rows[3]["text_solution"].replace("knave", "spy")
    path = tmp_path / "few.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def spec_of(file, replicate=0, **changes):
    return plan(load_scenario("puzzles/anchor", {"script.puzzles": str(file), **changes}), replicate)


def test_replicates_take_the_lines_of_a_file_in_order(file):
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    specs = [spec_of(file, replicate) for replicate in range(4)]
    assert [spec.script["puzzle"] for spec in specs] == [row["text_game"] for row in rows]
    assert [(spec.script["line"], spec.script["size"]) for spec in specs] == [(1, 3), (2, 3), (3, 4), (4, 4)]
    assert {spec.script["puzzles"] for spec in specs} == {"few.jsonl"}
    assert specs[2].script["remarks"] == "game_id 1. game_id 1 stands in line 1 already"
    assert "text_solution contradicts raw_solution" in specs[3].script["remarks"]


def test_a_line_names_a_puzzle(file):
    assert spec_of(file, 3, **{"script.line": 2}).script == spec_of(file, 1).script | {"line": 2}


@pytest.mark.parametrize(
    ("changes", "replicate", "expected"),
    [
        ({}, 4, "has 4 puzzles, and replicate 4 would have number 5"),
        ({"script.line": 9}, 0, "line 9 of .* is no puzzle"),
        ({"script.puzzle": "Player name: Ann"}, 0, "script.puzzle is set too"),
        ({"script.puzzles": "nowhere.jsonl"}, 0, "script.puzzles: nowhere.jsonl: No such file"),
        ({"script.puzzles": "", "script.line": 1}, 0, "there is no file of puzzles"),
    ],
)
def test_what_a_file_does_not_have_is_refused(file, changes, replicate, expected):
    with pytest.raises(ScenarioError, match=expected):
        spec_of(file, replicate, **changes)


def test_a_puzzle_without_one_solution_is_named_by_its_line(file):
    row = json.loads(file.read_text().splitlines()[0])
    loose = (
        "".join(f"---\nPlayer name: {name}\nPlayer statement: I am a knight.\n" for name in ("Ann", "Ben", "Cas"))
        + "---\nMessage from the game manager: Among all players, there is exactly one spy.\n"
    )
    file.write_text(json.dumps({"game_id": row["game_id"], "text_game": loose}))
    with pytest.raises(ScenarioError, match=r"few\.jsonl, line 1: the puzzle has 12 solutions"):
        spec_of(file)


def test_a_reproduction_takes_the_sizes_and_the_oddities_of_its_files(file, tmp_path):
    order = Order(out=tmp_path, files=(file,))
    for factor, sizes, chosen in (("A", (4, 6, 8), 4), ("C6", (5, 7), 3), ("C2", (6, 8), 4)):
        configuration = Configuration(name="A", factor=factor, sizes=sizes, usual=(4, 6, 8))
        assert choose_sizes(order, configuration) == (chosen,)
    assert choose_size(order, 6) == 4
    about = describe_puzzles(order.files)
    phrases = (
        "Puzzles by line of few.jsonl: 2 of 3 players, 2 of 4 players.",
        "Lines with the game_id of an earlier line of their file: 2.",
        "Lines whose solutions contradict each other or cannot be read: 1, first few.jsonl, line 4",
    )
    assert [phrase for phrase in phrases if phrase not in about] == []


def test_a_reproduction_debates_the_puzzles_of_its_files(file, tmp_path):
    order = Order(out=tmp_path / "out", files=(file,), trials=1)
    table = next(
        one for one in reproduced("really-debate", ("fig6",), order, lambda *words: None) if "numbers" in one.name
    )
    assert {row[1] for row in table.rows} == {4}
    spec = json.loads((tmp_path / "out/debates/het-mix-b-rated/size-4/k0/spec.json").read_text())
    assert spec["script"]["puzzle"] == json.loads(file.read_text().splitlines()[2])["text_game"]
    assert "Puzzles by line of few.jsonl" in table.caption


def test_other_papers_take_no_file(file, tmp_path):
    with pytest.raises(UsageError, match="takes no file of puzzles"):
        reproduced("policy-prompts", (), Order(out=tmp_path, files=(file,)), lambda *words: None)
