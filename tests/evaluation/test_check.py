"""``doxa check``: how a judge reads each argument that a file labels."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from app.calling import failed
from doxa.app.cli import app
from doxa.errors import CorpusError

ROWS = """\
proposition,text,polarity,id
The town should plant trees,Trees cool a street in summer and people live longer there.,pro,shade
The town should plant trees,Roots break the pavement and old people fall.,con,roots
The town should plant trees,Every motion deserves a vote on Tuesday.,pro,vote
Taxes should rise,Higher taxes would ruin small shops.,con,shops
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def check(file: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return what a check of a file prints, whose run lies beside it."""
    with suppress(SystemExit):  # with 1 where most is read otherwise than labelled
        app(["check", str(file), "--runs", str(file.parent / "runs"), *words], result_action="return_value")
    return capsys.readouterr().out


def test_a_check_counts_what_is_read_otherwise(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checked = json.loads(check(file, capsys, "--json"))
    readings = {one["id"]: one["reading"] for one in checked["arguments"]}
    assert list(readings) == ["shade", "roots", "vote", "shops"]
    assert checked["counts"] == {word: list(readings.values()).count(word) for word in checked["counts"]}
    assert checked["otherwise"] == 1 - checked["counts"]["right"] / 4
    assert checked["turned"] == checked["counts"]["wrong"] / 4
    assert all((one["reading"] == "right") == (one["read"] == one["label"]) for one in checked["arguments"])


def test_a_check_of_one_motion_fits_a_terminal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = check(file, capsys, "--motion", "taxes should rise")
    assert "shops" in shown
    assert "shade" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "of 1" in shown
    assert "as the other side" in " ".join(shown.split())


def test_a_check_shows_the_strength_of_the_file_beside_the_judges(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rated.csv"
    rows = [
        "proposition,text,polarity,strength,id",
        "The town should plant trees,Trees cool a street in summer and people live longer there.,pro,0.6,shade",
        "The town should plant trees,Trees are good.,pro,0.9,good",
        "The town should plant trees,Roots break the pavement.,con,,roots",
    ]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    checked = json.loads(check(file, capsys, "--json"))
    by_id = {one["id"]: (one["strength"], one["read_strength"]) for one in checked["arguments"]}
    assert [by_id[id][0] for id in ("shade", "good", "roots")] == [0.6, 0.9, None]
    assert by_id["good"][1] < 0.2 < 0.35 < by_id["shade"][1]
    both = checked["strengths"]
    apart = [abs(by_id[id][0] - by_id[id][1]) for id in ("shade", "good")]
    assert (both["arguments"], both["labelled"]) == (2, 0.75)
    assert both["difference"] == pytest.approx(sum(apart) / 2)
    shown = " ".join(check(file, capsys).split())
    assert "strength of 2: mean 0.75 in the file" in shown
    assert "0.1 says nothing on the proposition" in shown


def test_a_file_without_strengths_says_nothing_of_them(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "strength of" not in check(file, capsys)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bare.csv", "text,polarity,id\nHigher taxes would ruin small shops.,con,shops\n"),
        ("bare.jsonl", '{"text": "Higher taxes would ruin small shops.", "polarity": -1, "id": "shops"}\n'),
    ],
)
def test_the_motion_of_a_file_without_one_is_that_of_the_command(
    name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    checked = json.loads(check(tmp_path / name, capsys, "--motion", "Taxes should rise", "--json"))
    assert [(one["id"], one["proposition"]) for one in checked["arguments"]] == [("shops", "Taxes should rise")]


def test_a_file_that_names_its_motions_is_not_read_under_another(file: Path, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="Rivers should be dammed"):
        app(["check", str(file), "--runs", str(tmp_path / "runs"), "--motion", "Rivers should be dammed"])


def test_a_file_that_the_judge_mostly_misreads_exits_with_1_and_says_what_helps(tmp_path, capsys):
    file = tmp_path / "turned.csv"
    rows = [
        "Voting should be compulsory is a good idea.",
        "We should make voting compulsory.",
        "Voting must be compulsory.",
    ]
    file.write_text("proposition,text,polarity\n" + "".join(f"Voting should be compulsory,{row},con\n" for row in rows))
    with pytest.raises(SystemExit) as ended:
        app(["check", str(file), "--runs", str(tmp_path / "runs")])
    assert ended.value.code == 1
    assert "let a model hear" in " ".join(capsys.readouterr().out.split())


def test_a_conversation_is_checked_by_the_sides_of_its_speakers(tmp_path, capsys):
    path = tmp_path / "talk.md"
    path.write_text(
        "Ann (for): Trees cool a street.\n\nBo (against): Roots break pipes.\n\n**Chair:** Thank you both.\n"
    )
    told = json.loads(check(path, capsys, "--motion", "The town should plant trees", "--json"))
    labelled = [(one["text"], one["label"]) for one in told["arguments"]]
    assert labelled == [("Trees cool a street.", "for"), ("Roots break pipes.", "against")]


@pytest.mark.parametrize(
    ("content", "motion", "why"),
    [
        ("Ann: Shade is good.\n\nAnn: And cool.\n", ["--motion", "Plant trees"], "nobody is on a side"),
        ("Ann (for): Shade is good.\n", [], "does not say what it is about"),
        ("No name here.\n", [], "a corpus file is CSV, JSON lines or a scenario"),
    ],
)
def test_a_conversation_without_sides_or_motion_is_refused(tmp_path, monkeypatch, capsys, content, motion, why):
    path = tmp_path / "talk.md"
    path.write_text(content)
    code, told = failed(monkeypatch, capsys, "check", str(path), *motion)
    assert code == 2
    assert why in told
