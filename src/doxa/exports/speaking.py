"""Which outcomes are messages: public words, and structured replies that their task puts in words."""

from functools import cache

from doxa.errors import DoxaError
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named


def is_message(outcome: Outcome) -> bool:
    """Return whether a step is one in which somebody says something, whether or not it gave words."""
    speaks = _speaks(outcome.task)
    if speaks is False and not outcome.ok and outcome.audience:
        return True
    # the task of a missing plug-in is unknown: words that somebody hears are a message
    return bool(outcome.text and outcome.audience) if speaks is None else speaks


def words_of(outcome: Outcome) -> str | None:
    """Return the words of a message: its text, or its structured reply in words; None where there are none."""
    if outcome.text is not None:
        return outcome.text
    if not outcome.ok:
        return None
    try:
        task = task_named(outcome.task)
        reply = task.reply_of(outcome) if task.in_words else None
        return (task.in_words(reply) or None) if task.in_words and reply is not None else None
    except (DoxaError, ValueError):
        return None


@cache
def _speaks(task: str) -> bool | None:
    """Return whether a task's replies are words; None for a task that is not installed."""
    try:
        known = task_named(task)
    except DoxaError:
        return None
    return known.speaks or known.in_words is not None
