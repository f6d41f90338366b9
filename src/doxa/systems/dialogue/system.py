"""Dialogue: agents argue in turn; their beliefs are maintained (Belief Engine)."""

from doxa.records.plugins import Later
from doxa.system import System, later

DIALOGUE = System(
    name="dialogue",
    protocols={"dialogue": Later("doxa.systems.dialogue.protocol:DIALOGUE")},
    default_protocol="dialogue",
    tasks=later("doxa.systems.dialogue.tasks", respond="respond:RESPOND"),
    offline=Later("doxa.systems.dialogue.offline:SKILLS"),
    hooks=Later("doxa.systems.dialogue.hooks:HOOKS"),
    scenarios="doxa.systems.dialogue",
    reproductions=Later("doxa.systems.dialogue.reproduction:REPRODUCTIONS"),
)
