"""How many lines each actor had to say before a step, by kind: recorded speakers find the line of a turn by it."""

from doxa.records.steps import Batch, Step
from doxa.tasks.registry import task_named


class TurnNumbers:
    """Counts the turns of a run, batch by batch; the counts follow from the script alone."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        """(actor, kind of line) → number of turns so far."""
        self._of_batch: dict[str, int] = {}

    def begin(self, batch: Batch) -> None:
        """Number the steps of a batch, in its order."""
        self._of_batch = {step.key: self._count(step) for step in batch.steps}

    def of(self, step: Step) -> int:
        """Return how many lines the actor of a step had to say before; 0 for a step without words."""
        return self._of_batch.get(step.key, 0)

    def _count(self, step: Step) -> int:
        task = task_named(step.task)
        if not task.line:
            return 0
        key = (step.actor, task.line)
        count = self._counts.get(key, 0)
        if task.says_again is not None and task.says_again(task.read_inputs(step.inputs)):
            return max(0, count - 1)
        self._counts[key] = count + 1
        return count
