"""The tasks that reasoners perform, each as well as its profile allows; plain ``offline`` is the middling profile."""

from doxa.systems.puzzle.offline import answering
from doxa.systems.puzzle.offline.rating import rate_reasoning

SKILLS = {
    "propose_roles": answering.propose_roles,
    "rank_players": answering.rank_players,
    "debate_role": answering.debate_role,
    "adjust_roles": answering.adjust_roles,
    "decide_roles": answering.decide_roles,
    "supervise_roles": answering.supervise_roles,
    "rate_reasoning": rate_reasoning,
}
