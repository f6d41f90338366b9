"""A view in parts, for a page that shows a long run: its head at once, turns and moves by batches, memories by agent.

view ─▶ head: everything but the words of turns, the moves and the memories
      ─▶ pages: the turns and moves of ``PAGE`` batches each
      ─▶ memories: by agent
"""

from collections.abc import Iterable, Mapping, Sequence

from doxa.analysis.view import MemoryView, MoveView, RunView, TurnView
from doxa.records.base import Record

PAGE = 20
"""Batches whose turns and moves go together."""


class ViewPage(Record):
    """The turns and moves of some batches that follow each other."""

    turns: tuple[TurnView, ...]
    moves: tuple[MoveView, ...]


class ViewHead(Record):
    """What a page needs before it has any turns: the view with empty turns and no moves, and what is left out."""

    view: RunView
    page: int = PAGE
    sizes: tuple[tuple[int, int], ...]
    """Characters and claims of each turn, from which a page guesses how high it will be."""
    memories: dict[str, tuple[int, int]]
    """Agent → its active records, and all of them."""
    is_whole: bool
    """Whether memories, stories and all else that only a fold has are here; False for a first look."""


def head_of(view: RunView, *, is_whole: bool = True) -> ViewHead:
    """Return the head of a view."""
    empty = tuple(turn.model_copy(update={"text": "", "claims": ()}) for turn in view.turns)
    return ViewHead(
        view=view.model_copy(update={"turns": empty, "moves": (), "memory": {}}),
        sizes=tuple((len(turn.text), len(turn.claims)) for turn in view.turns),
        memories={agent: (sum(row.active for row in rows), len(rows)) for agent, rows in view.memory.items()},
        is_whole=is_whole,
    )


def pages_of(view: RunView) -> list[ViewPage]:
    """Return a view's turns and moves by pages, in the order of the batches."""
    count = -(-max(1, len(view.batches)) // PAGE)
    turns: list[list[TurnView]] = [[] for _ in range(count)]
    moves: list[list[MoveView]] = [[] for _ in range(count)]
    for turn in view.turns:
        turns[turn.batch // PAGE].append(turn)
    for move in view.moves:
        moves[move.batch // PAGE].append(move)
    return [ViewPage(turns=tuple(one), moves=tuple(other)) for one, other in zip(turns, moves, strict=True)]


def join_parts(head: ViewHead, pages: Sequence[ViewPage], memories: Mapping[str, tuple[MemoryView, ...]]) -> RunView:
    """Return the view whose parts these are."""
    agents = list(dict.fromkeys([*head.memories, *(move.agent for page in pages for move in page.moves)]))
    return head.view.model_copy(
        update={
            "turns": tuple(turn for page in pages for turn in page.turns),
            "moves": tuple(move for agent in agents for move in _moves_of(pages, agent)),
            "memory": {agent: memories[agent] for agent in head.memories},
        }
    )


def _moves_of(pages: Iterable[ViewPage], agent: str) -> Iterable[MoveView]:
    return (move for page in pages for move in page.moves if move.agent == agent)
