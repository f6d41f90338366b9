"""What one batch brought to everybody: the messages as they were heard, who hears each, and what agents report.

Drive and replay gather through here, so that they fold the same thing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from doxa.records.events import HeardBody
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named


@dataclass(frozen=True, kw_only=True)
class Gathering:
    """The public words of a batch, in step order."""

    heard: dict[str, HeardBody]
    """Message key → what it was heard to claim; without claims where nobody needed them."""
    audience: dict[str, tuple[str, ...]]
    """Message key → who hears it beside its speaker."""


def gathered(outcomes: Iterable[Outcome], heard: Mapping[str, HeardBody]) -> Gathering:
    """Return what a batch brought.

    Args:
        outcomes: of the script's steps, in order; steps without public words are passed over.
        heard: message key → claims, for the messages that were heard.
    """
    spoken = [one for one in outcomes if is_public(one)]
    return Gathering(
        heard={one.key: heard.get(one.key) or unheard(one) for one in spoken},
        audience={one.key: one.audience for one in spoken},
    )


def is_public(outcome: Outcome) -> bool:
    """Say whether a step brought public words."""
    return outcome.ok and task_named(outcome.task).speaks


def unheard(outcome: Outcome) -> HeardBody:
    """Return a message from which nobody drew claims."""
    return HeardBody(speaker=outcome.actor, text=outcome.text or "", claims=())


def reported(outcome: Outcome) -> float | None:
    """Return the stance that a self-update step reported, in [−1, 1]; None where it gave none."""
    if not (outcome.ok and isinstance(outcome.reply, dict)):
        return None
    return float(str(outcome.reply["stance"]))
