"""Third-party kernels: most break one rule of the contract each, some follow all of them."""

import math
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from doxa.beliefs.base import Items, Met
from doxa.records.base import Settings, tidy
from doxa.records.claims import Evidence, Item, Readout, Trace
from doxa.records.spec import Prior

RATE = 0.1


class NoSettings(Settings):
    """Settings without fields."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    stance: float = 0.0
    contributions: dict[str, float] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)


class Pulling:
    """Each active record pulls S by a share of the way to its polarity. The kernel gives no items."""

    Settings: ClassVar[type[Any]] = NoSettings
    needs: ClassVar[frozenset[Any]] = frozenset({"claims"})

    def __init__(self, settings: Any) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[Any, Trace]:
        state = Standing(stance=self.begin(prior, seeds))
        return state, Trace(before=self.readout(Standing()), after=self.readout(state))

    def begin(self, prior: Prior, seeds: tuple[Evidence, ...]) -> float:
        return prior.stance or 0.0

    def step(self, state: Any, met: Met) -> tuple[Any, Trace]:
        active = [record for record in met.evidence if record.active]
        pulls = [RATE * (record.polarity - state.stance) / len(active) for record in active]
        now = replace(state, stance=tidy(self.moved(state, met, state.stance + sum(pulls))))
        items = [self.item(record, state, pull) for record, pull in zip(active, pulls, strict=True)]
        return now, Trace(items=tuple(items), before=self.readout(state), after=self.readout(now))

    def moved(self, state: Any, met: Met, stance: float) -> float:
        return stance

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return Item(source=record.claim, origin=record.origin, polarity=record.polarity, after=pull)

    def readout(self, state: Any) -> Readout:
        return Readout(stance=state.stance)


class Understated(Pulling):
    """Its items have half of the true changes."""

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return super().item(record, state, pull / 2)


class Unsaid(Pulling):
    """It forgets with time, and no item accounts for the change."""

    def moved(self, state: Any, met: Met, stance: float) -> float:
        return 0.99 * stance


class Rumour(Pulling):
    """Its items name a source that it was not given."""

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return super().item(record, state, pull).model_copy(update={"source": f"rumour of {record.claim}"})


class Invented(Pulling):
    """Its items attribute the effect of records to the agent's own report, even where the agent gave none."""

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return super().item(record, state, pull).model_copy(update={"origin": "self_report"})


class Unchained(Pulling):
    """Its items begin at the stance instead of the source's earlier contribution."""

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return super().item(record, state, pull).model_copy(update={"before": 0.4, "after": 0.4 + pull})


class Unweighed(Pulling):
    """Its items have weights that it does not declare."""

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return super().item(record, state, pull).model_copy(update={"weight": RATE})


class StartsAtNaN(Pulling):
    """A target without seeds gives NaN."""

    def begin(self, prior: Prior, seeds: tuple[Evidence, ...]) -> float:
        return (prior.stance or 0.0) if seeds or prior.mode == "seeds" else math.nan


class StartsBeyond(Pulling):
    """It starts further out than its prior, and so beyond 1."""

    def begin(self, prior: Prior, seeds: tuple[Evidence, ...]) -> float:
        return 1.2 * (prior.stance or 0.0)


class StartsFromOdds(Pulling):
    """It divides by zero for a certain prior."""

    def begin(self, prior: Prior, seeds: tuple[Evidence, ...]) -> float:
        odds = (1 + (prior.stance or 0.0)) / (1 - (prior.stance or 0.0))
        return (odds - 1) / (odds + 1)


class KeepsStart(Pulling):
    """It stores its prior in the instance."""

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[Any, Trace]:
        self.start = prior.stance or 0.0
        return super().init(prior, seeds)


class KeepsHero(Pulling):
    """It stores in the instance which speaker it met first."""

    hero: str | None = None

    def step(self, state: Any, met: Met) -> tuple[Any, Trace]:
        self.hero = self.hero or (met.exposures[0].speaker if met.exposures else None)
        return super().step(state, met)


HEROES: list[str] = []


class KeepsHeroBeside(Pulling):
    """It stores in its module which speaker it met first, and believes nobody else."""

    def step(self, state: Any, met: Met) -> tuple[Any, Trace]:
        speakers = [exposure.speaker for exposure in met.exposures]
        HEROES.extend(speakers[:1] if not HEROES else [])
        if speakers and HEROES[0] not in speakers:
            return state, Trace(before=self.readout(state), after=self.readout(state))
        return super().step(state, met)


class Notes:
    """A store of what was met, one attribute further away."""

    has_met: bool = False


class KeepsLatest(Pulling):
    """It does not move without input, once it has met any record."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.notes = Notes()

    def step(self, state: Any, met: Met) -> tuple[Any, Trace]:
        self.notes.has_met |= bool(met.exposures)
        if self.notes.has_met and not met.exposures:
            return state, Trace(before=self.readout(state), after=self.readout(state))
        return super().step(state, met)


class ChangesState(Pulling):
    """It writes what it heard into the state that it was given."""

    def step(self, state: Any, met: Met) -> tuple[Any, Trace]:
        state.heard[:] = [exposure.message for exposure in met.exposures] or state.heard
        return super().step(state, met)


class Tallying(Pulling):
    """A valid kernel: S is the sum of the contributions of active records and of the start."""

    items: ClassVar[Items] = Items(unit="S", weighed=True, own={"start": "where it began"})

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[Any, Trace]:
        state = self.tallied({"start": 0.5 * (prior.stance or 0.0)}, seeds)
        return state, self.trace(self.tallied({}, ()), state, seeds)

    def step(self, state: Any, met: Met) -> tuple[Any, Trace]:
        now = self.tallied({"start": state.contributions["start"]}, met.evidence)
        return now, self.trace(state, now, met.evidence)

    def tallied(self, start: dict[str, float], evidence: tuple[Evidence, ...]) -> Standing:
        gives = {one.claim: self.weigh(None, one.origin) * one.polarity for one in evidence if one.active}
        contributions = {**start, **gives}
        return Standing(stance=tidy(math.fsum(contributions.values())), contributions=contributions)

    def trace(self, before: Standing, after: Standing, evidence: tuple[Evidence, ...]) -> Trace:
        records = {record.claim: record for record in evidence}
        items = tuple(
            Item(
                source=source,
                origin=records[source].origin if source in records else "own",
                polarity=records[source].polarity if source in records else 0,
                weight=self.weigh(None, records[source].origin) if source in records else 0.0,
                before=before.contributions.get(source, 0.0),
                after=after.contributions.get(source, 0.0),
            )
            for source in {**before.contributions, **after.contributions}
            if before.contributions.get(source, 0.0) != after.contributions.get(source, 0.0)
        )
        return Trace(items=items, before=self.readout(before), after=self.readout(after))

    def contributions(self, state: Standing) -> dict[str, float]:
        return state.contributions

    def weigh(self, state: Any, origin: str) -> float:
        return 0.05 if origin == "seed" else 0.02


class Overcounting(Tallying):
    """Its contributions leave out the start, so that their sum is not the stance."""

    def contributions(self, state: Standing) -> dict[str, float]:
        return {source: value for source, value in state.contributions.items() if source != "start"}


class Wordless(Unsaid):
    """A valid kernel: a rule that cannot be itemised, and declares that."""

    items: ClassVar[Items] = Items(unit=None)

    def item(self, record: Evidence, state: Any, pull: float) -> Item:
        return Item(source=record.claim, origin=record.origin, why="read")
