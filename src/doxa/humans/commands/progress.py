"""The progress line of a replay: messages judged, with their cost, and stages computed."""

import time

from doxa.engine.drive import Progress
from doxa.terminal.console import console
from doxa.terminal.money import cost_so_far
from doxa.terminal.progress import clock


class StageLine:
    """A progress line of a stage, with its cost so far and the time left, rewritten on a terminal."""

    def __init__(self, stage: str) -> None:
        self._stage = stage
        self._began: tuple[float, int] | None = None
        self._line = ""

    def of_run(self, now: Progress) -> None:
        done, _, total = now.batch.note.partition(" of ")
        self._tell(int(done), int(total), asked=now.asked > 0, cost=now.cost)

    def of_stages(self, done: int, total: int, name: str) -> None:
        self._tell(done, total, aside=name)

    def close(self) -> None:
        """End the line."""
        if not self._line:
            return
        if console.is_terminal:
            console.file.write("\n")
        else:
            console.print(self._line, soft_wrap=True)

    def _tell(self, done: int, total: int, *, asked: bool = True, cost: float | None = 0.0, aside: str = "") -> None:
        if asked and self._began is None:
            self._began = (time.monotonic(), done)
        notes = [aside] if aside else []
        notes += [spent] if (spent := cost_so_far(cost)) else []
        if self._began and done > self._began[1] and done < total:
            left = (time.monotonic() - self._began[0]) / (done - self._began[1]) * (total - done)
            notes += [f"about {clock(left)} left"] if left >= 1 else []
        self._line = f"  {self._stage}: {done} of {total}" + (f"   {', '.join(notes)}" if notes else "")
        if console.is_terminal:
            console.file.write(f"\r\x1b[K{self._line}")
            console.file.flush()
