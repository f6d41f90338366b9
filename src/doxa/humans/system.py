"""Humans: people's conversations are heard like those of a run, and the belief rule is fitted to their stances."""

from doxa.humans.commands.helps import HELPS, PARTS
from doxa.system import Command, System, later

HUMANS = System(
    name="humans",
    protocols=later("doxa.humans.replay", listening="listening:LISTENING"),
    commands={"replay": Command(at="doxa.humans.commands.replay:replay", help=HELPS["replay"], parts=PARTS)},
)
