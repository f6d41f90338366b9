"""A small run of every kind, made offline in seconds: what tests of the log edit, cut and keep."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import doxa
from doxa.experiments.forking import fork
from doxa.models.port import Request, Response
from doxa.records.spec import ModelSettings, Participant
from scenes.stage import ROLES, believer, cast, debate, play, refused, reporter

FEW = {
    "network.parameters": {"sizes": [2, 1], "p": [[0.6, 0.5], [0.5, 0.6]]},
    "agents.for.count": 2,
    "agents.against.count": 1,
}

SCENARIOS: dict[str, tuple[str, dict[str, object]]] = {
    "dialogue": ("compulsory-voting", {"script.rounds": 1}),
    "counter-arguments": ("counter-arguments", {"script.rounds": 1}),
    "round table": ("land-beliefs", {"script.rounds": 1}),
    "puzzle": ("puzzles/anchor", {}),
    "votes": ("puzzles/votes", {}),
    "feed": ("feed", {"script.rounds": 1, **FEW}),
    "population": (
        "million",
        {
            "script.rounds": 2,
            "script.listeners": 500,
            "script.follows": 2,
            "agents.for.count": 2,
            "agents.against.count": 2,
        },
    ),
    "audience": (
        "feed-audience",
        {
            "script.rounds": 2,
            "script.audience.listeners": 500,
            "script.audience.follows": 2,
            **FEW,
        },
    ),
    "union": ("union", {"script.words": 60}),
}
"""Kind of run → its scenario, and the settings that make it small."""


def make_scenario_run(kind: str, path: Path) -> Path:
    """Make a run of a shipped scenario and return its directory."""
    name, changes = SCENARIOS[kind]
    return doxa.run(name, out=path, changes=changes).path


def make_fork(path: Path) -> Path:
    """Make a fork of a dialogue, with a setting that changes midway."""
    parent = doxa.run("compulsory-voting", out=path.with_name("parent"), changes={"script.rounds": 2})
    return fork(parent.path, at="r02/violet", changes={"belief.u": 0.2}, out=path).path


def make_judgement(path: Path) -> Path:
    """Make a judgement of a union debate."""
    run = make_scenario_run("union", path)
    subprocess.run([sys.executable, "-m", "doxa.app.cli", "judge", str(run)], check=True, capture_output=True)
    (reading,) = (run / "readings").iterdir()
    return reading


def make_troubled_run(path: Path) -> Path:
    """Make a dialogue in which answers are refused, not understood at first, never understood, cut off and lost."""
    people: tuple[Participant, ...] = (believer("violet", "pro"), believer("amber", "con"), reporter("teal"))
    return play(debate(*people, rounds=4), path, troubled).log.path


def troubled(request: Request) -> str | Response:
    """Answer as the cast does, but with every trouble that a model gives."""
    key, attempt = request.step.key, request.attempt
    if key == "r01/violet":
        return Response(text="Leaves catch the dust of traffic. And so", finish="length")
    if key == "r02/amber":
        return refused(request)
    if key.startswith("r01/") and request.task.name == "extract" and attempt == 1:
        return "I see two claims here."
    if key.startswith("r03/violet") and request.task.name == "classify":
        return "They are all for it."
    return cast(request)


def make_joint_run(path: Path) -> Path:
    """Make a simultaneous dialogue that one language model hears in joint steps."""
    people = (believer("violet", "pro"), believer("amber", "con"), believer("teal"))
    roles = {role: ModelSettings(model="openai:small" if role == "extractor" else "scripted") for role in ROLES}
    return play(debate(*people, rounds=2, turns="simultaneous", roles=roles), path).log.path


MAKERS: dict[str, Callable[[Path], Path]] = {
    **{kind: (lambda path, kind=kind: make_scenario_run(kind, path)) for kind in SCENARIOS},
    "fork": make_fork,
    "judgement": make_judgement,
    "troubles": make_troubled_run,
    "joint hearing": make_joint_run,
}
"""Kind of run → the function that makes one in a directory and returns where it lies."""
