"""What runs cost in calls and tokens: as their models reported tokens, or estimated where nothing was reported.

Offline nothing is reported. Four characters of prompts and replies then count as a token, for debates and votes alike.
"""

from collections import defaultdict
from pathlib import Path

from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog, open_run
from doxa.records.base import Record
from doxa.systems.puzzle.exhibits.runs import StepCost

CHARACTERS = 4
"""Characters of an estimated token."""


class RunCost(Record):
    """What the agents and the supervisor of a run took; a judge of reasons is no part of a debate."""

    steps: dict[str, StepCost]
    estimated: bool
    """Whether tokens were estimated, since no model reported any."""

    @property
    def tokens(self) -> float:
        """Return the tokens of all steps."""
        return sum(step.tokens for step in self.steps.values())

    @property
    def in_proposals(self) -> float:
        """Return how many proposals like the shortest of the run's own would cost its tokens."""
        proposals = [cost.tokens for step, cost in self.steps.items() if step.startswith("proposed/")]
        return self.tokens / shortest if (shortest := min(proposals, default=0.0)) else 0.0


def count_cost(path: Path) -> RunCost:
    """Return what the steps of a run took."""
    log = open_run(path)
    calls = [call for call in log.calls() if call.role != "judge"]
    estimated = not any(call.input_tokens or call.output_tokens for call in calls)
    by_step: defaultdict[str, list[CallRecord]] = defaultdict(list)
    for call in calls:
        by_step[call.id.rpartition("#")[0]].append(call)
    steps = {
        step: StepCost(calls=len(asked), tokens=sum(_tokens(call, log, estimated) for call in asked))
        for step, asked in by_step.items()
    }
    return RunCost(steps=steps, estimated=estimated)


def _tokens(call: CallRecord, log: RunLog, estimated: bool) -> float:
    if not estimated:
        return (call.input_tokens or 0) + (call.output_tokens or 0)
    characters = sum(len(log.blobs.block(block).text) for block in call.blocks) + len(call.text or "")
    return characters / CHARACTERS
