"""Puzzle: a team debates a Knight–Knave–Spy puzzle, or votes on it."""

from doxa.records.plugins import Later
from doxa.system import Command, PlanHooks, Role, System, later
from doxa.systems.puzzle.commands.helps import HELPS, PARTS

PLANNING = PlanHooks(
    tables=("team",),
    seated=Later("doxa.systems.puzzle.teams:seat_agents"),
    planned=Later("doxa.systems.puzzle.plans:plan_puzzle"),
)

PUZZLE = System(
    name="puzzle",
    protocols=later("doxa.systems.puzzle.protocol", puzzle="debating:PUZZLE", puzzle_votes="voting:PUZZLE_VOTES"),
    tasks=later(
        "doxa.systems.puzzle.tasks",
        propose_roles="assigning:PROPOSE_ROLES",
        rank_players="ranking:RANK_PLAYERS",
        debate_role="debating:DEBATE_ROLE",
        adjust_roles="assigning:ADJUST_ROLES",
        decide_roles="assigning:DECIDE_ROLES",
        supervise_roles="assigning:SUPERVISE_ROLES",
        rate_reasoning="rating:RATE_REASONING",
    ),
    offline=Later("doxa.systems.puzzle.offline.skills:SKILLS"),
    offline_models=Later("doxa.systems.puzzle.offline.profiles:MODELS"),
    tables={"team": Later("doxa.systems.puzzle.teams:TeamScenario")},
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
