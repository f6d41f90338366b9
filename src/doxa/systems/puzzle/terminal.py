"""A debate over a puzzle in a terminal as it runs: the statements, and every agent's roles by round."""

from collections.abc import Iterator

from doxa.engine.drive import Progress
from doxa.records.spec import RunSpec
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.wording import BLOCK, NAME, SAID
from doxa.terminal.console import plain
from doxa.terminal.progress import SHOWN, RoundLines

LETTERS = {"knight": "[green]K[/]", "knave": "[red]V[/]", "spy": "[yellow]S[/]"}
LEGEND = "K knight, V knave, S spy, · no valid answer; in the order of the players"


def show_puzzle(spec: RunSpec) -> Iterator[str]:
    """Yield the statements of a run's puzzle, where it has one."""
    if not spec.script.get("puzzle"):
        return
    lines = str(spec.script["puzzle"]).replace(f"{BLOCK}\n", "").splitlines()
    names = [line.removeprefix(NAME).strip() for line in lines if line.startswith(NAME)]
    width = max(len(name) for name in names)
    player = ""
    for line in lines:
        if line.startswith(NAME):
            player = line.removeprefix(NAME).strip().rjust(width)
        elif line.startswith(SAID):
            yield f"  [bold]{plain(player)}[/]: {plain(line.removeprefix(SAID).strip())}"
        else:
            yield f"  {plain(line.strip())}"
    if named := spec.script.get("puzzles"):
        place = f"{named}, line {spec.script['line']}: {spec.script.get('remarks') or ''}"
        yield f"[dim]{plain(place)}[/]"
    yield f"[dim]{LEGEND}[/]\n"


class PuzzleLines(RoundLines):
    """The progress line of a debate over a puzzle."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        text = spec.script.get("puzzle")
        self._players = read_puzzle(str(text), 1).players if text else ()
        self._ballots: dict[str, dict[str, str] | None] = {}

    def gather(self, now: Progress) -> None:
        self._ballots = {who: readout.ballot for who, readout in now.readouts.items()}

    def describe(self) -> str:
        if not any(self._ballots.values()):
            return super().describe()
        ballots = list(self._ballots.items())[: 2 * SHOWN]
        letters = {
            who: "".join(LETTERS.get((ballot or {}).get(player, ""), "·") for player in self._players)
            for who, ballot in ballots
        }
        return "   ".join(f"{plain(self.names[who])} {roles}" for who, roles in letters.items())
