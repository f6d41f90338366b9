"""The tasks of a debate over a puzzle, carried out by a reasoner within the bounds of its profile.

It proposes the best assignment that its search finds. In a debate it checks the solutions of others against the
statements, or only compares roles, depending on its profile. When an argument or another look shows it that its answer
breaks a statement, it takes another agent's solution that seems to break none, or searches again. Otherwise only a
majority moves it, and only in the role that is debated.
"""

from dataclasses import dataclass

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.puzzle.offline.arguing import OTHER, SAME, find_named_players, proposes, refutes, upholds
from doxa.systems.puzzle.offline.looking import Look, look
from doxa.systems.puzzle.offline.profiles import profile_of
from doxa.systems.puzzle.offline.standing import Standing, majority_of, opinions_of, standing_of, surest_first
from doxa.systems.puzzle.puzzles.roles import Role
from doxa.systems.puzzle.tasks import debating, ranking
from doxa.systems.puzzle.tasks.assigning import (
    AdjustInputs,
    DecideInputs,
    ProposeInputs,
    Reply,
    RoleAssignment,
    SuperviseInputs,
)
from doxa.systems.puzzle.tasks.record import PuzzleContext


@dataclass(frozen=True, kw_only=True)
class View:
    """An assignment of roles with what a reasoner knows about it."""

    roles: dict[str, Role]
    broken: tuple[int, ...]
    """Indices of the statements that the reasoner saw broken."""
    checked: bool = True
    """Whether the reasoner checked the assignment."""

    @property
    def sound(self) -> bool:
        """Return whether the reasoner checked the assignment and saw no broken statement."""
        return self.checked and not self.broken


def propose_roles(request: Request, library: Library) -> Response:
    """Return the best assignment that a search finds."""
    inputs = inputs_of(request, ProposeInputs)
    return _answer(request, _search_view(_look(request, inputs)), inputs.players)


def rank_players(request: Request, library: Library) -> Response:
    """Return players by how few assignments their statements leave; the puzzle's own order without a check."""
    inputs = inputs_of(request, ranking.Inputs)
    seeing = _look(request, inputs)
    order = list(inputs.players)
    if seeing.chance(seeing.profile.verifies):
        fits = seeing.laid.fits[:, list(seeing.laid.open)].sum(axis=1)
        order = [inputs.players[place] for place in sorted(range(len(order)), key=lambda place: int(fits[place]))]
    return reply(ranking.Reply(order=tuple(order)))


def debate_role(request: Request, library: Library) -> Response:
    """Return an opinion: agreement with agents of the same role, disagreement with others, with reasons."""
    inputs = inputs_of(request, debating.Inputs)
    seeing, standing = _look(request, inputs), standing_of(inputs)
    own_roles = standing.get(inputs.me)
    own_view = _view_roles(seeing, own_roles) if own_roles else _search_view(seeing)
    ranked = [agent for agent in surest_first(inputs, standing) if agent in inputs.others]
    views = {agent: _view_roles(seeing, standing[agent]) for agent in ranked}
    best = _best(own_view, views)
    role = best.roles[inputs.player]
    agree = tuple(agent for agent, view in views.items() if view.roles[inputs.player] == role)
    disagree = tuple(agent for agent in views if agent not in agree)
    return reply(
        debating.Reply(
            player=inputs.player,
            agree_with=agree,
            agree_why=" ".join(dict.fromkeys(_agreeing(agent, views[agent], inputs) for agent in agree)),
            disagree_with=disagree,
            disagree_why=" ".join(dict.fromkeys(_disagreeing(agent, views[agent], inputs) for agent in disagree)),
            role=role,
            confidence=_confidence(seeing, best),
        )
    )


def adjust_roles(request: Request, library: Library) -> Response:
    """Return its answer, kept, or changed by an argument, another's solution or a majority in the debated role."""
    inputs = inputs_of(request, AdjustInputs)
    seeing, standing = _look(request, inputs), standing_of(inputs)
    aright = _read_again(seeing, inputs)
    view = _reconsider_view(seeing, inputs, standing, aright)
    return _answer(request, _pull_view(seeing, view, inputs), inputs.asked)


def decide_roles(request: Request, library: Library) -> Response:
    """Return its answer after another look: kept or replaced."""
    inputs = inputs_of(request, DecideInputs)
    seeing = _look(request, inputs)
    return _answer(request, _reconsider_view(seeing, inputs, standing_of(inputs), frozenset()), inputs.players)


