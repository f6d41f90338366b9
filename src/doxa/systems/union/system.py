"""Union: Cambridge Union debates, held, judged in layers, and in ensembles."""

from doxa.records.plugins import Later
from doxa.system import Command, System, later

COMMANDS = "doxa.systems.union.commands"

UNION = System(
    name="union",
    protocols=later(
        "doxa.systems.union.protocol",
        union="debating:UNION",
        union_coaching="coaching:UNION_COACHING",
        union_judging="judging.script:UNION_JUDGING",
        union_probing="judging.probing:UNION_PROBING",
        embedding="judging.mapping:EMBEDDING",
        naming="judging.mapping:NAMING",
    ),
    tasks=later(
        "doxa.systems.union.tasks",
        profile_style="profiling:PROFILE_STYLE",
        prepare_case="preparing:PREPARE",
        give_speech="speaking:GIVE_SPEECH",
        annotate_speech="annotating:ANNOTATE_SPEECH",
        define_terms="defining:DEFINE_TERMS",
        contest_terms="defining:CONTEST_TERMS",
        offer_point="points:OFFER_POINT",
        answer_point="points:ANSWER_POINT",
        coach_speaker="coaching:COACH",
        score_speech="judging.scoring:SCORE_SPEECH",
        compare_speeches="judging.scoring:COMPARE_SPEECHES",
        note_claims="judging.noting:NOTE_CLAIMS",
        note_rebuttals="judging.noting:NOTE_REBUTTALS",
        judge_teams="judging.deciding:JUDGE_TEAMS",
        audit_claims="judging.deciding:AUDIT_CLAIMS",
        judge_outright="judging.deciding:JUDGE_OUTRIGHT",
        name_cluster="judging.naming:NAME_CLUSTER",
        rank_teams="judging.deciding:RANK_TEAMS",
    ),
    offline=Later("doxa.systems.union.offline.skills:SKILLS"),
    faces=Later("doxa.systems.union.faces:FACES"),
    commands={
        name: Command(at=f"{COMMANDS}.{name}:{name}") for name in ("ensemble", "judge", "landscape", "transcript")
    },
    scenarios="doxa.systems.union",
    reproductions=Later("doxa.systems.union.reproduction:REPRODUCTIONS"),
)
