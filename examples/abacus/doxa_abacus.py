"""Measure ``abacus``: say here what it counts, in which unit, and its source.

A measure is a pure function of a run's log. It returns one number; or numbers by name, where an agent's id names a
number of this agent; or None where the run has nothing to measure. This one counts words: replace it by your measure.
"""

from collections import Counter
from collections.abc import Mapping

from doxa import RunLog


def abacus(log: RunLog) -> Mapping[str, float] | None:
    """Return how many words of public speech each agent used, and ``all`` of them together."""
    words = Counter[str]()
    for outcome in log.outcomes:
        if outcome.text:
            words[outcome.actor] += len(outcome.text.split())
    return {**words, "all": words.total()} if words else None
