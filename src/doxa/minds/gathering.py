"""The input of one batch for all believers: heard messages with their audiences, replies, and what the script showed.

Drive and replay both gather this input here, so that they fold the same values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from doxa.errors import DoxaError
from doxa.records.claims import Exposure
from doxa.records.events import HeardBody
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named


@dataclass(frozen=True, kw_only=True)
class Gathering:
    """The public words of a batch in step order, its replies, and the exposures that the script set."""

    heard: dict[str, HeardBody]
    """Message key → its text and claims; without claims where nobody needed them."""
    audience: dict[str, tuple[str, ...]]
    """Message key → its listeners, without the speaker."""
    replies: dict[str, tuple[Exposure, ...]] = field(default_factory=dict)
    """Agent → its own structured replies, for a kernel that needs them."""
    shown: Mapping[str, tuple[Exposure, ...]] = field(default_factory=dict)
    """Agent → the exposures that the script set for it."""


def gather_batch(
    outcomes: Iterable[Outcome], heard: Mapping[str, HeardBody], exposures: Mapping[str, tuple[Exposure, ...]]
) -> Gathering:
    """Return the input of a batch for all believers.

    Args:
        outcomes: of the script's steps, in order; self-updates among them are not replies to the script.
        heard: message key → claims, for the messages that were heard.
        exposures: believer → the exposures that the script set, from the batch or from the log.
    """
    in_order = list(outcomes)
    spoken = [outcome for outcome in in_order if is_public(outcome)]
    replies: dict[str, tuple[Exposure, ...]] = {}
    for outcome in in_order:
        if outcome.ok and isinstance(outcome.reply, dict) and outcome.task != "self_update":
            exposure = Exposure(message=outcome.key, speaker=outcome.actor, origin="self", reply=outcome.reply)
            replies[outcome.actor] = (*replies.get(outcome.actor, ()), exposure)
    return Gathering(
        heard={outcome.key: heard.get(outcome.key) or unheard(outcome) for outcome in spoken},
        audience={outcome.key: outcome.audience for outcome in spoken},
        replies=replies,
        shown=exposures,
    )


def check_exposures(shown: Mapping[str, tuple[Exposure, ...]], believers: Iterable[str]) -> None:
    """Check the exposures that a script sets.

    Raises:
        DoxaError: an exposure is for somebody without a belief, or is not marked as shown.
    """
    for who in shown.keys() - set(believers):
        raise DoxaError(f"the protocol shows something to {who!r}, who has no belief")
    for who, exposures in shown.items():
        if not all(exposure.shown for exposure in exposures):
            raise DoxaError(f"the protocol shows {who!r} something that is not marked as shown")


def is_public(outcome: Outcome) -> bool:
    """Return whether a step gave public words."""
    return outcome.ok and task_named(outcome.task).speaks


def unheard(outcome: Outcome) -> HeardBody:
    """Return the body of a message from which no claims were drawn."""
    return HeardBody(speaker=outcome.actor, text=outcome.text or "", claims=())


def reported(outcome: Outcome) -> float | None:
    """Return the stance that a self-update step reported, in [−1, 1]; None where it gave none."""
    if not (outcome.ok and isinstance(outcome.reply, dict)):
        return None
    return float(str(outcome.reply["stance"]))
