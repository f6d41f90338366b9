"""What longer, larger and busier runs cost: counted operations, CPU and peak memory, with the exponent of growth.

    python bench/growth.py [dialogue] [table] [population] [audience] [reading]

Each size runs in a process of its own; the largest is at least sixteen times the smallest, but for a table in which
everybody hears everybody: there the work itself grows with the square of the agents. The exponent is the slope between
the smallest and the largest size, in logarithms: 1 is growth in proportion. Every claim of ``dialogue`` and ``table``
is new, and embeddings are random rows, so that no memory ever archives anything and no model takes time.
"""

import argparse
import hashlib
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from doxa.engine.drive import Progress
from doxa.evidence import vectors
from doxa.experiments.scenario import Scenario
from doxa.experiments.sitting import run
from doxa.log.rundir import RunLog
from doxa.models.port import Request, Response
from doxa.models.scripted import ScriptedPerformer
from doxa.records.base import digest
from doxa.systems.feed.tasks import population_round

SYLLABLES = [f"{first}{vowel}{last}" for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in "lmnrst"]

SIZES = {
    "dialogue": (62, 250, 1000),
    "table": (10, 50, 100, 200),
    "population": (25, 100, 400),
    "audience": (20, 80, 320),
    "reading": (100, 400, 1600),
}
"""Part → sizes: rounds of two agents, agents of two rounds, rounds of 80 voices, of a feed, of a log that is read."""

Measured = dict[str, float]


def answer_new_words(request: Request) -> str | Response:
    """Return an answer whose claims nobody made before."""
    inputs, name = request.step.inputs, request.task.name
    draws = random.Random(request.step.key)
    if name == "embed":
        return Response(vectors=tuple(map(_random_row, _texts(inputs["texts"]))))
    if name.startswith("extract"):
        text = str(inputs["text"])
        sentences = [f"{sentence}." for sentence in text.rstrip(".").split(". ")]
        return json.dumps({"claims": [{"claim": sentence, "snippet": sentence} for sentence in sentences]})
    if name.startswith("classify"):
        return json.dumps({"judgements": [_judge(draws) for _ in _texts(inputs["claims"])]})
    if name.startswith("score"):
        return json.dumps({"strengths": [round(draws.random(), 2) for _ in _texts(inputs["claims"])]})
    words = [[draws.choice(SYLLABLES) for _ in range(9)] for _ in range(3)]
    return " ".join(f"{' '.join(sentence).capitalize()} because {draws.choice(SYLLABLES)}." for sentence in words)


def _texts(value: Any) -> list[str]:
    return list(value)


def _judge(draws: random.Random) -> dict[str, object]:
    return {"polarity": draws.choice(["for", "against"]), "strength": round(draws.random(), 2), "tags": []}


def _random_row(text: str) -> bytes:
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return vectors.quantise(np.random.Generator(np.random.PCG64(seed)).standard_normal(384))


class Clock:
    """A watcher that records the CPU seconds at the end of each batch."""

    def __init__(self) -> None:
        self.seconds = [time.process_time()]

    def __call__(self, progress: Progress) -> None:
        self.seconds.append(time.process_time())

    def fifth(self, number: int) -> float:
        """Return the mean CPU seconds of a batch in one fifth of them, without the first ten."""
        costs = np.diff(self.seconds)[10:]
        return float(np.array_split(costs, 5)[number].mean())


def talk(agents: int, rounds: int, folder: Path) -> Measured:
    """Return the cost of a run in which everybody hears everybody and every claim is new."""
    tables: list[vectors.VectorTable] = []
    make_table = vectors.VectorTable.__init__
    vectors.VectorTable.__init__ = lambda self: tables.append(self) or make_table(self)  # type: ignore[method-assign, func-returns-value]
    names = [f"agent{number:03}" for number in range(agents)]
    settings = {"order": "sequential", "judged": False, "topology": "all"} if agents > 2 else {}
    scenario = Scenario.model_validate(
        {
            "name": "growth",
            "proposition": "We should do it",
            "seed": 1,
            "protocol": "round_table" if agents > 2 else "dialogue",
            "kernel": "log_odds",
            "agents": {name: {"side": "pro" if number % 2 else "con"} for number, name in enumerate(names)},
            "script": {"rounds": rounds, **settings},
            "seeds": {"per_side": 0},
            "policy": {"recent": 6},
            "models": dict.fromkeys(("speaker", "extractor", "scorer", "embedder"), "offline"),
        }
    )
    clock, performer = Clock(), ScriptedPerformer(answer_new_words)
    log = run(scenario, out=folder / "run", watch=clock, make=lambda settings, conditions: performer)
    turns = agents * rounds
    return {
        "rows multiplied a turn": sum(table.multiplied for table in tables) / turns,
        "ms a turn, first fifth": clock.fifth(0) * 1e3,
        "ms a turn, last fifth": clock.fifth(4) * 1e3,
        **_sizes(log, turns),
    }


