"""How debates over puzzles, and votes on them, are shown."""

import shlex
from typing import Any

from doxa.analysis.view import Part, RunView
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.system import Face
from doxa.systems.puzzle.exhibits.ballots import scored, sitting_of
from doxa.systems.puzzle.terminal.lines import PuzzleLines
from doxa.systems.puzzle.terminal.shown import show_decision, show_puzzle, show_votes, simulated
from doxa.systems.puzzle.views import PuzzleView, puzzle_view
from doxa.systems.puzzle.views import simulated as simulated_in_full
from doxa.terminal.console import console, plain


def _head(spec: RunSpec) -> None:
    if spec.script.get("puzzle"):
        show_puzzle(spec)


def _decided(log: RunLog, view: RunView) -> bool:
    show_decision(log)
    for one in view.summaries:
        console.print(f"• {plain(one.sentence)}")
    console.print()
    return True


def _voted(log: RunLog, view: RunView) -> bool:
    show_votes(log)
    return True


def _summary(log: RunLog) -> dict[str, Any]:
    return {"sitting": sitting_of(log).model_dump(mode="json")}


def _onward(log: RunLog) -> list[str]:
    return [f"doxa explain {plain(shlex.quote(str(log.path)))} --agent {log.spec.participants[0].id}"]


def _stood_in(log: RunLog) -> str:
    return simulated(log.spec) if log.finished else ""


def _of_round(call: str, agent: str, number: int) -> bool:
    """Say whether a call is an agent's in the debate of any round: rounds are counted by its own turns."""
    return call.endswith(f"/debate/{agent}#1")


FACES = {
    "puzzle": Face(
        head=_head,
        watcher=PuzzleLines,
        found=_decided,
        summary=_summary,
        onward=_onward,
        stood_in=_stood_in,
        simulated=simulated_in_full,
        parts={"puzzle": Part(type=PuzzleView, of=puzzle_view)},
        scores=scored,
        of_round=_of_round,
    ),
    "puzzle_votes": Face(head=_head, watcher=PuzzleLines, found=_voted, stood_in=_stood_in, scores=scored),
}
