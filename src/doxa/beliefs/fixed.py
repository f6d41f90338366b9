"""An assigned stance that never moves: for checks of what words express, and as the no-change reference."""

from dataclasses import dataclass
from typing import ClassVar

from doxa.beliefs.base import Items, Met, Need
from doxa.records.base import Settings
from doxa.records.claims import Evidence, Readout, Trace
from doxa.records.spec import Prior


class FixedSettings(Settings):
    """No settings: the stance is the prior's; an agent without a prior stance shows none."""


@dataclass(frozen=True, kw_only=True)
class FixedState:
    stance: float | None = None


class Fixed:
    """Kernel ``fixed``: an assigned stance that never moves."""

    Settings: ClassVar[type[FixedSettings]] = FixedSettings
    needs: ClassVar[frozenset[Need]] = frozenset()
    items: ClassVar[Items] = Items(unit="S")
    heeds_weights: ClassVar[bool] = True

    def __init__(self, settings: FixedSettings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[FixedState, Trace]:
        state = FixedState(stance=prior.stance)
        return state, self._still(state)

    def step(self, state: FixedState, met: Met) -> tuple[FixedState, Trace]:
        return state, self._still(state)

    def readout(self, state: FixedState) -> Readout:
        return Readout(stance=state.stance)

    def _still(self, state: FixedState) -> Trace:
        return Trace(before=self.readout(state), after=self.readout(state))