def supervise_roles(request: Request, library: Library) -> Response:
    """Return the first solution of the team that seems to fit, or one of its own search."""
    inputs = inputs_of(request, SuperviseInputs)
    seeing = _look(request, inputs)
    views = [View(roles=roles, broken=seeing.broken(roles)) for roles in standing_of(inputs).values()]
    sound = [view for view in views if view.sound]
    return _answer(request, sound[0] if sound else min([_search_view(seeing), *views], key=_wrong), inputs.asked)


def _look(request: Request, inputs: PuzzleContext) -> Look:
    return look(inputs.game, profile_of(request.settings.model), request.seed, request.step.key)


def _search_view(seeing: Look, aright: frozenset[int] = frozenset()) -> View:
    roles, broken = seeing.searched(aright)
    return View(roles=roles, broken=broken)


def _view_roles(seeing: Look, roles: dict[str, Role], aright: frozenset[int] = frozenset()) -> View:
    """Return the view of a solution, checked or not by the profile's chance; after an argument it is always checked."""
    if aright or seeing.chance(seeing.profile.verifies):
        return View(roles=roles, broken=seeing.broken(roles, aright))
    return View(roles=roles, broken=(), checked=False)


def _read_again(seeing: Look, inputs: AdjustInputs) -> frozenset[int]:
    """Return the statements that arguments against its own solution made it read again."""
    against = [opinion.disagree_why for opinion in opinions_of(inputs) if inputs.me in opinion.disagree_with]
    named_players = {name for text in against for name in find_named_players(text, inputs.players)}
    heeded = [name for name in inputs.players if name in named_players and seeing.chance(seeing.profile.heeds)]
    return frozenset(inputs.players.index(name) for name in heeded)


def _reconsider_view(seeing: Look, inputs: PuzzleContext, standing: Standing, aright: frozenset[int]) -> View:
    """Return the view of its own solution; where it sees that broken, of another's that fits, or of a new search."""
    own_roles = standing.get(inputs.me)
    own_view = _view_roles(seeing, own_roles, aright) if own_roles else None
    if own_view and not own_view.broken:
        return own_view
    ranked = [agent for agent in surest_first(inputs, standing) if agent != inputs.me]
    others = [_view_roles(seeing, standing[agent], aright) for agent in ranked]
    alternative = next((view for view in others if view.sound), None) or _search_view(seeing, aright)
    return alternative if own_view is None or len(alternative.broken) < len(own_view.broken) else own_view


def _pull_view(seeing: Look, view: View, inputs: AdjustInputs) -> View:
    """Return its view, with the debated role changed where it yields to a majority."""
    majority_role = majority_of(opinions_of(inputs))
    if majority_role is None or majority_role == view.roles[inputs.player]:
        return view
    profile = seeing.profile
    if not seeing.chance(profile.yields_sure if view.sound else profile.yields_unsure):
        return view
    return View(roles={**view.roles, inputs.player: majority_role}, broken=(), checked=False)


def _best(mine: View, seen: dict[str, View]) -> View:
    """Return its own view, or another's where it sees its own broken and the other not."""
    sound = [view for view in seen.values() if view.sound]
    return sound[0] if mine.broken and sound else mine


def _agreeing(agent: str, view: View, inputs: debating.Inputs) -> str:
    return upholds([agent], inputs.players) if view.sound else SAME


def _disagreeing(agent: str, view: View, inputs: debating.Inputs) -> str:
    return refutes(agent, view.roles, view.broken, inputs.players) if view.broken else OTHER


def _answer(request: Request, view: View, asked: tuple[str, ...]) -> Response:
    seeing_players = tuple(view.roles)
    why = proposes(view.broken, seeing_players) if view.checked else "I keep to what the debate has brought."
    players = tuple(RoleAssignment(name=name, role=view.roles[name]) for name in asked)
    profile = profile_of(request.settings.model)
    return reply(Reply(reasoning=why, players=players, confidence=profile.sure if view.sound else profile.unsure))


def _confidence(seeing: Look, view: View) -> int:
    return seeing.profile.sure if view.sound else seeing.profile.unsure


def _wrong(view: View) -> int:
    return len(view.broken)
