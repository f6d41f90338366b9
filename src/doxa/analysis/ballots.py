"""The changes of an agent's ballot: which roles it changed, and when."""

from collections.abc import Iterator, Sequence

from doxa.records.base import Record
from doxa.records.readout import Readout


class RoleChange(Record):
    """One role that an agent changed."""

    player: str
    before: str | None
    """The role before; None where the agent had given the player no valid role."""
    after: str
    note: str
    """The round or phase."""
    step: str
    """The step whose reply changed the role."""


def changes(note: str, before: Readout, after: Readout, sources: Sequence[str]) -> Iterator[RoleChange]:
    """Yield the roles that differ between two readouts of a ballot.

    Args:
        sources: the steps of the batch's replies; the last is recorded.
    """
    roles_before = before.ballot or {}
    for player, role in (after.ballot or {}).items():
        if roles_before.get(player) != role:
            yield RoleChange(
                player=player,
                before=roles_before.get(player),
                after=role,
                note=note,
                step=sources[-1] if sources else "",
            )


def ballot_sentence(name: str, role_changes: Sequence[RoleChange]) -> str:
    """Return a sentence on how often an agent changed its ballot, and when last.

    Roles that an agent gave and did not change are no sign that it was asked again and kept to them.
    """
    first = [change for change in role_changes if change.before is None]
    later = [change for change in role_changes if change.before is not None]
    if not first:
        return f"{name} gave no valid answer."
    if not later:
        notes = list(dict.fromkeys(change.note for change in first))
        when = notes[0] if len(notes) == 1 else f"{notes[0]} to {notes[-1]}"
        return f"{name} gave its roles first in {when} and changed none of them."
    players, last = len({change.player for change in later}), later[-1]
    times = f"{len(later)} role{'s' if len(later) > 1 else ''}, of {players} player{'s' if players > 1 else ''}"
    return (
        f"{name} changed {times}; the last was {last.player}, from {last.before} to {last.after}, "
        f"in {last.note} by {last.step}."
    )
