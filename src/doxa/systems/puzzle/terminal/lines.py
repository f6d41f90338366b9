"""Progress of a debate over a puzzle, one line for each phase: all agents' roles, one letter for each player."""

from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.systems.puzzle.terminal.shown import letters, players_of
from doxa.terminal.console import plain
from doxa.terminal.progress import SHOWN, RoundLines


class PuzzleLines(RoundLines):
    """The progress line of a debate over a puzzle."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        self._players = players_of(spec)
        self._ballots: dict[str, dict[str, str] | None] = {}

    def gather(self, now: Progress) -> None:
        self._ballots = {who: readout.ballot for who, readout in now.readouts.items()}

    def describe(self) -> str:
        if not any(self._ballots.values()):
            return super().describe()
        ballots = list(self._ballots.items())[: 2 * SHOWN]
        return "   ".join(f"{plain(self.names[who])} {letters(ballot, self._players)}" for who, ballot in ballots)
