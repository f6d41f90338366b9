"""What evaluating judges brings, and the outside judge of stances that every system's reproduction may use."""

from doxa.records.plugins import Later
from doxa.system import System, later

EVALUATION = System(
    name="evaluation",
    protocols={
        **later("doxa.evaluation", appraising="appraising:APPRAISING"),
        "judging": Later("doxa.protocols.judging:JUDGING"),
    },
)
