"""Evaluation: judges are compared with people's labels on texts that they hear as the messages of a run."""

from doxa.evaluation.commands.helps import HELPS, PARTS
from doxa.system import Command, System, later

EVALUATION = System(
    name="evaluation",
    protocols=later("doxa.evaluation", appraising="appraising:APPRAISING"),
    commands={
        "check": Command(at="doxa.evaluation.commands.check:check", help=HELPS["check"]),
        "evaluate": Command(at="doxa.evaluation.commands.evaluate:evaluate", help=HELPS["evaluate"], parts=PARTS),
    },
)
