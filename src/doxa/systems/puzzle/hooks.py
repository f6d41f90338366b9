"""How debates over puzzles, and votes on puzzles, are told while they run and in one sentence, shown and counted."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping

from doxa.analysis.explain import RoleChange, moves_of, roles_changed
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.hooks import Hooks, Shown
from doxa.engine.drive import Progress
from doxa.log.rundir import RunLog
from doxa.records.cells import join_names
from doxa.records.spec import RunSpec
from doxa.systems.puzzle.puzzles.wording import BLOCK, NAME, SAID, read_puzzle
from doxa.systems.puzzle.views import (
    count_right,
    debate_in,
    describe_stand_ins,
    describe_team,
    draw_decisions,
    draw_phases,
    draw_proposals,
    measure_answers,
    score_run,
    simulated,
    tabulate_debate,
    tabulate_rules,
    tabulate_votes,
    tally_by_rule,
    tell_outcome,
    votes_in,
)
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


def tell_debate(log: RunLog) -> str:
    """Return the story of a debate over a puzzle, so far where it has not ended."""
    every = list(chapters(log))
    believers = every[-1].minds if every else {}
    names = {participant.id: participant.name for participant in log.spec.participants}
    changes = [
        (agent, change)
        for agent in believers
        for change in roles_changed(moves_of(every, agent))
        if change.before is not None
    ]
    counts = Counter(names[agent] for agent, _ in changes)
    still = [names[agent] for agent in believers if names[agent] not in counts]
    head = _tell_changes(changes, counts, still, every)
    if not log.finished:
        return f"So far, in a debate that has not ended, {head}."
    team = describe_team(debate_in(log).sitting)
    return f"{head[0].upper()}{head[1:]}; {team[0].lower()}{team[1:]}"


def tell_votes(log: RunLog) -> str:
    """Return the story of finished votes on a puzzle; '' before their end."""
    if not log.finished:
        return ""
    votes = votes_in(log)
    right = count_right(tally_by_rule(votes)["solution"], votes.solution)
    who = join_names([participant.name for participant in log.spec.participants], 4)
    return (
        f"{who} answered alone and without a debate, so nobody could give way; the answer with most votes is right "
        f"about {right} of {len(votes.solution)} players."
    )


def _tell_changes(
    changes: list[tuple[str, RoleChange]], counts: Mapping[str, int], still: list[str], every: list[Chapter]
) -> str:
    if not changes:
        return f"nobody gave way: {join_names(still, 4)} changed none of their roles" if still else "nobody answered"
    gave = join_names([f"{name} ({count} role{'s' * (count != 1)})" for name, count in counts.items()], 4)
    kept = f", and {join_names(still, 4)} changed none" if still else ""
    note, count = Counter(change.note for _, change in changes).most_common(1)[0]
    joined = sum(_is_joining(agent, change, every) for agent, change in changes)
    why = f"{joined} of {len(changes)} changes took up a role that another agent had given"
    return f"{gave} gave way{kept}; the turning point was {note}, with {count} of the changes, and {why}"


def _is_joining(agent: str, change: RoleChange, every: list[Chapter]) -> bool:
    """Return whether another agent had given the player the new role before the change."""
    place = next((at for at, chapter in enumerate(every) if any(o.key == change.step for o in chapter.outcomes)), 0)
    earlier = every[place - 1].minds if place else {}
    return any(
        (mind.readout.ballot or {}).get(change.player) == change.after
        for other, mind in earlier.items()
        if other != agent
    )


def _commands(log: RunLog) -> Iterator[str]:
    yield f"doxa explain {plain(shlex.quote(str(log.path)))} --agent {log.spec.participants[0].id}"


def _stand_ins(log: RunLog) -> str:
    if not log.finished:
        return ""
    words = describe_stand_ins(log)
    return f"{words.removesuffix('.')} (docs/puzzles.md)." if words else ""


def _speaks_in(call: str, agent: str, number: int) -> bool:
    """Return whether a call is an agent's in a debate phase, of any round: an agent's own turns number its rounds."""
    return call.endswith(f"/debate/{agent}#1")


HOOKS = {
    "puzzle": Hooks(
        introduce=show_puzzle,
        teller=PuzzleLines,
        exhibits=(
            Shown(tabulate_debate, on=("page", "terminal", "json"), finished=True),
            Shown(draw_phases, on=("page",), finished=True),
            Shown(draw_decisions, on=("terminal", "json"), finished=True),
            Shown(tell_outcome, on=("terminal",), finished=True),
            Shown(measure_answers, on=("frames",)),
        ),
        commands=_commands,
        stand_ins=_stand_ins,
        simulated=simulated,
        story=tell_debate,
        measures=score_run,
        speaks_in=_speaks_in,
    ),
    "puzzle_votes": Hooks(
        introduce=show_puzzle,
        teller=PuzzleLines,
        exhibits=(
            Shown(tabulate_votes, on=("page", "terminal", "json"), finished=True),
            Shown(draw_proposals, on=("page", "terminal", "json"), finished=True),
            Shown(tabulate_rules, on=("terminal", "json"), finished=True),
            Shown(measure_answers, on=("frames",)),
        ),
        stand_ins=_stand_ins,
        simulated=simulated,
        story=tell_votes,
        measures=score_run,
    ),
}
