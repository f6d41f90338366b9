"""What the prompts of a run cost: the tokens of each, and how many of them repeat the prompt of its task before."""

from bisect import bisect_left
from collections.abc import Iterator

from doxa.log.rundir import RunLog
from doxa.models.embedded.tokens import count_tokens
from doxa.records.steps import rendered

Row = tuple[str, int, int]
"""Step, tokens of its prompt, and how many of them repeat the task's prompt before."""


def prompts_of(log: RunLog) -> Iterator[tuple[str, str, str]]:
    """Yield (step, task, prompt) of every call with a prompt, in order."""
    tasks = {outcome.key: outcome.task for outcome in log.outcomes}
    for call in log.calls():
        if call.blocks and call.step in tasks:
            yield call.step, tasks[call.step], rendered(tuple(log.blobs.block(name) for name in call.blocks))


def rows_of(log: RunLog) -> dict[str, list[Row]]:
    """Return task → its requests."""
    rows: dict[str, list[Row]] = {}
    last: dict[str, str] = {}
    for step, task, prompt in prompts_of(log):
        before = last.get(task, "")
        lengths = range(1, min(len(before), len(prompt)) + 1)
        same = bisect_left(lengths, True, key=lambda length: before[:length] != prompt[:length])
        rows.setdefault(task, []).append((step, count_tokens(prompt), count_tokens(prompt[:same])))
        last[task] = prompt
    return rows


def shared(rows: list[Row]) -> float:
    """Return the share of the tokens of requests that repeat the request before."""
    return sum(same for _, _, same in rows) / sum(tokens for _, tokens, _ in rows)
