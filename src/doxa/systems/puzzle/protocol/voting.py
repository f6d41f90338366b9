"""Puzzle votes: agents propose solutions on their own, each one or many times, and nothing is debated.

The baselines of a debate: plain majority vote, self-consistency (one model asked many times; Wang et al. 2023), and
votes at equal cost, with as many calls as a debate. One agent and one sample is the single-agent benchmark.
"""

from pydantic import Field

from doxa.protocols.registry import Protocol
from doxa.records.base import Record
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Script
from doxa.systems.puzzle.measures.sittings import Answer
from doxa.systems.puzzle.protocol.choosing import PuzzleChoice, choose_puzzle
from doxa.systems.puzzle.protocol.team import Team, answer_of, require_distinct_names, solution_of

CHUNK = 16
"""Samples of every agent in one batch: the samples of a batch run at the same time, and a log is synced after each."""


class VotingSettings(PuzzleChoice):
    """Which puzzle is solved, and how often each agent is asked."""

    samples: int = Field(default=1, ge=1, le=1000)
    """How many solutions each agent proposes, without seeing any other."""


class VotingResult(Record):
    """The proposals. An answer has one role for each player, in the order of the players."""

    solution: tuple[str, ...]
    """The right role of each player."""
    players: tuple[str, ...]
    answers: dict[str, tuple[Answer, ...]]
    """Agent → its proposals, in order; a role is None where a proposal gave none."""
    confidences: dict[str, tuple[int | None, ...]]
    """Agent → its stated confidence in each proposal, 1 to 10; None where a proposal is not valid."""
    calls: int
    """Model calls that the votes took."""


def script(spec: RunSpec) -> Script:
    """Ask for every proposal and return a VotingResult."""
    require_distinct_names(spec)
    settings = VotingSettings.model_validate(spec.script)
    game, puzzle, solution = choose_puzzle(settings, spec.stream_seed)
    team = Team(spec=spec, game=game, players=puzzle.players, visible=False)
    answers: dict[str, list[Answer]] = {agent.id: [] for agent in team.agents}
    confidences: dict[str, list[int | None]] = {agent.id: [] for agent in team.agents}
    for start in range(0, settings.samples, CHUNK):
        numbers = range(start + 1, min(start + CHUNK, settings.samples) + 1)
        steps = tuple(step for number in numbers for step in team.steps("propose_roles", f"s{number:03d}"))
        floor = yield Batch(steps=steps, note=f"{numbers[-1]} of {settings.samples}")
        for outcome in team.count_calls(floor.outcomes):
            proposal = solution_of(spec.participant(outcome.actor), outcome)
            answers[outcome.actor].append(answer_of(proposal.roles, puzzle.players))
            confidences[outcome.actor].append(proposal.confidence)
    return VotingResult(
        solution=tuple(solution[player] for player in puzzle.players),
        players=puzzle.players,
        answers={agent: tuple(proposed) for agent, proposed in answers.items()},
        confidences={agent: tuple(agent_confidences) for agent, agent_confidences in confidences.items()},
        calls=team.calls,
    )


PUZZLE_VOTES = Protocol(Settings=VotingSettings, Result=VotingResult, script=script)
