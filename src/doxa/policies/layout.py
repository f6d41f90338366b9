"""Layout of the prompt of any task under its agent's prompt policy.

A task uses this layout when its Inputs inherit from ``PolicyInputs``, it has ``lays_out=lay_out``, and its ``sees``
contains "policy" ("transcript", too, to show the dialogue as [M]). Its protocol has ``policies=True``, so that
scenarios may set ``policy.prompt``.
"""

from doxa.policies.prompting import Action, State, act
from doxa.policies.schedules import Slips, weights_at
from doxa.records.base import Record
from doxa.records.passages import Passage
from doxa.records.people import Participant, PromptPolicy
from doxa.records.prompt import Block


class PolicyInputs(Record):
    """What a policy needs of a step; a task's Inputs inherit from this and may add to it."""

    round: int
    """Counted from 1: schedules change weights with it."""
    query: str
    """What is discussed: [Q]."""
    passages: tuple[Passage, ...] = ()
    """Retrieved from the agent's knowledge base, nearest first: [D]."""
    no_evidence: bool = False
    """In the round before it was shown passages and used none."""
    no_response: bool = False
    """In the round before somebody had spoken and it did not respond."""


def pieces_of(inputs: PolicyInputs, actor: Participant, said: tuple[Block, ...]) -> Action:
    """Return the pieces of an agent's prompt, in the order T, Q, M, D, R.

    An agent without a policy of its own has the default one: no rule, all weights 1.

    Args:
        said: the messages that the agent heard lately, a block each, oldest first: [M].

    Raises:
        UnknownNameError: no rule or schedule of that name is installed.
    """
    policy = actor.policy.prompt or PromptPolicy()
    slips = Slips(evidence=inputs.no_evidence, response=inputs.no_response)
    return act(
        State(
            name=actor.name,
            persona=actor.persona,
            query=inputs.query,
            memory=said,
            passages=inputs.passages,
            policy=policy,
            weights=weights_at(policy, inputs.round, slips),
        )
    )


def lay_out(inputs: PolicyInputs, actor: Participant, said: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks of an agent's prompt as they are sent; arguments and errors as ``pieces_of``."""
    return tuple(block for piece in pieces_of(inputs, actor, said) for block in piece.blocks_in_order)
