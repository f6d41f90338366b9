"""Declared profiles of reasoners: how far each searches, how often it errs, when it yields, how sure it says it is.

Every number is our own choice. None was fitted to results of debates, and none depends on a puzzle's size, on the
other agents of the team, or on the solution. Three strengths, each with three levels of stated confidence, represent
the grid of Figure 2 of *Can LLM Agents Really Debate?*: high, medium and low performance by high, medium and low
confidence. They were chosen so that alone, on puzzles of six players, they are in these levels.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.errors import ModelSetupError, did_you_mean
from doxa.records.base import stream
from doxa.systems.puzzle.puzzles.puzzle import examine
from doxa.systems.puzzle.puzzles.wording import read_puzzle
from doxa.systems.puzzle.puzzles.worlds import ROLES, Role

PREFIX = "offline:reasoner-"


@dataclass(frozen=True, kw_only=True)
class Profile:
    """One kind of reasoner."""

    name: str
    checks: int
    """How many assignments it can check against the statements in one answer."""
    slip: float
    """Chance that it sees one statement of one assignment wrongly, anew each time."""
    misreads: float
    """Chance that it takes a statement for its opposite throughout a puzzle, as do all agents of its profile."""
    verifies: float
    """Chance that it checks its own or another's solution against the statements instead of comparing roles."""
    heeds: float
    """Chance that it follows up an argument that names a statement; it then reads that statement correctly."""
    yields_sure: float
    """Chance that it follows a majority against its own answer when it has just found that this answer fits."""
    yields_unsure: float
    """Chance that it follows a majority against any other answer of its own."""
    sure: int
    """Confidence, 1 to 10, in an answer that it checked without seeing a broken statement."""
    unsure: int
    """Confidence in any other answer."""


STRONG = Profile(
    name="strong",
    checks=200,
    slip=0.002,
    misreads=0.03,
    verifies=0.9,
    heeds=0.9,
    yields_sure=0.02,
    yields_unsure=0.3,
    sure=7,
    unsure=6,
)
MIDDLING = Profile(
    name="middling",
    checks=120,
    slip=0.005,
    misreads=0.06,
    verifies=0.6,
    heeds=0.6,
    yields_sure=0.1,
    yields_unsure=0.5,
    sure=7,
    unsure=6,
)
WEAK = Profile(
    name="weak",
    checks=15,
    slip=0.02,
    misreads=0.15,
    verifies=0.25,
    heeds=0.3,
    yields_sure=0.3,
    yields_unsure=0.8,
    sure=7,
    unsure=6,
)

WAYS: dict[str, tuple[int, int]] = {"": (7, 6), "-certain": (10, 9), "-doubtful": (4, 3)}
"""Ending of a name → confidence when sure and when unsure: medium, high, low."""

PROFILES: dict[str, Profile] = {
    f"{profile.name}{way}": replace(profile, name=f"{profile.name}{way}", sure=sure, unsure=unsure)
    for profile in (STRONG, MIDDLING, WEAK)
    for way, (sure, unsure) in WAYS.items()
}


MODELS = {f"{PREFIX}{name}": "reasons about puzzles" for name in PROFILES}
"""Model → the only thing that it does."""


def profile_of(model: str) -> Profile:
    """Return the profile of a model's name; plain ``offline`` is the middling reasoner.

    Raises:
        ModelSetupError: there is no such profile.
    """
    if model == "offline":
        return PROFILES[MIDDLING.name]
    name = model.removeprefix(PREFIX)
    if model.startswith(PREFIX) and name in PROFILES:
        return PROFILES[name]
    models = [f"{PREFIX}{profile_name}" for profile_name in PROFILES]
    guess = did_you_mean(model, models)
    raise ModelSetupError(
        f"there is no offline model {model!r}",
        hint=f"{guess}Offline: 'offline', and for puzzles {', '.join(models)}.",
    )


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
    examined = examine(puzzle)
    over = examined.worlds
    opposite = [over.fit(place, over.every ^ truth) for place, truth in enumerate(examined.truths)]
    hinted = over.unpacked(examined.hinted)
    return PuzzleLayout(
        players=puzzle.players,
        roles=over.roles,
        fits=np.stack([over.unpacked(fit) for fit in examined.fits]),
        opposite=np.stack([over.unpacked(fact) for fact in opposite]),
        hinted=hinted,
        open=tuple(map(int, np.flatnonzero(hinted))),
    )


@dataclass(frozen=True, kw_only=True)
class View:
    """An assignment of roles with what a reasoner knows about it."""

    roles: dict[str, Role]
    broken: tuple[int, ...] = ()
    """Indices of the statements that the reasoner saw broken, HINT among them."""
    checked: bool = True
    """Whether the reasoner checked the assignment."""

    @property
    def sound(self) -> bool:
        """Return whether the reasoner checked the assignment and saw no broken statement."""
        return self.checked and not self.broken


@dataclass(frozen=True, kw_only=True)
class Look:
    """One reasoner's look at one puzzle, for one answer."""

    laid: PuzzleLayout
    profile: Profile
    random: Random
    misread: frozenset[int]
    """Places of the statements that it takes for their opposite."""
    alert: bool = False
    """Whether an argument made it read statements again: then it checks every solution."""

    def read_again(self, places: frozenset[int]) -> "Look":
        """Return the look of a reasoner that has read some statements again, which it then does not misread."""
        return replace(self, misread=self.misread - places, alert=bool(places))

    def check(self, roles: Roles) -> View:
        """Return roles with the statements that they seem to break."""
        world = self.laid.world(roles)
        broken = self._broken(world)
        return View(roles=dict(roles), broken=(*broken, *(() if self.laid.hinted[world] else (HINT,))))

    def view(self, roles: dict[str, Role]) -> View:
        """Return roles, checked or not by the profile's chance; always checked after an argument."""
        return (
            self.check(roles) if self.alert or self.chance(self.profile.verifies) else View(roles=roles, checked=False)
        )

    def search(self) -> View:
        """Return the best of as many random assignments as it can check.

        The search stops at an assignment that seems to break nothing. Of equally good ones the first is returned.
        """
        count = min(self.profile.checks, len(self.laid.open))
        best: tuple[int, tuple[int, ...]] | None = None
        for world in self.random.sample(self.laid.open, count):
            broken = self._broken(world)
            if best is None or len(broken) < len(best[1]):
                best = world, broken
            if not broken:
                break
        assert best is not None, "a puzzle with a solution leaves assignments to look at"
        return View(roles=self.laid.assigned(best[0]), broken=best[1])

    def chance(self, probability: float) -> bool:
        """Draw whether something happens."""
        return self.random.random() < probability

    def _broken(self, world: int) -> tuple[int, ...]:
        return tuple(place for place in range(len(self.laid.players)) if not self._fits(place, world))

    def _fits(self, place: int, world: int) -> bool:
        read = self.laid.opposite if place in self.misread else self.laid.fits
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
