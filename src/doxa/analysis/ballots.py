"""Ballots for a reader: which roles an agent changed, and when."""

from collections.abc import Iterator, Sequence

from doxa.records.base import Record
from doxa.records.readout import Readout


class Change(Record):
    """One role that an agent changed."""

    player: str
    before: str | None
    """None where it had not given the player a valid role."""
    after: str
    note: str
    """Which round, or which phase."""
    step: str
    """The reply that changed it."""


def changes(note: str, before: Readout, after: Readout, sources: Sequence[str]) -> Iterator[Change]:
    """Yield the roles that differ between two readouts of a ballot.

    Args:
        sources: the replies of the batch; the last is named.
    """
    roles_before = before.ballot or {}
    for player, role in (after.ballot or {}).items():
        if roles_before.get(player) != role:
            yield Change(
                player=player,
                before=roles_before.get(player),
                after=role,
                note=note,
                step=sources[-1] if sources else "",
            )


def ballot_sentence(name: str, found: Sequence[Change]) -> str:
    """Say in one sentence how often an agent changed its mind, and where last."""
    first = [change for change in found if change.before is None]
    later = [change for change in found if change.before is not None]
    if not first:
        return f"{name} gave no valid answer."
    if not later:
        return f"{name} kept to the roles that it proposed."
    players, last = len({change.player for change in later}), later[-1]
    times = f"{len(later)} role{'s' if len(later) > 1 else ''}, of {players} player{'s' if players > 1 else ''}"
    return (
        f"{name} changed {times}; the last was {last.player}, from {last.before} to {last.after}, "
        f"in {last.note} by {last.step}."
    )
