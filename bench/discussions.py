"""Offline discussions (10 rounds, 3 agents, 5 queries, 3 rules, 5 runs each), beside a loop without engine or log.

    python bench/discussions.py [RUNS]

It prints the ratio of doxa's time to the loop's, by the clock and in processor time; on a busy machine only the second
is meaningful. The limit for all 75 runs is five minutes on two cores. The loop performs the same steps of the same
script with the same offline performer and stores nothing: no prompt, no event, no journal, no file. Its words are
compared with those of the logs. Each part runs in a process of its own, so that neither finds the other's texts already
embedded, and caches vectors of knowledge bases in a folder of its own.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.experiments.papers import plan_levels, read_paper
from doxa.experiments.reproductions import Order
from doxa.experiments.runner import Job, run_jobs
from doxa.log.rundir import open_run
from doxa.models.offline.performer import OfflinePerformer
from doxa.models.port import Request
from doxa.protocols.registry import protocol_named
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Floor, Message, Outcome, Step
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.tasks.base import Scene
from doxa.tasks.registry import task_named

LIMIT = 300.0
"""Seconds for all runs."""

RECENT = 60
"""Most messages in a prompt: more than ten rounds of three agents have."""


def jobs(folder: Path, runs: int) -> list[Job]:
    """Return the runs of the main study on land: five queries, three rules, ``runs`` each."""
    paper = read_paper("doxa.systems.round_table", "policy-prompts.toml")
    order, factors = Order(out=folder, trials=runs), paper.experiments["land"].factors
    levels = [dict(zip(factors, combination, strict=True)) for combination in product(*factors.values())]
    return [job for combination in levels for job in plan_levels(paper, "land", order, "offline", combination)]


@dataclass(frozen=True, kw_only=True)
class Timed:
    """The time that a part took, and the hash of its words."""

    runs: int
    seconds: float
    """By the clock."""
    worked: float
    """Seconds of processor time."""
    words: str
    """The hash of all words."""

    def __str__(self) -> str:
        each = f"{self.seconds / self.runs:.2f} s a run ({self.worked / self.runs:.2f} s of processor time)"
        return f"{self.runs} runs in {self.seconds:.1f} s, {each}"


def engine(runs: int) -> Timed:
    """Perform every run with its log."""
    with tempfile.TemporaryDirectory() as folder:
        planned = jobs(Path(folder), runs)
        began, worked = time.perf_counter(), time.process_time()
        cells = run_jobs(planned)
        seconds, worked = time.perf_counter() - began, time.process_time() - worked
        if failed := [one.reason for one in cells if one.status != "finished"]:
            raise SystemExit(failed[0])
        return Timed(runs=len(cells), seconds=seconds, worked=worked, words=words(one.path for one in planned))


def words(paths: Iterable[Path]) -> str:
    every = sha256()
    for path in paths:
        every.update(repr([one.turn.text for one in spoken_in(open_run(path))]).encode())
    return every.hexdigest()[:16]


def loop(runs: int) -> Timed:
    """Perform the same steps in a plain loop."""
    specs = [one.spec for one in jobs(Path("unused"), runs)]
    performer = OfflinePerformer()
    began, worked = time.perf_counter(), time.process_time()
    results = [asyncio.run(played(spec, performer)) for spec in specs]
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    every = sha256()
    for one in results:
        every.update(repr([turn["text"] for turn in one["turns"].values()]).encode())
    return Timed(runs=len(specs), seconds=seconds, worked=worked, words=every.hexdigest()[:16])


async def played(spec: RunSpec, performer: OfflinePerformer) -> dict[str, Any]:
    """Drive a script by hand."""
    script = protocol_named(spec.protocol).script(spec)
    heard: dict[str, list[Message]] = {one.id: [] for one in spec.participants}
    vectors: dict[str, bytes] = {}
    floor = Floor()

    def row(name: str) -> NDArray[np.float64]:
        return np.frombuffer(vectors[name], dtype=np.int8).astype(np.float64)

    try:
        batch = next(script)
        while True:
            outcomes = [await taken(spec, step, performer, heard, vectors) for step in batch.steps]
            for step, outcome in zip(batch.steps, outcomes, strict=True):
                if step.audience:
                    message = Message(key=step.key, speaker=step.actor, text=outcome.text or "")
                    for one in (step.actor, *step.audience):
                        heard[one].append(message)
            floor = Floor(outcomes=tuple(outcomes), rows=row)
            batch = script.send(floor)
    except StopIteration as end:
        return dict(end.value)


async def taken(
    spec: RunSpec,
    step: Step,
    performer: OfflinePerformer,
    heard: dict[str, list[Message]],
    vectors: dict[str, bytes],
) -> Outcome:
    task = task_named(step.task)
    actor = next((one for one in spec.participants if one.id == step.actor), Participant(id="-", name="-"))
    request = Request(
        step=step,
        inputs=task.read_inputs(step.inputs),
        scene=Scene(
            actor=actor,
            proposition=spec.proposition,
            names={one.id: one.name for one in spec.participants},
            transcript=tuple(heard.get(step.actor, [])[-RECENT:]),
        ),
        task=task,
        prompt=(),
        settings=spec.roles[actor.role if task.role == "speaker" else task.role],
        seed=spec.stream_seed,
    )
    response = await performer.perform(request)
    reply = None
    if task.name == "embed":
        names = [sha256(one).hexdigest() for one in response.vectors]
        vectors |= dict(zip(names, response.vectors, strict=True))
        reply = {"vectors": list(names)}
    elif not task.free_text:
        reply = task.Reply.model_validate_json(response.text).model_dump(mode="json")
    text = response.text if task.free_text else None
    return Outcome(key=step.key, task=step.task, actor=step.actor, status="ok", text=text, reply=reply)


def alone(part: str, runs: str) -> Timed:
    """Run one part in a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, __file__, runs, part]
        environment = {**os.environ, "DOXA_CACHE": cache}
        told = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return Timed(**json.loads(told))


def main() -> None:
    if len(sys.argv) > 2:
        print(json.dumps(asdict({"engine": engine, "loop": loop}[sys.argv[2]](int(sys.argv[1])))))
        return
    runs = sys.argv[1] if len(sys.argv) > 1 else "5"
    doxa = alone("engine", runs)
    verdict = "within" if doxa.seconds <= LIMIT else "BEYOND"
    print(
        f"doxa, with its logs: {doxa}" + (f"; {verdict} the limit of {LIMIT:.0f} s" if runs == "5" else ""), flush=True
    )
    plain = alone("loop", runs)
    print(f"a loop without engine or log: {plain}")
    print(
        f"doxa takes {doxa.seconds / plain.seconds:.2f} times as long as the loop, "
        f"{doxa.worked / plain.worked:.2f} times its processor time"
    )
    print("the words are the same" if doxa.words == plain.words else f"THE WORDS DIFFER: {doxa.words}, {plain.words}")


if __name__ == "__main__":
    main()
