"""The input of all measures: one team's debate of one puzzle, from first proposals to the decision.

A label is a role as the protocol writes it ("knight", "knave", "spy"), or None where the agent gave none, even when
asked again. None is no answer: it is never right, never agrees with another None, and is no vote for anything.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, get_args

from pydantic import Field, model_validator

from doxa.records.base import Record

Label = str | None
"""A role, or None where an agent gave none."""

Answer = tuple[Label, ...]
"""One label a player, in the order in which the puzzle names them."""


class DebateOpinion(Record):
    """One agent's opinion on the player under discussion in a debate phase."""

    role: Label = None
    """The role that it argues for."""
    agrees: tuple[int, ...] = ()
    """Indices of the agents that it agrees with."""
    disagrees: tuple[int, ...] = ()
    agree_rating: int | None = Field(default=None, ge=0, le=4)
    """A rater's judgement of its reasons to agree: 0 not applicable, 1 chaos to 4 solid; None without a rater."""
    disagree_rating: int | None = Field(default=None, ge=0, le=4)

    @property
    def is_rated(self) -> bool:
        """Return whether a rater judged it."""
        return self.agree_rating is not None or self.disagree_rating is not None

    @property
    def sound(self) -> bool:
        """Return whether its reasons to agree or to disagree were rated 3 or 4 (Figure 6)."""
        return max(self.agree_rating or 0, self.disagree_rating or 0) >= 3


class PlayerRound(Record):
    """The debate about one player and the agents' answers afterwards."""

    player: int
    """Index of the player under discussion."""
    opinions: tuple[DebateOpinion, ...]
    """One for each agent."""
    answers: tuple[Answer, ...]
    """One complete answer of each agent, after self-adjustment."""


class Sitting(Record):
    """One team's debate of one puzzle. An agent has the same index in every list.

    Raises:
        ValidationError: lists whose lengths do not fit one another.
    """

    id: str
    solution: tuple[str, ...]
    """The right role of each player."""
    agents: tuple[str, ...]
    models: tuple[str, ...]
    """The model, or the reasoner profile, of each agent."""
    initial: tuple[Answer, ...]
    """One proposal of each agent: round 0."""
    rounds: tuple[PlayerRound, ...]
    """One round for each player and pass, in order."""
    final: tuple[Answer, ...]
    """Each agent's final answer."""
    decided: Answer
    """The team's answer: for each player the strict majority, else the supervisor's role."""
    confidence: tuple[float | None, ...] = ()
    """Each agent's confidence in its proposal, 1 to 10; empty where nobody was asked."""
    team: str = ""
    depth: int = 1
    """Passes over all players."""
    confidence_visible: bool = False
    same_order: bool = True
    """Whether players were discussed in the fixed order; False where the agents agreed on one."""
    strongest: int | None = None
    """Place of the strongest agent by the single-agent benchmark; None where it is unknown or shared."""
    weakest: int | None = None
    calls: int = 0
    """Model calls that the debate took."""

    @property
    def size(self) -> int:
        """Return how many players the puzzle has."""
        return len(self.solution)

    @property
    def after_each(self) -> tuple[tuple[Answer, ...], ...]:
        """Return all agents' answers at rounds 0, 1, … T."""
        return (self.initial, *(debate_round.answers for debate_round in self.rounds))

    @model_validator(mode="after")
    def _fits(self) -> "Sitting":
        agents, players = len(self.agents), len(self.solution)
        all_answers = [self.initial, self.final, *(debate_round.answers for debate_round in self.rounds)]
        if len(self.models) != agents or any(len(answers) != agents for answers in all_answers):
            raise ValueError(f"{self.id}: there are {agents} agents, but another number of models or answers")
        if any(len(debate_round.opinions) != agents for debate_round in self.rounds):
            raise ValueError(f"{self.id}: there are {agents} agents, but a round has another number of opinions")
        if any(len(answer) != players for answers in all_answers for answer in answers) or len(self.decided) != players:
            raise ValueError(f"{self.id}: an answer does not have one label for each of {players} players")
        if any(not 0 <= debate_round.player < players for debate_round in self.rounds):
            raise ValueError(f"{self.id}: a round is about a player that the puzzle does not have")
        if self.confidence and len(self.confidence) != agents:
            raise ValueError(f"{self.id}: there are {agents} agents, but another number of confidences")
        return self


By = Literal["solution", "player", "confidence"]
RULES: tuple[By, ...] = get_args(By)

T = TypeVar("T")


def majority(labels: Sequence[Label]) -> Label:
    """Return the label that more than half of all agents give; None where there is none."""
    leading = most(labels)
    return leading if leading is not None and labels.count(leading) * 2 > len(labels) else None


def most(labels: Sequence[Label]) -> Label:
    """Return the label given most often, of several the one given first; None where nobody gives one."""
    return _first_of_largest(Counter(label for label in labels if label is not None))


def majority_answer(answers: Sequence[Answer]) -> Answer:
    """Return the strict majority's label for each player; None where a player has none."""
    return tuple(majority(labels) for labels in zip(*answers, strict=True))


def most_common_answer(
    answers: Sequence[Answer], by: By = "player", confidences: Sequence[float | None] = ()
) -> Answer:
    """Return the answer that wins a vote by a rule; None for every player where nobody gave a valid vote.

    Args:
        answers: in the order in which they were given, which settles ties.
        confidences: the stated confidence of each answer; only for the rule ``confidence``.
    """
    if by == "player":
        return tuple(most(labels) for labels in zip(*answers, strict=True))
    weights: defaultdict[Answer, float] = defaultdict(float)
    stated = confidences if by == "confidence" else [1.0] * len(answers)
    for answer, weight in zip(answers, stated, strict=True):
        if None not in answer and weight is not None:
            weights[answer] += weight
    return _first_of_largest(weights) or (None,) * len(answers[0])


def _first_of_largest(weights: Mapping[T, float]) -> T | None:
    """Return the key of the largest weight, of equal ones the first; None where there is none."""
    return max(weights, key=lambda key: weights[key], default=None)
