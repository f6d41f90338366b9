"""What a debate over a puzzle has brought so far, as each agent is shown it: structured, and as blocks of a prompt.

Agents debate, adjust and propose at the same time, so every prompt shows the phases that are over and nothing else.
The blocks only grow at their end, and each is stored once however often it is shown.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from doxa.records.base import Record
from doxa.records.steps import Block
from doxa.systems.puzzle.puzzles.worlds import Role

Confidence = Annotated[int, Field(ge=1, le=10)]
"""How sure an agent says it is: 1 is a guess, 10 is certainty."""


StatedConfidence = Annotated[
    Confidence | None, WithJsonSchema({"maximum": 10, "minimum": 1, "title": "Confidence", "type": "integer"})
]
"""The confidence in a reply: None where the model stated none, or something else. Models are asked for a number, so the
schema that they are sent has no null."""

Prompts = Literal["neutral", "coached"]
"""How agents are addressed. *neutral*: the task, the rules of the puzzle and the form of the answer. *coached*: beside
these how to weigh what others say, that a majority can be wrong, and when to change an answer."""


class Solution(Record):
    """What one agent proposed, adjusted to or decided; without roles where it gave no valid answer."""

    agent: str
    roles: dict[str, Role] | None = None
    confidence: Confidence | None = None
    """None where there is none, or where whom it is shown to may not see it."""
    reasoning: str = ""


class Opinion(Record):
    """What one agent said of one player; without a role where it gave no valid answer."""

    agent: str
    role: Role | None = None
    agree_with: tuple[str, ...] = ()
    disagree_with: tuple[str, ...] = ()
    agree_why: str = ""
    disagree_why: str = ""
    confidence: Confidence | None = None


class Phase(Record):
    """One phase that is over: solutions of proposals, of an adjustment or of decisions, or opinions on a player."""

    kind: Literal["proposals", "debate", "adjustment", "decisions"]
    player: str = ""
    """Whom it was about; empty for proposals and decisions."""
    solutions: tuple[Solution, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    majority: Role | None = None
    """The role that more than half of all agents now give the player; None where no role has that."""


class PuzzleContext(Record):
    """What every agent is given beside what is asked of it now."""

    game: str = Field(min_length=1)
    """The puzzle, word for word."""
    players: tuple[str, ...]
    me: str = ""
    """The agent's own name among the names below."""
    history: tuple[Phase, ...] = ()
    prompts: Prompts = "neutral"

    @property
    def coached(self) -> bool:
        """Whether the prompts say how to weigh what others say."""
        return self.prompts == "coached"


def blocks(context: PuzzleContext) -> tuple[Block, ...]:
    """Return the puzzle and the phases so far as blocks of a prompt."""
    phases = [_block(phase.kind, "\n".join(_lines(phase, context.coached))) for phase in context.history]
    return (_block("puzzle", f"The puzzle:\n{context.game.strip()}"), *phases)


@lru_cache(maxsize=4096)
def _block(tag: str, text: str) -> Block:
    return Block(tag=tag, text=text)


def _lines(phase: Phase, coached: bool) -> Iterable[str]:
    yield {
        "proposals": "What each agent proposed on its own:",
        "debate": f"The debate about {phase.player}:",
        "adjustment": f"Where each agent stands after the debate about {phase.player}:",
        "decisions": "What each agent decided in the end:",
    }[phase.kind]
    yield from (_solution(solution) for solution in phase.solutions)
    yield from (_opinion(opinion) for opinion in phase.opinions)
    if phase.kind == "adjustment" and not coached:
        yield f"Consensus on {phase.player}: {phase.majority or 'none'}."
    elif phase.kind == "adjustment":
        view = f"take {phase.player} for a {phase.majority}" if phase.majority else "hold no view in common"
        yield f"More than half of the agents {view}."


def _solution(solution: Solution) -> str:
    if solution.roles is None:
        return f"- {solution.agent} gave no valid answer."
    roles = ", ".join(f"{player} {role}" for player, role in solution.roles.items())
    reasoning = solution.reasoning or "none given"
    return f"- {solution.agent}: {roles}.{_sure(solution.confidence)} Reasoning: {reasoning}"


def _opinion(opinion: Opinion) -> str:
    if opinion.role is None:
        return f"- {opinion.agent} gave no valid answer."
    said = f"- {opinion.agent}: {opinion.role}.{_sure(opinion.confidence)}"
    return " ".join([said, *describe_sides(opinion)])


def describe_sides(opinion: Any) -> list[str]:
    """Return a sentence on whom an agent agrees with, and one on whom it disagrees with; none where that is nobody."""
    sides = (
        ("Agrees", opinion.agree_with, opinion.agree_why),
        ("Disagrees", opinion.disagree_with, opinion.disagree_why),
    )
    return [f"{word} with {', '.join(whom)}: {why or 'no reason given'}" for word, whom, why in sides if whom]


def _sure(confidence: int | None) -> str:
    return "" if confidence is None else f" Confidence {confidence} of 10."
