"""A small run of every system, and a judgement, in which a real model speaks; and what of its words was of use.

    cd tests && python -m real.small_runs MODEL SEED …      (a row a seed of the table in test_small_model.py)

Turns are few and short, so that two cores are enough. Whoever hears is the offline judge, but in the fork.
"""

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import doxa
from doxa.experiments.forking import fork
from doxa.log.rundir import RunLog, open_run
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named

DUEL = """
proposition = "Social media platforms should be regulated by the government"
protocol = "union"
kernel = "fixed"
seed = 5

[script]
format = "one_on_one"
words = 60
drawn = 2

[agents.wren]
name = "Wren Castellane"
side = "pro"
knowledge = "platforms/wren"

[agents.jun]
name = "Jun Aderholt"
side = "con"
knowledge = "platforms/jun"
"""

PAIR = {
    "network.parameters": {"sizes": [1, 1], "p": [[0.6, 0.9], [0.9, 0.6]]},
    "agents.for.count": 1,
    "agents.against.count": 1,
}

RUNS: dict[str, tuple[str, dict[str, Any]]] = {
    "dialogue": ("compulsory-voting", {"script.rounds": 1}),
    "persuasion": ("persuasion", {"script.rounds": 1, "script.probes": 2}),
    "round table": ("land", {"script.rounds": 1}),
    "feed": ("feed", {"script.rounds": 1, **PAIR}),
    "puzzle": ("puzzles/votes", {"script.size": 3}),
    "union": ("duel.toml", {}),
}
"""Kind of run → its scenario, and the settings that make it small."""

TRANSCRIPT = """speaker,side,text
Ana,for,"Compulsory voting gives every group a voice. Where voting is a duty, the poor vote as often as the rich, and
parties must speak to all of them."
Ben,against,"A right that one is fined for not using is no right. People who know nothing of the candidates would tick a
box at random, and nobody is better governed for that."
"""
"""A debate that the model judges: its own turns may have no words."""

MOST_TOKENS = 200
"""The longest answer of a speaker; a hearer's may be twice as long."""


def settings_of(role: str, model: str, seed: int) -> dict[str, Any]:
    """Return the settings of a role that a model has."""
    longest = MOST_TOKENS if role == "speaker" else 2 * MOST_TOKENS
    return {f"models.{role}.model": model, f"models.{role}.seed": seed, f"models.{role}.max_tokens": longest}


def changes_of(kind: str, model: str, seed: int) -> dict[str, Any]:
    """Return the settings of the run of a kind in which a model speaks."""
    return {**RUNS[kind][1], **settings_of("speaker", model, seed), "conditions.concurrency": 1}


def play(kind: str, model: str, seed: int, folder: Path) -> RunLog:
    """Make the run of a kind, or what is left to do of it, and return its log."""
    scenario = RUNS[kind][0]
    (folder / "duel.toml").write_text(DUEL)
    place = folder / scenario if scenario.endswith(".toml") else scenario
    return doxa.run(place, out=folder / kind.replace(" ", "-"), changes=changes_of(kind, model, seed))


def fork_heard(log: RunLog, model: str, seed: int) -> RunLog:
    """Return the fork of the dialogue from its last turn on, which the model hears."""
    return fork(
        log.path, at="r01/cobalt", changes=settings_of("extractor", model, seed), out=log.path.with_name("fork")
    )


def judge(model: str, seed: int, folder: Path) -> RunLog:
    """Return a judgement by the model, made as a user makes it."""
    (folder / "debate.csv").write_text(TRANSCRIPT)
    options = {"motion": "We should introduce compulsory voting", "panel": model, "layers": "rubric,holistic"}
    options |= {"seed": str(seed), "out": str(folder / "judged")}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    command = [sys.executable, "-m", "doxa.app.cli", "judge", str(folder / "debate.csv"), "--quiet", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (reading,) = (path.parent for path in (folder / "judged").glob("**/spec.json"))
    return open_run(reading)


@dataclass(kw_only=True)
class Tally:
    """What of a model's answers was of use."""

    model: str
    calls: set[tuple[str, float]] = field(default_factory=set)
    """(id, time) of each call: a fork has those of its past too."""
    fit: list[bool] = field(default_factory=list)
    """For each turn whether it was fit as speech."""
    parsed: list[bool] = field(default_factory=list)
    """For each reply of a shape whether it had that shape."""
    endings: Counter[str] = field(default_factory=Counter)
    """How other steps than whole ones ended."""
    seconds: float = 0.0

    def add(self, log: RunLog) -> None:
        """Count the calls and steps of a run that are not counted yet."""
        calls = {call.id: (call.id, call.began) for call in log.calls() if call.model == self.model}
        new = {name for name, key in calls.items() if key not in self.calls}
        self.calls |= set(calls.values())
        for outcome in log.outcomes:
            if new & set(outcome.calls):
                self._count(outcome)

    def _count(self, outcome: Outcome) -> None:
        task = task_named(outcome.task)
        if outcome.status in ("ok", "unfit", "unparsed") and (task.line or task.says or task.free_text):
            self.fit.append(outcome.ok and not outcome.flaw)
        if not task.free_text:
            self.parsed.append(outcome.status in ("ok", "unfit"))
        if not outcome.ok:
            self.endings[f"{outcome.task}: {outcome.status} {outcome.reason}".strip()] += 1

    def __str__(self) -> str:
        shares = f"{share(self.fit):.2f} of {len(self.fit)} turns fit, {share(self.parsed):.2f} of {len(self.parsed)}"
        return f"{len(self.calls)} calls, {shares} replies parsed, {self.seconds:.0f} s; {dict(self.endings)}"


def share(values: list[bool]) -> float:
    """Return the share of what is true."""
    return sum(values) / len(values)


def examine(model: str, seed: int, folder: Path, playing: Callable[..., RunLog] = play) -> tuple[list[RunLog], Tally]:
    """Make every run, a judgement and a fork; return their logs, and what of the model's answers was of use."""
    began, tally = time.monotonic(), Tally(model=model)
    logs = [playing(kind, model, seed, folder) for kind in RUNS]
    logs += [fork_heard(logs[0], model, seed), judge(model, seed, folder)]
    for log in logs:
        tally.add(log)
    tally.seconds = time.monotonic() - began
    return logs, tally


def main(model: str, seeds: Iterable[str]) -> None:
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{seed:>6}  {examine(model, int(seed), Path(folder))[1]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
