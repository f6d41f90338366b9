"""Round table: discussions under prompt policies."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, System, flowing, later

METRICS = """\
Show how a discussion at a round table behaved.

Responsiveness, rebuttal, non-repetition, evidence usage and stance, as means over all turns, by agent, round, query or
rule (n turns each), and each agent's weights by round. A folder of runs is pooled.

Try: doxa run land
     doxa metrics DIR --by round"""

ROUND_TABLE = System(
    name="round_table",
    protocols=later(
        "doxa.systems.round_table.protocol",
        round_table="debating:ROUND_TABLE",
        judging_responses="judging_responses:JUDGING_RESPONSES",
    ),
    tasks={
        "discuss": Later("doxa.systems.round_table.tasks:DISCUSS"),
        "judge_response": Later("doxa.systems.round_table.tasks:JUDGE_RESPONSE"),
    },
    offline=Later("doxa.systems.round_table.offline:SKILLS"),
    plans={"round_table": PlanHooks(knowledge=Later("doxa.corpora.knowledge:passages_of"))},
    hooks=Later("doxa.systems.round_table.hooks:HOOKS"),
    commands={
        "metrics": Command(
            at="doxa.systems.round_table.commands:metrics", help=flowing({"metrics": METRICS})["metrics"]
        )
    },
    scenarios="doxa.systems.round_table",
    reproductions=Later("doxa.systems.round_table.reproduction:REPRODUCTIONS"),
)
