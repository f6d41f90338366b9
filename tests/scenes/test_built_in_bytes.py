"""Built-in runs keep their bytes: spec.json and events.jsonl of every scenario, a judgement, an ensemble and a replay.

The hashes are of doxa at b404e8b, before systems had folders of their own. They change only in a commit that names the
reason. Two scenarios have fewer listeners here than by default; the rest is as ``doxa run NAME`` makes it.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

import doxa
from doxa.experiments.shipped import builtin_scenarios
from doxa.humans.data.people import sample_people
from doxa.humans.data.registry import read_people
from doxa.humans.replay.folds import SEED
from doxa.humans.replay.replaying import ReplaySettings, context_for, listen
from doxa.models.embedded import embedder
from doxa.records.spec import Hearing

FEWER = {"million": {"script.listeners": 20_000}, "feed-audience": {"script.audience.listeners": 5_000}}

HASHES = {
    "compulsory-voting": ("513daa4f55c6ee8d", "25f0ba523dd9a245"),
    "counter-arguments": ("fffae12c026f60cf", "62a1290bf168d104"),
    "education": ("0515beaab5782531", "735334635bae5934"),
    "expression": ("8d70e0af011cf56e", "ce8ed33124029438"),
    "feed": ("2bcc843412491912", "9c324894dd133bb7"),
    "feed-audience": ("e76eca30b4edc941", "ef1b566ef909cefd"),
    "land": ("ef4690ac889a8204", "f17cb4f2df776a32"),
    "land-beliefs": ("f85b2378c6c2f176", "6be7cf168fc6d70f"),
    "land-five": ("1356d57050f7f990", "a434656a6be0ce5b"),
    "maternity-ward": ("ddee09353030cd2a", "6bd236ff84f135da"),
    "million": ("ecf711f7127d4c4a", "33d7e86bb1f84036"),
    "persuasion": ("38ee5736b0928447", "3fc0cf1a94ffec2f"),
    "puzzles/anchor": ("434f7f4cb85383ea", "f65e7b6bfe46134a"),
    "puzzles/votes": ("9faeb1a0cb51a0ff", "d083b0e69df750ea"),
    "union": ("b8a7b3daf537b9f7", "22bc8b6406bee36a"),
    "judgement": ("36b750bb6c7c8dfb", "0e662e8e20a762ed"),
    "styles of an ensemble": ("6bd9f42fb39d052d", "a746ba3c65c9cc63"),
    "debate of an ensemble": ("4effc258be4800da", "df8d315624d23b9a"),
    "judgement of an ensemble": ("69408c6e5569b4d7", "ddd6023c223a0ae9"),
    "replay": ("48f8ce5538b41a03", "837b8ceb82046ffb"),
}
"""Run → the first sixteen digits of the SHA-256 of its spec.json and of its events.jsonl."""

POINTS = ("Trees cool a street in summer", "Roots break the pavement", "Pruning costs a town more every year",
          "Nobody can tell what trees would change")  # fmt: skip
VECTORS = "39b817265c16f5e2"
"""Hash of the vectors of all pairs of POINTS where the hashes above were taken."""


def short_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


@pytest.fixture(scope="module", autouse=True)
def same_arithmetic() -> None:
    """Skip on a processor that rounds vectors differently: a log contains their hashes, so that all bytes differ."""
    texts = [f"{first}, and {second.lower()}" for first in POINTS for second in POINTS]
    if short_hash(b"".join(embedder().rows(texts))) != VECTORS:
        pytest.skip("this processor rounds vectors otherwise than the one on which the hashes were taken")


def hashes(run: Path) -> tuple[str, str]:
    return short_hash((run / "spec.json").read_bytes()), short_hash((run / "events.jsonl").read_bytes())


def doxa_command(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "doxa.app.cli", *map(str, words)], check=True, capture_output=True)


def only(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


@pytest.mark.parametrize("name", sorted(builtin_scenarios()))
def test_a_built_in_scenario_keeps_its_bytes(name: str, tmp_path: Path) -> None:
    log = doxa.run(name, out=tmp_path / "run", changes=FEWER.get(name, {}))
    assert hashes(log.path) == HASHES[name]


@pytest.mark.long  # the judgement of the ensemble below is another of its kind
def test_a_judgement_keeps_its_bytes(tmp_path: Path) -> None:
    doxa.run("union", out=tmp_path / "union")
    doxa_command("judge", tmp_path / "union")
    assert hashes(only(tmp_path, "union/readings/*")) == HASHES["judgement"]


@pytest.mark.long
def test_an_ensemble_keeps_its_bytes(tmp_path: Path) -> None:
    doxa_command("ensemble", "union", "--epochs", "1", "--runs", "1", "--out", tmp_path, "--quiet")
    debate = tmp_path / "epoch-1" / "run-1"
    assert hashes(tmp_path / "styles") == HASHES["styles of an ensemble"]
    assert hashes(debate) == HASHES["debate of an ensemble"]
    assert hashes(only(debate, "readings/*")) == HASHES["judgement of an ensemble"]


def test_a_replay_keeps_its_bytes(tmp_path: Path) -> None:
    people = sample_people(read_people("persuasiontrace"), 12, SEED)
    listen(people, ReplaySettings(out=tmp_path, hearing=Hearing(context=context_for("blind", None))))
    assert hashes(only(tmp_path, "judging-*")) == HASHES["replay"]
