"""A jury: it votes in secret, deliberates around a table, votes again, and is unanimous or hung."""

from doxa.plugin import Later, PlanHooks, System

JURY = System(
    name="jury",
    protocols={"jury": Later("doxa_jury.deliberation:PROTOCOL")},
    tasks={f"jury_{task}": Later(f"doxa_jury.deliberation:{task.upper()}") for task in ("vote", "argue", "sum_up")},
    offline=Later("doxa_jury.deliberation:SKILLS"),
    tables={"jury": Later("doxa_jury.table:JuryTable")},
    plans={
        "jury": PlanHooks(
            tables=("jury",), seated=Later("doxa_jury.table:seat_jurors"), planned=Later("doxa_jury.table:plan_jury")
        )
    },
    hooks=Later("doxa_jury.shown:HOOKS"),
    scenarios="doxa_jury",
)
