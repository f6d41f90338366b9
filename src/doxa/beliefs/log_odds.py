"""The Belief Engine's rule: additive evidence in log-odds over the active records (its equation 1).

    L = Σ_active p·ln(1 + s·γ),   S = 2σ(L) − 1 = tanh(L / 2)

with polarity p, strength s, and γ = u (evidence uptake) for records met in the discussion, γ = a·c for seeds,
where a is prior anchoring and c = 1 unless a target prior was solved for. Each step sums L anew over the active
records, so that an archived record no longer contributes. There is no intercept.
Target priors: the one common factor c on the seeds' weight at which Σ p·ln(1 + s·a·c) = 2·artanh(S₀). c is searched on
[0, 1000]. With seeds of one polarity the sum is monotone in c and the solution unique; with both it may turn, and the
smallest solution is taken.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar, get_args

from pydantic import Field

from doxa.beliefs.base import Items, Met, Need
from doxa.errors import BeliefError, UnreachablePriorError
from doxa.records.base import JsonValue, Settings, tidy
from doxa.records.claims import Evidence, Item, Origin, Readout, Trace
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


@dataclass(frozen=True, kw_only=True)
class LogOddsState:
    """The prior's factor c, and what each active record contributes to L."""

    factor: float = 1.0
    contributions: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def log_odds(self) -> float:
        return tidy(math.fsum(self.contributions.values()))


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
        nothing = LogOddsState()
        state = LogOddsState(factor=self._factor(prior, seeds))
        state = LogOddsState(factor=state.factor, contributions=self._weigh_all(state, seeds))
        notes: dict[str, JsonValue] = {"factor": tidy(state.factor), "mode": prior.mode}
        return state, self._trace(nothing, state, seeds, notes)

    def step(self, state: LogOddsState, met: Met) -> tuple[LogOddsState, Trace]:
        """Return the state with L recomputed from the active records."""
        now = LogOddsState(factor=state.factor, contributions=self._weigh_all(state, met.evidence))
        return now, self._trace(state, now, met.evidence, {})

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

    def _weigh_all(self, state: LogOddsState, evidence: Iterable[Evidence]) -> dict[str, float]:
        weights = {origin: self.weigh(state, origin) for origin in ORIGINS}
        return {
            record.claim: _share(record.polarity, record.strength, weights[record.origin])
            for record in evidence
            if record.active and record.strength is not None
        }

    def _trace(
        self, before: LogOddsState, after: LogOddsState, evidence: tuple[Evidence, ...], notes: dict[str, JsonValue]
    ) -> Trace:
        """Return the trace with an item for every record whose contribution changed, including archived ones."""
        items = tuple(
            Item(
                source=record.claim,
                origin=record.origin,
                polarity=record.polarity,
                strength=record.strength,
                scored=record.scored if record.scored != record.strength else None,
                weight=tidy(self.weigh(after, record.origin)),
                before=old,
                after=new,
                why=record.reason,
            )
            for record in evidence
            if (old := before.contributions.get(record.claim, 0.0))
            != (new := after.contributions.get(record.claim, 0.0))
        )
        return Trace(items=items, before=self.readout(before), after=self.readout(after), notes=notes)
