"""The record of the system judging: judges read any debate between two sides, in layers, and map many debates."""

from doxa.judging.commands import HELPS, PARTS
from doxa.records.plugins import Later
from doxa.system import Command, System, later

JUDGING = System(
    name="judging",
    protocols=later(
        "doxa.judging.protocol",
        judging="stances:JUDGING",
        union_judging="script:UNION_JUDGING",
        union_probing="probing:UNION_PROBING",
        embedding="mapping:EMBEDDING",
        naming="mapping:NAMING",
    ),
    tasks=later(
        "doxa.judging.tasks",
        score_speech="scoring:SCORE_SPEECH",
        compare_speeches="scoring:COMPARE_SPEECHES",
        note_claims="noting:NOTE_CLAIMS",
        note_rebuttals="noting:NOTE_REBUTTALS",
        judge_teams="deciding:JUDGE_TEAMS",
        audit_claims="deciding:AUDIT_CLAIMS",
        judge_outright="deciding:JUDGE_OUTRIGHT",
        name_cluster="wording:NAME_CLUSTER",
        rank_teams="deciding:RANK_TEAMS",
        paraphrase_passage="wording:PARAPHRASE_PASSAGE",
        annotate_passage="passages:ANNOTATE_PASSAGE",
        score_passage="passages:SCORE_PASSAGE",
    ),
    hooks=Later("doxa.judging.hooks:HOOKS"),
    offline=Later("doxa.judging.offline:SKILLS"),
    offline_models=Later("doxa.judging.offline.learnt:MODELS"),
    commands={
        name: Command(
            at=f"doxa.judging.commands.{name}:{name}",
            help=text,
            parts={part: about for part, about in PARTS.items() if part.startswith(f"{name} ")},
        )
        for name, text in HELPS.items()
    },
)
