"""Damaged data files, seeded, over all readers: each is read or refused with an error that names the file."""

import csv
import gzip
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from doxa.corpora.aqr import read_aqr
from doxa.corpora.knowledge import load_knowledge
from doxa.corpora.loading import read_own as read_corpus
from doxa.humans.data.registry import read_people
from doxa.judging.readers.debates import read_debate
from doxa.judging.readers.votes import read_votes
from doxa.models.prices import price_list
from doxa.systems.puzzle.files import read_puzzles
from doxa.systems.union.speakers import load_speaker
from fuzzing.mutating import damage_bytes, damage_lines, find_violation
from systems.puzzle.puzzling import GAME

ALL, SAMPLE = 2000, 120
PARTS = 10


def write_lines(*rows: object) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def write_csv(*rows: tuple[object, ...]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


PERSON = {
    "person": "p1", "proposition": "Trees", "group": "g", "initial": 3, "final": 5, "scale": [1, 6], "argued": "for",
    "messages": [{"text": "Shade.", "speaker": "p2", "stance": 4}, {"text": "Roots.", "own": True, "key": "k"}],
}  # fmt: skip
TURNS = (
    {"speaker": "Ann", "side": "pro", "text": "Shade cools.", "motion": "Trees"},
    {"speaker": "Bob", "side": "con", "text": "Roots break.", "kind": "speech", "team": "B"},
    {"speaker": "Ann", "side": "pro", "text": "Do they?", "kind": "point"},
)
ARGUMENTS = (
    {"proposition": "Trees", "text": "Shade cools.", "polarity": 1, "strength": 0.5},
    {"proposition": "Trees", "text": "Roots break.", "polarity": -1},
)
UTTERANCES = (
    {"id": "1", "conversation_id": "c", "speaker": "a", "text": "Shade.", "timestamp": 1},
    {
        "id": "2",
        "conversation_id": "c",
        "speaker": "b",
        "text": "Roots.",
        "timestamp": 2,
        "meta": {"stances": {"a": 0}},
    },
)
TALKS = {"c": {"meta": {"proposition": "Trees", "stances": {"a": {"initial": 0, "final": 0.5}}, "scale": [-1, 1]}}}
SPEAKERS = {"a": {"meta": {}}, "b": {"meta": {"initial": 0.1, "final": 0.2}}}
PRICES = b'[models."compatible:m"]\ninput = 0.5\noutput = 1.5\n'
DEBATE_ROWS = (
    ("event_type", "worker_id", "sender_id", "recipient_id", "field", "agreement_level", "chat_round_order",
     "event_order", "text", "sliderValue", "validity"),
    ("Initial Opinion", "w", "", "", "", "", 0, 1, "", 2, ""),
    ("message_received", "w", "v", "w", "", "", 1, 1, "Shade cools.", "", "valid"),
    ("Post Opinion", "w", "", "", "", "", 9, 1, "", 4, ""),
)  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """Files that one reader reads: ``read`` gets the folder that holds them."""

    files: Mapping[str, bytes]
    read: Callable[[Path], object]


CONVOKIT = {
    "utterances.jsonl": write_lines(*UTTERANCES),
    "speakers.json": write_lines(SPEAKERS),
    "conversations.json": write_lines(TALKS),
}
VOTES = write_csv(("file", "before_pro", "before_con", "after_pro", "after_con"), ("a.csv", 1, 2, 3, 4))
RATED = write_csv(("argument", "topic", "set", "WA", "stance_WA"), ("Shade.", "Trees", "train", 0.5, 1))
ROUND = {
    "id": 1, "target_id": 2, "deployment": "2025-08-11", "persuader": "a model", "audio": False,
    "proposition": "Trees", "initial": 0.2, "final": 0.7, "per_turn": [0.5], "control": False,
    "messages": [{"role": "persuader", "content": "Shade."}, {"role": "target", "content": "Hm."},
                 {"role": "persuader", "content": "Cool."}], 
    "persuader_supports": True, "participant_proposition": True,
}  # fmt: skip

LAYOUTS: dict[str, Layout] = {
    "people.jsonl": Layout(
        {"f.jsonl": write_lines(PERSON, PERSON | {"person": "p2"})}, lambda d: people(d / "f.jsonl")
    ),
    "people.csv": Layout(
        {"f.csv": write_csv(("person", "proposition", "initial", "final", "text"), ("p", "Trees", 0, 0.5, "Shade."))},
        lambda folder: people(folder / "f.csv"),
    ),
    "convokit": Layout(CONVOKIT, lambda folder: read_people("conversation", folder)),
    "debate": Layout({"raw/depth/t/c.csv": write_csv(*DEBATE_ROWS)}, lambda folder: read_people("debate", folder)),
    "rounds": Layout(
        {"human_rounds.jsonl.gz": gzip.compress(write_lines(ROUND))},
        lambda folder: people(folder / "human_rounds.jsonl.gz"),
    ),
    "corpus.jsonl": Layout({"f.jsonl": write_lines(*ARGUMENTS)}, lambda folder: read_corpus(folder / "f.jsonl")),
    "corpus.csv": Layout(
        {"f.csv": write_csv(tuple(ARGUMENTS[0]), tuple(ARGUMENTS[0].values()))},
        lambda folder: read_corpus(folder / "f.csv"),
    ),
    "transcript.jsonl": Layout({"f.jsonl": write_lines(*TURNS)}, lambda folder: read_debate(folder / "f.jsonl")),
    "transcript.csv": Layout(
        {"f.csv": write_csv(("speaker", "side", "text", "motion"), *[(*list(t.values())[:3], "Trees") for t in TURNS])},
        lambda folder: read_debate(folder / "f.csv"),
    ),
    "votes": Layout({"votes.csv": VOTES}, read_votes),
    "rated": Layout({"f.csv": RATED}, lambda folder: read_aqr(folder / "f.csv")),
    "puzzles": Layout(
        {"f.jsonl": write_lines({"game_id": 1, "text_game": GAME}, {"game_id": 2, "text_game": GAME})},
        lambda folder: read_puzzles(folder / "f.jsonl"),
    ),
    "puzzle": Layout({"f.txt": GAME.encode()}, lambda folder: read_puzzles(folder / "f.txt")),
    "prices": Layout({"prices.toml": PRICES}, lambda folder: price_list(str(folder / "prices.toml"))),
    "knowledge": Layout({"a.md": b"# Trees\nShade.\nSource: me\n"}, lambda folder: load_knowledge(str(folder))),
    "speaker": Layout({"bio/a.md": b"# Ann\nAnn plants.\n"}, lambda folder: load_speaker(folder)),
}


def people(path: Path) -> object:
    return read_people(str(path))


def damage_file(name: str, content: bytes, random: Random) -> bytes:
    if name.endswith(".gz") and random.random() < 0.7:
        return gzip.compress(damage_lines(gzip.decompress(content), random))
    return damage_lines(content, random) if ".json" in name and name[-1] in "ln" else damage_bytes(content, random)


def read_damaged(number: int, folder: Path) -> str:
    """Return the violation of reading one damaged layout; '' where it is read or refused."""
    random = Random(f"data {number}")
    layout = LAYOUTS[random.choice(list(LAYOUTS))]
    place = folder / str(number)
    damaged = random.choice(list(layout.files))
    for name, content in layout.files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(damage_file(name, content, random) if name == damaged else content)
    return find_violation(lambda: layout.read(place))


def find_violations(numbers: range, folder: Path) -> dict[int, str]:
    violations = {number: read_damaged(number, folder) for number in numbers}
    return {number: violation for number, violation in violations.items() if violation}


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_undamaged_files_are_read(name: str, tmp_path: Path) -> None:
    for file, content in LAYOUTS[name].files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(content)
    assert LAYOUTS[name].read(tmp_path)


def test_a_sample_of_damaged_files_is_read_or_refused(tmp_path: Path) -> None:
    assert find_violations(range(SAMPLE), tmp_path) == {}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_damaged_files_are_read_or_refused(part: int, tmp_path: Path) -> None:
    numbers = range(part * ALL // PARTS, (part + 1) * ALL // PARTS)
    assert find_violations(numbers, tmp_path) == {}
