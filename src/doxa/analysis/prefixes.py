"""The share of each prompt that repeats the same actor's previous prompt as a prefix, in characters.

A provider can serve this part from its cache. Repeated requests after an unreadable answer are left out.
"""

from collections.abc import Mapping

from doxa.log.blobs import Blobs
from doxa.log.journal import CallRecord
from doxa.records.prompt import rendered


def prefix_shares(
    calls: list[CallRecord], blobs: Blobs, roles: str = "speaker", actors: Mapping[str, str] | None = None
) -> dict[str, tuple[float, ...]]:
    """Return speaker → the share of each of its prompts that repeats the one before; the first is 0.

    Args:
        roles: prefix of the roles whose calls count.
        actors: step → actor; by default the last part of the step's key.
    """
    shares: dict[str, list[float]] = {}
    last: dict[str, str] = {}
    for call in calls:
        if not call.role.startswith(roles) or not call.id.endswith("#1") or not call.blocks:
            continue
        actor = (actors or {}).get(call.step) or call.step.rsplit("/", 1)[-1]
        prompt = rendered(tuple(blobs.block(name) for name in call.blocks))
        same = _common(last.get(actor, ""), prompt)
        shares.setdefault(actor, []).append(round(same / len(prompt), 6) if prompt else 0.0)
        last[actor] = prompt
    return {actor: tuple(actor_shares) for actor, actor_shares in shares.items()}


def _common(left: str, right: str) -> int:
    """Return the length of the common prefix, by binary search."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[:middle] == right[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
