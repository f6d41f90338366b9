"""A team that solves a puzzle: which puzzle, what each agent is shown, and how its replies are read.

The puzzle is the one in the scenario, or one made from a size and the run's seed. Its text is written into the spec, so
that the spec identifies the puzzle: replicate k of a scenario without a text has the same puzzle under all settings of
the same size (common random numbers). A missing or invalid reply stays missing: it is no vote, and no default replaces
it.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, cast

from pydantic import Field

from doxa.errors import PuzzleError, ScenarioError
from doxa.records.base import Settings
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Outcome, Step
from doxa.systems.puzzle.measures.sittings import Answer, majority
from doxa.systems.puzzle.puzzles.generating import FEWEST_PLAYERS, Sort, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, solve
from doxa.systems.puzzle.puzzles.wording import game_text, read_puzzle
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS, Role
from doxa.systems.puzzle.tasks.record import Phase, Prompts, Solution

Decider = Literal["majority", "supervisor", ""]
"""Who decided a player's role; empty where nobody did."""


class PuzzleChoice(Settings):
    """Which puzzle is solved."""

    puzzle: str = ""
    """The text of the puzzle, as ``doxa puzzle make`` writes it; made from ``size`` and the run's seed when empty."""
    size: int = Field(default=6, ge=FEWEST_PLAYERS, le=MOST_PLAYERS)
    """How many players a made puzzle has: its difficulty."""
    spies: int = Field(default=1, ge=0, le=MOST_PLAYERS)
    """How many spies a made puzzle has."""
    hints: int = Field(default=0, ge=0, le=MOST_PLAYERS)
    """How many hints a made puzzle has, beside the number of spies."""
    puzzles: str = ""
    """A file of puzzles in place of ``puzzle``: replicate k has the puzzle number k + 1 of the file, counted by lines.
    A run's spec has the file's name here, and the puzzle's text in ``puzzle``."""
    line: int | None = Field(default=None, ge=1)
    """Which line of that file; the replicate's when absent."""
    remarks: str = ""
    """Filled in: the puzzle's game_id in that file, and what is odd about its line."""
    prompts: Prompts = "neutral"
    """How agents are addressed: ``neutral`` (the task, the rules and the form of answers) or ``coached`` (also how to
    weigh what others say)."""


def choose_puzzle(choice: PuzzleChoice, seed: int) -> tuple[str, Puzzle, dict[str, Role]]:
    """Return the text of a puzzle, the puzzle, and its only solution.

    Raises:
        ScenarioError: the text is no puzzle, has no solution or several, or none can be made with these settings.
    """
    try:
        sort = Sort(players=choice.size, spies=choice.spies, hints=choice.hints)
        puzzle = read_puzzle(choice.puzzle, 1) if choice.puzzle else _make_puzzle(sort, seed)
    except PuzzleError as error:
        key = "script.puzzle" if choice.puzzle else "script.size"
        raise ScenarioError(f"{key}: {error.message}", hint=error.hint, key=key) from None
    solutions = solve(puzzle)
    if len(solutions) != 1:
        where = f"{choice.puzzles}, line {choice.line}" if choice.puzzles else "script.puzzle"
        raise ScenarioError(
            f"{where}: the puzzle has {len(solutions) or 'no'} solutions; a debate needs exactly one",
            hint="`doxa puzzle solve FILE` lists the solutions; `doxa puzzle make` makes puzzles that have one.",
            key="script.puzzle",
        )
    return choice.puzzle or game_text(puzzle), puzzle, solutions[0]


@lru_cache(maxsize=2048)
def _make_puzzle(sort: Sort, seed: int) -> Puzzle:
    """Return a puzzle, cached, since configurations of one experiment ask for the same puzzles."""
    return next(generate(sort, 1, seed))


Solutions = tuple[Solution, ...]


