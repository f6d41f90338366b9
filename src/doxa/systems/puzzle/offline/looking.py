"""A puzzle as a reasoner sees it: which statements an assignment of roles seems to break.

``puzzles`` decides truth in all worlds at once; what a reasoner sees of it is bounded and noisy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.records.streams import stream
from doxa.systems.puzzle.offline.profiles import Profile
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.roles import ROLES, Role
from doxa.systems.puzzle.puzzles.worlds import Bits, worlds

HINT = -1
"""Stands for the manager's hints among the statements that an assignment breaks."""

Roles = Mapping[str, Role]


@dataclass(frozen=True, kw_only=True, eq=False)
class PuzzleLayout:
    """A puzzle evaluated in all worlds, with any number of spies."""

    players: tuple[str, ...]
    roles: NDArray[np.int8]
    """Shape (worlds, players): places in ``ROLES``."""
    fits: NDArray[np.bool_]
    """Shape (players, worlds): whether a player's role allows what it says."""
    opposite: NDArray[np.bool_]
    """The same for a player whose statement is taken for its opposite."""
    hinted: NDArray[np.bool_]
    """Worlds in which all hints hold."""
    open: tuple[int, ...]
    """The numbers of those worlds: the assignments that a reasoner searches."""

    def world(self, roles: Roles) -> int:
        """Return the number of the world with these roles; KeyError where a player has none."""
        code = 0
        for player in self.players:
            code = 3 * code + ROLES.index(roles[player])
        return code

    def assigned(self, world: int) -> dict[str, Role]:
        """Return the roles of a world."""
        return {name: ROLES[place] for name, place in zip(self.players, self.roles[world], strict=True)}


@lru_cache(maxsize=256)
def lay_out(game: str) -> PuzzleLayout:
    """Return a puzzle's text evaluated in all worlds.

    Raises:
        PuzzleError: the text cannot be read.
    """
    puzzle = read_puzzle(game, 1)
    over = worlds(len(puzzle.players))
    truths: list[Bits] = []
    fits, opposite = [], []
    for place, statement in enumerate(puzzle.statements):
        true = statement.truth(over, truths)
        truths.append(true)
        false = over.every ^ true
        fits.append(over.unpacked(over.spy[place] | over.knight[place] & true | over.knave[place] & false))
        opposite.append(over.unpacked(over.spy[place] | over.knight[place] & false | over.knave[place] & true))
    allowed = over.every
    for hint in puzzle.hints:
        allowed &= hint.truth(over, truths)
    hinted = over.unpacked(allowed)
    return PuzzleLayout(
        players=puzzle.players,
        roles=over.roles,
        fits=np.stack(fits),
        opposite=np.stack(opposite),
        hinted=hinted,
        open=tuple(int(world) for world in np.flatnonzero(hinted)),
    )


@dataclass(kw_only=True)
class Look:
    """One reasoner's look at one puzzle, for one answer."""

    laid: PuzzleLayout
    profile: Profile
    random: Random
    misread: frozenset[int]
    """Places of the statements that it takes for their opposite."""

    def broken(self, roles: Roles, aright: frozenset[int] = frozenset()) -> tuple[int, ...]:
        """Return the places of the statements that some roles seem to break, HINT among them.

        Args:
            aright: statements that an argument made it read again: these it does not take for their opposite.
        """
        world = self.laid.world(roles)
        broken = [place for place in range(len(self.laid.players)) if not self._fits(place, world, aright)]
        return (*broken, *(() if self.laid.hinted[world] else (HINT,)))

    def searched(self, aright: frozenset[int] = frozenset()) -> tuple[dict[str, Role], tuple[int, ...]]:
        """Return the best of as many random assignments as it can check, and the statements that this one breaks.

        The search stops at an assignment that seems to break nothing. Of equally good ones the first is returned.
        """
        count = min(self.profile.checks, len(self.laid.open))
        best: tuple[int, tuple[int, ...]] | None = None
        for world in self.random.sample(self.laid.open, count):
            broken = tuple(place for place in range(len(self.laid.players)) if not self._fits(place, world, aright))
            if best is None or len(broken) < len(best[1]):
                best = world, broken
            if not broken:
                break
        assert best is not None, "a puzzle with a solution leaves assignments to look at"
        return self.laid.assigned(best[0]), best[1]

    def chance(self, probability: float) -> bool:
        """Draw whether something happens."""
        return self.random.random() < probability

    def _fits(self, place: int, world: int, aright: frozenset[int]) -> bool:
        read = self.laid.opposite if place in self.misread and place not in aright else self.laid.fits
        return bool(read[place, world]) is not self.chance(self.profile.slip)


def look(game: str, profile: Profile, seed: int, key: str) -> Look:
    """Return a reasoner's look at a puzzle.

    Which statements it misreads depends on the run and on its profile (strength and stated confidence), so that agents
    of one profile share their errors; everything else is drawn anew at every step.
    """
    layout = lay_out(game)
    habits = stream(seed, profile.name, "misreads")
    misread = frozenset(place for place in range(len(layout.players)) if habits.random() < profile.misreads)
    return Look(laid=layout, profile=profile, random=stream(seed, key, "reasoning"), misread=misread)
