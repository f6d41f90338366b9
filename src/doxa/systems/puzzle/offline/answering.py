"""The tasks of a debate over a puzzle, carried out by a reasoner within the bounds of its profile.

It proposes the best that its search finds. In a debate it holds solutions of others against the statements, or only
compares roles, as its profile has it. It gives up an answer that it sees broken, by an argument or by looking again,
for another's that it sees fit, or for one that it searches anew; against an answer that it does not see broken only a
majority moves it, in the one role that is debated.
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
    Assigned,
    DecideInputs,
    ProposeInputs,
    Reply,
    SuperviseInputs,
)
from doxa.systems.puzzle.tasks.record import Shown


@dataclass(frozen=True, kw_only=True)
class View:
    """An assignment of roles as a reasoner holds it."""

    roles: dict[str, Role]
    broken: tuple[int, ...]
    """Statements that it saw broken."""
    checked: bool = True
    """Whether it looked."""

    @property
    def sound(self) -> bool:
        """Whether it looked and found nothing against it."""
        return self.checked and not self.broken


def propose_roles(request: Request, library: Library) -> Response:
    """Propose the best assignment that a search finds."""
    inputs = inputs_of(request, ProposeInputs)
    return _answer(request, _search_view(_look(request, inputs)), inputs.players)


def rank_players(request: Request, library: Library) -> Response:
    """Put players first whose statements leave the fewest assignments; without looking, the puzzle's own order."""
    inputs = inputs_of(request, ranking.Inputs)
    seeing = _look(request, inputs)
    order = list(inputs.players)
    if seeing.chance(seeing.profile.verifies):
        fits = seeing.laid.fits[:, list(seeing.laid.open)].sum(axis=1)
        order = [inputs.players[place] for place in sorted(range(len(order)), key=lambda place: int(fits[place]))]
    return reply(ranking.Reply(order=tuple(order)))


def debate_role(request: Request, library: Library) -> Response:
    """Agree with those who hold the same role and disagree with the others, with what was seen of their solutions."""
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
    """Stay, follow an argument or another's solution, or follow a majority in the debated role."""
    inputs = inputs_of(request, AdjustInputs)
    seeing, standing = _look(request, inputs), standing_of(inputs)
    aright = _read_again(seeing, inputs)
    view = _reconsider_view(seeing, inputs, standing, aright)
    return _answer(request, _pull_view(seeing, view, inputs), inputs.asked)


def decide_roles(request: Request, library: Library) -> Response:
    """Look once more, and keep or replace the answer."""
    inputs = inputs_of(request, DecideInputs)
    seeing = _look(request, inputs)
    return _answer(request, _reconsider_view(seeing, inputs, standing_of(inputs), frozenset()), inputs.players)


def supervise_roles(request: Request, library: Library) -> Response:
    """Take the first solution of the team that seems to fit, or search for one."""
    inputs = inputs_of(request, SuperviseInputs)
    seeing = _look(request, inputs)
    views = [View(roles=roles, broken=seeing.broken(roles)) for roles in standing_of(inputs).values()]
    sound = [view for view in views if view.sound]
    return _answer(request, sound[0] if sound else min([_search_view(seeing), *views], key=_wrong), inputs.asked)


def _look(request: Request, inputs: Shown) -> Look:
    return look(inputs.game, profile_of(request.settings.model), request.seed, request.step.key)


def _search_view(seeing: Look, aright: frozenset[int] = frozenset()) -> View:
    roles, broken = seeing.searched(aright)
    return View(roles=roles, broken=broken)


def _view_roles(seeing: Look, roles: dict[str, Role], aright: frozenset[int] = frozenset()) -> View:
    """Look at a solution, or not, as the profile has it; a statement that was argued about is always looked at."""
    if aright or seeing.chance(seeing.profile.verifies):
        return View(roles=roles, broken=seeing.broken(roles, aright))
    return View(roles=roles, broken=(), checked=False)


def _read_again(seeing: Look, inputs: AdjustInputs) -> frozenset[int]:
    """Return the statements that arguments against its own solution made it read again."""
    against = [opinion.disagree_why for opinion in opinions_of(inputs) if inputs.me in opinion.disagree_with]
    named_players = {name for text in against for name in find_named_players(text, inputs.players)}
    heeded = [name for name in inputs.players if name in named_players and seeing.chance(seeing.profile.heeds)]
    return frozenset(inputs.players.index(name) for name in heeded)


def _reconsider_view(seeing: Look, inputs: Shown, standing: Standing, aright: frozenset[int]) -> View:
    """Return its own solution, unless it sees it broken: then another's that it sees fit, or a new one."""
    own_roles = standing.get(inputs.me)
    own_view = _view_roles(seeing, own_roles, aright) if own_roles else None
    if own_view and not own_view.broken:
        return own_view
    ranked = [agent for agent in surest_first(inputs, standing) if agent != inputs.me]
    others = [_view_roles(seeing, standing[agent], aright) for agent in ranked]
    alternative = next((view for view in others if view.sound), None) or _search_view(seeing, aright)
    return alternative if own_view is None or len(alternative.broken) < len(own_view.broken) else own_view


def _pull_view(seeing: Look, view: View, inputs: AdjustInputs) -> View:
    """Let a majority against its answer pull at the debated role."""
    majority_role = majority_of(opinions_of(inputs))
    if majority_role is None or majority_role == view.roles[inputs.player]:
        return view
    profile = seeing.profile
    if not seeing.chance(profile.yields_sure if view.sound else profile.yields_unsure):
        return view
    return View(roles={**view.roles, inputs.player: majority_role}, broken=(), checked=False)


def _best(mine: View, seen: dict[str, View]) -> View:
    """Return its own view unless it sees that broken and another's not."""
    sound = [view for view in seen.values() if view.sound]
    return sound[0] if mine.broken and sound else mine


def _agreeing(agent: str, view: View, inputs: debating.Inputs) -> str:
    return upholds([agent], inputs.players) if view.sound else SAME


def _disagreeing(agent: str, view: View, inputs: debating.Inputs) -> str:
    return refutes(agent, view.roles, view.broken, inputs.players) if view.broken else OTHER


def _answer(request: Request, view: View, asked: tuple[str, ...]) -> Response:
    seeing_players = tuple(view.roles)
    why = proposes(view.broken, seeing_players) if view.checked else "I keep to what the debate has brought."
    players = tuple(Assigned(name=name, role=view.roles[name]) for name in asked)
    profile = profile_of(request.settings.model)
    return reply(Reply(reasoning=why, players=players, confidence=profile.sure if view.sound else profile.unsure))


def _confidence(seeing: Look, view: View) -> int:
    return seeing.profile.sure if view.sound else seeing.profile.unsure


def _wrong(view: View) -> int:
    return len(view.broken)
