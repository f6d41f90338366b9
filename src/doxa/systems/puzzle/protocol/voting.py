"""Puzzle votes: agents propose solutions on their own, each one or many times, and nothing is debated.

What a debate is compared with: plain majority vote, self-consistency (one model asked many times; Wang et al. 2023),
and votes at equal cost, which ask as often as a debate calls. One agent and one sample is the single-agent benchmark.
"""

from typing import Any

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script
from doxa.systems.puzzle.protocol.choosing import PuzzleChoice, chosen
from doxa.systems.puzzle.protocol.team import Team, answer_of, held_to_names, solution_of

CHUNK = 16
"""Samples of every agent to a batch: how many are under way at once, and how often a log is synced."""


class VotingSettings(PuzzleChoice):
    """Which puzzle, and how often each agent is asked."""

    samples: int = Field(default=1, ge=1, le=1000)
    """How many solutions each agent proposes, without seeing any."""


def script(spec: RunSpec) -> Script:
    """Ask for every proposal and return each agent's answers and confidences, with the solution."""
    held_to_names(spec)
    settings = VotingSettings.model_validate(spec.script)
    game, puzzle, solution = chosen(settings, spec.stream_seed)
    team = Team(spec=spec, game=game, players=puzzle.players, visible=False)
    answers: dict[str, list[Any]] = {one.id: [] for one in team.agents}
    confidences: dict[str, list[int | None]] = {one.id: [] for one in team.agents}
    for start in range(0, settings.samples, CHUNK):
        numbers = range(start + 1, min(start + CHUNK, settings.samples) + 1)
        steps = tuple(step for number in numbers for step in team.steps("propose_roles", f"s{number:03d}"))
        floor = yield Batch(steps=steps, note=f"{numbers[-1]} of {settings.samples}")
        for outcome in team.counted(floor.outcomes):
            found = solution_of(spec.participant(outcome.actor), outcome)
            answers[outcome.actor].append(list(answer_of(found.roles, puzzle.players)))
            confidences[outcome.actor].append(found.confidence)
    return {
        "solution": [solution[one] for one in puzzle.players],
        "players": list(puzzle.players),
        "answers": answers,
        "confidences": confidences,
        "calls": team.calls,
    }


PUZZLE_VOTES = Protocol(Settings=VotingSettings, script=script)
