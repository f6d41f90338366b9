"""Kernels without a maintained belief: the stance is the agent's self-report (the Belief Engine's prompt baselines).

``self_report`` has no memory (prompt self-update). ``self_report_with_memory`` admits and retrieves arguments like a
Belief Engine agent, but only its prompts use them (retrieval plus self-update).
"""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from doxa.beliefs.base import Items, Met, Need
from doxa.records.base import Settings, tidy
from doxa.records.claims import Evidence, Item, Readout, Trace
from doxa.records.spec import Prior


class SelfReportSettings(Settings):
    """How often the agent is asked; what it answers, it decides."""

    every: int = Field(default=1, ge=1, le=1_000_000, exclude_if=lambda every: every == 1)
    """After how many batches in which others spoke to it the agent is asked; until then its stance is carried on."""


@dataclass(frozen=True, kw_only=True)
class SelfReportState:
    stance: float = 0.0
    heard: int = 0
    """The batches in which others spoke since the agent was asked."""


class SelfReport:
    """Kernel ``self_report``: the stance is what the agent itself says.

    After a missing report the last one is kept, and the trace notes it.
    """

    Settings: ClassVar[type[SelfReportSettings]] = SelfReportSettings
    needs: ClassVar[frozenset[Need]] = frozenset({"self_report"})
    items: ClassVar[Items] = Items(unit="S")

    def __init__(self, settings: SelfReportSettings) -> None:
        self.settings = settings

    @property
    def asked_every(self) -> int:
        """The batches of others' words after which the driver asks once."""
        return self.settings.every

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[SelfReportState, Trace]:
        """Return the state at the prior's stance, or at 0 when the scenario gives none."""
        state = SelfReportState(stance=prior.stance or 0.0)
        return state, Trace(before=self.readout(SelfReportState()), after=self.readout(state))

    def step(self, state: SelfReportState, met: Met) -> tuple[SelfReportState, Trace]:
        if met.self_report is None:
            readout = self.readout(state)
            # an agent that heard only its own words is not asked
            count = state.heard + any(exposure.origin != "self" for exposure in met.exposures)
            asked = count == self.asked_every
            carried = SelfReportState(stance=state.stance, heard=0 if asked else count)
            return carried, Trace(before=readout, after=readout, notes={"self_report": "missing"} if asked else {})
        now = SelfReportState(stance=tidy(met.self_report))
        heard = ", ".join(exposure.message for exposure in met.exposures)
        item = Item(source=heard or "-", origin="self_report", before=state.stance, after=now.stance)
        return now, Trace(items=(item,), before=self.readout(state), after=self.readout(now))

    def readout(self, state: SelfReportState) -> Readout:
        return Readout(stance=state.stance, kind="self_report")


class SelfReportWithMemory(SelfReport):
    """Kernel ``self_report_with_memory``: records are admitted for retrieval and do not move the belief."""

    needs: ClassVar[frozenset[Need]] = frozenset({"claims", "self_report"})
