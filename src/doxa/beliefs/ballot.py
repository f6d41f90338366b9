"""A belief about several players at once: the agent's own latest word on the role of each, and how sure it says it is.

Can LLM Agents Really Debate, section 4.1: an agent's state is the assignment of roles that it gave last. Nothing is
weighed here: what others say moves the belief only through what the agent then answers itself. A reply that names
several ``players`` sets their roles; one about a single ``player`` sets that role and leaves the others, and the
confidence, as they were. A reply that was missing or not valid moves nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from doxa.beliefs.base import Items, Met, Need
from doxa.records.base import JsonValue, Settings
from doxa.records.canonical import tidy
from doxa.records.claims import Evidence
from doxa.records.people import Prior
from doxa.records.readout import Item, Readout, Trace

SUREST = 10
"""The top of the scale on which agents say how sure they are; it begins at 1."""


class BallotSettings(Settings):
    """Nothing to set: the agent's own replies decide."""


@dataclass(frozen=True, kw_only=True)
class Vote:
    """One reply that told roles."""

    step: str
    roles: Mapping[str, str]
    """Player → role, of the players that the reply is about."""
    confidence: int | None
    """From 1 to 10, of a reply about several players; None where it has none."""


@dataclass(frozen=True, kw_only=True)
class BallotState:
    roles: Mapping[str, str] = field(default_factory=dict)
    """Player → role, as the agent said last; a player on whom it never gave a valid role is not there."""
    confidence: int | None = None
    history: tuple[Vote, ...] = ()
    """Everything that the agent said, oldest first."""


class Ballot:
    """Kernel ``ballot``. It has no stance: roles have no direction."""

    Settings: ClassVar[type[BallotSettings]] = BallotSettings
    needs: ClassVar[frozenset[Need]] = frozenset({"replies"})
    items: ClassVar[Items] = Items(unit=None)

    def __init__(self, settings: BallotSettings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[BallotState, Trace]:
        """Start without a word on anybody."""
        state = BallotState()
        return state, Trace(before=self.readout(state), after=self.readout(state))

    def step(self, state: BallotState, met: Met) -> tuple[BallotState, Trace]:
        """Take over what the agent itself replied; the trace has one item for each role that changed."""
        now, items = state, list[Item]()
        for exposure in met.exposures:
            for vote in _votes(exposure.message, exposure.reply):
                items += _changes(now, vote)
                now = _cast(now, vote)
        return now, Trace(items=tuple(items), before=self.readout(state), after=self.readout(now))

    def readout(self, state: BallotState) -> Readout:
        """Return the roles, and the confidence from 0.1 to 1."""
        sure = None if state.confidence is None else tidy(state.confidence / SUREST)
        return Readout(stance=None, ballot=dict(state.roles), confidence=sure)


def _votes(step: str, reply: Mapping[str, JsonValue] | None) -> Iterator[Vote]:
    """Yield what a reply says of roles; a reply about something else says nothing."""
    match reply:
        case {"players": [*rows], **told}:
            roles = {str(row["name"]): str(row["role"]) for row in rows if isinstance(row, dict)}
            sure: Any = told.get("confidence")
            yield Vote(step=step, roles=roles, confidence=sure)
        case {"player": str(player), "role": str(role)}:
            yield Vote(step=step, roles={player: role}, confidence=None)


def _changes(state: BallotState, vote: Vote) -> Iterator[Item]:
    for player, role in vote.roles.items():
        before = state.roles.get(player)
        if before != role:
            yield Item(source=vote.step, origin="self", why=f"{player}: {before or '–'} → {role}")


def _cast(state: BallotState, vote: Vote) -> BallotState:
    return BallotState(
        roles={**state.roles, **vote.roles},
        confidence=state.confidence if vote.confidence is None else vote.confidence,
        history=(*state.history, vote),
    )
