"""The input of all measures, one team's debate of one puzzle; votes on its answers; and their accuracy (appendix B).

A label is a role as the protocol writes it ("knight", "knave", "spy"), or None where the agent gave none, even when
asked again. None is no answer: it is never right, never agrees with another None, and is no vote for anything.

    strict accuracy = (1/N) Σ_i 1[ŷ_i = y_i]        smooth accuracy = (1/N) Σ_i (1/P_i) Σ_p 1[ŷ_ip = y_ip]

A missing label is wrong, whatever the right role is.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, get_args

from pydantic import Field, model_validator

from doxa.records.base import Record, Unit, group_by
from doxa.scoring.convergence import mean

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
        faults = {
            f"there are {agents} agents, but another number of models or answers": len(self.models) != agents
            or any(len(answers) != agents for answers in all_answers),
            f"there are {agents} agents, but a round has another number of opinions": any(
                len(debate_round.opinions) != agents for debate_round in self.rounds
            ),
            f"an answer does not have one label for each of {players} players": len(self.decided) != players
            or any(len(answer) != players for answers in all_answers for answer in answers),
            "a round is about a player that the puzzle does not have": any(
                not 0 <= debate_round.player < players for debate_round in self.rounds
            ),
            f"there are {agents} agents, but another number of confidences": bool(self.confidence)
            and len(self.confidence) != agents,
        }
        if applying := [fault for fault, applies in faults.items() if applies]:
            raise ValueError(f"{self.id}: {applying[0]}")
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


def strict(answer: Answer, solution: Sequence[str]) -> float:
    """Return 1 where every role is right, else 0."""
    return float(tuple(answer) == tuple(solution))


def smooth(answer: Answer, solution: Sequence[str]) -> float:
    """Return the share of players whose role is right, in [0, 1]."""
    return mean([float(label == role) for label, role in zip(answer, solution, strict=True)])


class BeforeAfter(Record):
    """One column of Table 3."""

    size: int
    n: int
    """Sittings."""
    initial_instance: Unit
    """Share of puzzles that the strict majority of the proposals gets right as a whole."""
    final_instance: Unit
    """Share of puzzles that the team's decision gets right as a whole."""
    initial_agent: Unit
    """Share of proposals that are right as a whole."""
    final_agent: Unit
    """Share of final answers that are right as a whole."""


def before_after(sittings: Sequence[Sitting]) -> tuple[BeforeAfter, ...]:
    """Return the columns of Table 3, sizes ascending."""
    return tuple(
        BeforeAfter(
            size=size,
            n=len(group),
            initial_instance=mean([strict(majority_answer(sitting.initial), sitting.solution) for sitting in group]),
            final_instance=mean([strict(sitting.decided, sitting.solution) for sitting in group]),
            initial_agent=mean([strict(answer, sitting.solution) for sitting in group for answer in sitting.initial]),
            final_agent=mean([strict(answer, sitting.solution) for sitting in group for answer in sitting.final]),
        )
        for size, group in by_size(sittings).items()
    )


def by_size(sittings: Sequence[Sitting]) -> dict[int, list[Sitting]]:
    """Return number of players → sittings, ascending."""
    return dict(sorted(group_by(sittings, lambda sitting: sitting.size).items()))


Measure = Literal["strict", "smooth", "agree_all", "agree_major"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


def curve(sitting: Sitting, measure: Measure) -> tuple[float, ...]:
    """Return a measure at rounds 0, 1, … T, each in [0, 1]."""
    if measure in ("strict", "smooth"):
        score = strict if measure == "strict" else smooth
        return tuple(score(majority_answer(answers), sitting.solution) for answers in sitting.after_each)
    return tuple(map(agree_all if measure == "agree_all" else agree_major, sitting.after_each))


def area_of(sitting: Sitting, measure: Measure) -> float | None:
    """Return one sitting's mean after each round, the proposals not counted; None where no round was held."""
    values = curve(sitting, measure)[1:]
    return mean(values) if values else None


def mean_area(sittings: Sequence[Sitting], measure: Measure) -> float | None:
    """Return the mean area of the sittings that have one; None where none has."""
    areas = [area for sitting in sittings if (area := area_of(sitting, measure)) is not None]
    return mean(areas) if areas else None


def agree_all(answers: Sequence[Answer]) -> float:
    """Return the share of players to whom all agents give the same role."""
    return mean([float(_largest(labels) == len(labels)) for labels in zip(*answers, strict=True)])


def agree_major(answers: Sequence[Answer]) -> float:
    """Return the share of players to whom at least ⌈A/2⌉ agents give the same role."""
    return mean([float(2 * _largest(labels) >= len(labels)) for labels in zip(*answers, strict=True)])


def _largest(labels: Sequence[Label]) -> int:
    """Return how many agents give the most common label."""
    return max(Counter(label for label in labels if label is not None).values(), default=0)
