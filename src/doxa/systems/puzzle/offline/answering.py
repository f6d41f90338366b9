"""The tasks of a debate over a puzzle, carried out by a reasoner within the bounds of its profile, and rated.

It proposes the best assignment that its search finds. In a debate it checks the solutions of others against the
statements, or only compares roles, depending on its profile. When an argument or another look shows it that its answer
breaks a statement, it takes another agent's solution that seems to break none, or searches again. Otherwise only a
majority moves it, and only in the role that is debated.

Reasons name statements by their players. That is enough for another reasoner to look at the statement again, and for
the offline rater; in a model's words it is only a rough reading. The rater knows the solution. A reason that names no
statement is a comparison. One that names a statement is checked: disagreement holds where the roles that it is about
break that statement, agreement where they break none. Of a reason about several agents the least supported case counts.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.puzzle.offline.reasoners import HINT, Look, PuzzleLayout, View, lay_out, look, profile_of
from doxa.systems.puzzle.puzzles.worlds import Role
from doxa.systems.puzzle.tasks.debating import (
    AdjustInputs,
    AssigningInputs,
    AssignmentReply,
    DebateInputs,
    DebateReply,
    RankReply,
    RoleAssignment,
)
from doxa.systems.puzzle.tasks.rating import RatingInputs, RatingReply
from doxa.systems.puzzle.tasks.record import Opinion, PuzzleContext

Standing = Mapping[str, dict[str, Role]]
"""Agent → its latest roles; an agent that has not given every player a role is absent."""


def standing_of(context: PuzzleContext) -> Standing:
    """Return the latest complete roles of every agent."""
    latest_roles: dict[str, dict[str, Role]] = {}
    for phase in context.history:
        for solution in phase.solutions:
            is_partial = phase.kind == "adjustment" and any(
                answer.roles is not None and len(answer.roles) < len(context.players) for answer in phase.solutions
            )
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


SAME = "The same role as mine."
OTHER = "Another role than mine."
"""Reasons where roles were compared and nothing was checked."""


def refutes(agent: str, view: View, players: Sequence[str]) -> str:
    """Return a reason against an agent's roles: the first statement that they break, the hints, or a comparison."""
    if not view.broken:
        return OTHER
    place = view.broken[0]
    if place == HINT:
        return f"The roles of {agent} do not fit the manager's hints."
    name, role = players[place], view.roles[players[place]]
    truth = "false" if role == "knight" else "true"
    return f"By the roles of {agent}, {name} is a {role}, and what {name} states would be {truth}."


