"""The policy: a pure function from an agent's state to the tagged blocks of its prompt.

    action = π(T, Q, recent M, retrieved D; weights, rule)

Each component is followed by the instructions of its tier; the rule has a block of its own. A component that the
policy does not show, or that is empty, has neither block nor instruction (policy-parameterised prompts, section 3.1.3).

A task uses this layout when its Inputs inherit from ``PolicyInputs``, it has ``lays_out=lay_out``, and its ``sees``
contains "policy" ("transcript", too, to show the dialogue as [M]). Its protocol has ``policies=True``, so that
scenarios may set ``policy.prompt``.
"""

from dataclasses import dataclass

from doxa.policies.instructions import TIERED, Instruction, Weights, tier
from doxa.policies.registry import rule_named
from doxa.policies.schedules import Slips, weights_at
from doxa.records.base import Record
from doxa.records.spec import Component, Participant, PromptPolicy
from doxa.records.steps import Block, Passage


@dataclass(frozen=True, kw_only=True)
class State:
    """The state of an agent that a policy maps to a prompt."""

    name: str
    persona: str
    query: str
    memory: tuple[Block, ...]
    """The recent dialogue, a block a message, oldest first."""
    passages: tuple[Passage, ...]
    policy: PromptPolicy
    weights: Weights


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One component of a prompt with its instructions."""

    tag: str
    blocks: tuple[Block, ...]
    asks: tuple[Instruction, ...] = ()

    @property
    def blocks_in_order(self) -> tuple[Block, ...]:
        """Return the blocks as they are sent, the instructions last."""
        if not self.asks:
            return self.blocks
        return (
            *self.blocks,
            Block(tag=f"{self.tag} asks", text=" ".join(instruction.text for instruction in self.asks)),
        )


Action = tuple[Piece, ...]


def act(state: State) -> Action:
    """Return the pieces of the prompt, in the order T, Q, M, D, R.

    Raises:
        UnknownNameError: no rule of that name is installed.
    """
    rule = rule_named(state.policy.rule).asks(state.policy)
    pieces = (
        _weigh_component(state, "T", _persona(state)),
        Piece(tag="Q", blocks=(Block(tag="Q", text=f"[Q] What is discussed: {state.query}"),)),
        _weigh_component(state, "M", _memory(state)),
        _weigh_component(state, "D", _knowledge(state)),
        Piece(tag="R", blocks=(Block(tag="R", text="[R] How to answer:"),), asks=rule) if rule else None,
    )
    return tuple(piece for piece in pieces if piece is not None)


def instructions_of(action: Action) -> dict[str, Instruction]:
    """Return all instructions of a prompt by their words ``asks``."""
    return {instruction.asks: instruction for piece in action for instruction in piece.asks}


def _weigh_component(state: State, tag: Component, blocks: tuple[Block, ...]) -> Piece | None:
    if tag not in state.policy.shows or not blocks:
        return None
    return Piece(tag=tag, blocks=blocks, asks=(TIERED[tag, tier(state.weights.of(tag))],))


def _persona(state: State) -> tuple[Block, ...]:
    persona = f" {state.persona}" if state.persona else ""
    return (Block(tag="T", text=f"[T] You are {state.name}.{persona}"),)


def _memory(state: State) -> tuple[Block, ...]:
    if not state.memory:
        return ()
    return (Block(tag="M", text="[M] What has been said lately, oldest first:"), *state.memory)


def _knowledge(state: State) -> tuple[Block, ...]:
    if not state.passages:
        return ()
    lines = [f"{place}. {_describe_passage(passage)}" for place, passage in enumerate(state.passages, 1)]
    return (Block(tag="D", text="\n".join(["[D] Passages from what you know:", *lines])),)


def _describe_passage(passage: Passage) -> str:
    return f"{passage.text} (Source: {passage.source})" if passage.source else passage.text


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
    return act(
        State(
            name=actor.name,
            persona=actor.persona,
            query=inputs.query,
            memory=said,
            passages=inputs.passages,
            policy=policy,
            weights=weights_at(policy, inputs.round, Slips(evidence=inputs.no_evidence, response=inputs.no_response)),
        )
    )


def lay_out(inputs: PolicyInputs, actor: Participant, said: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks of an agent's prompt as they are sent; arguments and errors as ``pieces_of``."""
    return tuple(block for piece in pieces_of(inputs, actor, said) for block in piece.blocks_in_order)
