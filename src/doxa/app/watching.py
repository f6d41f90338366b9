"""Output of a run's progress: prints the lines of its system's teller, or by default one line a round."""

from collections.abc import Iterable

from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.terminal.console import console
from doxa.terminal.hooks import terminal_hooks
from doxa.terminal.progress import ProgressLine, RoundLines, Teller

ERASE = "\r\x1b[K"
"""Returns the cursor to the start of the line and clears the line."""


class Watching:
    """A watcher of a run that prints a teller's lines; on a terminal a line may be rewritten in place."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._is_open = False
        """Whether the terminal shows a line that is not final."""

    def __call__(self, now: Progress) -> None:
        self._print(self._teller.tell(now))

    def close(self) -> None:
        """Print the last lines, and leave the cursor at the start of a line."""
        self._print(self._teller.close())
        if self._is_open:
            console.file.write(ERASE)
            self._is_open = False

    def _print(self, lines: Iterable[ProgressLine]) -> None:
        for line in lines:
            if console.is_terminal:
                self._rewrite(line)
            elif line.stays:
                console.print(line.text, soft_wrap=True)
            console.file.flush()

    def _rewrite(self, line: ProgressLine) -> None:
        end = "\n" if line.stays else ""
        console.file.write(ERASE)
        if line.is_cut:
            console.print(line.text, end=end, no_wrap=True, overflow="ellipsis", crop=True)
        else:
            console.print(line.text, end=end, soft_wrap=True)
        self._is_open = not line.stays


def lines_of(spec: RunSpec) -> Watching:
    """Return the watcher that fits a run."""
    hooks = terminal_hooks(spec.protocol)
    return Watching(hooks.teller(spec) if hooks and hooks.teller else RoundLines(spec))
