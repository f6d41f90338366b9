"""Round table: discussions under prompt policies."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, System, later
from doxa.systems.round_table.commands.helps import HELPS

ROUND_TABLE = System(
    name="round_table",
    protocols=later(
        "doxa.systems.round_table.protocol",
        round_table="debating:ROUND_TABLE",
        judging_responses="judging_responses:JUDGING_RESPONSES",
    ),
    tasks=later(
        "doxa.systems.round_table.tasks", discuss="discuss:DISCUSS", judge_response="judge_response:JUDGE_RESPONSE"
    ),
    offline=Later("doxa.systems.round_table.offline:SKILLS"),
    plans={"round_table": PlanHooks(knowledge=Later("doxa.corpora.knowledge:passages_of"))},
    hooks=Later("doxa.systems.round_table.hooks:HOOKS"),
    commands={"metrics": Command(at="doxa.systems.round_table.commands.metrics:metrics", help=HELPS["metrics"])},
    scenarios="doxa.systems.round_table",
    reproductions=Later("doxa.systems.round_table.reproduction:REPRODUCTIONS"),
)
