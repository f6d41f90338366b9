"""The policy: a pure function from an agent's state to the blocks of its prompt.

    action = π(T, Q, recent M, retrieved D; weights, rule)

Each component is followed by the instructions of its tier; the rule has a block of its own. A component that the
policy does not show, or that is empty, has neither block nor instruction (policy-parameterised prompts, section 3.1.3).
Q and M come first: what everybody is asked and has heard is a prefix that all prompts of a round share. The letters are
tags of blocks and stand in no text.

A task uses this layout when its Inputs inherit from ``PolicyInputs``, it has ``lays_out=lay_out``, and its ``sees``
contains "policy" ("transcript", too, to show the dialogue as M). Its protocol has ``policies=True``, so that
scenarios may set ``policy.prompt``.
"""

from dataclasses import dataclass

from doxa.policies.instructions import TIERED, Instruction, tier
from doxa.policies.registry import rule_named
from doxa.policies.schedules import Slips, weights_at
from doxa.records.base import Record
from doxa.records.spec import Participant, PromptPolicy
from doxa.records.steps import Block, Passage


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One component of a prompt with its instructions."""

    tag: str
    blocks: tuple[Block, ...]
    asks: tuple[Instruction, ...] = ()

    @property
    def blocks_in_order(self) -> tuple[Block, ...]:
        """Return the blocks as they are sent, the instructions last."""
        texts = [instruction.text for instruction in self.asks]
        return (*self.blocks, Block(tag=f"{self.tag} asks", text=" ".join(texts))) if texts else self.blocks


Action = tuple[Piece, ...]


def instructions_of(action: Action) -> dict[str, Instruction]:
    """Return all instructions of a prompt by their words ``asks``."""
    return {instruction.asks: instruction for piece in action for instruction in piece.asks}


class PolicyInputs(Record):
    """What a policy needs of a step; a task's Inputs inherit from this and may add to it."""

    round: int
    """Counted from 1: schedules change weights with it."""
    query: str
    """What is discussed: Q."""
    passages: tuple[Passage, ...] = ()
    """Retrieved from the agent's knowledge base, nearest first: D."""
    no_evidence: bool = False
    """In the round before it was shown passages and used none."""
    no_response: bool = False
    """In the round before somebody had spoken and it did not respond."""


def pieces_of(inputs: PolicyInputs, actor: Participant, said: tuple[Block, ...]) -> Action:
    """Return the pieces of an agent's prompt, in the order Q, M, T, D, R.

    An agent without a policy of its own has the default one: no rule, all weights 1.

    Args:
        said: the messages that the agent heard lately, a block each, oldest first: M.

    Raises:
        UnknownNameError: no rule or schedule of that name is installed.
    """
    policy = actor.policy.prompt or PromptPolicy()
    slips = Slips(evidence=inputs.no_evidence, response=inputs.no_response)
    weights = weights_at(policy, inputs.round, slips)
    rule = rule_named(policy.rule).asks(policy)
    asks = {tag: (TIERED[tag, tier(weights.of(tag))],) for tag in policy.shows}
    persona = f" {actor.persona}" if actor.persona else ""
    lines = [f"{place}. {_describe_passage(passage)}" for place, passage in enumerate(inputs.passages, 1)]
    pieces = (
        _piece("Q", f"The question: {inputs.query}", ()),
        _piece("M", "What has been said lately, oldest first:", asks.get("M") if said else None, said),
        _piece("T", f"You are {actor.name}.{persona}", asks.get("T")),
        _piece("D", "\n".join(["Passages from what you know:", *lines]), asks.get("D") if lines else None),
        _piece("R", "How to answer:", rule or None),
    )
    return tuple(piece for piece in pieces if piece is not None)


def _piece(tag: str, text: str, asks: tuple[Instruction, ...] | None, more: tuple[Block, ...] = ()) -> Piece | None:
    """Return a component; None where it has no instructions to follow it, not even an empty list of them."""
    return None if asks is None else Piece(tag=tag, blocks=(Block(tag=tag, text=text), *more), asks=asks)


def _describe_passage(passage: Passage) -> str:
    return f"{passage.text} (Source: {passage.source})" if passage.source else passage.text


def lay_out(inputs: PolicyInputs, actor: Participant, said: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks of an agent's prompt as they are sent; arguments and errors as ``pieces_of``."""
    return tuple(block for piece in pieces_of(inputs, actor, said) for block in piece.blocks_in_order)
