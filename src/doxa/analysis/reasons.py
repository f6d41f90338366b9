"""Why tries brought no answer: the reasons of a run's calls, each with its text and how often it happened."""

from collections import Counter
from collections.abc import Iterable

from doxa.analysis.view import ReasonView
from doxa.log.journal import CallRecord

MOST_REASONS = 8
"""The most reasons that are listed."""


def count_reasons(calls: Iterable[CallRecord]) -> tuple[ReasonView, ...]:
    """Return the reasons of all tries without an answer, the most frequent first."""
    counted: Counter[tuple[str, str, str]] = Counter()
    given_up: Counter[tuple[str, str, str]] = Counter()
    for call in calls:
        for number, attempt in enumerate(call.tries, 1):
            reason = (call.model, str(attempt.get("status", "")), str(attempt.get("message", "")))
            counted[reason] += 1
            given_up[reason] += call.status != "ok" and number == len(call.tries)
        if call.status != "ok" and not call.tries:
            counted[call.model, call.status, ""] += 1
            given_up[call.model, call.status, ""] += 1
    return tuple(
        ReasonView(model=model, status=status, message=message, tries=tries, given_up=given_up[model, status, message])
        for (model, status, message), tries in counted.most_common(MOST_REASONS)
    )
