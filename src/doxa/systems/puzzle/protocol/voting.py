"""Puzzle votes: agents propose solutions on their own, each one or many times, and nothing is debated.

The baselines of a debate: the vote by complete solution (self-consistency; Wang et al. 2023), by player or by stated
confidence, of one model asked many times or of a team, with as many calls or tokens as a debate. ``measures.votes``
counts. With a supervisor, a supervisor decides about players on whom no role has more than half of the proposals, as in
a debate. One agent and one sample is the single-agent benchmark.
"""

from typing import Any

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record
from doxa.records.spec import RunSpec
from doxa.records.steps import Script
from doxa.systems.puzzle.measures.sittings import Answer
from doxa.systems.puzzle.protocol.team import Decider, PuzzleChoice, decide_roles, seat_team
from doxa.systems.puzzle.tasks.record import Phase, Solution

CHUNK = 16
"""Samples of every agent in one batch: the samples of a batch run at the same time, and a log is synced after each."""


class VotingSettings(PuzzleChoice):
    """Which puzzle is solved, and how often each agent is asked."""

    samples: int = Field(default=1, ge=1, le=1000)
    """How many solutions each agent proposes, without seeing any other."""
    supervised: bool = False
    """Whether a supervisor, who sees all proposals, decides about players without a role in more than half of them."""


class VotingResult(Record):
    """The proposals. An answer has one role for each player, in the order of the players."""

    solution: tuple[str, ...]
    """The right role of each player."""
    players: tuple[str, ...]
    answers: dict[str, tuple[Answer, ...]]
    """Agent → its proposals, in order; a role is None where a proposal gave none."""
    confidences: dict[str, tuple[int | None, ...]]
    """Agent → its stated confidence in each proposal, 1 to 10; None where a proposal is not valid or states none."""
    calls: int
    """Model calls that the votes took."""


class SupervisedResult(VotingResult):
    """The proposals, and the answer of their majority and the supervisor."""

    decided: Answer
    """For each player the role of more than half of the proposals, else the supervisor's."""
    decided_by: tuple[Decider, ...]


def script(spec: RunSpec) -> Script:
    """Ask for every proposal and return a VotingResult."""
    settings = VotingSettings.model_validate(spec.script)
    team = seat_team(spec, settings)
    proposals: list[Solution] = []
    for start in range(0, settings.samples, CHUNK):
        numbers = range(start + 1, min(start + CHUNK, settings.samples) + 1)
        steps = tuple(step for number in numbers for step in team.steps("propose_roles", f"s{number:03d}"))
        proposals += team.read_solutions((yield from team.take(steps, f"{numbers[-1]} of {settings.samples}")))
    own = {agent.id: [proposal for proposal in proposals if proposal.agent == agent.name] for agent in team.agents}
    result = VotingResult(
        solution=tuple(team.solution[player] for player in team.players),
        players=team.players,
        answers={agent: team.answers_of(proposed) for agent, proposed in own.items()},
        confidences={agent: tuple(proposal.confidence for proposal in proposed) for agent, proposed in own.items()},
        calls=team.calls,
    )
    if not settings.supervised:
        return result
    team.record_phase(Phase(kind="proposals", solutions=tuple(proposals)))
    decided, decided_by = yield from decide_roles(team, tuple(proposals), supervised=True)
    return SupervisedResult(**{**dict(result), "calls": team.calls}, decided=decided, decided_by=decided_by)


def further_roles(script: dict[str, Any]) -> tuple[str, ...]:
    """Return the role of the supervisor where votes have one."""
    return ("supervisor",) if script.get("supervised") is True else ()


PUZZLE_VOTES = Protocol(Settings=VotingSettings, Result=VotingResult, script=script, further_roles=further_roles)