def find_named_players(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players that a text names, in their order."""
    return tuple(player for player in players if re.search(rf"(?<!\w){re.escape(player)}(?!\w)", text))


def propose_roles(request: Request, library: Library) -> Response:
    """Return the best assignment that a search finds."""
    inputs = inputs_of(request, PuzzleContext)
    return _answer(request, _look(request, inputs).search(), inputs.players)


def rank_players(request: Request, library: Library) -> Response:
    """Return players by how few assignments their statements leave; the puzzle's own order without a check."""
    inputs = inputs_of(request, PuzzleContext)
    seeing = _look(request, inputs)
    order = list(inputs.players)
    if seeing.chance(seeing.profile.verifies):
        fits = seeing.laid.fits[:, list(seeing.laid.open)].sum(axis=1)
        order = [inputs.players[place] for place in sorted(range(len(order)), key=lambda place: int(fits[place]))]
    return reply(RankReply(order=tuple(order)))


def debate_role(request: Request, library: Library) -> Response:
    """Return an opinion: agreement with agents of the same role, disagreement with others, with reasons."""
    inputs = inputs_of(request, DebateInputs)
    seeing, standing = _look(request, inputs), standing_of(inputs)
    own_roles = standing.get(inputs.me)
    own_view = seeing.view(own_roles) if own_roles else seeing.search()
    ranked = [agent for agent in surest_first(inputs, standing) if agent in inputs.others]
    views = {agent: seeing.view(standing[agent]) for agent in ranked}
    sound = [view for view in views.values() if view.sound]
    best = sound[0] if own_view.broken and sound else own_view
    role = best.roles[inputs.player]
    agree = tuple(agent for agent, view in views.items() if view.roles[inputs.player] == role)
    disagree = tuple(agent for agent in views if agent not in agree)
    return reply(
        DebateReply(
            player=inputs.player,
            agree_with=agree,
            agree_why=" ".join(
                dict.fromkeys(
                    f"The roles of {agent} fit what {', '.join(inputs.players)} state." if views[agent].sound else SAME
                    for agent in agree
                )
            ),
            disagree_with=disagree,
            disagree_why=" ".join(dict.fromkeys(refutes(agent, views[agent], inputs.players) for agent in disagree)),
            role=role,
            confidence=seeing.profile.sure if best.sound else seeing.profile.unsure,
        )
    )


def adjust_roles(request: Request, library: Library) -> Response:
    """Return its answer, kept, or changed by an argument, another's solution or a majority in the debated role."""
    inputs = inputs_of(request, AdjustInputs)
    seeing = _read_again(_look(request, inputs), inputs)
    return _answer(request, _pull_view(seeing, _reconsider_view(seeing, inputs), inputs), inputs.asked)


def decide_roles(request: Request, library: Library) -> Response:
    """Return its answer after another look: kept or replaced."""
    inputs = inputs_of(request, PuzzleContext)
    return _answer(request, _reconsider_view(_look(request, inputs), inputs), inputs.players)


def supervise_roles(request: Request, library: Library) -> Response:
    """Return the first solution of the team that seems to fit, or one of its own search."""
    inputs = inputs_of(request, AssigningInputs)
    seeing = _look(request, inputs)
    views = [seeing.check(roles) for roles in standing_of(inputs).values()]
    sound = next((view for view in views if view.sound), None)
    view = sound or min([seeing.search(), *views], key=lambda view: len(view.broken))
    return _answer(request, view, inputs.asked)


def _look(request: Request, inputs: PuzzleContext) -> Look:
    return look(inputs.game, profile_of(request.settings.model), request.seed, request.step.key)


def _read_again(seeing: Look, inputs: AdjustInputs) -> Look:
    """Return its look after it read statements again, which arguments against its own solution made it do."""
    against = [opinion.disagree_why for opinion in opinions_of(inputs) if inputs.me in opinion.disagree_with]
    named_players = {name for text in against for name in find_named_players(text, inputs.players)}
    return seeing.read_again(
        frozenset(
            place
            for place, name in enumerate(inputs.players)
            if name in named_players and seeing.chance(seeing.profile.heeds)
        )
    )


def _reconsider_view(seeing: Look, inputs: PuzzleContext) -> View:
    """Return the view of its own solution; where it sees that broken, of another's that fits, or of a new search."""
    standing = standing_of(inputs)
    own_roles = standing.get(inputs.me)
    own_view = seeing.view(own_roles) if own_roles else None
    if own_view and not own_view.broken:
        return own_view
    ranked = [agent for agent in surest_first(inputs, standing) if agent != inputs.me]
    others = [seeing.view(standing[agent]) for agent in ranked]
    alternative = next((view for view in others if view.sound), None) or seeing.search()
    return alternative if own_view is None or len(alternative.broken) < len(own_view.broken) else own_view


def _pull_view(seeing: Look, view: View, inputs: AdjustInputs) -> View:
    """Return its view, with the debated role changed where it yields to a majority."""
    majority_role = majority_of(opinions_of(inputs))
    if majority_role is None or majority_role == view.roles[inputs.player]:
        return view
    profile = seeing.profile
    if not seeing.chance(profile.yields_sure if view.sound else profile.yields_unsure):
        return view
    return View(roles={**view.roles, inputs.player: majority_role}, checked=False)


def _answer(request: Request, view: View, asked: tuple[str, ...]) -> Response:
    players = tuple(RoleAssignment(name=name, role=view.roles[name]) for name in asked)
    profile = profile_of(request.settings.model)
    confidence = profile.sure if view.sound else profile.unsure
    return reply(AssignmentReply(reasoning=_give_reason(view), players=players, confidence=confidence))


def _give_reason(view: View) -> str:
    """Return the reason for an assignment in words."""
    players = tuple(view.roles)
    if not view.checked:
        return "I keep to what the debate has brought."
    if view.sound:
        return f"Held against the statements of {', '.join(players)}, these roles fit all of them, and the hints."
    named = ", ".join(players[place] if place != HINT else "the manager" for place in view.broken)
    return f"Of what I looked at this fits best; the statements of {named} still do not fit."


NONE, CONFUSED, COMPARED, PROMISING, SOUND = range(5)


def rate_reasoning(request: Request, library: Library) -> Response:
    """Return marks for the reasons to agree and to disagree."""
    inputs = inputs_of(request, RatingInputs)
    solutions = {solution.agent: solution.roles or {} for solution in inputs.held}
    opinion = inputs.opinion
    agreement = [_mark_agreement(inputs, solutions.get(agent, {})) for agent in opinion.agree_with]
    disagreement = [_mark_disagreement(inputs, solutions.get(agent, {})) for agent in opinion.disagree_with]
    return reply(RatingReply(agreement=min(agreement, default=NONE), disagreement=min(disagreement, default=NONE)))


def _mark_agreement(inputs: RatingInputs, roles: Mapping[str, Role]) -> int:
    """Return the mark of the reason to agree with an agent that holds some roles."""
    game, role = lay_out(inputs.game), roles.get(inputs.player)
    named_players = find_named_players(inputs.opinion.agree_why, game.players)
    if not named_players:
        return COMPARED if role == inputs.opinion.role else CONFUSED
    return SOUND if role == inputs.solution[inputs.player] and not _broken(game, roles, named_players) else PROMISING


def _mark_disagreement(inputs: RatingInputs, roles: Mapping[str, Role]) -> int:
    """Return the mark of the reason to disagree with an agent that holds some roles."""
    game = lay_out(inputs.game)
    named_players = find_named_players(inputs.opinion.disagree_why, game.players)
    if not named_players and roles.get(inputs.player) == inputs.opinion.role:
        return CONFUSED
    if not named_players or roles == inputs.solution:
        return COMPARED
    return SOUND if _broken(game, roles, named_players) else PROMISING


def _broken(game: PuzzleLayout, roles: Mapping[str, Role], named_players: tuple[str, ...]) -> bool:
    """Return whether an agent's complete roles break one of the named statements."""
    if set(roles) != set(game.players):
        return False
    world = game.world(roles)
    return any(not game.fits[game.players.index(name), world] for name in named_players)


SKILLS = {
    "propose_roles": propose_roles,
    "rank_players": rank_players,
    "debate_role": debate_role,
    "adjust_roles": adjust_roles,
    "decide_roles": decide_roles,
    "supervise_roles": supervise_roles,
    "rate_reasoning": rate_reasoning,
}