@dataclass(kw_only=True)
class Team:
    """Agents and the record of their debate so far, as each of them may see it."""

    spec: RunSpec
    game: str
    players: tuple[str, ...]
    solution: dict[str, Role]
    visible: bool
    """Whether agents see each other's confidence."""
    prompts: Prompts
    """How agents are addressed."""
    history: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Agent → the finished phases as they are shown to it."""
    calls: int = 0
    """Model calls of agents and supervisor so far."""

    @property
    def agents(self) -> tuple[Participant, ...]:
        return self.spec.participants

    def inputs_for(self, agent: Participant | None) -> dict[str, Any]:
        """Return the inputs that an agent gets in every phase; for the supervisor, None, with every confidence."""
        history = self.history.get(agent.id if agent else "", [])
        inputs: dict[str, Any] = {
            "game": self.game,
            "players": list(self.players),
            "history": list(history),
            "prompts": self.prompts,
        }
        return {**inputs, "me": agent.name} if agent else inputs

    def steps(self, task: str, place: str, inputs: Mapping[str, Any] | None = None) -> tuple[Step, ...]:
        """Return the steps of one phase, one for each agent."""
        names = {agent.id: agent.name for agent in self.agents if task == "debate_role"}
        return tuple(
            Step(
                key=f"{place}/{agent.id}",
                actor=agent.id,
                task=task,
                inputs={
                    **self.inputs_for(agent),
                    **(inputs or {}),
                    **({"others": [name for id, name in names.items() if id != agent.id]} if names else {}),
                },
            )
            for agent in self.agents
        )

    def record_phase(self, phase: Phase) -> None:
        """Add a finished phase to what every agent, and the supervisor, is shown."""
        for agent in (*self.agents, None):
            visible_phase = phase if self.visible or agent is None else _without_confidence(phase, agent.name)
            self.history.setdefault(agent.id if agent else "", []).append(visible_phase.model_dump(mode="json"))

    def ask(
        self, task: str, place: str, note: str, inputs: Mapping[str, Any] | None = None
    ) -> Generator[Batch, Floor, Sequence[Outcome]]:
        """Let every agent do a task at the same time, and return the outcomes."""
        return (yield from self.take(self.steps(task, place, inputs), note))

    def take(self, steps: tuple[Step, ...], note: str) -> Generator[Batch, Floor, Sequence[Outcome]]:
        """Take steps of agents and supervisor, count their calls, and return the outcomes."""
        floor = yield Batch(steps=steps, note=note)
        self.calls += sum(len(outcome.calls) for outcome in floor.outcomes)
        return floor.outcomes

    def read_solutions(self, outcomes: Iterable[Outcome]) -> Solutions:
        """Return agents' answers for several players; without roles where one gave no valid answer."""
        return tuple(_solution_of(self.spec.participant(outcome.actor), outcome) for outcome in outcomes)

    def answers_of(self, solutions: Iterable[Solution]) -> tuple[Answer, ...]:
        """Return solutions as roles in the order of the players; None for those without one."""
        return tuple(tuple((solution.roles or {}).get(player) for player in self.players) for solution in solutions)


def seat_team(spec: RunSpec, settings: PuzzleChoice, *, visible: bool = False) -> Team:
    """Return the team of a run before its puzzle.

    Raises:
        ScenarioError: two agents have the same name, by which they agree and disagree; or as ``choose_puzzle``.
    """
    names = Counter(agent.name for agent in spec.participants)
    if twice := [name for name, count in names.items() if count > 1]:
        raise ScenarioError(
            f"agents: {names[twice[0]]} agents are named {twice[0]!r}",
            hint="Give each agent a different name.",
            key="agents",
        )
    game, puzzle, solution = choose_puzzle(settings, spec.stream_seed)
    return Team(
        spec=spec,
        game=game,
        players=puzzle.players,
        solution=solution,
        visible=visible,
        prompts=settings.prompts,
    )


def role_of_majority(solutions: Solutions, player: str) -> Role | None:
    """Return the role that more than half of some solutions give a player."""
    roles = [(solution.roles or {}).get(player) for solution in solutions]
    return cast("Role | None", majority(roles))


def decide_roles(
    team: Team, solutions: Solutions, *, supervised: bool
) -> Generator[Batch, Floor, tuple[Answer, tuple[Decider, ...]]]:
    """Return each player's role and who decided it: more than half of the solutions, or else the supervisor.

    Args:
        supervised: whether a supervisor is asked about players without a majority.
    """
    votes = {player: role_of_majority(solutions, player) for player in team.players}
    unresolved = [player for player, role in votes.items() if not role]
    ruling: dict[str, Role] = {}
    if unresolved and supervised:
        inputs = {**team.inputs_for(None), "asked": unresolved}
        step = Step(key="supervised", actor=ENGINE, task="supervise_roles", inputs=inputs)
        (outcome,) = yield from team.take((step,), "supervisor")
        if reply := reply_of(outcome):
            ruling = {assignment["name"]: assignment["role"] for assignment in reply["players"]}
    deciders: list[Decider] = [
        "majority" if vote else "supervisor" if player in ruling else "" for player, vote in votes.items()
    ]
    return tuple(vote or ruling.get(player) for player, vote in votes.items()), tuple(deciders)


def reply_of(outcome: Outcome) -> dict[str, Any] | None:
    """Return the reply of an outcome; None where it is not valid."""
    return dict(outcome.reply) if outcome.ok and isinstance(outcome.reply, dict) else None


def _solution_of(agent: Participant, outcome: Outcome) -> Solution:
    reply = reply_of(outcome)
    if reply is None:
        return Solution(agent=agent.name)
    roles = {assignment["name"]: assignment["role"] for assignment in reply["players"]}
    return Solution(agent=agent.name, roles=roles, confidence=reply["confidence"], reasoning=reply["reasoning"])


def _without_confidence(phase: Phase, but: str) -> Phase:
    """Return a phase with the confidence of only one agent."""

    def blank(contribution: Any) -> Any:
        return contribution if contribution.agent == but else contribution.model_copy(update={"confidence": None})

    changed = {"solutions": tuple(map(blank, phase.solutions)), "opinions": tuple(map(blank, phase.opinions))}
    return phase.model_copy(update=changed)
