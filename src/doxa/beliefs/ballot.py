"""A belief about several players at once: the role that the agent last gave to each, and its stated confidence.

Can LLM Agents Really Debate, section 4.1: an agent's state is the assignment of roles that it gave last. Nothing is
weighed here: the words of others move the belief only through the agent's own next reply. A reply that names several
``players`` sets their roles; a reply about a single ``player`` sets that role and leaves the others and the confidence
as they were. A missing or invalid reply changes nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from doxa.beliefs.base import Items, Met, Need
from doxa.records.base import JsonValue, Settings, tidy
from doxa.records.claims import Evidence, Item, Readout, Trace
from doxa.records.spec import Prior

SUREST = 10
"""The top of the scale on which agents state their confidence; the scale begins at 1."""


class BallotSettings(Settings):
    """No settings: the agent's own replies decide."""


@dataclass(frozen=True, kw_only=True)
class RoleVote:
    """One reply that gave roles."""

    step: str
    roles: Mapping[str, str]
    """Player → role, of the players that the reply is about."""
    confidence: int | None
    """From 1 to 10; None in a reply about a single player."""


@dataclass(frozen=True, kw_only=True)
class BallotState:
    roles: Mapping[str, str] = field(default_factory=dict)
    """Player → the role that the agent gave last; players without a valid role are left out."""
    confidence: int | None = None
    history: tuple[RoleVote, ...] = ()
    """All votes of the agent, oldest first."""


class Ballot:
    """Kernel ``ballot``: the role that the agent last gave to each player, with its confidence.

    It has no stance: roles have no direction.
    """

    Settings: ClassVar[type[BallotSettings]] = BallotSettings
    needs: ClassVar[frozenset[Need]] = frozenset({"replies"})
    items: ClassVar[Items] = Items(unit=None)

    def __init__(self, settings: BallotSettings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[BallotState, Trace]:
        """Return the state without any role."""
        state = BallotState()
        return state, Trace(before=self.readout(state), after=self.readout(state))

    def step(self, state: BallotState, met: Met) -> tuple[BallotState, Trace]:
        """Return the state after the agent's own replies; the trace has one item for each role that changed."""
        now, items = state, list[Item]()
        for exposure in met.exposures:
            for vote in _votes(exposure.message, exposure.reply):
                items += _changes(now, vote)
                now = BallotState(
                    roles={**now.roles, **vote.roles},
                    confidence=now.confidence if vote.confidence is None else vote.confidence,
                    history=(*now.history, vote),
                )
        return now, Trace(items=tuple(items), before=self.readout(state), after=self.readout(now))

    def readout(self, state: BallotState) -> Readout:
        """Return the roles, and the confidence from 0.1 to 1."""
        sure = None if state.confidence is None else tidy(state.confidence / SUREST)
        return Readout(stance=None, ballot=dict(state.roles), confidence=sure)


def _votes(step: str, reply: Mapping[str, JsonValue] | None) -> Iterator[RoleVote]:
    """Yield the vote in a reply; none where the reply is about something else."""
    match reply:
        case {"players": [*rows], **others}:
            roles = {str(row["name"]): str(row["role"]) for row in rows if isinstance(row, dict)}
            sure: Any = others.get("confidence")
            yield RoleVote(step=step, roles=roles, confidence=sure)
        case {"player": str(player), "role": str(role)}:
            yield RoleVote(step=step, roles={player: role}, confidence=None)


def _changes(state: BallotState, vote: RoleVote) -> Iterator[Item]:
    for player, role in vote.roles.items():
        before = state.roles.get(player)
        if before != role:
            yield Item(source=vote.step, origin="self", why=f"{player}: {before or '–'} → {role}")
