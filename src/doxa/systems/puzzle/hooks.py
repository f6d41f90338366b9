"""How debates over puzzles, and votes on puzzles, are shown and counted."""

import shlex
from collections.abc import Callable, Iterator

from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.system import Hooks
from doxa.systems.puzzle.exhibits.ballots import score_run, sitting_of
from doxa.systems.puzzle.exhibits.stand_ins import describe_stand_ins
from doxa.systems.puzzle.measured import measure_answers
from doxa.systems.puzzle.story import tell_debate, tell_votes
from doxa.systems.puzzle.terminal.lines import PuzzleLines
from doxa.systems.puzzle.terminal.shown import show_decision, show_puzzle, show_votes
from doxa.systems.puzzle.views import puzzle_parts, votes_parts
from doxa.systems.puzzle.views import simulated as simulated_in_full
from doxa.terminal.console import plain
from doxa.terminal.pieces import Conclusion, Piece


def _introduce(spec: RunSpec) -> Iterator[Piece]:
    """Yield the players' statements, where the run has a puzzle."""
    return show_puzzle(spec) if spec.script.get("puzzle") else iter(())


def _conclude_debate(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return the end of a debate: who was right, and how often each agent changed a role."""
    return Conclusion(
        pieces=_present_decision(log, view),
        facts={"sitting": sitting_of(log).model_dump(mode="json")},
        commands=(f"doxa explain {plain(shlex.quote(str(log.path)))} --agent {log.spec.participants[0].id}",),
        replaces_curves=True,
    )


def _present_decision(log: RunLog, view: Callable[[], RunView]) -> Iterator[Piece]:
    yield from show_decision(log)
    for summary in view().summaries:
        yield f"• {plain(summary.sentence)}"
    yield ""


def _conclude_votes(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return the end of a vote: the answer of most votes, and the solution."""
    return Conclusion(pieces=show_votes(log), replaces_curves=True)


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
        introduce=_introduce,
        teller=PuzzleLines,
        conclude=_conclude_debate,
        stand_ins=_stand_ins,
        simulated=simulated_in_full,
        parts=puzzle_parts,
        story=tell_debate,
        measures=score_run,
        measured=measure_answers,
        speaks_in=_speaks_in,
    ),
    "puzzle_votes": Hooks(
        introduce=_introduce,
        teller=PuzzleLines,
        conclude=_conclude_votes,
        stand_ins=_stand_ins,
        simulated=simulated_in_full,
        parts=votes_parts,
        story=tell_votes,
        measures=score_run,
        measured=measure_answers,
    ),
}
