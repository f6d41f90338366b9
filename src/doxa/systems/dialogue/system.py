"""Dialogue: agents argue in turn; their beliefs are maintained (Belief Engine), or one tries to move another."""

from doxa.records.plugins import Later
from doxa.system import PlanHooks, System, later

DIALOGUE = System(
    name="dialogue",
    protocols=later("doxa.systems.dialogue", dialogue="protocol:DIALOGUE", persuasion="persuasion:PERSUASION"),
    default_protocol="dialogue",
    tasks=later(
        "doxa.systems.dialogue",
        moderate="moderating:MODERATE",
        respond="tasks:RESPOND",
        persuade="tasks:PERSUADE",
        answer_persuader="tasks:ANSWER_PERSUADER",
        probe_stance="tasks:PROBE_STANCE",
    ),
    offline=Later("doxa.systems.dialogue.offline:SKILLS"),
    offline_models=Later("doxa.systems.dialogue.offline.persuading:MODELS"),
    plans={"persuasion": PlanHooks(planned=Later("doxa.systems.dialogue.persuasion:plan_persuasion"))},
    hooks=Later("doxa.systems.dialogue.hooks:HOOKS"),
    scenarios="doxa.systems.dialogue",
    reproductions=Later("doxa.systems.dialogue.reproduction:REPRODUCTIONS"),
)
