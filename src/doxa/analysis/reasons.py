"""Why tries brought no answer: the reasons of the calls of runs, each with its text and how often it happened."""

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


def reasons_of_giving_up(calls: Iterable[CallRecord]) -> tuple[ReasonView, ...]:
    """Return the reasons for which calls were given up, the most frequent first."""
    return tuple(reason for reason in count_reasons(calls) if reason.given_up)


def merge_reasons(reasons: Iterable[ReasonView]) -> tuple[ReasonView, ...]:
    """Return the reasons of several runs, each once with its sums, the most frequent first."""
    merged: dict[tuple[str, str, str], ReasonView] = {}
    for reason in reasons:
        key = (reason.model, reason.status, reason.message)
        before = merged.get(key)
        tries, given_up = (before.tries, before.given_up) if before else (0, 0)
        sums = {"tries": tries + reason.tries, "given_up": given_up + reason.given_up}
        merged[key] = reason.model_copy(update=sums)
    return tuple(sorted(merged.values(), key=lambda reason: -reason.tries)[:MOST_REASONS])
