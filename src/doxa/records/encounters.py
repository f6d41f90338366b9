"""An encounter: an agent's stance before and after the messages that it received, as a replay of people reads it."""

from typing import Literal

from pydantic import Field

from doxa.records.base import Record, Stance
from doxa.records.model_kinds import ModelKind

StanceSource = Literal["probed", "self_report", "judged", "question"]
"""Who says what the stances are: hidden probes, the agent itself in its reports, or an outside judge."""


class MetWords(Record):
    """One message of an encounter."""

    key: str
    """The step in which it was said."""
    speaker: str
    text: str
    own: bool = False
    """Whether the agent itself said it."""


class StanceAfter(Record):
    """A stance on the way, after so many messages of the encounter (own ones counted too)."""

    after: int
    stance: Stance


class Encounter(Record):
    """One agent in one run."""

    agent: str
    model: str
    """The model that spoke for the agent."""
    declared: ModelKind | None = None
    """What the package of a model that doxa does not bring declares it to be."""
    source: StanceSource
    initial: Stance
    final: Stance
    messages: tuple[MetWords, ...]
    stated: tuple[StanceAfter, ...] = ()
    argued: Literal[1, -1, 0] = 0
    """The side that others argued to the agent by their instructions; 0 where there was none, or both."""
    persuader: str = ""
    """The model of the only other speaker; empty where there were several."""
    spread: float | None = Field(default=None, ge=0)
    """Standard error of the stances, where several answers measured each; None elsewhere."""
