"""The Belief Engine's rule: additive evidence in log-odds over the active records (its equation 1).

    L = Σ_active p·ln(1 + s·γ),   S = 2σ(L) − 1 = tanh(L / 2)

with polarity p, strength s, and γ = u (evidence uptake) for records met in the discussion, γ = a·c for seeds,
where a is prior anchoring and c = 1 unless a target prior was solved for. L is the exact sum over the active records,
rounded once: a step adds what became active and takes off what was archived. There is no intercept.
Target priors: the one common factor c on the seeds' weight at which Σ p·ln(1 + s·a·c) = 2·artanh(S₀). c is searched on
[0, 1000]. With seeds of one polarity the sum is monotone in c and the solution unique; with both it may turn, and the
smallest solution is taken.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar, get_args

from pydantic import Field

from doxa.beliefs.base import Items, Met, Need
from doxa.errors import BeliefError, UnreachablePriorError
from doxa.records.base import JsonValue, Settings, tidy
from doxa.records.claims import Evidence, Item, Origin, Readout, Trace
from doxa.records.shared import Shared
from doxa.records.spec import Prior

LARGEST = 1000.0
GRID = 600
STEPS = 200


def solve_factor(seeds: Sequence[tuple[int, float]], anchoring: float, stance: float) -> float:
    """Return c ≥ 0.

    Args:
        seeds: (polarity, strength) of each active seed.
        anchoring: a, the prior anchoring at which the target is to be met.
        stance: the target S₀ in [−1, 1].

    Raises:
        UnreachablePriorError: no c in [0, 1000] gives the target; the message states the reachable range.
    """
    target = 2.0 * math.atanh(stance) if abs(stance) < 1.0 else math.copysign(math.inf, stance)

    def gap(factor: float) -> float:
        return math.fsum(p * math.log1p(s * anchoring * factor) for p, s in seeds) - target

    grid = [0.0, *(math.pow(LARGEST, step / GRID * 2 - 1) for step in range(GRID + 1))]
    gaps = [gap(factor) for factor in grid]
    for place, value in enumerate(gaps):
        if value == 0.0:
            return grid[place]
        if place and math.isfinite(value) and (value > 0) != (gaps[place - 1] > 0):
            return _bisected(gap, grid[place - 1], grid[place])
    raise _unreachable(seeds, anchoring, stance, grid)


def _bisected(gap: Callable[[float], float], low: float, high: float) -> float:
    rising = gap(high) > 0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if (gap(middle) > 0) == rising:
            high = middle
        else:
            low = middle
        if high - low <= 1e-15 * high:
            break
    return (low + high) / 2


def _unreachable(
    seeds: Sequence[tuple[int, float]], anchoring: float, stance: float, grid: list[float]
) -> UnreachablePriorError:
    reached = [math.tanh(math.fsum(p * math.log1p(s * anchoring * c) for p, s in seeds) / 2) for c in grid]
    return UnreachablePriorError(
        f"no common factor on the {len(seeds)} seeds gives the target stance {stance:+.3f}: "
        f"they reach {min(reached):+.3f} to {max(reached):+.3f} at anchoring {anchoring:g}",
        hint="Choose a target inside that range, give more or other seeds (seeds.per_side, seeds.sides), "
        "or use prior.mode = 'seeds'.",
    )


ORIGINS: tuple[Origin, ...] = get_args(Origin)


def contribution(polarity: int, strength: float, weight: float) -> float:
    """Return p·ln(1 + s·γ) for s in [0, 1] and γ ≥ 0.

    Raises:
        BeliefError: a number is not finite or out of range.
    """
    if not (math.isfinite(strength) and 0.0 <= strength <= 1.0):
        raise BeliefError(f"strength {strength} is not in [0, 1]")
    if not (math.isfinite(weight) and weight >= 0.0):
        raise BeliefError(f"weight {weight} is not a finite number of 0 or more")
    return polarity * math.log1p(strength * weight)


@lru_cache(maxsize=1 << 16)
def _share(polarity: int, strength: float, weight: float) -> float:
    """Return a contribution as logs have it. A record keeps its own over many batches, which all ask for it."""
    return tidy(contribution(polarity, strength, weight))


def stance_of(log_odds: float) -> float:
    """Return S = tanh(L / 2), in [−1, 1]."""
    return math.tanh(log_odds / 2.0)


class LogOddsSettings(Settings):
    """Uptake and anchoring. Defaults: the matched-baseline rows of Belief Engine Table A5."""

    u: float = Field(default=0.20, ge=0, le=10)
    """Evidence uptake: how much a record met in the discussion can move the belief."""
    a: float = Field(default=0.40, ge=0, le=10)
    """Prior anchoring: how much the seed records weigh."""


SCALE = 1 << 128
"""A contribution in a log is 0 or at least 10⁻¹², so that its last bit is above 1/SCALE, and sums are exact."""


@dataclass(frozen=True, kw_only=True)
class LogOddsState:
    """The prior's factor c, what each active record contributes to L, and L."""

    factor: float = 1.0
    counted: Shared[tuple[str, float | None]] = field(default_factory=Shared)
    """(claim, its contribution from then on; None once it is archived), in order."""
    scaled: int = 0
    """L in units of 1/SCALE."""

    @property
    def log_odds(self) -> float:
        return tidy(self.scaled / SCALE)

    @property
    def contributions(self) -> dict[str, float]:
        """Claim → what it contributes now."""
        return {claim: share for claim, share in dict(self.counted).items() if share is not None}

    def adding(self, claim: str, before: float | None, now: float | None) -> "LogOddsState":
        """Return the state in which a claim contributes otherwise than before; None for a claim that does not."""
        move = int((now or 0.0) * SCALE) - int((before or 0.0) * SCALE)
        return replace(self, counted=self.counted.appended((claim, now)), scaled=self.scaled + move)


