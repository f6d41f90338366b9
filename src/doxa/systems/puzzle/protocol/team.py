"""A team that solves a puzzle: what each agent is shown, and how its replies are read.

A missing or invalid reply stays missing: it is no vote, and no default replaces it.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from doxa.errors import ScenarioError
from doxa.records.people import Participant
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Outcome, Step
from doxa.systems.puzzle.measures.sittings import Answer
from doxa.systems.puzzle.puzzles.worlds import Role
from doxa.systems.puzzle.tasks.record import Phase, Prompts, Solution

ENGINE = "-"
"""The actor of steps that no agent performs."""

Decider = Literal["majority", "supervisor", ""]
"""Who decided a player's role; empty where nobody did."""


@dataclass(kw_only=True)
class Team:
    """Agents and the record of their debate so far, as each of them may see it."""

    spec: RunSpec
    game: str
    players: tuple[str, ...]
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
        return tuple(
            Step(
                key=f"{place}/{agent.id}",
                actor=agent.id,
                task=task,
                inputs={**self.inputs_for(agent), **(inputs or {}), **self._about(agent, task)},
            )
            for agent in self.agents
        )

    def record_phase(self, phase: Phase) -> None:
        """Add a finished phase to what every agent, and the supervisor, is shown."""
        for agent in (*self.agents, None):
            visible_phase = phase if self.visible or agent is None else _without_confidence(phase, agent.name)
            self.history.setdefault(agent.id if agent else "", []).append(visible_phase.model_dump(mode="json"))

    def count_calls(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """Add the calls of some outcomes to the count, and return the outcomes."""
        self.calls += sum(len(outcome.calls) for outcome in outcomes)
        return outcomes

    def _about(self, agent: Participant, task: str) -> dict[str, Any]:
        if task != "debate_role":
            return {}
        return {"others": [other.name for other in self.agents if other.id != agent.id]}


def require_distinct_names(spec: RunSpec) -> None:
    """Raise where names are not distinct, since agents agree and disagree with one another by name.

    Raises:
        ScenarioError: two agents have the same name.
    """
    names = Counter(agent.name for agent in spec.participants)
    if twice := [name for name, count in names.items() if count > 1]:
        raise ScenarioError(
            f"agents: {names[twice[0]]} agents are named {twice[0]!r}",
            hint="Give each agent a different name.",
            key="agents",
        )


def ask_supervisor(team: Team, unresolved: Sequence[str]) -> Generator[Batch, Floor, dict[str, Role]]:
    """Ask the supervisor about the players without a majority, and return its roles; empty where it gives none."""
    if not unresolved:
        return {}
    inputs = {**team.inputs_for(None), "asked": list(unresolved)}
    step = Step(key="supervised", actor=ENGINE, task="supervise_roles", inputs=inputs)
    floor = yield Batch(steps=(step,), note="supervisor")
    reply = reply_of(team.count_calls(floor.outcomes)[0])
    return {assignment["name"]: assignment["role"] for assignment in reply["players"]} if reply else {}


def name_deciders(
    players: Sequence[str], votes: Sequence[str | None], ruling: Mapping[str, Role]
) -> tuple[Decider, ...]:
    """Return who decided each player's role.

    Args:
        votes: the role of the majority on each player; None where there is none.
        ruling: the supervisor's roles.
    """
    return tuple(
        "majority" if vote else "supervisor" if player in ruling else ""
        for player, vote in zip(players, votes, strict=True)
    )


def reply_of(outcome: Outcome) -> dict[str, Any] | None:
    """Return the reply of an outcome; None where it is not valid."""
    return dict(outcome.reply) if outcome.ok and isinstance(outcome.reply, dict) else None


def solution_of(agent: Participant, outcome: Outcome) -> Solution:
    """Return an agent's answer for several players; without roles where it gave no valid answer."""
    reply = reply_of(outcome)
    if reply is None:
        return Solution(agent=agent.name)
    roles = {assignment["name"]: assignment["role"] for assignment in reply["players"]}
    return Solution(agent=agent.name, roles=roles, confidence=reply["confidence"], reasoning=reply["reasoning"])


def answer_of(roles: Mapping[str, Role] | None, players: Iterable[str]) -> Answer:
    """Return roles in the order of the players; None for those without one."""
    return tuple((roles or {}).get(player) for player in players)


def _without_confidence(phase: Phase, but: str) -> Phase:
    """Return a phase with the confidence of only one agent."""

    def blank(contribution: Any) -> Any:
        return contribution if contribution.agent == but else contribution.model_copy(update={"confidence": None})

    changed = {"solutions": tuple(map(blank, phase.solutions)), "opinions": tuple(map(blank, phase.opinions))}
    return phase.model_copy(update=changed)
