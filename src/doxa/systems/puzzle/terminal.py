"""A debate over a puzzle in a terminal: the statements, every agent's roles by round, and who was right at the end."""

from collections.abc import Iterator

from rich.table import Table

from doxa.engine.drive import Progress
from doxa.log.rundir import RunLog
from doxa.records.events import OutcomeReached
from doxa.records.spec import RunSpec
from doxa.systems.puzzle.exhibits.ballots import debate_in, tally_by_rule, votes_in
from doxa.systems.puzzle.measures.accuracy import smooth
from doxa.systems.puzzle.measures.rationality import contradicts
from doxa.systems.puzzle.measures.sittings import Sitting, majority_answer, most_common_answer
from doxa.systems.puzzle.puzzles.reading import read_puzzle
from doxa.systems.puzzle.puzzles.wording import BLOCK, NAME, SAID
from doxa.terminal.console import COLOURS, plain
from doxa.terminal.pieces import Piece
from doxa.terminal.progress import SHOWN, RoundLines

LETTERS = {"knight": "[green]K[/]", "knave": "[red]V[/]", "spy": "[yellow]S[/]"}
LEGEND = "K knight, V knave, S spy, · no valid answer; in the order of the players"


def players_of(spec: RunSpec) -> tuple[str, ...]:
    """Return the players of a run's puzzle; empty for a run without a puzzle."""
    text = spec.script.get("puzzle")
    return read_puzzle(text, 1).players if isinstance(text, str) and text else ()


def letters(ballot: dict[str, str] | None, players: tuple[str, ...]) -> str:
    """Return roles as one letter for each player."""
    return "".join(LETTERS.get((ballot or {}).get(player, ""), "·") for player in players)


def show_puzzle(spec: RunSpec) -> Iterator[str]:
    """Yield the statements of a run's puzzle."""
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


def show_decision(log: RunLog) -> Iterator[Piece]:
    """Yield every agent's decision, the team's and the solution, and the accuracy of a vote without a debate."""
    debate = debate_in(log)
    sitting = debate.sitting
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("player")
    for place, agent in enumerate(log.spec.participants):
        table.add_column(f"[{COLOURS[place % len(COLOURS)]}]{plain(agent.name)}[/]")
    for name in ("team", "decided by", "solution"):
        table.add_column(name)
    for place, player in enumerate(debate.players):
        answers = [_mark_label(answer[place], sitting.solution[place]) for answer in sitting.final]
        decided = _mark_label(sitting.decided[place], sitting.solution[place])
        table.add_row(plain(player), *answers, decided, debate.decided_by[place] or "–", sitting.solution[place])
    yield table
    yield f"\n{describe_team(sitting)}"
    if contradictions := count_contradictions(sitting):
        are = "opinion contradicts itself" if contradictions == 1 else "opinions contradict themselves"
        yield f"{contradictions} {are} (docs/puzzles.md)."
    if unstated := count_unstated(log):
        yield f"Valid answers without a confidence from 1 to 10, which is missing there: {unstated}."


def describe_team(sitting: Sitting) -> str:
    """Return a sentence on the players that the team is right about, after the debate and before it."""
    right = round(smooth(sitting.decided, sitting.solution) * sitting.size)
    undecided = sitting.decided.count(None)
    decided = f"The team is right about {right} of {sitting.size} players"
    decided += f" and has no answer on {undecided}" if undecided else ""
    before = majority_answer(sitting.initial)
    if all(label is None for answer in sitting.initial for label in answer):
        return f"{decided}; no agent had made a valid proposal."
    if not any(before):
        return f"{decided}; its proposals had no majority on any player."
    right_before = round(smooth(before, sitting.solution) * sitting.size)
    missing = f", and there was none on {before.count(None)}" if None in before else ""
    return f"{decided}; a majority of its proposals was right about {right_before}{missing}."


def count_contradictions(sitting: Sitting) -> int:
    """Return how many opinions contradict themselves (Figure 6's third bar)."""
    rounds = zip(sitting.rounds, sitting.after_each, strict=False)
    return sum(
        contradicts(opinion, [answer[debate_round.player] for answer in before])
        for debate_round, before in rounds
        for opinion in debate_round.opinions
    )


def count_unstated(log: RunLog) -> int:
    """Return how many valid answers have no confidence."""
    replies = [event.body.reply for event in log.events if isinstance(event, OutcomeReached) and event.body.ok]
    return sum(isinstance(reply, dict) and reply.get("confidence", 0) is None for reply in replies)


def show_votes(log: RunLog) -> Iterator[Piece]:
    """Yield each agent's most common solution, that of all together by each rule, and the solution."""
    votes = votes_in(log)
    answers_by_agent = {who: most_common_answer(answers, "solution") for who, answers in votes.answers.items()}
    tallies, solution = tally_by_rule(votes), votes.solution
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("player")
    for place, agent in enumerate(log.spec.participants):
        table.add_column(f"[{COLOURS[place % len(COLOURS)]}]{plain(agent.name)}[/]")
    for name in ("most votes", "solution"):
        table.add_column(name)
    for place, player in enumerate(votes.players):
        shown = (*answers_by_agent.values(), tallies["solution"])
        labels = [_mark_label(answer[place], solution[place]) for answer in shown]
        table.add_row(plain(player), *labels, solution[place])
    yield table
    samples = len(next(iter(votes.answers.values())))
    yield f"\n{samples} proposal{'s' if samples > 1 else ''} of each agent, no debate. Votes by rule (docs/puzzles.md):"
    for rule, answer in tallies.items():
        right = round(smooth(answer, solution) * len(solution))
        roles = {player: role or "" for player, role in zip(votes.players, answer, strict=True)}
        yield f"  by {rule:<10}  {letters(roles, votes.players)}  {right} of {len(solution)} players right"
    yield ""


def _mark_label(label: str | None, solution: str) -> str:
    if label is None:
        return "[dim]–[/]"
    return f"[green]{label}[/]" if label == solution else f"[red]{label}[/]"


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
