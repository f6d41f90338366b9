"""Evaluation: judges are held to labelled texts, which they hear as a run's messages are heard."""

from doxa.evaluation.commands.helps import HELPS, PARTS
from doxa.system import Command, System, later

EVALUATION = System(
    name="evaluation",
    protocols=later("doxa.evaluation", appraising="appraising:APPRAISING"),
    commands={
        "evaluate": Command(at="doxa.evaluation.commands.evaluate:evaluate", help=HELPS["evaluate"], parts=PARTS)
    },
)
