"""Every built-in task by name."""

from typing import Any

from doxa.errors import UnknownNameError
from doxa.systems.dialogue.tasks.respond import RESPOND
from doxa.systems.feed.tasks.act_on_feed import ACT_ON_FEED
from doxa.systems.feed.tasks.population_round import POPULATION_ROUND
from doxa.systems.puzzle.tasks.assigning import ADJUST_ROLES, DECIDE_ROLES, PROPOSE_ROLES, SUPERVISE_ROLES
from doxa.systems.puzzle.tasks.debating import DEBATE_ROLE
from doxa.systems.puzzle.tasks.ranking import RANK_PLAYERS
from doxa.systems.puzzle.tasks.rating import RATE_REASONING
from doxa.systems.round_table.tasks.discuss import DISCUSS
from doxa.systems.round_table.tasks.judge_response import JUDGE_RESPONSE
from doxa.systems.union.tasks.annotating import ANNOTATE_SPEECH
from doxa.systems.union.tasks.coaching import COACH
from doxa.systems.union.tasks.defining import CONTEST_TERMS, DEFINE_TERMS
from doxa.systems.union.tasks.judging.deciding import AUDIT_CLAIMS, JUDGE_OUTRIGHT, JUDGE_TEAMS, RANK_TEAMS
from doxa.systems.union.tasks.judging.naming import NAME_CLUSTER
from doxa.systems.union.tasks.judging.noting import NOTE_CLAIMS, NOTE_REBUTTALS
from doxa.systems.union.tasks.judging.scoring import COMPARE_SPEECHES, SCORE_SPEECH
from doxa.systems.union.tasks.points import ANSWER_POINT, OFFER_POINT
from doxa.systems.union.tasks.preparing import PREPARE
from doxa.systems.union.tasks.profiling import PROFILE_STYLE
from doxa.systems.union.tasks.speaking import GIVE_SPEECH
from doxa.tasks.base import Task
from doxa.tasks.classify import CLASSIFY
from doxa.tasks.embed import EMBED
from doxa.tasks.extract import EXTRACT
from doxa.tasks.judge_stance import JUDGE_STANCE
from doxa.tasks.recite import RECITE
from doxa.tasks.score import SCORE
from doxa.tasks.self_update import SELF_UPDATE

TASKS: dict[str, Task[Any, Any]] = {
    task.name: task
    for task in (
        RESPOND,
        DISCUSS,
        RECITE,
        EXTRACT,
        CLASSIFY,
        SCORE,
        EMBED,
        SELF_UPDATE,
        JUDGE_STANCE,
        JUDGE_RESPONSE,
        PROPOSE_ROLES,
        RANK_PLAYERS,
        DEBATE_ROLE,
        ADJUST_ROLES,
        DECIDE_ROLES,
        SUPERVISE_ROLES,
        RATE_REASONING,
        ACT_ON_FEED,
        POPULATION_ROUND,
        PROFILE_STYLE,
        PREPARE,
        GIVE_SPEECH,
        ANNOTATE_SPEECH,
        DEFINE_TERMS,
        CONTEST_TERMS,
        OFFER_POINT,
        ANSWER_POINT,
        COACH,
        SCORE_SPEECH,
        COMPARE_SPEECHES,
        NOTE_CLAIMS,
        NOTE_REBUTTALS,
        JUDGE_TEAMS,
        AUDIT_CLAIMS,
        JUDGE_OUTRIGHT,
        NAME_CLUSTER,
        RANK_TEAMS,
    )
}


def task_named(name: str) -> Task[Any, Any]:
    """Return a task by name.

    Raises:
        UnknownNameError: there is none of that name.
    """
    if name not in TASKS:
        raise UnknownNameError(f"no task is named {name!r}", hint=f"Tasks: {', '.join(sorted(TASKS))}.")
    return TASKS[name]
