"""Rank the players: which of them the team should debate first."""

from collections import Counter

from doxa.records.base import Record
from doxa.systems.puzzle.tasks.in_words import describe_order
from doxa.systems.puzzle.tasks.record import PuzzleContext, blocks
from doxa.systems.puzzle.tasks.rules import DEBATER, debater_for
from doxa.tasks.base import Task
from doxa.tasks.known import among, exactly


class Inputs(PuzzleContext):
    """Nothing beside the puzzle and the proposals."""


class Reply(Record):
    order: tuple[str, ...]
    """All players, the one to be debated first in front."""


def check(inputs: Inputs, reply: Reply) -> str:
    """Return what is wrong with a ranking, or '' for one that names each player once."""
    if Counter(reply.order) != Counter(inputs.players):
        return f"Name each of these players exactly once: {', '.join(inputs.players)}."
    return ""


RANK_PLAYERS = Task(
    name="rank_players",
    in_words=describe_order,
    role="speaker",
    Inputs=Inputs,
    Reply=Reply,
    stable=DEBATER,
    wording=debater_for,
    material=blocks,
    check=check,
    known=lambda inputs: {"order": exactly(len(inputs.players)), "order[]": among(inputs.players)},
    request="""\
Before the debate the agents agree on the order in which the players are taken. Put the player first whose role is \
easiest to settle, or on whom most depends, and so on to the last. The orders of all agents are added up.
Answer in this form: {"order": [{% for name in inputs.players %}"{{ name }}"{{ ", " if not loop.last }}{% endfor %}]} \
with the players in the order that you want.\
""",
)
