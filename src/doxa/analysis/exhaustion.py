"""When arguments ran out: the last rounds of a run in which none counted anew, which look like agreement."""

import re
from collections.abc import Iterable, Sequence

from doxa.log.rundir import RunLog
from doxa.records.events import BatchOpened, BeliefsMoved

EXHAUSTED = 2
"""The least number of rounds at the end without an argument that counted anew."""

_ROUND = re.compile(r"round (\d+)\b")


def first_without_news(names: Sequence[str], counted: Iterable[int]) -> int | None:
    """Return the first of the last rounds without an argument that counted anew; None for fewer than ``EXHAUSTED``.

    Args:
        names: those of the batches, from the prior on.
        counted: the batches in which an argument counted anew.
    """
    rounds = [int(found[1]) if (found := _ROUND.match(name)) else 0 for name in names]
    last = max((rounds[batch] for batch in counted), default=None)
    return last + 1 if last is not None and max(rounds) - last >= EXHAUSTED else None


def exhausted_from(log: RunLog) -> int | None:
    """Return the round of a run from which on no argument counted anew for anybody; None where one did."""
    names, counted = ["prior"], list[int]()
    for event in log.events:
        if isinstance(event, BatchOpened):
            names.append(event.body.note)
        elif isinstance(event, BeliefsMoved) and any(record.active for record in event.body.admitted):
            counted.append(len(names) - 1)
    return first_without_news(names, counted)


def describe_exhaustion(firsts: Sequence[int | None]) -> str:
    """Return a sentence on the runs in which arguments ran out, from each run's first such round; '' for none."""
    ran_out = sorted(first for first in firsts if first is not None)
    if not ran_out:
        return ""
    which = "the run" if len(firsts) == 1 else f"{len(ran_out)} of {len(firsts)} runs"
    when = f"round {ran_out[0]}" if ran_out[0] == ran_out[-1] else f"rounds {ran_out[0]} to {ran_out[-1]}"
    return f"In {which} no new argument counted for anybody from {when} on: stances that rest there need not agree."
