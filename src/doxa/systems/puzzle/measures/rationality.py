"""Whether agents follow sound reasons, contradict themselves, and help one another (Figure 6).

A rater judged each agent's reasons to agree and to disagree; 3 and 4 are sound. The text gives no formulas; doxa's
reading of one agent in one round:

- rational: afterwards it has a role that an agent with sound reasons, itself included, argued for; irrational: it has
  another role, or none. A round in which no reasons were sound is neither and is counted separately.
- self-contradicting: it both agrees and disagrees with an agent; or agrees with an agent of another role than it argues
  for; or disagrees with an agent of the same role.
- provider: its reasons were sound or not; the rate is that of the other agents, its receivers.

The rate of each is the share that is right about the player after the round. A contradiction is counted in every round;
rounds that nobody rated are left out of the others.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from doxa.systems.puzzle.measures.sittings import DebateOpinion, Label, PlayerRound, Sitting
from doxa.systems.puzzle.measures.states import Correction, count_corrections

Behaviour = Literal[
    "rational", "irrational", "nothing sound to follow", "self-contradicting", "sound provider", "unsound provider"
]
BEHAVIOURS: tuple[Behaviour, ...] = get_args(Behaviour)


def behaviour_table(sittings: Iterable[Sitting]) -> tuple[Correction, ...]:
    """Return Figure 6: each model with each behaviour; contradictions over all rounds, the others over rated rounds."""
    outcomes: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for sitting in sittings:
        for debate_round, before in zip(sitting.rounds, sitting.after_each, strict=False):
            positions = [answer[debate_round.player] for answer in before]
            solution = sitting.solution[debate_round.player]
            for agent, behaviour, right in _classify_behaviour(debate_round, positions, solution):
                outcomes.setdefault((sitting.models[agent], behaviour), []).append((sitting.id, right))
    return count_corrections(outcomes, BEHAVIOURS)


def _classify_behaviour(
    debate_round: PlayerRound, positions: Sequence[Label], solution: str
) -> Iterable[tuple[int, Behaviour, bool]]:
    """Yield each agent's behaviours in a round as (agent, behaviour, whether the answer that counts was right)."""
    after = [answer[debate_round.player] for answer in debate_round.answers]
    right = [label == solution for label in after]
    sound = {opinion.role for opinion in debate_round.opinions if opinion.sound and opinion.role is not None}
    rated = any(opinion.is_rated for opinion in debate_round.opinions)
    for agent, opinion in enumerate(debate_round.opinions):
        if contradicts(opinion, positions):
            yield agent, "self-contradicting", right[agent]
        if not rated:
            continue
        followed: Behaviour = "rational" if after[agent] in sound else "irrational"
        yield agent, followed if sound else "nothing sound to follow", right[agent]
        if opinion.is_rated:
            provided: Behaviour = "sound provider" if opinion.sound else "unsound provider"
            yield from ((agent, provided, right[other]) for other in range(len(right)) if other != agent)


def contradicts(opinion: DebateOpinion, positions: Sequence[Label]) -> bool:
    """Return whether an opinion contradicts itself.

    Args:
        positions: each agent's role when the opinion was given.
    """
    if set(opinion.agrees) & set(opinion.disagrees):
        return True
    if opinion.role is None:
        return False
    labels = {agent: label for agent, label in enumerate(positions) if label is not None}
    unlike = any(labels[agent] != opinion.role for agent in opinion.agrees if agent in labels)
    return unlike or any(labels[agent] == opinion.role for agent in opinion.disagrees if agent in labels)