def listen(scenario: str, changes: dict[str, Any], rounds: int, folder: Path) -> Measured:
    """Return the cost of rounds of an audience over arrays."""
    with mock.patch.object(population_round, "digest", wraps=digest) as hashing:
        log = run(scenario, out=folder / "run", changes={**changes, "script.rounds": rounds})
    hashed = sum(len(call.args[0]) for call in hashing.call_args_list)
    return {"bytes hashed for the lineage": hashed, **_sizes(log, rounds)}


READERS = {
    "conclusion": ("resume",),
    "verify": ("verify",),
    "explain": ("explain", "--agent", "agent000"),
    "frames": ("frames", "--out", "frames"),
    "report": ("report", "--out", "report.html"),
    "transcript": ("transcript", "--out", "transcript.csv"),
    "whatif": ("whatif", "--set", "belief.u=0.6"),
}
"""Reader → its command, with options behind the directory."""

ENTER = "from doxa.app.cli import enter; enter()"


def read(rounds: int, folder: Path) -> Measured:
    """Return what each reader of a finished run takes, in a process of its own."""
    subprocess.run(
        [sys.executable, __file__, "--one", "dialogue", str(rounds), str(folder)], check=True, capture_output=True
    )
    files = [file for file in (folder / "run").rglob("*") if file.is_file()]
    measured: Measured = {"MB of log": sum(file.stat().st_size for file in files) / 1e6}
    for reader, (command, *options) in READERS.items():
        asked = [sys.executable, "-c", ENTER, command, str(folder / "run"), *options]
        process = subprocess.Popen(asked, cwd=folder, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{reader} failed")
        measured |= {f"{reader}: peak MB": used.ru_maxrss * 1024 / 1e6, f"{reader}: CPU s": used.ru_utime}
    return measured


def _sizes(log: RunLog, turns: int) -> Measured:
    size = sum(file.stat().st_size for file in log.path.rglob("*") if file.is_file() and "state" not in file.parts)
    return {"kB of log a turn": size / turns / 1e3, "CPU s": time.process_time(), "peak MB": _peak()}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


PARTS: dict[str, Callable[[int, Path], Measured]] = {
    "dialogue": lambda rounds, folder: talk(2, rounds, folder),
    "table": lambda agents, folder: talk(agents, 2, folder),
    "population": lambda rounds, folder: listen("million", {"script.listeners": 2000}, rounds, folder),
    "audience": lambda rounds, folder: listen("feed-audience", {"script.audience.listeners": 2000}, rounds, folder),
    "reading": read,
}


def show(part: str) -> None:
    """Print what each size of a part costs, and how each cost grows."""
    sizes = SIZES[part]
    print(f"\n{part}, sizes {', '.join(map(str, sizes))}")
    measured = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, __file__, "--one", part, str(size), folder]
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
            output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
            measured.append(json.loads(output.splitlines()[-1]))
    for name in measured[0]:
        costs = [one[name] for one in measured]
        growth = (
            math.log(costs[-1] / costs[0]) / math.log(sizes[-1] / sizes[0]) if costs[0] > 0 < costs[-1] else math.nan
        )
        slope = ""
        if "peak MB" in name and "MB of log" in measured[0]:
            bytes_of_log = measured[-1]["MB of log"] - measured[0]["MB of log"]
            slope = f"   {(costs[-1] - costs[0]) / bytes_of_log:5.2f} bytes a byte of log"
        print(f"  {name:28} {' '.join(f'{cost:14,.1f}' for cost in costs)}   exponent {growth:5.2f}{slope}", flush=True)


def main() -> None:
    """Print the growth of the parts that are named, of all without a name."""
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    parser.add_argument("--one", nargs=3, metavar=("PART", "SIZE", "FOLDER"))
    given = parser.parse_args()
    if given.one:
        part, size, folder = given.one
        print(json.dumps(PARTS[part](int(size), Path(folder))))
        return
    for part in given.parts or PARTS:
        show(part)


if __name__ == "__main__":
    main()
