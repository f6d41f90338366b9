"""Five classic rules of opinion dynamics, as kernels that meet posts with a stance. x is the listener's position.

- ``degroot``: x ← (w₀x + Σ w_j s_j) / (w₀ + Σ w_j). M. H. DeGroot, Reaching a consensus, JASA 69 (1974).
- ``friedkin_johnsen``: x ← a·(the same mean) + (1 − a)·x(0). N. E. Friedkin and E. C. Johnsen, Social influence and
  opinions, Journal of Mathematical Sociology 15 (1990).
- ``hegselmann_krause``: x ← the mean of x and every s_j with |s_j − x| ≤ ε. R. Hegselmann and U. Krause, Opinion
  dynamics and bounded confidence, JASSS 5 (2002).
- ``deffuant_weisbuch``: for one post after the other, x ← x + μ(s − x) where |s − x| < d. G. Deffuant, D. Neau,
  F. Amblard and G. Weisbuch, Mixing beliefs among interacting agents, Advances in Complex Systems 3 (2000).
- ``voter``: x ← s of one post drawn at random. P. Clifford and A. Sudbury, A model for spatial conflict, Biometrika 60
  (1973); R. A. Holley and T. M. Liggett, Annals of Probability 3 (1975).

The first three update synchronously: a batch is one update of everybody. The last two are random sequential: a script
draws who meets whom, one encounter a batch; given several posts, the fourth takes them in the order met and the fifth
draws one. The sources count each neighbour once, so a feed for these rules shows one post an author. Bounds ε and d
are in units of stance: the scale [−1, 1] is twice as long as the sources' [0, 1].
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import Field

from doxa.beliefs.base import Items, Met, Need
from doxa.errors import BeliefError
from doxa.records.base import JsonValue, Settings, Stance, tidy
from doxa.records.claims import Evidence, Exposure, Item, Readout, Trace
from doxa.records.spec import Prior

INITIAL = "initial"
"""The source of the item that the initial position contributes."""

MASK = (1 << 64) - 1
"""Draws use 64 bits, as the arrays do, so that both draw the same."""


class ClassicSettings(Settings):
    """The settings that all classic rules share."""

    default_position: Stance = 0.0
    """Where the agent begins when its prior gives no stance."""


class DeGrootSettings(ClassicSettings):
    """Whose word counts how much; any row of a stochastic matrix can be written so."""

    own_weight: float = Field(default=1.0, ge=0)
    """w₀: how much the own position counts beside what is met."""
    weights: dict[str, float] = Field(default_factory=dict)
    """w_j by author, 0 or more; 1 for authors that are not named."""


class FriedkinJohnsenSettings(DeGrootSettings):
    """DeGroot's settings, and how susceptible the agent is to others."""

    susceptibility: float = Field(default=0.5, ge=0, le=1)
    """a: the weight of the mean; 1 − a is the weight of the initial position."""


class HegselmannKrauseSettings(ClassicSettings):
    """How near a position must be to count."""

    bound: float = Field(default=0.4, ge=0)
    """ε: the largest distance that counts (0.2 on the source's scale)."""


class DeffuantWeisbuchSettings(ClassicSettings):
    """How near a position must be to have an effect, and how far it pulls."""

    threshold: float = Field(default=0.4, ge=0)
    """d: only distances below it have an effect (0.2 on the source's scale)."""
    convergence: float = Field(default=0.5, ge=0, le=0.5)
    """μ: the share of the distance by which the listener moves."""


class VoterSettings(ClassicSettings):
    """How a post is drawn."""

    seed: int = Field(default=0, ge=0)
    """Seed of the draws. Give each agent its own: with one seed, agents that see as many posts draw the same place."""


@dataclass(frozen=True, kw_only=True)
class ClassicState:
    """A listener's position, its initial position, and the number of batches in which it saw a post."""

    position: float = 0.0
    initial: float = 0.0
    batches: int = 0


@dataclass(frozen=True, kw_only=True)
class PostContribution:
    """What one post adds to the position."""

    weight: float
    contribution: float
    why: str = ""


class Classic(ABC):
    """The base of the classic kernels; each implements its rule in ``moved``."""

    Settings: ClassVar[type[Any]] = ClassicSettings
    needs: ClassVar[frozenset[Need]] = frozenset({"posts"})
    items: ClassVar[Items] = Items(unit="S", weighed=True)
    heeds_weights: ClassVar[bool] = True

    def __init__(self, settings: Any) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[ClassicState, Trace]:
        """Return the state at the prior's stance, or at the default position when the scenario gives none."""
        start = self.settings.default_position if prior.stance is None else prior.stance
        state = ClassicState(position=start, initial=start)
        return state, Trace(before=self.readout(ClassicState()), after=self.readout(state))

    def step(self, state: ClassicState, met: Met) -> tuple[ClassicState, Trace]:
        """Return the state after one batch of posts about the proposition."""
        others = [exposure for exposure in met.exposures if exposure.origin != "self"]
        posts = [exposure for exposure in others if exposure.stance is not None and not exposure.topic]
        left_out: list[JsonValue] = [
            exposure.message for exposure in others if exposure.stance is None or exposure.topic
        ]
        notes: dict[str, JsonValue] = {"left_out": left_out} if left_out else {}
        if not posts:
            return state, Trace(before=self.readout(state), after=self.readout(state), notes=notes)
        position, parts = self.new_position(state, posts, [post.stance or 0.0 for post in posts])
        now = replace(state, position=max(-1.0, min(1.0, position)), batches=state.batches + 1)
        items = tuple(_item(post, part) for post, part in zip(posts, parts, strict=False))
        anchor = tuple(
            Item(source=INITIAL, origin="self", weight=tidy(part.weight), after=tidy(part.contribution))
            for part in parts[len(posts) :]
        )
        return now, Trace(items=items + anchor, before=self.readout(state), after=self.readout(now), notes=notes)

    def readout(self, state: ClassicState) -> Readout:
        return Readout(stance=tidy(state.position))

    @abstractmethod
    def new_position(
        self, state: ClassicState, posts: Sequence[Exposure], stances: Sequence[float]
    ) -> tuple[float, list[PostContribution]]:
        """Return the new position, and what each post contributes to the move."""