class LogOdds:
    """Kernel ``log_odds``: the weighted arguments on both sides add up in log-odds (the Belief Engine)."""

    Settings: ClassVar[type[LogOddsSettings]] = LogOddsSettings
    needs: ClassVar[frozenset[Need]] = frozenset({"claims"})
    items: ClassVar[Items] = Items(unit="L", weighed=True)

    def __init__(self, settings: LogOddsSettings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[LogOddsState, Trace]:
        """Return the state that the seeds give.

        Raises:
            UnreachablePriorError: no factor on the seeds' weight gives the target stance.
        """
        nothing = LogOddsState(factor=self._factor(prior, seeds))
        state, items = self._count(nothing, seeds, known={})
        notes: dict[str, JsonValue] = {"factor": tidy(state.factor), "mode": prior.mode}
        return state, Trace(items=items, before=self.readout(nothing), after=self.readout(state), notes=notes)

    def step(self, state: LogOddsState, met: Met) -> tuple[LogOddsState, Trace]:
        """Return the state after what became active and what was archived; after all records where all may differ."""
        known = state.contributions if met.changed is None else None
        begun = state if known is None else LogOddsState(factor=state.factor)
        now, items = self._count(begun, met.evidence if met.changed is None else met.changed, known)
        return now, Trace(items=items, before=self.readout(state), after=self.readout(now))

    def readout(self, state: LogOddsState) -> Readout:
        log_odds = state.log_odds
        return Readout(stance=tidy(stance_of(log_odds)), log_odds=log_odds)

    def contributions(self, state: LogOddsState) -> Mapping[str, float]:
        """Return what each active record gives to L."""
        return state.contributions

    def weigh(self, state: LogOddsState, origin: str) -> float:
        """Return γ of a record of this origin."""
        return self.settings.a * state.factor if origin == "seed" else self.settings.u

    def _factor(self, prior: Prior, seeds: tuple[Evidence, ...]) -> float:
        if prior.mode == "seeds":
            return 1.0
        if prior.stance is None:
            raise BeliefError("a prior of mode 'target' needs a stance", hint="Set prior.stance to a value in [-1, 1].")
        anchoring = self.settings.a if prior.reference_a is None else prior.reference_a
        arguments = [(seed.polarity, seed.strength or 0.0) for seed in seeds if seed.active]
        return solve_factor(arguments, anchoring, prior.stance)

    def _count(
        self, state: LogOddsState, records: Iterable[Evidence], known: Mapping[str, float] | None
    ) -> tuple[LogOddsState, tuple[Item, ...]]:
        """Return the state that counts some records, and an item for each whose contribution changed.

        Args:
            known: what records contributed before, where the state counts none of them; None where it counts those
                that are inactive among ``records``, and no active one.
        """
        weights = {origin: self.weigh(state, origin) for origin in ORIGINS}
        items = []
        for record in records:
            weight, strength = weights[record.origin], record.strength
            share = None if strength is None else _share(record.polarity, strength, weight)
            now = share if record.active else None
            counted = None if known is not None or record.active else share
            before = counted if known is None else known.get(record.claim)
            if now is not None or counted is not None:
                state = state.adding(record.claim, counted, now)
            if (before or 0.0) != (now or 0.0):
                items.append(_item(record, weight, before or 0.0, now or 0.0))
        return state, tuple(items)


def _item(record: Evidence, weight: float, before: float, after: float) -> Item:
    return Item(
        source=record.claim,
        origin=record.origin,
        polarity=record.polarity,
        strength=record.strength,
        scored=record.scored if record.scored != record.strength else None,
        weight=tidy(weight),
        before=before,
        after=after,
        why=record.reason,
    )
