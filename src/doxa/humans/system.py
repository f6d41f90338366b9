"""Humans: people's conversations are heard as a run's are, and the belief rule is fitted to what they did."""

from doxa.humans.commands.helps import HELPS, PARTS
from doxa.system import Command, System, later

HUMANS = System(
    name="humans",
    protocols=later("doxa.humans", listening="listening:LISTENING"),
    commands={"replay": Command(at="doxa.humans.commands.replay:replay", help=HELPS["replay"], parts=PARTS)},
)
