"""Puzzle: a team debates a Knight–Knave–Spy puzzle, or votes on it."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, Role, System, later
from doxa.systems.puzzle.commands import HELPS, PARTS

PLANNING = PlanHooks(
    tables=("team",),
    seated=Later("doxa.systems.puzzle.plans:seat_agents"),
    planned=Later("doxa.systems.puzzle.plans:plan_puzzle"),
)

PUZZLE = System(
    name="puzzle",
    protocols=later("doxa.systems.puzzle.protocol", puzzle="debating:PUZZLE", puzzle_votes="voting:PUZZLE_VOTES"),
    tasks=later(
        "doxa.systems.puzzle.tasks",
        propose_roles="debating:PROPOSE_ROLES",
        rank_players="debating:RANK_PLAYERS",
        debate_role="debating:DEBATE_ROLE",
        adjust_roles="debating:ADJUST_ROLES",
        decide_roles="debating:DECIDE_ROLES",
        supervise_roles="debating:SUPERVISE_ROLES",
        rate_reasoning="rating:RATE_REASONING",
    ),
    offline=Later("doxa.systems.puzzle.offline.answering:SKILLS"),
    offline_models=Later("doxa.systems.puzzle.offline.reasoners:MODELS"),
    tables={"team": Later("doxa.systems.puzzle.plans:TeamScenario")},
    roles={
        "supervisor": Role(
            defaults={"model": "", "temperature": 0.0},
            help="Where it names no model: the one of the team's first agent, or a strong reasoner where that is "
            "simulated.",
        )
    },
    plans={"puzzle": PLANNING, "puzzle_votes": PLANNING},
    hooks=Later("doxa.systems.puzzle.hooks:HOOKS"),
    commands={
        "puzzle": Command(at="doxa.systems.puzzle.commands.puzzle:puzzle", help=HELPS["puzzle"], parts=PARTS),
    },
    scenarios="doxa.systems.puzzle",
    reproductions=Later("doxa.systems.puzzle.reproduction:REPRODUCTIONS"),
)
