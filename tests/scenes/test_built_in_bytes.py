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
from doxa.models.embedded import embedder

FEWER = {"million": {"script.listeners": 20_000}, "feed-audience": {"script.audience.listeners": 5_000}}

HASHES = {
    "compulsory-voting": ("2bffba10c3d053ac", "737c930972bd89ab"),
    "counter-arguments": ("77174b4e50cff0c8", "3ff73e1971784a09"),
    "education": ("0515beaab5782531", "c22df6f258a161c5"),
    "expression": ("8d70e0af011cf56e", "05946077ef24e559"),
    "feed": ("2bcc843412491912", "a2b769920070ff7b"),
    "feed-audience": ("e76eca30b4edc941", "1c9aea334d8bf575"),
    "land": ("ef4690ac889a8204", "31f91f73df0df679"),
    "land-beliefs": ("f82c1ed0e45c872f", "ac7f1bee5419f72f"),
    "land-five": ("1356d57050f7f990", "306f0fd9718c179a"),
    "million": ("ecf711f7127d4c4a", "6ab9434b1f236e18"),
    "puzzles/anchor": ("2411b1b59e0a1397", "892782b96ab491d6"),
    "puzzles/votes": ("4d4a50dd8c96d5fb", "419139a25342a08f"),
    "union": ("b8a7b3daf537b9f7", "7a87133dadce9ec5"),
    "judgement": ("afe3fd21ef3724e4", "4409d35f7ba87290"),
    "styles of an ensemble": ("6bd9f42fb39d052d", "ae4fc8a4975af5d9"),
    "debate of an ensemble": ("4effc258be4800da", "7456fb5a0eddc64e"),
    "judgement of an ensemble": ("9de8e91ce365b01a", "b285ef1a90f04e9c"),
    "replay": ("132c0ece24db358a", "f14e85db1891ba4e"),
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


def test_a_judgement_keeps_its_bytes(tmp_path: Path) -> None:
    doxa.run("union", out=tmp_path / "union")
    doxa_command("judge", tmp_path / "union")
    assert hashes(only(tmp_path, "union/readings/*")) == HASHES["judgement"]


def test_an_ensemble_keeps_its_bytes(tmp_path: Path) -> None:
    doxa_command("ensemble", "union", "--epochs", "1", "--runs", "1", "--out", tmp_path, "--quiet")
    debate = tmp_path / "epoch-1" / "run-1"
    assert hashes(tmp_path / "styles") == HASHES["styles of an ensemble"]
    assert hashes(debate) == HASHES["debate of an ensemble"]
    assert hashes(only(debate, "readings/*")) == HASHES["judgement of an ensemble"]


def test_a_replay_keeps_its_bytes(tmp_path: Path) -> None:
    words = ["replay", "persuasiontrace", "--sample", "12", "--replicates", "5", "--quiet"]
    doxa_command(*words, "--out", tmp_path)
    assert hashes(only(tmp_path, "judging-*")) == HASHES["replay"]
