"""Real files of every layout: who speaks, how often, and that no character is lost. samples/README.md says whose."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doxa.conversations.reading import read_conversation
from doxa.errors import CorpusError

SAMPLES = Path(__file__).parent / "samples"

EXPECTED = list(csv.DictReader((SAMPLES / "expected.tsv").read_text().splitlines(), delimiter="\t", quoting=3))


def strings(value: Any) -> Iterator[str]:
    """Yield every string of a JSON value but the names of its fields."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(inner)


def count_characters(path: Path) -> int:
    """Count the characters of a file after decoding: of JSON its strings, of a table its cells below the header."""
    text = path.read_bytes().decode("utf-8-sig")
    if path.suffix in (".json", ".jsonl"):
        values = [json.loads(text)] if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
        return sum(len(string) for value in values for string in strings(value))
    if path.suffix == ".csv":
        lines = text.splitlines(keepends=True)
        separator = ";" if ";" in lines[0] else ","
        return sum(len(cell) for row in list(csv.reader(lines, delimiter=separator))[1:] for cell in row)
    return len(text)


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda row: row["file"])
def test_turns_and_names_are_those_that_a_person_reads(expected):
    read = read_conversation(SAMPLES / expected["file"])
    assert (len(read.said), set(read.speakers)) == (int(expected["turns"]), set(expected["speakers"].split("|")))
    assert read.said[0].text.startswith(expected["first"] or "")
    assert read.said[-1].text.endswith(expected["last"] or "")


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda row: row["file"])
def test_every_character_was_said_or_is_listed_as_dropped(expected):
    path = SAMPLES / expected["file"]
    read = read_conversation(path)
    assert sum(len(said.text) for said in read.said) + sum(read.dropped.values()) == count_characters(path)
    assert read.characters == count_characters(path)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("json_sharegpt.json", "2 conversations in one file"),
        ("vtt_bom_nospeaker.vtt", "no line names its speaker"),
        ("vtt_escaped_entities.vtt", "no line names its speaker"),
        ("slack/users.json", "entry 1: no field with the words"),
        ("slack", "a folder without a conversation"),
    ],
)
def test_what_is_no_conversation_is_refused(file, message):
    with pytest.raises(CorpusError, match=message):
        read_conversation(SAMPLES / file)


def test_replies_name_what_they_answer():
    thread, discord = (read_conversation(SAMPLES / name).said for name in ("thread.jsonl", "discord.json"))
    assert [(said.id, said.reply_to) for said in (*thread, *discord)] == [
        ("c1", "t3_x"), ("c2", "c1"), ("12", ""), ("13", "12"),
    ]  # fmt: skip


def test_a_channel_of_slack_is_read_day_by_day(tmp_path):
    (tmp_path / "users.json").write_text('[{"id": "U1", "name": "ana", "profile": {"display_name": "Ana Sol"}}]')
    (tmp_path / "town").mkdir()
    for day, text in (("2024-01-02", "Second, <@U1>."), ("2024-01-01", "First &amp; foremost.")):
        message = {"type": "message", "user": "U1", "text": text, "ts": "1.0"}
        (tmp_path / "town" / f"{day}.json").write_text(json.dumps([message]))
    said = read_conversation(tmp_path / "town").said
    assert [(one.speaker, one.text) for one in said] == [
        ("Ana Sol", "First & foremost."),
        ("Ana Sol", "Second, @Ana Sol."),
    ]
