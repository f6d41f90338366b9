"""What the journal of calls says: why calls were given up, and how much of each prompt repeats the one before."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from doxa.analysis.view import ReasonView
from doxa.log.blobs import Blobs
from doxa.log.journal import CallRecord
from doxa.records.base import JsonValue, group_by
from doxa.records.finishing import LENGTH
from doxa.records.steps import rendered

MOST_REASONS = 8
"""The most reasons that are listed."""


def count_reasons(calls: Iterable[CallRecord]) -> tuple[ReasonView, ...]:
    """Return the reasons of all tries without an answer, the most frequent first."""
    counted: Counter[tuple[str, str, str]] = Counter()
    given_up: Counter[tuple[str, str, str]] = Counter()
    for call in calls:
        is_given_up = call.status != "ok"
        # a call that was given up without a try has its own status for a reason
        attempts: tuple[dict[str, JsonValue], ...] = call.tries or (({"status": call.status},) if is_given_up else ())
        for number, attempt in enumerate(attempts, 1):
            reason = (call.model, str(attempt.get("status", "")), str(attempt.get("message", "")))
            counted[reason] += 1
            given_up[reason] += is_given_up and number == len(attempts)
    return tuple(
        ReasonView(model=model, status=status, message=message, tries=tries, given_up=given_up[model, status, message])
        for (model, status, message), tries in counted.most_common(MOST_REASONS)
    )


def reasons_of_giving_up(calls: Iterable[CallRecord]) -> tuple[ReasonView, ...]:
    """Return the reasons for which calls were given up, the most frequent first."""
    return tuple(reason for reason in count_reasons(calls) if reason.given_up)


def count_truncated(calls: Iterable[CallRecord]) -> dict[str, int]:
    """Return role → how many of its answers ended at a limit of length, the most frequent first."""
    return dict(Counter(call.role for call in calls if call.finish == LENGTH).most_common())


def merge_reasons(reasons: Iterable[ReasonView]) -> tuple[ReasonView, ...]:
    """Return the reasons of several runs, each once with its sums, the most frequent first."""
    groups = group_by(reasons, lambda reason: (reason.model, reason.status, reason.message))
    merged = [
        ReasonView(
            model=model,
            status=status,
            message=message,
            tries=sum(reason.tries for reason in same),
            given_up=sum(reason.given_up for reason in same),
        )
        for (model, status, message), same in groups.items()
    ]
    return tuple(sorted(merged, key=lambda reason: -reason.tries)[:MOST_REASONS])


def sum_answered(calls: Iterable[CallRecord], field: str) -> Any:
    """Return the sum of a field over the answered calls; None where a call lacks it."""
    amounts = [getattr(call, field) for call in calls if call.status == "ok"]
    return None if None in amounts else sum(amounts)


def prefix_shares(calls: Iterable[CallRecord], blobs: Blobs, tasks: Mapping[str, str]) -> dict[str, tuple[float, ...]]:
    """Return task → the share of each of its prompts that repeats the one before, whoever was asked; the first is 0.

    Args:
        tasks: step → task.
    """
    shares: dict[str, list[float]] = {}
    last: dict[str, str] = {}
    for call in calls:
        task = tasks.get(call.step, "")
        if call.role == "embedder" or not task or not call.id.endswith("#1") or not call.blocks:
            continue
        prompt = rendered(tuple(blobs.block(name) for name in call.blocks))
        before = last.get(task, "")
        lengths = range(1, min(len(before), len(prompt)) + 1)
        same = bisect_left(lengths, True, key=lambda length: before[:length] != prompt[:length])
        shares.setdefault(task, []).append(round(same / len(prompt), 6) if prompt else 0.0)
        last[task] = prompt
    return {task: tuple(task_shares) for task, task_shares in shares.items()}