class DeGroot(Classic):
    """Kernel ``degroot``: the stance becomes a weighted mean of itself and the stances met."""

    Settings: ClassVar[type[Any]] = DeGrootSettings

    def new_position(
        self, state: ClassicState, posts: Sequence[Exposure], stances: Sequence[float]
    ) -> tuple[float, list[PostContribution]]:
        weights = [self.settings.weights.get(post.speaker, 1.0) * post.weight for post in posts]
        if not all(math.isfinite(weight) and weight >= 0.0 for weight in weights):
            raise BeliefError("belief.weights must be 0 or more", hint="Give each author a weight from 0 on.")
        total = math.fsum([self.settings.own_weight, *weights])
        if total == 0.0:
            return state.position, [PostContribution(weight=0.0, contribution=0.0, why="no weight") for _ in posts]
        sums = [weight * stance for weight, stance in zip(weights, stances, strict=True)]
        mean = math.fsum([self.settings.own_weight * state.position, *sums]) / total
        shares = [weight / total for weight in weights]
        return mean, [
            PostContribution(weight=share, contribution=share * (stance - state.position))
            for share, stance in zip(shares, stances, strict=True)
        ]


class FriedkinJohnsen(DeGroot):
    """Kernel ``friedkin_johnsen``: the mean of DeGroot, held back toward the initial stance.

    The last item of its trace is the contribution of the initial position.
    """

    Settings: ClassVar[type[Any]] = FriedkinJohnsenSettings
    items: ClassVar[Items] = Items(unit="S", weighed=True, own={INITIAL: "where it began"})

    def new_position(
        self, state: ClassicState, posts: Sequence[Exposure], stances: Sequence[float]
    ) -> tuple[float, list[PostContribution]]:
        mean, parts = super().new_position(state, posts, stances)
        a = self.settings.susceptibility
        parts = [replace(part, weight=a * part.weight, contribution=a * part.contribution) for part in parts]
        hold = PostContribution(weight=1.0 - a, contribution=(1.0 - a) * (state.initial - state.position))
        return a * mean + (1.0 - a) * state.initial, [*parts, hold]


class HegselmannKrause(Classic):
    """Kernel ``hegselmann_krause``: the mean of all stances within a bound of the listener's own."""

    Settings: ClassVar[type[Any]] = HegselmannKrauseSettings

    def new_position(
        self, state: ClassicState, posts: Sequence[Exposure], stances: Sequence[float]
    ) -> tuple[float, list[PostContribution]]:
        near = [abs(stance - state.position) <= self.settings.bound for stance in stances]
        weights = [post.weight if counts else 0.0 for post, counts in zip(posts, near, strict=True)]
        total = math.fsum([1.0, *weights])
        parts = [
            PostContribution(weight=weight / total, contribution=weight / total * (stance - state.position))
            if counts
            else PostContribution(weight=0.0, contribution=0.0, why="too far")
            for stance, weight, counts in zip(stances, weights, near, strict=True)
        ]
        sums = [weight * stance for weight, stance in zip(weights, stances, strict=True)]
        return math.fsum([state.position, *sums]) / total, parts


class DeffuantWeisbuch(Classic):
    """Kernel ``deffuant_weisbuch``: a step toward each stance within a bound, one post after the other."""

    Settings: ClassVar[type[Any]] = DeffuantWeisbuchSettings

    def new_position(
        self, state: ClassicState, posts: Sequence[Exposure], stances: Sequence[float]
    ) -> tuple[float, list[PostContribution]]:
        position, parts = state.position, []
        for post, stance in zip(posts, stances, strict=True):
            acts = abs(stance - position) < self.settings.threshold
            weight = self.settings.convergence * post.weight if acts else 0.0
            pull = weight * (stance - position)
            parts.append(PostContribution(weight=weight, contribution=pull, why="" if acts else "too far"))
            position += pull
        return position, parts


class Voter(Classic):
    """Kernel ``voter``: the stance of one post, drawn at random."""

    Settings: ClassVar[type[Any]] = VoterSettings
    heeds_weights: ClassVar[bool] = False

    def new_position(
        self, state: ClassicState, posts: Sequence[Exposure], stances: Sequence[float]
    ) -> tuple[float, list[PostContribution]]:
        place = draw_place(self.settings.seed, state.batches, len(posts))
        parts = [PostContribution(weight=0.0, contribution=0.0, why="not drawn") for _ in posts]
        parts[place] = PostContribution(weight=1.0, contribution=stances[place] - state.position, why="drawn")
        return stances[place], parts


def draw_place(seed: int, batch: int, count: int) -> int:
    """Return a place below ``count``: the remainder of SplitMix64 (Steele, Lea and Flood 2014) of seed and batch."""
    return mix((mix((seed + 0x9E3779B97F4A7C15) & MASK) + batch * 0x9E3779B97F4A7C15) & MASK) % count


def mix(number: int) -> int:
    """Return SplitMix64's finaliser of 64 bits."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def _item(post: Exposure, part: PostContribution) -> Item:
    return Item(
        source=post.message,
        origin=post.origin,
        polarity=((post.stance or 0.0) > 0) - ((post.stance or 0.0) < 0),
        weight=tidy(part.weight),
        after=tidy(part.contribution),
        why=part.why,
    )
