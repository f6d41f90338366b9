"""The task ``rate_reasoning`` in plain code: a reason is rated by whether the statements that it names support it.

SIMULATED. It knows the solution. A reason that names no statement is a comparison. A reason that names one is checked:
disagreement holds where the roles that it is about break that statement, agreement where they break none. Where a
reason is about several agents, the least supported case decides.
"""

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.systems.puzzle.offline.arguing import find_named_players
from doxa.systems.puzzle.offline.looking import PuzzleLayout, lay_out
from doxa.systems.puzzle.tasks.rating import Inputs, Reply
from doxa.systems.puzzle.tasks.record import Solution

NONE, CONFUSED, COMPARED, PROMISING, SOUND = range(5)


def rate_reasoning(request: Request, library: Library) -> Response:
    """Return marks for the reasons to agree and to disagree."""
    inputs = inputs_of(request, Inputs)
    solutions = {solution.agent: solution for solution in inputs.held}
    game, opinion = lay_out(inputs.game), inputs.opinion
    agreement = [_agreement(inputs, game, solutions.get(agent)) for agent in opinion.agree_with]
    disagreement = [_disagreement(inputs, game, solutions.get(agent)) for agent in opinion.disagree_with]
    return reply(Reply(agreement=min(agreement, default=NONE), disagreement=min(disagreement, default=NONE)))


def _agreement(inputs: Inputs, game: PuzzleLayout, other: Solution | None) -> int:
    role, named_players = _role(inputs, other), find_named_players(inputs.opinion.agree_why, game.players)
    if not named_players:
        return COMPARED if role == inputs.opinion.role else CONFUSED
    return SOUND if role == inputs.solution[inputs.player] and not _broken(game, other, named_players) else PROMISING


def _disagreement(inputs: Inputs, game: PuzzleLayout, other: Solution | None) -> int:
    role, named_players = _role(inputs, other), find_named_players(inputs.opinion.disagree_why, game.players)
    if not named_players and role == inputs.opinion.role:
        return CONFUSED
    if not named_players or (other and other.roles == inputs.solution):
        return COMPARED
    return SOUND if _broken(game, other, named_players) else PROMISING


def _role(inputs: Inputs, other: Solution | None) -> str | None:
    return other.roles.get(inputs.player) if other and other.roles else None


def _broken(game: PuzzleLayout, other: Solution | None, named_players: tuple[str, ...]) -> bool:
    """Return whether an agent's roles break one of the named statements."""
    if other is None or other.roles is None or set(other.roles) != set(game.players):
        return False
    world = game.world(other.roles)
    return any(not game.fits[game.players.index(name), world] for name in named_players)
