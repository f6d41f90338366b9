"""The agents' latest roles and opinions, read from the record of the debate that an agent is shown."""

from collections import defaultdict
from collections.abc import Mapping

from doxa.systems.puzzle.puzzles.roles import Role
from doxa.systems.puzzle.tasks.record import Opinion, Phase, PuzzleContext

Standing = Mapping[str, dict[str, Role]]
"""Agent → its latest roles; an agent that has not given every player a role is absent."""


def standing_of(context: PuzzleContext) -> Standing:
    """Return the latest complete roles of every agent."""
    latest_roles: dict[str, dict[str, Role]] = {}
    for phase in context.history:
        for solution in phase.solutions:
            is_partial = phase.kind == "adjustment" and not _whole(phase, context)
            kept_roles = latest_roles.get(solution.agent, {}) if is_partial else {}
            latest_roles[solution.agent] = {**kept_roles, **(solution.roles or {})}
    return {agent: roles for agent, roles in latest_roles.items() if len(roles) == len(context.players)}


def opinions_of(context: PuzzleContext) -> tuple[Opinion, ...]:
    """Return the valid opinions of the latest debate."""
    debates = [phase for phase in context.history if phase.kind == "debate"]
    return tuple(opinion for opinion in debates[-1].opinions if opinion.role) if debates else ()


def surest_first(context: PuzzleContext, standing: Standing) -> list[str]:
    """Return the agents that have complete roles, by the confidence that they state, highest first.

    Agents whose confidence is not shown come last, in the order of the record.
    """
    sure: dict[str, int] = {}
    for phase in context.history:
        sure |= {solution.agent: solution.confidence or 0 for solution in phase.solutions if solution.roles is not None}
    return sorted(standing, key=lambda agent: -sure.get(agent, 0))


def majority_of(opinions: tuple[Opinion, ...]) -> Role | None:
    """Return the role with more than half of the weight.

    Where the confidence of all agents is shown, it is the weight of their opinions; otherwise all weigh the same.
    """
    visible = all(opinion.confidence is not None for opinion in opinions)
    weights: dict[Role, float] = defaultdict(float)
    for opinion in opinions:
        assert opinion.role is not None
        weights[opinion.role] += opinion.confidence or 1 if visible else 1
    total = sum(weights.values())
    return next((role for role, weight in weights.items() if weight > total / 2), None)


def _whole(phase: Phase, context: PuzzleContext) -> bool:
    """Return whether an adjustment was about every player, not only the debated one."""
    return not any(
        solution.roles is not None and len(solution.roles) < len(context.players) for solution in phase.solutions
    )
