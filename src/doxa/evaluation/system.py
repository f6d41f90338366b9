"""What evaluating judges brings, and the outside judge of stances that every system's reproduction may use."""

from doxa.evaluation.commands.helps import HELPS, PARTS
from doxa.records.plugins import Later
from doxa.system import Command, System, later

EVALUATION = System(
    name="evaluation",
    protocols={
        **later("doxa.evaluation", appraising="appraising:APPRAISING"),
        "judging": Later("doxa.protocols.judging:JUDGING"),
    },
    commands={
        "evaluate": Command(at="doxa.evaluation.commands.evaluate:evaluate", help=HELPS["evaluate"], parts=PARTS)
    },
)
