"""The policy: a pure function from an agent's state to the tagged blocks of its prompt.

    action = π(T, Q, recent M, retrieved D; weights, rule)

Each component is followed by the instructions of its tier; the rule has a block of its own. A component that the
policy does not show, or that is empty, has neither block nor instruction (policy-parameterised prompts, section 3.1.3).
"""

from dataclasses import dataclass

from doxa.policies.instructions import TIERED, Instruction
from doxa.policies.registry import rule_named
from doxa.policies.weights import Weights, tier
from doxa.records.passages import Passage
from doxa.records.people import Component, PromptPolicy
from doxa.records.prompt import Block


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
