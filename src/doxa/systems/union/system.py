"""The record of the system union: Cambridge Union debates, coaching and ensembles. ``judging`` judges them."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, Role, System, later
from doxa.systems.union.helps import HELPS, PARTS

UNION = System(
    name="union",
    protocols=later("doxa.systems.union.protocol", union="debating:UNION", union_coaching="coaching:UNION_COACHING"),
    tasks=later(
        "doxa.systems.union.tasks",
        profile_style="reading:PROFILE_STYLE",
        prepare_case="speaking:PREPARE",
        give_speech="speaking:GIVE_SPEECH",
        annotate_speech="reading:ANNOTATE_SPEECH",
        define_terms="reading:DEFINE_TERMS",
        contest_terms="reading:CONTEST_TERMS",
        offer_point="speaking:OFFER_POINT",
        answer_point="speaking:ANSWER_POINT",
        ask_question="speaking:ASK_QUESTION",
        answer_question="speaking:ANSWER_QUESTION",
        coach_speaker="reading:COACH",
    ),
    offline=Later("doxa.systems.union.offline:SKILLS"),
    roles={"coach": Role(defaults={"temperature": 0.0})},
    plans={
        "union": PlanHooks(
            knowledge=Later("doxa.systems.union.plans:read_writing"),
            planned=Later("doxa.systems.union.plans:plan_union"),
        )
    },
    hooks=Later("doxa.systems.union.hooks:HOOKS"),
    commands={
        name: Command(
            at=f"doxa.systems.union.commands:{name}",
            help=text,
            parts={part: about for part, about in PARTS.items() if part.startswith(f"{name} ")},
        )
        for name, text in HELPS.items()
    },
    scenarios="doxa.systems.union",
    files={"format": Later("doxa.systems.union.files:listed_formats")},
    reproductions=Later("doxa.systems.union.reproduction:REPRODUCTIONS"),
)
