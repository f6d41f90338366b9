"""A short real conversation, what it is about, and arguments on it, for the tests of listening."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from doxa.experiments.sitting import run
from doxa.log.rundir import RunLog
from doxa.systems.listening.hearing import listening_scenario
from doxa.systems.listening.listeners import parse_listeners, parse_settings

MOTION = "The county should close the maternity ward in Brenholm"
SIDES = {"agents.tomas.side": "pro", "agents.marit.side": "con"}

FOLDER = Path(str(resources.files("doxa.systems.dialogue"))) / "scenarios" / "recorded"
ARGUMENTS = {"seeds.corpus": str(FOLDER / "maternity-ward-arguments.csv"), "seeds.per_side": 3}


def write_talk(folder: Path, rounds: int = 3) -> Path:
    """Write the first rounds of the recorded debate, and return the file."""
    path = folder / "talk.md"
    text = (FOLDER / "maternity-ward.md").read_text(encoding="utf-8")
    path.write_text(text.partition(f"## Round {rounds + 1}\n")[0], encoding="utf-8")
    return path


def hear(
    talk: Path, out: Path, listeners: Sequence[str] = (), grid: str = "", sides: dict | None = None, **changes
) -> RunLog:
    """Let listeners hear a conversation; ``sides`` and ``changes`` are settings by path."""
    motion = "" if talk.is_dir() else MOTION
    settings = {**(SIDES if sides is None else sides), **changes}
    minds, axes = parse_listeners(listeners), parse_settings(grid)
    return run(listening_scenario(talk, motion, minds, axes, settings), out=out)


def ends(log: RunLog) -> dict[str, float]:
    """Return agent → its final stance."""
    return dict(log.ended.stances)
