"""Runs in which every role that a language model can have is the real server's: one of each kind, small.

``run_kind`` makes a run, and ``check_run`` asks of it what every run must have: it verifies, it has a report, resumes
to the same bytes after its log was cut, and every reply that the decoder was held to has the shape asked for.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import doxa
from doxa.analysis.verify import verify
from doxa.experiments.sitting import resume
from doxa.log.rundir import RunLog, open_run
from doxa.records.events import OutcomeReached
from doxa.tasks.registry import task_named
from servers.llama_server import LONGEST

FEW = {
    "network.parameters": {"sizes": [2, 1], "p": [[0.6, 0.5], [0.5, 0.6]]},
    "agents.for.count": 2,
    "agents.against.count": 1,
}

SCENARIOS: dict[str, tuple[str, dict[str, object]]] = {
    "dialogue": ("compulsory-voting", {"script.rounds": 2}),
    "feed": ("feed", {"script.rounds": 2, **FEW}),
    "round table": ("land-beliefs", {"script.rounds": 1}),
    "puzzle": ("puzzles/anchor", {"script.size": 3, "script.order": "agreed", "script.rated": True}),
    "union": ("union", {"script.words": 60}),
}
"""Kind of run → its scenario, and the settings that make it small."""

MODEL = "compatible:tiny"
VECTORS = "ollama:tiny"
"""The model of the other server, which gives vectors."""

Changes = Mapping[str, object]
NONE: Changes = {}


def settings_of(role: str, longest: int) -> dict[str, Any]:
    """Return the settings of a role; the temperature keeps a model of random weights out of endless loops."""
    return {"model": MODEL, "temperature": 1.0, "max_tokens": longest, "seed": len(role)}


def run_kind(kind: str, path: Path, longest: int = 250, changes: Changes = NONE) -> RunLog:
    """Make a run of a kind with the server at ``DOXA_BASE_URL``.

    Args:
        longest: the most tokens of what a speaker says.
        changes: further settings.
    """
    name, small = SCENARIOS[kind]
    roles = {f"models.{role}": settings_of(role, LONGEST) for role in ("extractor", "scorer", "judge")}
    roles["models.speaker"] = settings_of("speaker", longest)
    return doxa.run(name, out=path, changes={**small, **roles, **changes, "conditions.concurrency": 1})


def judge_run(log: RunLog) -> RunLog:
    """Return the log of a judgement of a run by the server, made as a user makes it."""
    words = ("judge", log.path, "--panel", MODEL, "--temperature", "1")
    subprocess.run([sys.executable, "-m", "doxa.app.cli", *map(str, words)], check=True, capture_output=True)
    (reading,) = (path.parent for path in log.path.glob("readings/**/spec.json"))
    return open_run(reading)


@dataclass(kw_only=True)
class Endings:
    """How the steps of runs that a language model took ended."""

    ok: int = 0
    others: Counter[str] = field(default_factory=Counter)
    """Task, status and reason → how many."""
    shapeless: list[str] = field(default_factory=list)
    """Calls whose answer was whole, and not of the shape that was asked for."""
    calls: int = 0

    def add(self, log: RunLog) -> None:
        """Count the steps and calls of a run."""
        calls = {call.id: call for call in log.calls() if call.model == MODEL}
        self.calls += len(calls)
        for event in log.events:
            if not isinstance(event, OutcomeReached) or not set(event.body.calls) & set(calls):
                continue
            outcome = event.body
            self.ok += outcome.ok
            if not outcome.ok:
                self.others[f"{outcome.task}: {outcome.status} {outcome.reason}"] += 1
            self.shapeless += [
                name
                for name in outcome.calls
                if calls[name].finish == "stop" and not _has_shape(outcome.task, calls[name].text)
            ]


def _has_shape(task_name: str, text: str) -> bool:
    """Return whether an answer has the shape of a task's reply, whatever it says."""
    task = task_named(task_name)
    if task.free_text or task.name == "embed":
        return True
    try:
        task.reading(text)
    except ValueError:
        return False
    return True


def check_run(log: RunLog, *, ask_again: bool) -> None:
    """Check that a run verifies, and that it resumes to the same bytes after its log was cut.

    Args:
        ask_again: half of its journal is cut as well, and all events but the first: the server is asked again.
    """
    assert verify(log.path).status == "verified"
    kept = (log.path / "events.jsonl").read_bytes()
    lines = kept.splitlines(keepends=True)
    (log.path / "events.jsonl").write_bytes(b"".join(lines[: 1 if ask_again else len(lines) // 2]))
    if ask_again:
        calls = (log.path / "calls.jsonl").read_bytes().splitlines(keepends=True)
        (log.path / "calls.jsonl").write_bytes(b"".join(calls[: len(calls) // 2]))
    resume(log.path)
    assert (log.path / "events.jsonl").read_bytes() == kept
    assert verify(log.path).status == "verified"
